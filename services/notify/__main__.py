"""Notify: what reaches a person. Wires its parts together."""

import os
import sys
from pathlib import Path

from warboard_pb.notify.v1.notify_pb2_grpc import add_NotifyServicer_to_server

from chassis.rpc import RpcService
from chassis.service import Service, run
from chassis.settings import load
from services.notify.adapters.engine import GrpcEngine
from services.notify.adapters.grpc_server import NotifyServicer
from services.notify.adapters.messages import BusTeller, listen
from services.notify.adapters.store import SqlStore
from services.notify.adapters.talk_store import SqlTalkStore
from services.notify.app.inboxes import Inboxes
from services.notify.app.talk import Talk
from services.notify.settings import NotifySettings

MIGRATIONS = Path(__file__).parent / "migrations"


async def build(service: Service, settings: NotifySettings) -> None:
    """Make notify's parts and start listening."""
    store = SqlStore(
        service.database,
        service.clock,
        service.metrics,
        most_items=settings.inbox_items,
        queue_limit=service.limits.commit_queue,
    )
    store.writer.start(service.background)
    engine = GrpcEngine(service.channel(settings.engine_address), service.clock)
    teller = BusTeller(service.bus)
    inboxes = Inboxes(store, engine, teller, service.clock)
    talk_store = SqlTalkStore(
        service.database, service.clock, most_messages=settings.channel_messages, most_items=settings.inbox_items
    )
    servicer = NotifyServicer(inboxes, Talk(talk_store, store, engine, teller))
    await service.serve_rpc([RpcService("warboard.notify.v1.Notify", add_NotifyServicer_to_server, servicer)])
    service.spawn("tidy", inboxes.run())
    await listen(service.bus, inboxes, service.limits.unacknowledged)


def main() -> int:
    """Run notify until it is told to stop."""
    settings = load(NotifySettings, os.environ)
    return run("notify", settings, lambda service: build(service, settings), migrations=MIGRATIONS)


if __name__ == "__main__":
    sys.exit(main())
