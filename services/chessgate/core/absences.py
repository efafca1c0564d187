"""When a part that a move needs was away, or still is: that time costs no player anything (architecture, "Time").

The clock service keeps the list of outages, but tells of one only once it is over and its own message has come. Until
then chessgate goes by what it hears itself. Times are milliseconds since 1970 UTC.
"""

from collections.abc import Mapping
from datetime import timedelta

from chassis.liveness import FRESH, SILENCE
from services.chessgate.core.spans import Spans

_MS = timedelta(milliseconds=1)
_FRESH_MS, _SILENCE_MS = FRESH // _MS, SILENCE // _MS
KEPT = 64
"""Absences remembered: the clock's list has them soon."""


class Absences:
    """What was heard of each part."""

    def __init__(self) -> None:
        self._last: dict[str, int] = {}
        self._over: tuple[tuple[int, int], ...] = ()

    @property
    def last(self) -> Mapping[str, int]:
        """When each part was last heard."""
        return self._last

    def heard(self, part: str, at: int) -> int:
        """A sign of life; answers how long an absence it ends, 0 if none."""
        last = self._last.get(part, at)
        self._last[part] = max(last, at)
        if at - last <= _SILENCE_MS:
            return 0
        self._over = (*self._over, (last, at))[-KEPT:]
        return at - last

    def noted(self, part: str, at: int) -> None:
        """Somebody else heard of a part, or we did before we started anew."""
        self._last[part] = max(self._last.get(part, at), at)

    def all_there(self, now: int) -> bool:
        """Whether every part was heard recently. One that was never heard of is not waited for."""
        return all(now - last <= _FRESH_MS for last in self._last.values())

    def with_known(self, known: Spans, now: int) -> Spans:
        """The clock's list, and what it doesn't know yet; an absence that still lasts ends now."""
        lasting = ((last, now) for last in self._last.values() if now - last > _SILENCE_MS)
        return Spans((*known.spans, *self._over, *lasting))
