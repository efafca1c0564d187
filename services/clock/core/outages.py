"""Outages: when a part was silent, and how much waiting time that costs nobody (architecture, "Time").

A part beats once a second. Silence for longer than `SILENCE` is an outage, from the last beat before it to the next
one. A window that overlapped an outage of a part its answer needs is longer by the overlap, worked out when it would
end, never written to anything else.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

import msgspec

from chassis.liveness import FRESH, SILENCE


class Outage(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch in which a part was silent."""

    part: str
    start: datetime
    """Its last beat before."""
    end: datetime
    """Its next beat."""


class Heartbeats:
    """What has been heard of each part."""

    def __init__(self, known: dict[str, datetime]) -> None:
        self._last = dict(known)

    def heard(self, part: str, at: datetime) -> Outage | None:
        """Note a beat; the outage it ends, if there was one."""
        last = self._last.get(part)
        if last is not None and at <= last:
            return None
        self._last[part] = at
        if last is not None and at - last > SILENCE:
            return Outage(part=part, start=last, end=at)
        return None

    @property
    def last(self) -> dict[str, datetime]:
        """When each part was last heard."""
        return dict(self._last)

    def all_there(self, parts: Iterable[str], now: datetime) -> bool:
        """Whether every one of the parts has beaten recently. A part never heard of is not waited for."""
        return all(now - self._last[part] <= FRESH for part in parts if part in self._last)


def overlap(outages: Iterable[Outage], parts: frozenset[str], start: datetime, end: datetime) -> timedelta:
    """How long some of the parts were out between two moments; overlapping outages count once."""
    pieces = _stretches(outages, parts, start)
    return sum((min(until, end) - begin for begin, until in pieces if begin < end), timedelta())


def credited_due(outages: Iterable[Outage], parts: frozenset[str], since: datetime, due: datetime) -> datetime:
    """When a window that began at `since` ends, with the outages it overlapped given back.

    The longer window may overlap further outages; each adds its whole length, so one pass in order is enough.
    """
    end = due
    for begin, until in _stretches(outages, parts, since):
        if begin >= end:
            break
        end += until - begin
    return end


def _stretches(outages: Iterable[Outage], parts: frozenset[str], since: datetime) -> list[tuple[datetime, datetime]]:
    """Stretches after `since` in which some of the parts were out, in order and apart from one another."""
    merged: list[tuple[datetime, datetime]] = []
    mine = ((max(o.start, since), o.end) for o in outages if o.part in parts and o.end > since)
    for begin, until in sorted(mine):
        if merged and begin <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], until))
        else:
            merged.append((begin, until))
    return merged
