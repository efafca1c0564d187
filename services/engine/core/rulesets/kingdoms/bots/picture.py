"""What a bot makes of its view: who owns what, where the borders are, what the unities are worth."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from services.engine.core.board import Board, bits
from services.engine.core.kernel import Seen
from services.engine.core.rulesets.kingdoms.facts import NOBODY
from services.engine.core.rulesets.kingdoms.places import border, mask_of, unities


class Picture:
    """The campaign as one seat sees it, by position on the map."""

    def __init__(self, seen: Seen) -> None:
        public: Mapping[str, Any] = seen.public
        self.board: Board = seen.board
        self.seat: int = seen.seat
        self.step: Mapping[str, Any] = public["step"]
        self.need: int = public["need"]
        self.base: int = public["base"]
        self.rounds: int = public["rounds"]
        provinces = [public["provinces"][place] for place in seen.board.places]
        self.owners: list[int] = [province.get("owner", NOBODY) for province in provinces]
        self.units: list[int] = [province["units"] for province in provinces]
        kingdoms = {int(seat): kingdom for seat, kingdom in public["kingdoms"].items()}
        self.held = {seat: kingdom["provinces"] for seat, kingdom in kingdoms.items()}
        self.creation: int = kingdoms[self.seat]["creation"]

    @cached_property
    def own(self) -> list[int]:
        """Own provinces."""
        return [position for position, owner in enumerate(self.owners) if owner == self.seat]

    @cached_property
    def border(self) -> list[int]:
        """Own provinces beside another's."""
        return border(self.board, self.own)

    def foes(self, position: int) -> list[int]:
        """Neighbours of a province that others own."""
        return [other for other in self.board.beside[position] if self.owners[other] != self.seat]

    def threat(self, position: int) -> int:
        """Units that could come from the strongest neighbour of another kingdom."""
        return max((self.units[other] - 1 for other in self.foes(position)), default=0)

    @cached_property
    def unity_of(self) -> list[int]:
        """Mask of the unity of each province; 0 where the map has none."""
        found = [0] * len(self.owners)
        for _, mask in unities(self.board):
            for position in bits(mask):
                found[position] = mask
        return found

    def breaks(self, target: int) -> bool:
        """Whether another kingdom owns the whole unity of a province."""
        mask = self.unity_of[target]
        return bool(mask) and all(self.owners[position] == self.owners[target] for position in bits(mask))

    def missing(self, target: int) -> int:
        """Provinces of its unity that aren't ours, itself included."""
        return sum(self.owners[position] != self.seat for position in bits(self.unity_of[target]))

    def joined(self, position: int) -> int:
        """Mask of the own provinces joined to one by own provinces."""
        return self.board.connected(1 << position, mask_of(self.own))
