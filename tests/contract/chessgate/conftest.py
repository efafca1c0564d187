"""A whole chessgate, from its composition root, on a real broker, a real database and a real engine."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest
from warboard_pb.campaign.v1 import wants_pb2
from warboard_pb.chess.v1 import chess_pb2, chess_pb2_grpc
from warboard_pb.common.v1 import play_pb2

from chassis import rpc
from chassis.bus import Bus, Message
from chassis.consumers import Delivery, consume
from chassis.ids import new_id, new_key
from chassis.metrics import Metrics
from chassis.service import Service
from chassis.settings import load
from chassis.streams import STREAMS
from chassis.subjects import ANY, pattern, subject
from chassis.timekeeping import Clock, SystemClock
from services.chessgate.__main__ import MIGRATIONS, build
from services.chessgate.settings import ChessgateSettings
from tests.fake_engine import FakeEngine


class Chessgate:
    """A running chessgate, and what it tells."""

    def __init__(self, service: Service, bus: Bus) -> None:
        self.service = service
        self.bus = bus
        self.channel = rpc.channel(f"127.0.0.1:{service.grpc_port}")
        self.stub = chess_pb2_grpc.ChessStub(self.channel)
        self.campaign = new_id()
        self.game = f"{self.campaign}-w1"
        self.seq = 0
        self.told: list[chess_pb2.GameChanged] = []
        self.durable: list[tuple[str, bytes]] = []

    async def listen(self) -> None:
        async def note(message: Message) -> None:
            self.told.append(chess_pb2.GameChanged.FromString(message.data))

        async def keep(delivery: Delivery) -> None:
            self.durable.append((delivery.subject, delivery.data))

        await self.bus.subscribe(pattern("chess", ANY), note)
        await consume(
            self.bus, "test-ends", "CHESSEND",
            [pattern("chess", "end", ANY), pattern("chess", "declined", ANY), pattern("chess", "place", ANY)], keep,
        )  # fmt: skip

    async def want(self, *games: wants_pb2.GameWant) -> None:
        self.seq += 1
        wants = wants_pb2.GameWants(campaign=self.campaign, epoch=1, seq=self.seq, games=games)
        await self.bus.publish_durable(subject("wants", "chess", self.campaign), wants.SerializeToString(), new_key())

    def a_game(self, **fields: Any) -> wants_pb2.GameWant:
        standard: dict[str, Any] = {
            "game": self.game, "war": "w1", "live": True, "since_unix_ms": now(),
            "white": wants_pb2.GameSide(seat=0, account=f"ann-{self.campaign}", initial_s=600, increment_s=5),
            "black": wants_pb2.GameSide(seat=1, account=f"bob-{self.campaign}", initial_s=600, increment_s=5),
        }  # fmt: skip
        return wants_pb2.GameWant(**{**standard, **fields})

    async def play(self, who: str, key: str = "", *, without_game: bool = False, **command: Any) -> play_pb2.PlayReply:
        request = play_pb2.PlayRequest(
            entity=self.game, account=f"{who}-{self.campaign}", key=key or new_key(), received_unix_ms=now(),
            command=json.dumps(command).encode(), without_game=without_game,
        )  # fmt: skip
        answer = await self.bus.request(subject("play", "chess", self.game), request.SerializeToString())
        return play_pb2.PlayReply.FromString(answer.data)

    async def move(self, ply: int, uci: str, key: str = "") -> play_pb2.PlayReply:
        return await self.play("bob" if ply % 2 else "ann", key, type="Move", ply=ply, uci=uci)

    async def shown(self, account: str = "") -> dict[str, Any]:
        request = chess_pb2.GetGameRequest(game=self.game, account=account)
        reply = await rpc.call(self.stub.GetGame, request, clock=SystemClock())
        shown: dict[str, Any] = json.loads(reply.game)
        return shown

    async def until(self, there: Callable[[dict[str, Any]], bool], within: float = 8) -> dict[str, Any]:
        end = time.monotonic() + within
        shown: dict[str, Any] = {}
        while time.monotonic() < end:
            try:
                shown = await self.shown()
                if there(shown):
                    return shown
            except Exception:  # noqa: BLE001 - not yet made
                pass
            await asyncio.sleep(0.03)
        raise AssertionError(shown)

    async def ends(self) -> list[chess_pb2.GameEnded]:
        await asyncio.sleep(0.3)
        return [chess_pb2.GameEnded.FromString(data) for name, data in self.durable if name == f"chess.end.{self.game}"]


def now() -> int:
    return time.time_ns() // 1_000_000


StartChessgate = Callable[..., Awaitable[Chessgate]]


@pytest.fixture
def stockfish() -> str:
    """The chess engine's command; a file of tests may have another one."""
    return ""


@pytest.fixture
async def start_chessgate(
    bus: Bus, nats_url: str, database_url: str, engine: FakeEngine, stockfish: str
) -> AsyncIterator[StartChessgate]:
    """Starts chessgates on one database; all are stopped at the end."""
    await bus.ensure_streams(STREAMS)
    running: list[Chessgate] = []

    async def start(clock: Clock | None = None, **environ: str) -> Chessgate:
        settings = load(
            ChessgateSettings,
            {
                "WARBOARD_NATS_URL": nats_url, "WARBOARD_DATABASE_URL": database_url,
                "WARBOARD_ENGINE_ADDRESS": engine.address, "WARBOARD_BOT_PAUSE_MS": "10",
                "WARBOARD_LICHESS_URL": "off", "WARBOARD_REPLICA": f"r{len(running)}",
                "WARBOARD_STOCKFISH": stockfish, **environ,
            },
        )  # fmt: skip
        service = Service("chessgate", settings, clock or SystemClock(), Metrics("chessgate"))
        await service.start(lambda started: build(started, settings), MIGRATIONS)
        running.append(Chessgate(service, bus))
        return running[-1]

    yield start
    await bus.stop_pulling(timedelta(seconds=10))
    for made in running:
        await made.channel.close(None)
        assert await made.service.stop()


@pytest.fixture
async def chessgate(start_chessgate: StartChessgate) -> Chessgate:
    made = await start_chessgate()
    await made.listen()
    return made
