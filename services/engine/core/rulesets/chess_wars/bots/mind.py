"""What one thought of a bot works with: what its seat sees, and its sums, each counted once."""

from collections.abc import Mapping
from functools import cached_property

from services.engine.core.rulesets.chess_wars.bots.worth import Worth
from services.engine.core.rulesets.chess_wars.forecast import attackers_chance
from services.engine.core.rulesets.chess_wars.records_wars import War
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.view_missions import StandView
from services.engine.core.values import Seat


class Mind:
    """A thought of one seat."""

    def __init__(self, state: State, seat: Seat, known: Mapping[str, StandView]) -> None:
        """:param known: how far the seat is with its missions, by name, as far as the bot knows."""
        self.state = state
        self.seat = seat
        self.known = known
        self._others: dict[Seat, Mind] = {}

    @cached_property
    def worth(self) -> Worth:
        """What things are worth to the seat."""
        return Worth(self.state, self.seat, self.known)

    def of(self, other: Seat) -> "Mind":
        """Another player's thought, as far as this seat can guess it."""
        if other not in self._others:
            self._others[other] = Mind(self.state, other, {})
        return self._others[other]

    @cached_property
    def keys(self) -> dict[int, int]:
        """Own countries (positions) that the own claims can't do without -> points of those claims."""
        return self.worth.aims.keys()

    @property
    def tokens(self) -> int:
        """Own tokens to spend."""
        return self.state.players[self.seat].tokens

    def wins(self, war: War) -> float:
        """The seat's chance to win the game of a war."""
        attacks = attackers_chance(self.state, war.attacker, war.defender, war.clocks, war.white)
        return attacks if war.attacker == self.seat else 1.0 - attacks
