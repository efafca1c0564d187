"""A person at the gateway, over REST and the socket: for tests and measurements that go through the front door."""

import asyncio
import json
import secrets
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

REST_WITHIN = aiohttp.ClientTimeout(total=20)


class Player:
    """A guest with a browser's cookie."""

    def __init__(self, http: aiohttp.ClientSession, base: str) -> None:
        self.http = http
        self.base = base
        self.campaign = ""
        self.account = ""
        self.recovery_code = ""

    async def call(self, method: str, path: str, body: Any = None, status: int = 0) -> Any:
        """The answer's body.

        :param status: what must be answered; any 2xx if 0.
        """
        async with self.http.request(method, f"{self.base}/api/v1{path}", json=body, timeout=REST_WITHIN) as answer:
            got = await answer.json(content_type=None) if answer.status != 204 else {}
            assert answer.status == status if status else answer.status < 300, (method, path, answer.status, got)
            return got

    async def sign_in(self, name: str = "Mara") -> None:
        """Become a guest."""
        got = await self.call("POST", "/guests", {"name": name, "language": "en"})
        self.account, self.recovery_code = got["account"]["id"], got["recovery_code"]

    async def room(self, ruleset: str, seats: int, options: dict[str, Any] | None = None, **more: Any) -> str:
        """Create a room that anybody may join; its id.

        :param more: further fields, such as `entry`.
        """
        body = {"ruleset": ruleset, "name": "Test", "seats": seats, "options": options or {}, "public": True,
                "entropy": secrets.token_hex(32), **more}  # fmt: skip
        room: str = (await self.call("POST", "/rooms", body))["room"]["id"]
        return room

    async def join(self, room: str) -> None:
        """Take a free seat."""
        await self.call("POST", f"/rooms/{room}/seats", {"entropy": secrets.token_hex(32)})

    async def start(self, room: str) -> str:
        """Start the host's room and wait; the campaign's id, which is kept in `campaign` too."""
        async with asyncio.timeout(20):
            while True:
                seen = (await self.call("GET", f"/rooms/{room}"))["room"]
                if seen["state"] == "open":
                    await self.call("POST", f"/rooms/{room}/start")
                if seen["state"] == "started":
                    self.campaign = seen["campaign"]
                    return self.campaign
                await asyncio.sleep(0.05)

    async def command(self, **command: Any) -> Any:
        """Give a command in `campaign`; `type` names it."""
        body = {"key": str(uuid.uuid4()), "command": command}
        return await self.call("POST", f"/campaigns/{self.campaign}/commands", body)

    async def choose_secret(self, option: int = 0) -> None:
        """Wait until the draft of `campaign` is over, then choose a secret mission, so that round 1 can start."""
        async with asyncio.timeout(20):
            while (view := await self.view())["game"]["phase"] == "draft":  # noqa: ASYNC110 - the server is asked
                await asyncio.sleep(0.05)
        if view["mine"].get("secret", {}).get("options"):
            await self.command(type="ChooseSecret", option=option)

    async def view(self) -> dict[str, Any]:
        """How `campaign` looks from this player's seat."""
        view: dict[str, Any] = (await self.call("GET", f"/campaigns/{self.campaign}"))["view"]
        return view

    @asynccontextmanager
    async def socket(self) -> AsyncIterator["Socket"]:
        """An open, greeted `/ws`."""
        async with self.http.ws_connect(f"{self.base}/ws", max_msg_size=0) as connection:
            socket = Socket(connection)
            await socket.send(t="hello")
            await socket.until("welcome")
            yield socket


class Socket:
    """`/ws` as messages."""

    def __init__(self, connection: aiohttp.ClientWebSocketResponse) -> None:
        self.connection = connection

    async def send(self, **message: Any) -> None:
        await self.connection.send_str(json.dumps(message))

    async def next(self) -> dict[str, Any]:
        """The next message.

        :raises ConnectionError: the server closed.
        """
        got = await self.connection.receive()
        if got.type is not aiohttp.WSMsgType.TEXT:
            raise ConnectionError(f"the socket closed with {self.connection.close_code}")
        message: dict[str, Any] = json.loads(got.data)
        return message

    async def until(self, *kinds: str, within_s: float = 20) -> dict[str, Any]:
        """The next message of one of these kinds (`t`); others are dropped."""
        async with asyncio.timeout(within_s):
            while (message := await self.next())["t"] not in kinds:
                pass
        return message


@asynccontextmanager
async def guest(base: str, name: str = "Mara", address: str = "") -> AsyncIterator[Player]:
    """A signed-in guest of the platform at `base`.

    :param address: where they come from, as a proxy would say.
    """
    jar = aiohttp.CookieJar(unsafe=True)
    headers = {"X-Warboard": "1"} | ({"X-Forwarded-For": address} if address else {})
    async with aiohttp.ClientSession(cookie_jar=jar, headers=headers) as http:
        player = Player(http, base)
        await player.sign_in(name)
        yield player
