"""A whole gateway before a real engine, lobby and notify, on a real broker, asked over HTTP and the socket."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from fastapi import FastAPI

from chassis.bus import Bus
from chassis.ids import new_key
from chassis.metrics import Metrics
from chassis.service import Service
from chassis.settings import load
from chassis.streams import STREAMS
from chassis.timekeeping import SystemClock
from services.engine.__main__ import MIGRATIONS as ENGINE_MIGRATIONS
from services.engine.__main__ import build as build_engine
from services.engine.settings import EngineSettings
from services.gateway.__main__ import build as build_gateway
from services.gateway.settings import GatewaySettings
from services.gateway.sockets import Sockets
from services.lobby.__main__ import MIGRATIONS as LOBBY_MIGRATIONS
from services.lobby.__main__ import build as build_lobby
from services.lobby.settings import LobbySettings
from services.notify.__main__ import MIGRATIONS as NOTIFY_MIGRATIONS
from services.notify.__main__ import build as build_notify
from services.notify.settings import NotifySettings
from tests.lichess.server import StandIn

HEADERS = {"X-Warboard": "1"}


class Platform:
    """Where the gateway is, and how to stop it."""

    def __init__(self, gateway: Service, settings: GatewaySettings, app: FastAPI) -> None:
        self.gateway = gateway
        self.settings = settings
        self.sockets: Sockets = app.state.sockets
        self.url = f"http://127.0.0.1:{app.state.port}"


class Browser:
    """One person's browser: cookies, REST, sockets."""

    def __init__(self, platform: Platform) -> None:
        self.http = aiohttp.ClientSession(platform.url, cookie_jar=aiohttp.CookieJar(unsafe=True))
        self.account = ""

    async def call(self, method: str, path: str, body: Any = None, **more: Any) -> tuple[int, Any]:
        given = {} if body is None else {"json": body}
        async with self.http.request(method, f"/api/v1{path}", headers=HEADERS, **given, **more) as answer:
            return answer.status, await answer.json(content_type=None) if await answer.read() else None

    async def be_guest(self, name: str) -> "Browser":
        status, made = await self.call("POST", "/guests", {"name": name, "language": "en"})
        assert status == 201, made
        self.account = made["account"]["id"]
        return self

    async def socket(self, **hello: Any) -> "Line":
        line = Line(await self.http.ws_connect("/ws"))
        await line.say(t="hello", **hello)
        return line


class Line:
    """A socket."""

    def __init__(self, line: aiohttp.ClientWebSocketResponse) -> None:
        self.line = line

    async def say(self, **message: Any) -> None:
        await self.line.send_json(message)

    async def hear(self, kind: str) -> dict[str, Any]:
        """The next message of a kind."""
        async with asyncio.timeout(5):
            while True:
                message: dict[str, Any] = await self.line.receive_json()
                if message["t"] == kind:
                    return message

    async def quiet(self) -> str:
        """Everything heard up to now, as one text."""
        heard: list[str] = []
        await self.say(t="ping", id=77)
        async with asyncio.timeout(5):
            while '"pong"' not in (text := (await self.line.receive()).data):
                heard.append(text)
        return "\n".join(heard)

    async def closed(self) -> int | None:
        async with asyncio.timeout(5):
            while not (await self.line.receive()).type.name.startswith("CLOS"):
                pass
        return self.line.close_code


@pytest.fixture
async def platform(bus: Bus, nats_url: str, tmp_path: Path, lichess: StandIn) -> AsyncIterator[Platform]:
    await bus.ensure_streams(STREAMS)
    environ = {
        "WARBOARD_NATS_URL": nats_url,
        "WARBOARD_SECRET_KEY": "11" * 32,
        "WARBOARD_LICHESS_URL": lichess.url,
    }
    running: list[Service] = []

    def service(name: str, settings: Any) -> Service:
        running.append(Service(name, settings, SystemClock(), Metrics(name)))
        return running[-1]

    engine_settings = load(
        EngineSettings,
        {
            **environ,
            "WARBOARD_DATABASE_URL": f"sqlite:///{tmp_path}/engine.db",
            "WARBOARD_EXTRA_RULESETS": "tests.tally:TALLY",
        },
    )
    engine = service("engine", engine_settings)
    await engine.start(lambda made: build_engine(made, engine_settings), ENGINE_MIGRATIONS)
    environ["WARBOARD_ENGINE_ADDRESS"] = f"127.0.0.1:{engine.grpc_port}"
    lobby_settings = load(LobbySettings, {**environ, "WARBOARD_DATABASE_URL": f"sqlite:///{tmp_path}/lobby.db"})
    lobby = service("lobby", lobby_settings)
    await lobby.start(lambda made: build_lobby(made, lobby_settings), LOBBY_MIGRATIONS)
    environ["WARBOARD_LOBBY_ADDRESS"] = f"127.0.0.1:{lobby.grpc_port}"
    notify_settings = load(NotifySettings, {**environ, "WARBOARD_DATABASE_URL": f"sqlite:///{tmp_path}/notify.db"})
    notify = service("notify", notify_settings)
    await notify.start(lambda made: build_notify(made, notify_settings), NOTIFY_MIGRATIONS)
    environ["WARBOARD_NOTIFY_ADDRESS"] = f"127.0.0.1:{notify.grpc_port}"
    environ |= {"WARBOARD_BIND": "127.0.0.1:0", "WARBOARD_WEB_ROOT": str(tmp_path / "web")}
    front = await start_gateway(load(GatewaySettings, environ))
    running.append(front.gateway)
    yield front
    for started in reversed(running):
        assert await started.stop() or started is not front.gateway


async def start_gateway(settings: GatewaySettings) -> Platform:
    """A gateway before the other parts, on a port of its own."""
    gateway = Service("gateway", settings, SystemClock(), Metrics("gateway"))
    apps: list[FastAPI] = []

    async def build(made: Service) -> None:
        apps.append(await build_gateway(made, settings))

    await gateway.start(build, None)
    return Platform(gateway, settings, apps[0])


@pytest.fixture
async def browsers(platform: Platform) -> AsyncIterator[list[Browser]]:
    """Three browsers, of Ann, Bob, and nobody."""
    made = [Browser(platform) for _ in range(3)]
    await made[0].be_guest("Ann")
    await made[1].be_guest("Bob")
    yield made
    for browser in made:
        await browser.http.close()


@pytest.fixture
async def campaign(browsers: list[Browser]) -> str:
    """Ann and Bob play tally."""
    return await started(browsers[:2])


async def started(players: list[Browser], options: dict[str, Any] | None = None, ruleset: str = "tally") -> str:
    """A campaign; the first player hosts."""
    ann = players[0]
    body = {"ruleset": ruleset, "name": "Ours", "seats": len(players), "options": options or {}, "public": True,
            "entropy": secrets.token_hex(32)}  # fmt: skip
    status, made = await ann.call("POST", "/rooms", body)
    assert status == 201, made
    room = made["room"]["id"]
    for player in players[1:]:
        status, made = await player.call("POST", f"/rooms/{room}/seats", {"entropy": secrets.token_hex(32)})
        assert status == 200, made
    status, made = await ann.call("POST", f"/rooms/{room}/start")
    assert status == 202, made
    async with asyncio.timeout(10):
        while made["room"]["state"] != "started":
            await asyncio.sleep(0.05)
            _, made = await ann.call("GET", f"/rooms/{room}")
    return str(made["room"]["campaign"])


def key() -> str:
    return new_key()
