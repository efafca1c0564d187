"""Where missions are drawn from: the map's targets, the theatre and the table, as they are known in the lobby."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from services.engine.core.board import Board
from services.engine.core.values import PlaceId

T = TypeVar("T")


class Numbers(Protocol):
    """Where draws come from."""

    def below(self, bound: int) -> int:
        """A number in [0, bound)."""
        ...


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """What a mission's targets depend on."""

    board: Board
    theatre: int
    """The countries in play."""
    seats: int
    free_draft: bool

    @property
    def data(self) -> Mapping[str, Any]:
        """The map's targets; empty on a map without missions."""
        found: Mapping[str, Any] = self.board.extra.get("missions", {})
        return found

    def inside(self, places: Sequence[str]) -> tuple[PlaceId, ...]:
        """Those of some countries that are in play, in map order."""
        known = self.board.mask(place for place in places if place in self.board.index)
        return self.board.ids(known & self.theatre)


def pick(numbers: Numbers, items: Sequence[T], count: int) -> tuple[T, ...]:
    """Some of the items, evenly drawn, in the items' order; all of them if there are no more."""
    left = list(range(len(items)))
    drawn = [left.pop(numbers.below(len(left))) for _ in range(min(count, len(items)))]
    return tuple(items[i] for i in sorted(drawn))
