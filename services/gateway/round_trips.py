"""How long a message takes to a client and back, by the gateway's own clock (docs/adr/0012)."""

from datetime import timedelta

from chassis.timekeeping import Clock

_KEPT = 4
"""Pongs on their way at most; of a client that gives none back the oldest are forgotten."""
_NEW = 0.3
"""How much the newest measure counts against those before."""


class RoundTrip:
    """Of one connection: each `pong` is given `back` at once, and the time between is measured."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._sent: dict[int, float] = {}
        self._seconds: float | None = None

    @property
    def ms(self) -> int:
        """The present measure, in milliseconds; 0 before the first."""
        return 0 if self._seconds is None else round(self._seconds / timedelta(milliseconds=1).total_seconds())

    def sent(self, number: int) -> None:
        """A `pong` with this number leaves."""
        self._sent.pop(number, None)
        self._sent[number] = self._clock.monotonic()
        while len(self._sent) > _KEPT:
            del self._sent[next(iter(self._sent))]

    def back(self, number: int) -> None:
        """It came back; a number that wasn't sent, or came back before, says nothing."""
        sent = self._sent.pop(number, None)
        if sent is None:
            return
        measured = self._clock.monotonic() - sent
        before = measured if self._seconds is None else self._seconds
        self._seconds = before + _NEW * (measured - before)
