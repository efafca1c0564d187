"""Read map files into boards. The format is described in warboard/maps.py, which builds and checks the files."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from services.engine.core.board import Board
from services.engine.core.values import PlaceId

FOLDER = Path(__file__).parent / "maps"


class _Place(msgspec.Struct, frozen=True, kw_only=True):
    id: PlaceId
    name: str
    at: tuple[float, float]
    figures: dict[str, int]
    tags: tuple[str, ...]


class _Lane(msgspec.Struct, frozen=True, kw_only=True):
    a: PlaceId
    b: PlaceId


class _File(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    places: tuple[_Place, ...]
    land: tuple[tuple[PlaceId, PlaceId], ...]
    sea: tuple[_Lane, ...]
    extra: dict[str, Any]


@cache
def load_board(map_id: str) -> Board:
    """The board of a map that comes with Warboard; read once, then shared.

    :raises KeyError: there is no such map.
    """
    return read_board(read_map(map_id))


@cache
def read_map(map_id: str) -> bytes:
    """The content of a map file.

    :raises KeyError: there is no such map.
    """
    if map_id not in known():
        raise KeyError(map_id)
    return (FOLDER / f"{map_id}.json").read_bytes()


@cache
def known() -> tuple[str, ...]:
    """The maps that come with Warboard."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json")))


def read_board(content: bytes) -> Board:
    """A board from the content of a map file.

    `extra` has what the file's `extra` has, and `points`: (latitude, longitude) by place.

    :raises msgspec.ValidationError: not a map file.
    """
    file = msgspec.json.decode(content, type=_File)
    index = {place.id: i for i, place in enumerate(file.places)}
    tags: dict[str, int] = {}
    for i, place in enumerate(file.places):
        for tag in place.tags:
            tags[tag] = tags.get(tag, 0) | 1 << i
    figures = {name: tuple(place.figures[name] for place in file.places) for name in file.places[0].figures}
    return Board(
        id=file.id,
        sha256=hashlib.sha256(content).hexdigest(),
        places=tuple(index),
        names=tuple(place.name for place in file.places),
        land=_borders(index, file.land),
        sea=_borders(index, tuple((lane.a, lane.b) for lane in file.sea)),
        figures=figures,
        tags=tags,
        extra={**file.extra, "points": {place.id: place.at for place in file.places}},
    )


def _borders(index: dict[PlaceId, int], pairs: tuple[tuple[PlaceId, PlaceId], ...]) -> tuple[int, ...]:
    masks = [0] * len(index)
    for a, b in pairs:
        masks[index[a]] |= 1 << index[b]
        masks[index[b]] |= 1 << index[a]
    return tuple(masks)
