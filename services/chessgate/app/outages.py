"""Outages as chessgate knows them: the clock's list, and what it hears itself while that list can't know it yet."""

from collections.abc import Mapping
from typing import Protocol

from chassis.logs import logger
from chassis.timekeeping import Clock, unix_ms
from services.chessgate.core.absences import Absences
from services.chessgate.core.spans import Spans

_LOG = logger(__name__)
SELF = "chessgate"


class OutageStore(Protocol):
    """What is kept of outages; times are milliseconds since 1970 UTC."""

    async def outages(self) -> Spans:
        """The clock's list."""
        ...

    async def add_outage(self, part: str, start: int, until: int) -> None:
        """Keep an outage of the clock's list."""
        ...

    async def heard(self) -> dict[str, int]:
        """When each part was last heard, by any replica."""
        ...

    async def note_heard(self, last: Mapping[str, int]) -> None:
        """Remember when each part was last heard."""
        ...


class Outages:
    """Waiting time that costs nobody anything."""

    def __init__(self, store: OutageStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._known = Spans()
        self._absences = Absences()

    def at(self, now: int) -> Spans:
        """All outages as they are known at a moment, those that last included."""
        return self._absences.with_known(self._known, now)

    def all_there(self) -> bool:
        """Whether every part that a move needs is there, so that a flag may be decided."""
        return self._absences.all_there(self._now_ms())

    def heard(self, part: str) -> None:
        """A part beat."""
        away = self._absences.heard(part, self._now_ms())
        if away:  # an operator must be able to tell why a clock was given time
            _LOG.warning("a part was not heard for a while; games get that time back", part=part, ms=away)

    async def ended(self, part: str, start: int, until: int) -> None:
        """The clock says that an outage is over."""
        await self._store.add_outage(part, start, until)
        self._known = await self._store.outages()

    async def look(self) -> None:
        """At the start and once a second: what others found out, and that we are alive ourselves."""
        self._known = await self._store.outages()
        for part, at in (await self._store.heard()).items():
            self._absences.noted(part, at)
        self.heard(SELF)
        await self._store.note_heard(self._absences.last)

    def _now_ms(self) -> int:
        return unix_ms(self._clock.now())
