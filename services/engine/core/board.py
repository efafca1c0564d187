"""The map as a graph: places, land borders, sea lanes, figures and tags.

Sets of places are bit masks over the board's own index (`1 << board.index[place]`), so that connectivity on the
whole world costs microseconds. Facts and views name places by id; only rules compute with masks.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import compress
from typing import Any

import msgspec

from services.engine.core.values import PlaceId


class Board(msgspec.Struct, frozen=True, kw_only=True, dict=True, eq=False):
    """One map, immutable and shared by every campaign that plays on it."""

    id: str
    """Name of the map, such as `world`."""
    sha256: str
    """Hex digest of the map file the board was read from; the first fact of a campaign pins it."""
    places: tuple[PlaceId, ...]
    """Ids in map order. The position is the place's bit."""
    names: tuple[str, ...]
    """English names, by position."""
    land: tuple[int, ...]
    """Mask of the places each place borders by land, by position."""
    sea: tuple[int, ...]
    """Mask of the places each place reaches over a sea lane, by position."""
    figures: Mapping[str, tuple[int, ...]]
    """Integer columns of the map (value, population, area_km2, ...), by position."""
    tags: Mapping[str, int]
    """Named sets of places as masks (`continent:Asia`, `island`, `mountainous`, `unity:francia`, ...)."""
    extra: Mapping[str, Any] = msgspec.field(default_factory=dict)
    """Further map data a ruleset reads itself (mission target lists, for one)."""

    @cached_property
    def index(self) -> dict[PlaceId, int]:
        """Position of each place."""
        return {place: i for i, place in enumerate(self.places)}

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """Mask of all neighbours, land and sea, by position."""
        return tuple(land | sea for land, sea in zip(self.land, self.sea, strict=True))

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """All neighbours in map order, by position."""
        return tuple(tuple(bits(mask)) for mask in self.neighbours)

    @cached_property
    def everywhere(self) -> int:
        """Mask of all places."""
        return (1 << len(self.places)) - 1

    def mask(self, places: Iterable[str]) -> int:
        """The mask of some places.

        :raises KeyError: a place is not on this board.
        """
        index = self.index
        mask = 0
        for place in places:
            mask |= 1 << index[PlaceId(place)]
        return mask

    def ids(self, mask: int) -> tuple[PlaceId, ...]:
        """The places of a mask, in map order."""
        return tuple(self.places[i] for i in bits(mask))

    def around(self, mask: int) -> int:
        """Places that border the mask and are not in it."""
        found = 0
        for i in bits(mask):
            found |= self.neighbours[i]
        return found & ~mask

    def connected(self, start: int, within: int) -> int:
        """Every place of `within` that a path inside `within` joins to `start` (a mask, itself inside)."""
        reached = start & within
        edge = reached
        while edge:
            grown = 0
            for i in bits(edge):
                grown |= self.neighbours[i]
            edge = grown & within & ~reached
            reached |= edge
        return reached

    def blocks(self, mask: int) -> Iterator[int]:
        """The maximal connected sets of a mask, by lowest place first."""
        rest = mask
        while rest:
            block = self.connected(rest & -rest, rest)
            yield block
            rest &= ~block

    def total(self, figure: str, mask: int) -> int:
        """Sum of an integer column over a mask."""
        return sum(compress(self.figures[figure], flags(mask)))


_ONES = bytes.maketrans(b"01", b"\0\1")


def flags(mask: int) -> bytes:
    """A byte a position, lowest first: 1 for a set bit; for many places at once faster than `bits`."""
    return f"{mask:b}"[::-1].encode().translate(_ONES)


def bits(mask: int) -> Iterator[int]:
    """Positions of the set bits, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
