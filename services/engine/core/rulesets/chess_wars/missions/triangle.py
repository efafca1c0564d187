"""Hidden Triangle (rules section 10)."""

from collections.abc import Iterator, Sequence
from math import atan2, cos, degrees, radians, sin

from services.engine.core.board import bits
from services.engine.core.rulesets.chess_wars.missions.graph import by_distance
from services.engine.core.rulesets.chess_wars.missions.look import Look
from services.engine.core.rulesets.chess_wars.missions.secret import Fit, Hold, fitting

AWAY = range(2, 6)
"""Conquests from the empire to each marked country."""
APART = 60
"""Least degrees between the bearings of any two."""
TRIED = 12
"""Of how many nearest countries as the first one a triangle is looked for."""


class HiddenTriangle(Hold, frozen=True, kw_only=True):
    """Hold two of three marked countries lying in different directions from the empire."""


def candidates(look: Look) -> Iterator[tuple[Fit, ...]]:
    """The nearest triangles: to a first country the nearest others that lie far enough from it in direction."""
    points = look.board.extra.get("points")
    if not points:
        return
    foreign = look.theatre & ~look.owned
    near = [place for away, place in by_distance(look.levels, foreign) if away in AWAY]
    bearing = _bearings(look, near)
    triples = (_triple(first, near, bearing) for first in near[:TRIED])
    triangles = dict.fromkeys(tuple(sorted(triple)) for triple in triples if triple)
    yield fitting(
        look,
        [HiddenTriangle(countries=tuple(look.board.places[one] for one in triple), need=2) for triple in triangles],
    )


def _triple(first: int, near: Sequence[int], bearing: dict[int, int]) -> list[int]:
    """The first and the nearest two others that lie apart in direction; empty if there are none."""
    found = [first]
    for one in near:
        if all(_between(bearing[one], bearing[other]) >= APART for other in found):
            found.append(one)
            if len(found) == 3:
                return found
    return []


def _between(one: int, other: int) -> int:
    """Degrees between two bearings, 0 to 180."""
    apart = abs(one - other) % 360
    return min(apart, 360 - apart)


def _bearings(look: Look, places: Sequence[int]) -> dict[int, int]:
    """Whole degrees clockwise from north in which places lie as seen from the middle of the empire."""
    points, names = look.board.extra["points"], look.board.places
    own = [points[names[position]] for position in bits(look.owned)]
    x = sum(cos(radians(lat)) * cos(radians(lon)) for lat, lon in own)
    y = sum(cos(radians(lat)) * sin(radians(lon)) for lat, lon in own)
    z = sum(sin(radians(lat)) for lat, _ in own)
    east, north = atan2(y, x), atan2(z, (x * x + y * y) ** 0.5)
    found = {}
    for place in places:
        lat, lon = (radians(angle) for angle in points[names[place]])
        across = sin(lon - east) * cos(lat)
        along = cos(north) * sin(lat) - sin(north) * cos(lat) * cos(lon - east)
        found[place] = round(degrees(atan2(across, along))) % 360
    return found
