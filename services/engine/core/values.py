"""Small values every ruleset shares: ids and the integer arithmetic of the rule books."""

from datetime import UTC, datetime, timedelta
from typing import NewType

Seat = NewType("Seat", int)
"""A place at the table, 0-based, in the order the campaign plays (chess_wars section 1)."""

PlaceId = NewType("PlaceId", str)
"""A country or province, as the map names it ("PER", "fars")."""


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def unix_ms(at: datetime) -> int:
    """Whole milliseconds since 1970 UTC, rounded down: as views and details of refusals carry times."""
    return (at - _EPOCH) // _MILLISECOND


def pct(value: int, percent: int) -> int:
    """`percent` per cent of `value`, rounded up, in integers (chess_wars section 1).

    >>> pct(6, 110)
    7
    """
    return -(-value * percent // 100)


def round_half_up(numerator: int, denominator: int) -> int:
    """`numerator / denominator` rounded to the nearest integer, halves upwards.

    :param denominator: greater than zero.

    >>> round_half_up(5, 2), round_half_up(-5, 2)
    (3, -2)
    """
    return (2 * numerator + denominator) // (2 * denominator)
