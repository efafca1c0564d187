"""What must hold for the shapes of a map: TopoJSON that can be drawn, and touches exactly where there are borders.

Two places touch if their shapes share a piece of line, in whatever arcs it is kept; a corner is no touch.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import msgspec

from services.engine.core.maps.borders import Ids, excused, ordered
from services.engine.core.maps.faults import Found
from services.engine.core.maps.form import MOST_ARCS, MOST_POINTS, Pair
from services.engine.core.unreadable import slip

Position = tuple[float, float]
"""As the arcs have it: longitude and latitude, or steps of the transform."""
_ROUNDING = 1e-6


class _Geometry(msgspec.Struct, frozen=True, kw_only=True):
    type: str
    id: str = ""
    arcs: list[Any] = []


class _Areas(msgspec.Struct, frozen=True, kw_only=True):
    geometries: list[_Geometry]
    type: str = ""


class _Transform(msgspec.Struct, frozen=True, kw_only=True):
    scale: Position
    translate: Position


class _Topology(msgspec.Struct, frozen=True, kw_only=True):
    type: str
    objects: dict[str, Any]
    arcs: list[Any]
    transform: _Transform | None = None
    excused: Any = []


class _BadShape(Exception):  # noqa: N818 - what was met
    pass


class _TooManyPoints(Exception):  # noqa: N818 - what was met
    pass


def check_shapes(plain: Any, ids: Ids, land: set[Pair], pairs: set[Pair], found: Found) -> None:
    """The drawing by itself, and beside the borders.

    :param land: borders by land, in order of ids.
    :param pairs: excused pairs, in order of ids.
    """
    try:
        topology = msgspec.convert(plain, _Topology)
        areas = msgspec.convert(_object(topology), _Areas)
    except (msgspec.ValidationError, OverflowError, RecursionError) as error:
        found.unreadable("bad_shapes", *slip(error))
        return
    if topology.type != "Topology" or areas.type != "GeometryCollection":
        found.unreadable("bad_shapes", "not_a_topology", {})
        return
    if len(topology.arcs) > MOST_ARCS:
        found.wrong("too_many_arcs", have=len(topology.arcs), most=MOST_ARCS)
        return
    drawing = _Drawing(topology)
    lines = _lines(drawing, areas, ids, found)
    if lines is not None:
        _check_each(lines, ids, found)
        pairs = pairs | excused("shapes.excused", topology.excused, ids, found)
        _check_touches(_touches(lines), {place for place, rings in lines.items() if rings}, land, pairs, found)


def _object(topology: _Topology) -> Any:
    """The places' shapes: the one object, or where there is more to draw, the one called `countries`."""
    objects = topology.objects
    return next(iter(objects.values())) if len(objects) == 1 else objects.get("countries")


class _Drawing:
    """Arcs as absolute positions, each followed once; what is drawn is counted."""

    def __init__(self, topology: _Topology) -> None:
        self._arcs = topology.arcs
        self._transform = topology.transform
        self._followed: dict[int, list[Position]] = {}
        self._left = MOST_POINTS

    def ring(self, indices: Any) -> list[Position]:
        """A ring's positions, the first one again at its end.

        :raises _BadShape: it isn't a ring of known arcs.
        :raises _TooManyPoints: with it there are too many.
        """
        if not isinstance(indices, list) or not indices:
            raise _BadShape
        line: list[Position] = []
        for index in indices:
            arc = self._arc(index)
            self._left -= len(arc)
            if self._left < 0:
                raise _TooManyPoints
            if line and line[-1] != arc[0]:
                raise _BadShape
            line += arc[1:] if line else arc
        if line[0] != line[-1]:
            raise _BadShape
        return line

    def on_the_globe(self, line: list[Position]) -> bool:
        """Whether every position is a longitude and a latitude."""
        sx, sy = (1.0, 1.0) if self._transform is None else self._transform.scale
        tx, ty = (0.0, 0.0) if self._transform is None else self._transform.translate
        x, y = 180 + _ROUNDING, 90 + _ROUNDING
        return all(-x <= px * sx + tx <= x and -y <= py * sy + ty <= y for px, py in line)

    def _arc(self, index: Any) -> list[Position]:
        if type(index) is not int or not -len(self._arcs) <= index < len(self._arcs):
            raise _BadShape
        at = index if index >= 0 else ~index
        arc = self._followed.get(at)
        if arc is None:
            arc = self._followed[at] = self._follow(self._arcs[at])
        return arc if index >= 0 else arc[::-1]

    def _follow(self, plain: Any) -> list[Position]:
        if isinstance(plain, list) and len(plain) > MOST_POINTS:
            raise _TooManyPoints
        try:
            points = msgspec.convert(plain, list[Position])
        except (msgspec.ValidationError, OverflowError) as error:
            raise _BadShape from error
        if len(points) < 2:
            raise _BadShape
        if self._transform is None:
            return points
        x = y = 0.0
        line = []
        for dx, dy in points:
            x, y = x + dx, y + dy
            line.append((x, y))
        return line


def _lines(drawing: _Drawing, areas: _Areas, ids: Ids, found: Found) -> dict[str, list[list[Position]]] | None:
    """The rings of each place's shape; None if there are too many points."""
    lines: dict[str, list[list[Position]]] = {}
    for geometry in areas.geometries:
        place = geometry.id
        if place not in ids:
            found.wrong("shape_unknown", shape=place)
            continue
        if place in lines:
            found.wrong("shape_doubled", place=place)
            continue
        try:
            lines[place] = _whole([drawing.ring(ring) for ring in _rings(geometry)])
        except _BadShape:
            found.wrong("bad_shape", place=place)
            lines[place] = []
        except _TooManyPoints:
            found.wrong("too_many_points", most=MOST_POINTS)
            return None
        if not all(map(drawing.on_the_globe, lines[place])):
            found.wrong("shape_off_the_globe", place=place)
    return lines


def _whole(rings: list[list[Position]]) -> list[list[Position]]:
    """The rings without islands that a coarser drawing has shrunk to nothing.

    :raises _BadShape: none is left.
    """
    left = [ring for ring in rings if len(ring) > 3]
    if not left:
        raise _BadShape
    return left


def _rings(geometry: _Geometry) -> Iterator[Any]:
    """The rings of a polygon or of several, as lists of arcs.

    :raises _BadShape: another kind of geometry, or an empty one.
    """
    polygons = {"Polygon": [geometry.arcs], "MultiPolygon": geometry.arcs}.get(geometry.type)
    if not polygons:
        raise _BadShape
    for polygon in polygons:
        if not isinstance(polygon, list) or not polygon:
            raise _BadShape
        yield from polygon


def _check_each(lines: Mapping[str, Any], ids: Ids, found: Found) -> None:
    for place in ids:
        if place not in lines:
            found.wrong("shape_missing", place=place)


def _touches(lines: Mapping[str, list[list[Position]]]) -> set[Pair]:
    """Pairs of places whose rings have a piece of line in common."""
    owner: dict[tuple[Position, Position], str] = {}
    touches: set[Pair] = set()
    for place, rings in lines.items():
        for ring in rings:
            for a, b in pairwise(ring):
                other = owner.setdefault((a, b) if a < b else (b, a), place)
                if other != place and a != b:
                    touches.add(ordered(place, other))
    return touches


def _check_touches(touches: set[Pair], drawn: set[str], land: set[Pair], pairs: set[Pair], found: Found) -> None:
    for a, b in sorted(touches - land - pairs):
        found.wrong("undeclared_touch", a=a, b=b)
    for a, b in sorted(land - touches - pairs):
        if a in drawn and b in drawn:
            found.wrong("undrawn_border", a=a, b=b)
    for a, b in sorted(pairs):
        if ((a, b) in touches) == ((a, b) in land):
            found.warn("idle_excuse", a=a, b=b)
