"""Which parts of the server are silent, so that who only waits is told (architecture, "Time")."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import msgspec

from chassis.bus import Message
from chassis.liveness import FRESH, SILENCE
from chassis.timekeeping import Clock, unix_ms

PARTS = ("engine", "clock", "chessgate", "lobby", "notify")
"""A gateway that starts while one of them is away has never heard of it, and still tells."""
LOOK = timedelta(milliseconds=500)


class Away:
    """When each part was last heard; by `chassis/liveness.py` silence is told when it counts as an outage."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = dict.fromkeys(PARTS, clock.now())
        self._silent: dict[str, datetime] = {}
        self._looked = clock.now()
        self.on_change: list[Callable[[bytes], None]] = []
        """Called with the message `status`."""

    def plain(self) -> list[dict[str, Any]]:
        """The parts that are away as docs/api.md has them; `since_unix_ms` is the last sign of life."""
        return [{"part": part, "since_unix_ms": unix_ms(since)} for part, since in self._silent.items()]

    def message(self) -> bytes:
        """The message `status`: all that are away now."""
        return msgspec.json.encode({"t": "status", "away": self.plain()})

    async def beat(self, message: Message) -> None:
        """A replica of a part beat; whoever was told of its silence hears at once that it is over."""
        part = message.subject.split(".")[1]
        if part not in self._last:
            return
        self._last[part] = self._clock.now()
        if part in self._silent:
            self._compare(self._clock.now())

    def look(self) -> None:
        """Who has been silent for too long? Not asked after we stood still ourselves: their beats wait unread."""
        now, before = self._clock.now(), self._looked
        self._looked = now
        if now - before <= FRESH:
            self._compare(now)

    async def look_for_ever(self) -> None:
        """Look twice a second."""
        while True:
            self.look()
            await self._clock.sleep(LOOK)

    def _compare(self, now: datetime) -> None:
        silent = {part: last for part, last in self._last.items() if now - last > SILENCE}
        if silent == self._silent:
            return
        self._silent = silent
        for told in self.on_change:
            told(self.message())
