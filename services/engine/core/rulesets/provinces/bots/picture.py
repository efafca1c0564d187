"""What a bot makes of its view: who owns what, where the borders are, who is close to winning."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from services.engine.core.board import Board
from services.engine.core.kernel import Seen
from services.engine.core.rulesets.provinces.facts import NEUTRAL
from services.engine.core.rulesets.provinces.odds import taking


class Picture:
    """The game as one seat sees it, by position on the map."""

    def __init__(self, seen: Seen) -> None:
        public: Mapping[str, Any] = seen.public
        self.board: Board = seen.board
        self.seat: int = seen.seat
        self.turn: Mapping[str, Any] = public["turn"]
        self.to_win: int = public["to_win"]
        provinces = [public["provinces"][place] for place in seen.board.places]
        self.owners: list[int] = [province.get("owner", NEUTRAL) for province in provinces]
        self.units: list[int] = [province["units"] for province in provinces]
        self.held = {int(seat): player["provinces"] for seat, player in public["players"].items()}
        playing = {int(seat) for seat, player in public["players"].items() if "out" not in player}
        self.rivals = frozenset(playing - {self.seat})
        """Others who have turns."""
        self.wins_next = self.held[self.seat] + 1 >= self.to_win
        """Whether one more province wins."""
        self._foes: dict[int, list[int]] = {}
        self._strongest: dict[int, int] = {}

    @cached_property
    def own(self) -> list[int]:
        """Own provinces."""
        return [position for position, owner in enumerate(self.owners) if owner == self.seat]

    def foes(self, position: int) -> list[int]:
        """Neighbours of a province that others own."""
        found = self._foes.get(position)
        if found is None:
            found = [other for other in self.board.beside[position] if self.owners[other] != self.seat]
            self._foes[position] = found
        return found

    def strongest_foe(self, position: int) -> int:
        """Units of the strongest neighbour that has turns; 0 if there is none."""
        found = self._strongest.get(position)
        if found is None:
            acting = [self.units[other] for other in self.foes(position) if self.owners[other] in self.rivals]
            found = self._strongest[position] = max(acting, default=0)
        return found

    def friends(self, position: int) -> list[int]:
        """Own neighbours of a province."""
        return [other for other in self.board.beside[position] if self.owners[other] == self.seat]

    @cached_property
    def border(self) -> list[int]:
        """Own provinces beside another's."""
        return [position for position in self.own if self.foes(position)]

    def threat(self, position: int, units: int | None = None) -> float:
        """The chance that the strongest acting neighbour takes a province in a fight to the end.

        :param units: that defend; None for as many as stand there.
        """
        defenders = self.units[position] if units is None else units
        return taking(self.strongest_foe(position), defenders)

    @cached_property
    def leader(self) -> int | None:
        """The other player who is closest to winning, if their next turn could bring it.

        Who is hindered sooner never wins: tables of bots that looked further took turns for hundreds of turns.
        """
        most = max(sorted(self.rivals), key=lambda seat: self.held[seat], default=None)
        return most if most is not None and self.to_win - self.held[most] <= self.turn["most_attacks"] else None
