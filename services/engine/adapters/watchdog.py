"""Ends the process when a call of the rules has no end, after marking the campaign so that it is parked, not retried.

An ordinary exception is caught where it happens; only an endless call needs this. A thread looks four times a second:
the loop is stuck then, so nothing else in the process could. Another replica, or this one started anew, reads the mark
and parks the campaign (architecture, "Parking").
"""

import asyncio
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import text

from chassis.database import migration_engine
from chassis.logs import logger
from chassis.timekeeping import Clock

_LOG = logger(__name__)
EXIT_ENDLESS = 70
LONGEST_S = 5.0
"""Wall time of one call before it counts as endless, in seconds."""
_LOOK_S = 0.25


class Watchdog:
    """The `Watch` port."""

    def __init__(self, database_url: str, clock: Clock) -> None:
        self._database_url = database_url
        self._clock = clock
        self._watched: tuple[str, float] | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._look, name="watchdog", daemon=True)

    def start(self) -> None:
        """Start looking."""
        self._thread.start()

    async def stop(self) -> None:
        """Look no more."""
        self._stopping.set()

    @contextmanager
    def watching(self, campaign: str) -> Iterator[None]:
        """Guard one call; calls do not nest, since nothing inside awaits."""
        self._watched = (campaign, self._clock.monotonic())
        try:
            yield
        finally:
            self._watched = None

    def _look(self) -> None:
        while not self._stopping.wait(_LOOK_S):
            watched = self._watched
            if watched is not None and self._clock.monotonic() - watched[1] > LONGEST_S:
                self._end(watched[0])

    def _end(self, campaign: str) -> None:
        _LOG.critical("a call of the rules has no end; the process ends", campaign=campaign)
        try:
            asyncio.run(asyncio.wait_for(mark(self._database_url, campaign), 10))
        finally:
            os._exit(EXIT_ENDLESS)


async def mark(database_url: str, campaign: str) -> None:
    """Note on the head row that this campaign ended a process."""
    engine = migration_engine(database_url)
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE campaign SET marked = 'endless' WHERE id = :id"), {"id": campaign})
    await engine.dispose()
