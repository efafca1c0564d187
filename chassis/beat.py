"""The heart beat of a part: said once a second, and only if its last database write and bus round trip succeeded."""

from collections.abc import Awaitable, Callable

from chassis.bus import Bus
from chassis.liveness import PERIOD
from chassis.problems import Unavailable
from chassis.subjects import subject

Probe = Callable[[], Awaitable[bool]]


class Beat:
    """Publishes `beat.<part>.<replica>`; `clock` takes a missing beat for an outage.

    :param probe: whether the database takes writes; None for a part without one.
    """

    def __init__(self, bus: Bus, part: str, replica: str, probe: Probe | None = None) -> None:
        self._bus = bus
        self._subject = subject("beat", part, replica)
        self._probe = probe
        self._skipped = bus.metrics.counter("beats_skipped", "Beats kept back since a part failed", ["why"])

    async def run(self) -> None:
        """Beat for ever."""
        while True:
            await self.once()
            await self._bus.clock.sleep(PERIOD)

    async def once(self) -> bool:
        """Beat now if all is well; whether it did. The body is the time in milliseconds since 1970 UTC."""
        if self._probe is not None and not await self._probe():
            self._skipped.labels("database").inc()
            return False
        if not await self._bus.round_trip():
            self._skipped.labels("bus").inc()
            return False
        try:
            await self._bus.publish(self._subject, str(int(self._bus.clock.now().timestamp() * 1000)).encode())
        except Unavailable:
            self._skipped.labels("bus").inc()
            return False
        return True
