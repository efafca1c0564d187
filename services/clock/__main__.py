"""The clock: deadlines, outages, presence. One active process, others stand by. Wires its parts together."""

import os
import sys
from pathlib import Path

from warboard_pb.campaign.v1.engine_pb2_grpc import EngineStub
from warboard_pb.chess.v1.chess_pb2_grpc import ChessStub
from warboard_pb.clock.v1.clock_pb2_grpc import add_ClockServicer_to_server

from chassis.liveness import SILENCE
from chassis.rpc import RpcService
from chassis.service import Service, run
from chassis.settings import load
from services.clock.adapters.grpc_server import ClockServicer
from services.clock.adapters.messages import Messages
from services.clock.adapters.standby import Standby
from services.clock.adapters.store import SqlTimerStore
from services.clock.app.timers import Timers
from services.clock.core.outages import Heartbeats, Outage
from services.clock.core.presence import Presence
from services.clock.settings import ClockSettings

MIGRATIONS = Path(__file__).parent / "migrations"


async def build(service: Service, settings: ClockSettings) -> None:
    """Make the clock's parts; it becomes active when no other is."""
    store = SqlTimerStore(service.database, service.outbox, service.clock, service.metrics, service.limits.commit_queue)
    store.writer.start(service.background)
    servicer = ClockServicer(store)
    await service.serve_rpc([RpcService("warboard.clock.v1.Clock", add_ClockServicer_to_server, servicer)])
    standby = Standby(settings.database_url or "", service.clock)
    service.on_stop("standby", standby.close)
    service.spawn("active clock", activate(service, settings, store, standby))


async def activate(service: Service, settings: ClockSettings, store: SqlTimerStore, standby: Standby) -> None:
    """Wait for our turn, then work."""
    await standby.active()
    now = service.clock.now()
    heard = await store.heard()
    timers = Timers(store, service.clock, Heartbeats(heard), Presence(), service.metrics)
    await timers.start(now)
    last = heard.get("clock")
    if last is not None and now - last > SILENCE:
        await timers.add_outage(Outage(part="clock", start=last, end=now))
        timers.heartbeats.heard("clock", now)
    messages = Messages(service.bus, timers, store, service.clock, service.metrics)
    await messages.listen(service.limits.unacknowledged)
    service.spawn("fire", messages.fire_for_ever())
    service.spawn("sweep", messages.sweep_for_ever())
    service.spawn("lock", standby.hold())
    engine = EngineStub(service.channel(settings.engine_address))
    chessgate = ChessStub(service.channel(settings.chessgate_address))
    service.spawn("reconcile", messages.reconcile_for_ever(engine, chessgate, settings.reconcile))


def main() -> int:
    """Run the clock until it is told to stop."""
    settings = load(ClockSettings, os.environ)
    return run("clock", settings, lambda service: build(service, settings), migrations=MIGRATIONS)


if __name__ == "__main__":
    sys.exit(main())
