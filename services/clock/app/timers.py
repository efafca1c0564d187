"""Timers: keep what was wanted, fire what is due, once, and only when an answer could have arrived."""

import heapq
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Protocol

import msgspec

from chassis.liveness import GRACE
from chassis.logs import logger
from chassis.metrics import Metrics
from chassis.timekeeping import Clock
from services.clock.core.outages import Heartbeats, Outage, credited_due
from services.clock.core.presence import Presence

_LOG = logger(__name__)

HORIZON = timedelta(minutes=1)
"""Timers due within this are held in memory; the sweep finds the rest in time."""
SWEEP = timedelta(seconds=1)
RECHECK = timedelta(milliseconds=100)
"""How soon a timer is looked at again while a part it needs is silent."""
AGAIN = timedelta(minutes=5)
"""A fired timer that its owner still lists after this is told of once more."""
FIRED_AT_ONCE = 256
LATENESS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Timer(msgspec.Struct, frozen=True, kw_only=True):
    """Something to tell an owner of when it is due."""

    owner: str
    entity: str
    what: str
    since: datetime
    due: datetime
    account: str = ""
    needs: tuple[str, ...] = ()
    credited: bool = True

    @property
    def key(self) -> tuple[str, str, str, datetime]:
        """What makes it this timer and no other."""
        return (self.owner, self.entity, self.what, self.due)


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """An owner's whole list for one entity."""

    owner: str
    entity: str
    epoch: int
    seq: int
    timers: tuple[Timer, ...]


class Firing(msgspec.Struct, frozen=True, kw_only=True):
    """A timer that is due now."""

    timer: Timer
    at: datetime
    credited: timedelta
    offline: timedelta


class TimerStore(Protocol):
    """The clock's database."""

    async def replace(self, wanted: Wanted) -> bool:
        """Keep a list unless a newer one is kept; whether it was newer."""
        ...

    async def due_before(self, until: datetime, refire: datetime, limit: int) -> tuple[Timer, ...]:
        """Timers due before `until` that have not fired, or fired before `refire`; soonest first."""
        ...

    async def fire(self, firings: tuple[Firing, ...]) -> int:
        """Mark those that still stand as fired and tell their owners; how many did."""
        ...

    async def add_outage(self, outage: Outage) -> None:
        """Keep an outage and tell of it."""
        ...

    async def outages(self, since: datetime) -> tuple[Outage, ...]:
        """Outages that ended after a moment."""
        ...

    async def note_heard(self, last: dict[str, datetime]) -> None:
        """Remember when each part was last heard."""
        ...


class Timers:
    """The active clock."""

    def __init__(
        self, store: TimerStore, clock: Clock, heartbeats: Heartbeats, presence: Presence, metrics: Metrics
    ) -> None:
        self._store = store
        self._clock = clock
        self.heartbeats = heartbeats
        self.presence = presence
        self._heap: list[tuple[datetime, int, Timer]] = []
        self._held: set[tuple[str, str, str, datetime]] = set()
        self._count = 0
        self._outages: tuple[Outage, ...] = ()
        self._lateness = metrics.histogram(
            "deadline_lateness_seconds", "Firing after due and grace, outages given back", [], LATENESS
        )
        self._fired = metrics.counter("deadlines_fired", "Deadlines fired")
        self._lists = metrics.counter("want_lists", "Lists received", ["outcome"])
        self.on_near: Callable[[], None] = lambda: None
        """Called when a timer was added that may be due before the next look."""

    async def wanted(self, wanted: Wanted) -> bool:
        """Keep an owner's list; whether it was newer than what was kept."""
        newer = await self._store.replace(wanted)
        self._lists.labels("new" if newer else "old").inc()
        if newer:
            now = self._clock.now()
            soon = now + HORIZON
            for timer in wanted.timers:
                if timer.account:
                    self.presence.awaited(timer.account, now)
                if timer.due <= soon:
                    self._hold(timer)
            self.on_near()
        return newer

    async def heard(self, part: str, at: datetime) -> None:
        """A part beat."""
        outage = self.heartbeats.heard(part, at)
        if outage is not None:
            await self.add_outage(outage)

    async def add_outage(self, outage: Outage) -> None:
        """An outage is over: keep it, and give its time back from now on."""
        _LOG.warning("an outage is over", part=outage.part, seconds=(outage.end - outage.start).total_seconds())
        self._outages = (*self._outages, outage)  # first: timers may fire while the database is written
        await self._store.add_outage(outage)

    async def start(self, now: datetime) -> None:
        """Read what was kept: outages first, then everything due soon."""
        self._outages = await self._store.outages(now - timedelta(days=60))
        await self.sweep()

    async def sweep(self) -> None:
        """Find what is due within the horizon; the net under the heap."""
        now = self._clock.now()
        while True:
            found = await self._store.due_before(now + HORIZON, now - AGAIN, FIRED_AT_ONCE * 8)
            fresh = [timer for timer in found if timer.key not in self._held]
            for timer in fresh:
                self._hold(timer)
            if len(found) < FIRED_AT_ONCE * 8 or not fresh:
                return

    async def fire_due(self) -> datetime | None:
        """Fire what is due; when to look again, or None if nothing is held."""
        now = self._clock.now()
        firings: list[Firing] = []
        while self._heap and self._heap[0][0] + GRACE <= now and len(firings) < FIRED_AT_ONCE:
            _, _, timer = heapq.heappop(self._heap)
            later = self._not_before(timer, now)
            if later is not None:
                self._push(later, timer)
                continue
            self._held.discard(timer.key)
            firings.append(self._firing(timer, now))
        if firings:
            await self._store.fire(tuple(firings))
            self._fired.inc(len(firings))
            for firing in firings:
                late = now - firing.timer.due - firing.credited - GRACE
                self._lateness.observe(max(late.total_seconds(), 0.0))
        return self._heap[0][0] + GRACE if self._heap else None

    def _firing(self, timer: Timer, now: datetime) -> Firing:
        offline = self.presence.offline(timer.account, now) if timer.account else timedelta()
        return Firing(timer=timer, at=now, credited=self._end(timer) - timer.due, offline=offline)

    def _not_before(self, timer: Timer, now: datetime) -> datetime | None:
        """When a timer should be looked at again, or None if it is due now."""
        if not timer.credited:
            return None
        if not self.heartbeats.all_there(timer.needs, now):
            return now + RECHECK - GRACE
        end = self._end(timer)
        return end if end + GRACE > now else None

    def _end(self, timer: Timer) -> datetime:
        if not timer.credited:
            return timer.due
        return credited_due(self._outages, frozenset((*timer.needs, "clock")), timer.since, timer.due)

    def _hold(self, timer: Timer) -> None:
        if timer.key not in self._held:
            self._held.add(timer.key)
            self._push(timer.due, timer)

    def _push(self, when: datetime, timer: Timer) -> None:
        self._count += 1
        heapq.heappush(self._heap, (when, self._count, timer))
