"""Whole engines, from their composition root, on a real broker and a real database, playing the toy ruleset."""

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from warboard_pb.campaign.v1 import engine_pb2, engine_pb2_grpc
from warboard_pb.common.v1 import play_pb2

from chassis import rpc
from chassis.bus import Bus
from chassis.ids import new_id, new_key
from chassis.metrics import Metrics
from chassis.service import Service
from chassis.settings import load
from chassis.streams import STREAMS
from chassis.subjects import subject
from chassis.timekeeping import SystemClock
from services.engine.__main__ import MIGRATIONS, build
from services.engine.settings import EngineSettings

StartEngine = Callable[..., Awaitable["Engine"]]
CLOCK = SystemClock()
PEOPLE = ("ann", "bob")


class Engine:
    """A running engine and a client of it."""

    def __init__(self, service: Service, bus: Bus) -> None:
        self.service = service
        self.bus = bus
        self.channel = rpc.channel(f"127.0.0.1:{service.grpc_port}")
        self.stub = engine_pb2_grpc.EngineStub(self.channel)

    async def ask(self, method: str, request: Any) -> Any:
        return await rpc.call(getattr(self.stub, method), request, clock=CLOCK)

    async def started(self, *, people: tuple[str, ...] = PEOPLE, bots: int = 0, **options: Any) -> str:
        """A new campaign of the toy ruleset."""
        campaign = new_id()
        await self.ask("Reserve", engine_pb2.ReserveRequest(campaign=campaign))
        seats = [engine_pb2.StartSeat(account=who, entropy=who.encode()) for who in people]
        seats += [engine_pb2.StartSeat(bot_level=3) for _ in range(bots)]
        reply = await self.ask(
            "CreateCampaign",
            engine_pb2.CreateCampaignRequest(
                campaign=campaign, room="room", name="Test", ruleset="tally", seats=seats, host=0,
                options=msgspec.json.encode(options),
            ),
        )  # fmt: skip
        assert reply.WhichOneof("answer") == "started", reply
        return campaign

    async def play(self, campaign: str, account: str, command: Any, key: str | None = None) -> Any:
        """The reply to a play request."""
        body = command if isinstance(command, bytes) else msgspec.json.encode(command)
        now = round(CLOCK.now().timestamp() * 1000)
        request = play_pb2.PlayRequest(
            entity=campaign, account=account, key=key or new_key(), received_unix_ms=now, command=body
        )
        data = request.SerializeToString()
        answer = await self.bus.request(subject("play", "engine", campaign), data, within=timedelta(seconds=5))
        return play_pb2.PlayReply.FromString(answer.data)

    async def view(self, campaign: str, account: str = "") -> dict[str, Any]:
        reply = await self.ask("GetView", engine_pb2.GetViewRequest(campaign=campaign, account=account))
        view: dict[str, Any] = msgspec.json.decode(reply.view)
        view["n"] = reply.cursor.n
        return view

    async def add(self, campaign: str, amount: int = 1, key: str | None = None) -> Any:
        """Whoever is on turn adds."""
        game = (await self.view(campaign))["game"]
        seating = await self.ask("GetSeating", engine_pb2.GetSeatingRequest(campaign=campaign))
        account = seating.seats[game["seat"]].account
        return await self.play(campaign, account, {"type": "Add", "turn": game["turn"], "amount": amount}, key)

    async def stop(self) -> None:
        await self.channel.close(None)
        await self.service.stop()


@pytest.fixture
async def start_engine(bus: Bus, nats_url: str, database_url: str) -> AsyncIterator[StartEngine]:
    await bus.ensure_streams(STREAMS)
    running: list[Engine] = []

    async def start(**environ: str) -> Engine:
        settings = load(
            EngineSettings,
            {
                "WARBOARD_NATS_URL": nats_url,
                "WARBOARD_DATABASE_URL": database_url,
                "WARBOARD_SECRET_KEY": "11" * 32,
                "WARBOARD_EXTRA_RULESETS": "tests.tally:TALLY",
                **environ,
            },
        )
        service = Service("engine", settings, CLOCK, Metrics("engine"))
        await service.start(lambda made: build(made, settings), MIGRATIONS)
        engine = Engine(service, bus)
        running.append(engine)
        return engine

    yield start
    for engine in running:
        await engine.stop()
