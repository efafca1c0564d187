"""What must hold for the borders of a map: known places, none twice, one piece."""

from collections.abc import Iterable, Mapping
from typing import Any

from services.engine.core.maps.faults import Found
from services.engine.core.maps.form import Lane, MapFile, Pair
from services.engine.core.maps.places import on_the_globe

Ids = Mapping[str, None]
"""Ids of places, in the file's order."""
_NAMED = 8
"""Places that a fault lists."""


def check_borders(file: MapFile, ids: Ids, found: Found) -> set[Pair]:
    """The borders by land that hold, each in order of ids.

    :param ids: of all places.
    """
    land = _pairs("land", file.land, ids, found)
    sea = _pairs("sea", ((lane.a, lane.b) for lane in file.sea), ids, found)
    seen: set[Pair] = set()
    for pair in (*land, *sea):
        if pair in seen:
            found.wrong("doubled_border", a=pair[0], b=pair[1])
        seen.add(pair)
    for lane in file.sea:
        _check_lane(lane, found)
    lost = ids.keys() - _reached(ids, seen)
    if lost:
        named = sorted(lost)
        found.wrong("not_connected", places=", ".join(named[:_NAMED]) + (" …" if len(named) > _NAMED else ""))
    return set(land)


def excused(name: str, plain: Any, ids: Ids, found: Found) -> set[Pair]:
    """Pairs whose touch, or border without a touch, is meant so."""
    if not isinstance(plain, list):
        found.wrong("bad_excused", part=name)
        return set()
    pairs: set[Pair] = set()
    for one in plain:
        ok = isinstance(one, list) and len(one) == 2 and all(isinstance(a, str) and a in ids for a in one)
        if not ok or one[0] == one[1]:
            found.wrong("bad_excused", part=name)
            return set()
        pairs.add(ordered(*one))
    return pairs


def ordered(a: Any, b: Any) -> Pair:
    """A pair in order of ids."""
    return (a, b) if a < b else (b, a)


def _pairs(name: str, pairs: Iterable[Pair], ids: Ids, found: Found) -> list[Pair]:
    good: list[Pair] = []
    for a, b in pairs:
        if a not in ids or b not in ids:
            found.wrong("unknown_place", part=name, a=a, b=b)
        elif a == b:
            found.wrong("self_border", place=a)
        else:
            good.append(ordered(a, b))
    return good


def _check_lane(lane: Lane, found: Found) -> None:
    if not (lane.line is None or all(map(on_the_globe, lane.line))) or not 0 <= lane.km < 1e5:
        found.wrong("bad_lane", a=lane.a, b=lane.b)


def _reached(ids: Ids, pairs: Iterable[Pair]) -> set[str]:
    near: dict[str, set[str]] = {place: set() for place in ids}
    for a, b in pairs:
        near[a].add(b)
        near[b].add(a)
    todo = list(ids)[:1]
    reached = set(todo)
    while todo:
        new = near[todo.pop()] - reached
        reached |= new
        todo += new
    return reached
