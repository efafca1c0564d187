"""A measured figure, what it must reach, and the physical floor beside it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Floor:
    """What the machine itself takes for the least that the figure needs, measured in the same run."""

    name: str
    value: float
    """In the unit of the figure that it stands beside."""


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One line of the table."""

    name: str
    unit: str
    """`ms`, `s`, `MB` (10^6 bytes) or `/s`; of `/s` more is better, of the others less."""
    value: float
    """The median where there is a `p99`."""
    p99: float | None = None
    target: float | None = None
    """`value` must reach this."""
    p99_target: float | None = None
    floor: Floor | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """How many times worse than the floor."""
        if self.floor is None or not self.floor.value or not self.value:
            return None
        high, low = (self.floor.value, self.value) if self.unit == "/s" else (self.value, self.floor.value)
        return high / low

    @property
    def reached(self) -> bool | None:
        """Whether all targets are reached; None if there are none."""
        if self.target is None and self.p99_target is None:
            return None
        return _within(self.value, self.target, self.unit) and _within(self.p99, self.p99_target, self.unit)


def _within(value: float | None, target: float | None, unit: str) -> bool:
    if value is None or target is None:
        return True
    return value >= target if unit == "/s" else value <= target


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` (0-1) of all are not above; values needn't be sorted."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def latency(name: str, seconds: Sequence[float], **more: object) -> Figure:
    """The figure of some latencies, in milliseconds."""
    return Figure(
        name=name, unit="ms", value=percentile(seconds, 0.5) * 1e3, p99=percentile(seconds, 0.99) * 1e3,
        **more,  # type: ignore[arg-type] # the other fields, by name
    )  # fmt: skip
