"""The shape of a map file and its limits (docs/maps.md), and the board that is read from one."""

import hashlib
import re
from typing import Any

import msgspec

from services.engine.core.board import Board
from services.engine.core.values import PlaceId

MOST_BYTES = 2_000_000
MOST_INNER = 250_000
"""Lists and objects in a file: each costs far more than its bytes."""
LEAST_PLACES, MOST_PLACES = 2, 200
MOST_NAME = 60
"""Characters of a name and of a tag."""
MOST_TAGS, MOST_FIGURES, MOST_NAMES = 20, 40, 20
"""Of a place."""
MOST_FIGURE = 10**15
"""Browsers count exactly a little farther."""
MOST_UNITIES = 50
MOST_EXTRA = 100_000
"""Bytes of `extra`, which a board keeps in memory."""
MOST_ARCS, MOST_POINTS = 10_000, 100_000
"""Of the shapes; a point counts as often as it is drawn."""

PLACE_ID = re.compile("[a-z][a-z0-9_]{0,39}")
CODE_ID = re.compile("[A-Z]{3}")
"""Places of the world are called by their codes (ISO 3166)."""
LANGUAGE = re.compile("[a-z]{2,3}(-[A-Za-z0-9]{2,8})?")
UNITY = "unity:"
"""How the tag of a unity begins."""
_UPLOADED = re.compile("u[0-9a-f]{20}")

Point = tuple[float, float]
Pair = tuple[PlaceId, PlaceId]


class Place(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place of the map."""

    id: PlaceId
    name: str
    at: Point
    """Latitude, longitude."""
    names: dict[str, str] = {}
    """In other languages than English, by code."""
    figures: dict[str, int] = {}
    tags: tuple[str, ...] = ()
    iso_a2: str = ""
    """Code by which browsers know the country's name."""


class Lane(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A way over sea."""

    a: PlaceId
    b: PlaceId
    name: str = ""
    km: float = 0
    line: tuple[Point, Point] | None = None
    """The two shore points it is drawn between; else it is drawn from place to place."""


class Unity(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Places that belong together."""

    name: str
    names: dict[str, str] = {}


class MapFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole file."""

    id: str
    name: str = ""
    names: dict[str, str] = {}
    version: int = 1
    places: tuple[Place, ...]
    land: tuple[Pair, ...]
    sea: tuple[Lane, ...] = ()
    extra: dict[str, Any] = {}
    """What rulesets read themselves, with `unities` and `excused`."""
    shapes: msgspec.Raw = msgspec.Raw(b"")
    """A TopoJSON topology; empty: none."""


def uploaded_id(content: bytes) -> str:
    """The id of an uploaded map: the same bytes are the same map."""
    return f"u{hashlib.sha256(content).hexdigest()[:20]}"


def is_uploaded(map_id: str) -> bool:
    """Whether an id is one of an uploaded map; no map that comes with Warboard is called so."""
    return _UPLOADED.fullmatch(map_id) is not None


def read_board(content: bytes, map_id: str = "") -> Board:
    """A board from the content of a map file that was checked.

    `extra` has what the file's `extra` has, and `points`: (latitude, longitude) by place.

    :param map_id: the board's id; else it is the file's own.
    :raises msgspec.ValidationError: not a map file.
    """
    file = msgspec.json.decode(content, type=MapFile)
    index = {place.id: i for i, place in enumerate(file.places)}
    tags: dict[str, int] = {}
    for i, place in enumerate(file.places):
        for tag in place.tags:
            tags[tag] = tags.get(tag, 0) | 1 << i
    figures = {name: tuple(place.figures[name] for place in file.places) for name in file.places[0].figures}
    return Board(
        id=map_id or file.id,
        sha256=hashlib.sha256(content).hexdigest(),
        places=tuple(index),
        names=tuple(place.name for place in file.places),
        land=_borders(index, file.land),
        sea=_borders(index, tuple((lane.a, lane.b) for lane in file.sea)),
        figures=figures,
        tags=tags,
        extra={**file.extra, "points": {place.id: place.at for place in file.places}},
    )


def _borders(index: dict[PlaceId, int], pairs: tuple[Pair, ...]) -> tuple[int, ...]:
    masks = [0] * len(index)
    for a, b in pairs:
        masks[index[a]] |= 1 << index[b]
        masks[index[b]] |= 1 << index[a]
    return tuple(masks)
