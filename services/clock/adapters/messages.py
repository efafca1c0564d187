"""What arrives at the clock: wants, beats, presence; and the loops that fire, sweep and reconcile."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from typing import Any

from warboard_pb.campaign.v1 import engine_pb2, wants_pb2
from warboard_pb.chess.v1 import chess_pb2
from warboard_pb.clock.v1 import clock_pb2

from chassis import rpc
from chassis.bus import Bus, Message
from chassis.consumers import Delivery, consume
from chassis.logs import logger
from chassis.metrics import Metrics
from chassis.problems import Problem
from chassis.subjects import ANY, REST, pattern
from chassis.timekeeping import Clock, from_unix_ms, unix_ms
from services.clock.adapters.store import SqlTimerStore
from services.clock.app.timers import SWEEP, Timer, Timers, Wanted

_LOG = logger(__name__)
OLD = timedelta(seconds=30)
"""A difference older than this means a message was lost: it counts as repaired."""
LONGEST_SLEEP = timedelta(milliseconds=250)


class Messages:
    """Listens on the bus and drives the timers."""

    def __init__(self, bus: Bus, timers: Timers, store: SqlTimerStore, clock: Clock, metrics: Metrics) -> None:
        self._bus = bus
        self._timers = timers
        self._store = store
        self._clock = clock
        self._near = asyncio.Event()
        self._repaired = metrics.counter("repaired", "Lists that a message should have brought and did not")

    async def listen(self, unacknowledged: int) -> None:
        """Start listening."""
        self._timers.on_near = self._near.set
        await self._bus.subscribe(pattern("beat", REST), self._beat)
        await self._bus.subscribe(pattern("presence", ANY), self._presence)
        wants = [pattern("wants", "clock", REST)]
        await consume(self._bus, "clock", "WANTS", wants, self._wants, max_ack_pending=unacknowledged)

    async def _beat(self, message: Message) -> None:
        part = message.subject.split(".")[1]
        await self._timers.heard(part, self._clock.now())

    async def _presence(self, message: Message) -> None:
        said = clock_pb2.Presence.FromString(message.data)
        self._timers.presence.listed(said.gateway, self._clock.now(), frozenset(said.accounts))

    async def _wants(self, delivery: Delivery) -> None:
        await self._timers.wanted(wanted_of(wants_pb2.DeadlineWants.FromString(delivery.data)))

    async def fire_for_ever(self) -> None:
        """Fire what is due, sleeping until the next may be."""
        while True:
            self._near.clear()
            try:
                again = await self._timers.fire_due()
            except Problem as problem:
                _LOG.warning("firing failed", code=problem.code)
                again = None
            now = self._clock.now()
            pause = LONGEST_SLEEP if again is None else min(max(again - now, timedelta()), LONGEST_SLEEP)
            if pause:
                try:
                    async with asyncio.timeout(pause.total_seconds()):
                        await self._near.wait()
                except TimeoutError:
                    continue

    async def sweep_for_ever(self) -> None:
        """Once a second: the net under the heap, and what was heard is remembered."""
        while True:
            await self._clock.sleep(SWEEP)
            try:
                await self._timers.sweep()
                await self._store.note_heard(self._timers.heartbeats.last)
            except Exception as error:  # noqa: BLE001 - a database that is away is looked at again in a second
                _LOG.warning("the sweep failed", error=type(error).__name__)

    async def reconcile_for_ever(self, engine: Any, chessgate: Any, every: timedelta) -> None:
        """At the start and now and then, ask the owners what they want."""
        since = 0
        while True:
            began = unix_ms(self._clock.now())
            try:
                await self._reconcile(partial(self._engine_page, engine, since))
                await self._reconcile(partial(self._chess_page, chessgate, since))
                since = began - OLD // timedelta(milliseconds=1)
                await self._clock.sleep(every)
            except Problem as problem:
                _LOG.info("an owner could not be asked yet", code=problem.code)
                await self._clock.sleep(timedelta(seconds=5))

    async def _reconcile(self, page: Callable[[str], Awaitable[tuple[list[wants_pb2.DeadlineWants], str]]]) -> None:
        after = ""
        while True:
            lists, after = await page(after)
            for listed in lists:
                if await self._timers.wanted(wanted_of(listed)) and self._is_old(listed):
                    self._repaired.inc()
            if not after:
                return

    def _is_old(self, listed: wants_pb2.DeadlineWants) -> bool:
        """Whether the bus had time enough to bring this list; those of older releases don't say."""
        return bool(listed.changed_unix_ms) and self._clock.now() - from_unix_ms(listed.changed_unix_ms) > OLD

    async def _engine_page(self, engine: Any, since: int, after: str) -> tuple[list[wants_pb2.DeadlineWants], str]:
        request = engine_pb2.ListWantsRequest(target="clock", changed_since_unix_ms=since, after=after)
        reply = await rpc.call(engine.ListWants, request, clock=self._clock)
        return list(reply.deadlines), reply.next

    async def _chess_page(self, chessgate: Any, since: int, after: str) -> tuple[list[wants_pb2.DeadlineWants], str]:
        request = chess_pb2.ListWantsRequest(changed_since_unix_ms=since, after=after)
        reply = await rpc.call(chessgate.ListWants, request, clock=self._clock)
        return [wants_pb2.DeadlineWants.FromString(body) for body in reply.deadlines], reply.next


def wanted_of(message: wants_pb2.DeadlineWants) -> Wanted:
    """A list from the wire."""
    return Wanted(
        owner=message.owner,
        entity=message.entity,
        epoch=message.epoch,
        seq=message.seq,
        timers=tuple(
            Timer(
                owner=message.owner,
                entity=message.entity,
                what=deadline.what,
                since=from_unix_ms(deadline.since_unix_ms),
                due=from_unix_ms(deadline.due_unix_ms),
                account=deadline.account,
                needs=tuple(deadline.needs),
                credited=deadline.credited,
            )
            for deadline in message.deadlines
        ),
    )
