"""A whole lobby, from its composition root, on a real broker and a real database, before a fake engine."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
from warboard_pb.campaign.v1 import envelope_pb2
from warboard_pb.lobby.v1 import lobby_pb2, lobby_pb2_grpc

from chassis import rpc
from chassis.bus import Bus, Message
from chassis.metrics import Metrics
from chassis.problems import Problem
from chassis.service import Service
from chassis.settings import load
from chassis.streams import STREAMS
from chassis.subjects import REST, pattern, subject
from chassis.timekeeping import Clock, FakeClock, SystemClock
from services.lobby.__main__ import MIGRATIONS, build
from services.lobby.settings import LobbySettings
from tests.fake_engine import FakeEngine

PASSWORD = "correct horse"
ON_SQLITE = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
"""For what the database has no part in."""
ON_POSTGRES = pytest.mark.parametrize("database_url", ["postgres"], indirect=True)
"""For several replicas."""


class Lobby:
    """A running lobby and a client of it: `await lobby.call("CreateGuest", name="Ann")`."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.channel = rpc.channel(f"127.0.0.1:{service.grpc_port}")
        self._stub = lobby_pb2_grpc.LobbyStub(self.channel)

    async def call(self, method: str, within: timedelta = rpc.CALL, **fields: Any) -> Any:
        request = getattr(lobby_pb2, f"{method}Request")(**fields)
        again = method != "FinishLichess"
        return await rpc.call(
            getattr(self._stub, method), request, clock=SystemClock(), within=within, idempotent=again
        )

    async def stop(self) -> None:
        await self.channel.close(None)
        assert await self.service.stop()

    # --- shorthands ---

    async def guest(self, name: str = "Ann") -> str:
        return str((await self.call("CreateGuest", name=name)).account.id)

    async def room(self, host: str, seats: int = 3, **fields: Any) -> Any:
        wanted = {"ruleset": "tally", "name": "The room", "public": True, "entropy": os.urandom(32), **fields}
        return await self.call("CreateRoom", account=host, seat_count=seats, **wanted)

    async def full_room(self, host: str) -> Any:
        room = await self.room(host, seats=2)
        return await self.call("SetBot", room=room.id, account=host, seat=-1, level=3)


StartLobby = Callable[..., Awaitable[Lobby]]
Tell = Callable[..., Awaitable[None]]


@pytest.fixture
async def start_lobby(bus: Bus, nats_url: str, database_url: str, engine: FakeEngine) -> AsyncIterator[StartLobby]:
    """Starts lobbies on one database; all are stopped at the end."""
    await bus.ensure_streams(STREAMS)
    running: list[Lobby] = []

    async def start(clock: Clock | None = None, **environ: str) -> Lobby:
        settings = load(
            LobbySettings,
            {
                "WARBOARD_NATS_URL": nats_url,
                "WARBOARD_DATABASE_URL": database_url,
                "WARBOARD_ENGINE_ADDRESS": engine.address,
                "WARBOARD_SECRET_KEY": "5a" * 32,
                "WARBOARD_LICHESS_URL": "off",
                "WARBOARD_LOBBY_SWEEP_MS": "100",
                "WARBOARD_REPLICA": f"r{len(running)}",
                **environ,
            },
        )
        service = Service("lobby", settings, clock or SystemClock(), Metrics("lobby"))
        await service.start(lambda started: build(started, settings), MIGRATIONS)
        running.append(Lobby(service))
        return running[-1]

    yield start
    for lobby in running:
        if lobby.service._stops:
            await lobby.stop()


@pytest.fixture
async def lobby(start_lobby: StartLobby) -> Lobby:
    return await start_lobby()


class JumpingClock(FakeClock):
    """Stands still and jumps by days, while sleeping takes its real time: a whole service sleeps far too often."""

    async def sleep(self, duration: timedelta) -> None:
        await asyncio.sleep(duration.total_seconds())

    def jump(self, duration: timedelta) -> None:
        self._move_to(self.now() + duration)


@pytest.fixture
def fake_clock() -> JumpingClock:
    return JumpingClock()


@pytest.fixture
async def told(bus: Bus) -> list[Message]:
    """What lobby publishes, as it comes."""
    seen: list[Message] = []

    async def note(message: Message) -> None:
        seen.append(message)

    await bus.subscribe(pattern("lobby", REST), note)
    await bus.round_trip()
    return seen


@pytest.fixture
def tell(bus: Bus) -> Tell:
    """Says what became of a campaign, as the engine does; `seq` tells appends apart."""

    async def say(campaign: str, seq: int = 9, **neutral: Any) -> None:
        envelope = envelope_pb2.Envelope(campaign=campaign, seq=seq, neutral=envelope_pb2.Neutral(**neutral))
        await bus.publish_durable(subject("campaign", campaign), envelope.SerializeToString(), f"{campaign}-{seq}")

    return say


def ended(*accounts: str, nobody_won: bool = False) -> envelope_pb2.CampaignEnded:
    """The first is on the first place."""
    standings = [envelope_pb2.Standing(seat=i, account=who, place=1 + i) for i, who in enumerate(accounts)]
    return envelope_pb2.CampaignEnded(reason="target", standings=standings, nobody_won=nobody_won)


async def until(condition: Callable[[], bool], within: float = 20.0) -> None:
    end = time.monotonic() + within
    while not condition():
        assert time.monotonic() < end, "it didn't come"
        await asyncio.sleep(0.01)


async def refused(call: Awaitable[Any]) -> str:
    """The code of the refusal that must come."""
    with pytest.raises(Problem) as caught:
        await call
    return caught.value.code
