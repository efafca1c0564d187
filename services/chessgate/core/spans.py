"""Stretches of time in which a part of the platform was away, and what they took of a wait."""

from collections.abc import Sequence

import msgspec


class Spans(msgspec.Struct, frozen=True):
    """Stretches in which a part of the platform was away, as (from, until)."""

    spans: Sequence[tuple[int, int]] = ()

    def overlap(self, start: int, end: int) -> int:
        """How much of a wait they took; overlapping ones count once."""
        total, covered = 0, start
        for begin, until in sorted(self.spans):
            low, high = max(begin, covered), min(until, end)
            if high > low:
                total += high - low
                covered = high
        return total


NO_OUTAGES = Spans()
