"""The clock's gRPC face, for inspection."""

from typing import Any

from warboard_pb.clock.v1 import clock_pb2, clock_pb2_grpc

from chassis.timekeeping import from_unix_ms, unix_ms
from services.clock.adapters.store import SqlTimerStore


class ClockServicer(clock_pb2_grpc.ClockServicer):
    """warboard.clock.v1.Clock."""

    def __init__(self, store: SqlTimerStore) -> None:
        self._store = store

    async def ListOutages(self, request: Any, context: Any) -> clock_pb2.ListOutagesReply:
        outages = await self._store.outages(from_unix_ms(request.from_unix_ms))
        return clock_pb2.ListOutagesReply(
            outages=[
                clock_pb2.Outage(from_unix_ms=unix_ms(o.start), until_unix_ms=unix_ms(o.end), part=o.part)
                for o in outages
            ]
        )

    async def ListTimers(self, request: Any, context: Any) -> clock_pb2.ListTimersReply:
        found = await self._store.timers(request.owner, request.entity, min(request.limit or 100, 1_000))
        return clock_pb2.ListTimersReply(
            timers=[
                clock_pb2.Timer(
                    owner=timer.owner,
                    entity=timer.entity,
                    what=timer.what,
                    since_unix_ms=unix_ms(timer.since),
                    due_unix_ms=unix_ms(timer.due),
                    fired_unix_ms=fired,
                )
                for timer, fired in found
            ]
        )
