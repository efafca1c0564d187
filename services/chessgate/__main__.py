"""Chessgate: chess games, their clocks, and the bots at the board. Wires its parts together."""

import os
import random
import sys
from pathlib import Path

from warboard_pb.campaign.v1.engine_pb2_grpc import EngineStub
from warboard_pb.chess.v1.chess_pb2_grpc import add_ChessServicer_to_server

from chassis.rpc import RpcService
from chassis.service import Phase, Service, run
from chassis.settings import load
from services.chessgate.adapters.grpc_server import ChessServicer
from services.chessgate.adapters.lease import SqlLease
from services.chessgate.adapters.lichess import HttpLichess
from services.chessgate.adapters.lobby import GrpcLobby
from services.chessgate.adapters.messages import Messages
from services.chessgate.adapters.outages import SqlOutages
from services.chessgate.adapters.store import SqlGames
from services.chessgate.adapters.uci import Engines, command_of
from services.chessgate.app.bots import Bots
from services.chessgate.app.flags import Flags
from services.chessgate.app.following import Following
from services.chessgate.app.outages import Outages
from services.chessgate.app.play import Play
from services.chessgate.settings import OFF, ChessgateSettings

MIGRATIONS = Path(__file__).parent / "migrations"


async def build(service: Service, settings: ChessgateSettings) -> None:
    """Make chessgate's parts and start listening."""
    clock, limits = service.clock, service.limits
    games = SqlGames(service.database, service.outbox, clock, service.metrics, limits.commit_queue)
    games.writer.start(service.background)
    outages = Outages(SqlOutages(service.database), clock)
    await outages.look()
    linked = None if settings.lichess_url == OFF else GrpcLobby(service.channel(settings.lobby_address), clock)
    play = Play(games, outages, clock, linked)
    engines = Engines(
        command_of(settings.stockfish), clock, service.metrics,
        processes=settings.engine_processes, idle=settings.engine_idle, memory_mb=settings.engine_memory_mb,
    )  # fmt: skip
    service.on_stop("engines", engines.close, Phase.SERVERS)
    bots = Bots(games, play, engines, clock, settings.bot_pause, limits.bot_thoughts)
    service.on_stop("bots", lambda: bots.close(settings.drain), Phase.DRAINING)
    flags = Flags(play, outages, clock)
    messages = Messages(service.bus, play, outages, clock, service.metrics)
    play.after_commit += [messages.after_commit, flags.after_commit, bots.after_commit]
    await service.serve_rpc(
        [RpcService("warboard.chess.v1.Chess", add_ChessServicer_to_server, ChessServicer(games, play))]
    )
    service.spawn("flags", flags.run())
    service.spawn("bots", bots.sweep_for_ever())
    service.spawn("engines", engines.tidy_for_ever())
    service.spawn("tick", messages.tick_for_ever())
    if settings.lichess_url != OFF:
        lichess = HttpLichess(settings.lichess_url, clock)
        service.on_stop("Lichess", lichess.close)
        following = Following(games, play, lichess, SqlLease(service.database, clock), clock, random.random)
        service.on_stop("following", following.close, Phase.DRAINING)
        service.spawn("following", following.run())
    engine = EngineStub(service.channel(settings.engine_address))
    service.spawn("reconcile", messages.reconcile_for_ever(engine, settings.reconcile))
    await messages.listen(service.workers, limits.unacknowledged)


def main() -> int:
    """Run chessgate until it is told to stop."""
    settings = load(ChessgateSettings, os.environ)
    return run("chessgate", settings, lambda service: build(service, settings), migrations=MIGRATIONS)


if __name__ == "__main__":
    sys.exit(main())
