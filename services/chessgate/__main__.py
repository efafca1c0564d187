"""Chessgate: games of chess and their clocks, the judge of wars in play. Wires its parts together."""

import os
import sys
from pathlib import Path

from warboard_pb.chess.v1.chess_pb2_grpc import add_ChessServicer_to_server

from chassis.rpc import RpcService
from chassis.service import Phase, Service, run
from chassis.settings import load
from services.chessgate.adapters.bots import Thinkers, engine_command
from services.chessgate.adapters.games import Games
from services.chessgate.adapters.grpc_server import ChessServicer
from services.chessgate.adapters.store import GameStore
from services.chessgate.settings import ChessgateSettings

MIGRATIONS = Path(__file__).parent / "migrations"


async def build(service: Service, settings: ChessgateSettings) -> None:
    """Make chessgate's parts and listen."""
    store = GameStore(service.database, service.outbox, service.clock)
    thinkers = Thinkers(engine_command(settings.stockfish), settings.engines, service.metrics)
    service.on_stop("engines", thinkers.close)
    games = Games(store, service.bus, service.clock, thinkers)
    service.on_stop("thoughts", lambda: games.close(settings.drain), Phase.DRAINING)
    servicer = ChessServicer(games, store)
    await service.serve_rpc([RpcService("warboard.chess.v1.Chess", add_ChessServicer_to_server, servicer)])
    await games.listen(service.workers, service.limits.unacknowledged)


def main() -> int:
    """Run chessgate until it is told to stop."""
    settings = load(ChessgateSettings, os.environ)
    return run("chessgate", settings, lambda service: build(service, settings), migrations=MIGRATIONS)


if __name__ == "__main__":
    sys.exit(main())
