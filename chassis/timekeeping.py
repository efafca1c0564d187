"""The one clock: nothing else in Warboard reads the time, so tests and replays can say what time it is."""

import asyncio
import heapq
import time
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Protocol

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def unix_ms(at: datetime) -> int:
    """Whole milliseconds since 1970 UTC, rounded down: as tables and wires carry times."""
    return (at - EPOCH) // _MILLISECOND


def from_unix_ms(milliseconds: int) -> datetime:
    """The moment of a count of milliseconds since 1970 UTC.

    :raises OverflowError: no clock could have said so.
    """
    return EPOCH + milliseconds * _MILLISECOND


class Clock(Protocol):
    """What a part may ask about time."""

    def now(self) -> datetime:
        """The wall clock, aware, in UTC."""
        ...

    def monotonic(self) -> float:
        """Seconds since an arbitrary moment; never goes back, unlike the wall clock."""
        ...

    async def sleep(self, duration: timedelta) -> None:
        """Wait for `duration`; zero or less only lets other tasks run."""
        ...


class SystemClock:
    """The clock of this machine."""

    def now(self) -> datetime:
        """The wall clock, aware, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds of the system's monotonic clock."""
        return time.monotonic()

    async def sleep(self, duration: timedelta) -> None:
        """Wait on the event loop."""
        await asyncio.sleep(max(0.0, duration.total_seconds()))


class FakeClock:
    """A clock that stands still until it is told to move; sleepers wake in the order of their due times."""

    def __init__(self, start: datetime | None = None) -> None:
        self._now = start or datetime(2026, 1, 1, tzinfo=UTC)
        self._elapsed = 0.0
        self._order = count()
        self._sleepers: list[tuple[datetime, int, asyncio.Future[None]]] = []

    def now(self) -> datetime:
        """The time last set or advanced to."""
        return self._now

    def monotonic(self) -> float:
        """Seconds advanced since the clock was made."""
        return self._elapsed

    async def sleep(self, duration: timedelta) -> None:
        """Wait until the test has advanced the clock by `duration`."""
        if duration <= timedelta():
            await asyncio.sleep(0)
            return
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + duration, next(self._order), woken))
        await woken

    async def advance(self, duration: timedelta) -> None:
        """Move time forward, waking each sleeper at its own moment and letting it run before time goes on."""
        end = self._now + duration
        await self._settle()
        while self._sleepers and self._sleepers[0][0] <= end:
            due, _, woken = heapq.heappop(self._sleepers)
            self._move_to(max(due, self._now))
            if not woken.done():
                woken.set_result(None)
            await self._settle()
        self._move_to(end)
        await self._settle()

    @property
    def sleeping(self) -> int:
        """How many tasks wait for this clock."""
        return sum(not woken.done() for _, _, woken in self._sleepers)

    def _move_to(self, moment: datetime) -> None:
        self._elapsed += (moment - self._now).total_seconds()
        self._now = moment

    @staticmethod
    async def _settle() -> None:
        for _ in range(10):  # lets a woken task run on through a few awaits, up to its next sleep
            await asyncio.sleep(0)
