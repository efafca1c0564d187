"""A person who doesn't give up: what fails since a part is away is asked again, under the same key, at any gateway."""

import asyncio
import json
import time
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import aiohttp

from tests.faults.cluster import Cluster
from tests.player import Player

PATIENCE_S = 60.0
_NUMBERS = count(1)


@dataclass
class Front:
    """The way in: all gateways, and what was met there."""

    gateways: list[str]
    broken: list[tuple[float, str, int]] = field(default_factory=list)
    """Answers of 500 and above: when, the path and the status."""
    turn: int = 0

    def next(self) -> str:
        """The gateway to try next."""
        self.turn += 1
        return self.gateways[self.turn % len(self.gateways)]


class Refused(Exception):  # noqa: N818 - an answer, not an error
    """A 4xx."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        super().__init__(f"{status} {body}")
        self.status = status
        self.code = body.get("code", "")

    def unless(self, *codes: str) -> None:
        """Raise this again unless it was to be expected."""
        if self.code not in codes:
            raise self


class Person(Player):
    """A guest whose requests go to whichever gateway is there."""

    def __init__(self, http: aiohttp.ClientSession, front: Front) -> None:
        super().__init__(http, front.gateways[0])
        self.front = front
        self.seat = -1
        self.acked: list[tuple[str, dict[str, Any]]] = []
        """Key and command of everything that a campaign said yes to."""

    async def call(self, method: str, path: str, body: Any = None, status: int = 0) -> Any:
        """As `Player.call`, again and again while parts are away.

        :raises Refused: a 4xx, unless it was expected.
        """
        end = time.monotonic() + PATIENCE_S
        pause = 0.02
        while True:
            try:
                url = f"{self.front.next()}/api/v1{path}"
                async with self.http.request(method, url, json=body, timeout=aiohttp.ClientTimeout(total=8)) as answer:
                    got = await answer.json(content_type=None) if answer.status != 204 else {}
                    if answer.status < 300 or answer.status == status:
                        return got
                    if answer.status < 500 and answer.status != 429:
                        raise Refused(answer.status, got)
                    if answer.status >= 500:
                        self.front.broken.append((time.time(), path, answer.status))
            except (aiohttp.ClientError, TimeoutError):
                pass  # that gateway is away
            assert time.monotonic() < end, f"{method} {path} had no answer within {PATIENCE_S:.0f} s"
            await asyncio.sleep(pause)
            pause = min(2 * pause, 0.3)

    async def act(self, **command: Any) -> None:
        """A command in `campaign`, noted once it is acknowledged.

        :raises Refused: the rules say no.
        """
        key = str(uuid.uuid4())
        await self.call("POST", f"/campaigns/{self.campaign}/commands", {"key": key, "command": command})
        self.acked.append((key, command))

    async def move(self, game: str, ply: int, uci: str) -> None:
        """A move in a game of chess.

        :raises Refused: it is late, or no move.
        """
        command = {"type": "Move", "ply": ply, "uci": uci}
        await self.call("POST", f"/games/{game}/commands", {"key": str(uuid.uuid4()), "command": command})


@asynccontextmanager
async def people(front: Front, number: int) -> AsyncIterator[list[Person]]:
    """So many guests; each comes from an address of their own, since newcomers are limited by address."""
    sessions: list[aiohttp.ClientSession] = []
    try:
        found: list[Person] = []
        for _ in range(number):
            place = next(_NUMBERS)
            headers = {"X-Warboard": "1", "X-Forwarded-For": f"10.0.{place // 250}.{place % 250 + 1}"}
            session = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True), headers=headers)
            sessions.append(session)
            person = Person(session, front)
            await person.sign_in(f"Guest {place}")
            found.append(person)
        yield found
    finally:
        for session in sessions:
            await session.close()


@asynccontextmanager
async def campaign(
    cluster: Cluster, ruleset: str, number: int, options: dict[str, Any], bots: int = 0, entry: int = 0
) -> AsyncIterator[list[Person]]:
    """A started campaign; its people in the order of their seats.

    :param entry: coins each of them stakes.
    """
    async with people(Front(cluster.gateways), number) as found:
        host = found[0]
        room = await host.room(ruleset, number + bots, options, entry=entry)
        for person in found[1:]:
            await person.join(room)
        for _ in range(bots):
            await host.call("POST", f"/rooms/{room}/bots", {"level": 1})
        started = await host.start(room)
        for person in found:
            person.campaign = started
            person.seat = (await person.view())["you"]["seat"]
        if ruleset == "chess_wars":
            for person in found:
                await person.choose_secret()
        yield sorted(found, key=lambda person: person.seat)


class Watcher:
    """A socket that comes back whenever it is closed; applies patches blindly and keeps a record."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.view: dict[str, Any] = {}
        self.cursor: dict[str, int] = {}
        self.views = 0
        self.patches = 0
        self.closed = 0
        self.games: dict[str, dict[str, Any]] = {}
        self.faults: list[str] = []

    async def run(self) -> None:
        """Watch for ever."""
        while True:
            with suppress(aiohttp.ClientError, OSError, TimeoutError):
                await self._watch()
            self.closed += 1
            await asyncio.sleep(0.1)

    async def caught_up(self) -> None:
        """Wait until the socket has shown what a fresh view shows."""
        path = f"/campaigns/{self.person.campaign}"
        fresh: dict[str, Any] = {}
        for _ in range(100):
            fresh = await self.person.call("GET", path)
            if self.cursor.get("n") == fresh["n"]:
                break
            await asyncio.sleep(0.1)
        assert self.cursor.get("n", -1) >= fresh["n"], (self.cursor, fresh["n"], "the socket missed something for good")
        if self.cursor["n"] == fresh["n"]:
            assert self.view == fresh["view"]

    async def _watch(self) -> None:
        url = self.person.front.next()
        async with self.person.http.ws_connect(
            f"{url}/ws", max_msg_size=0, timeout=aiohttp.ClientWSTimeout(ws_close=1)
        ) as line:
            await line.send_json({"t": "hello"})
            asked: dict[str, Any] = {"t": "watch", "topic": f"campaign:{self.person.campaign}"}
            if self.cursor:
                asked["cursor"] = self.cursor
            await line.send_json(asked)
            pings = asyncio.create_task(pinging(line))
            try:
                async for message in line:
                    if message.type is not aiohttp.WSMsgType.TEXT:
                        return
                    if not self._received(json.loads(message.data)):
                        return
            finally:
                pings.cancel()

    def _received(self, message: dict[str, Any]) -> bool:
        """Take a message in; False if it is better to come back."""
        match message["t"]:
            case "view":
                self.views += 1
                self.view = message["view"]
                self.cursor = {"epoch": message["epoch"], "class": message["class"], "n": message["n"]}
            case "patch":
                self.patches += 1
                if message["n"] != self.cursor["n"] + 1:
                    self.faults.append(f"patch {message['n']} came after {self.cursor['n']}")
                self.view = merged(self.view, message["patch"])
                self.cursor["n"] = message["n"]
            case "problem":
                return False
        return True


async def pinging(line: aiohttp.ClientWebSocketResponse) -> None:
    """Say something now and then, as every client does: who is silent for half a minute is taken for gone."""
    with suppress(aiohttp.ClientError, ConnectionError):
        for number in count():
            await asyncio.sleep(10)
            await line.send_json({"t": "ping", "id": number})


def merged(target: Any, patch: Any) -> Any:
    """RFC 7396."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), value)
    return result
