"""What countries and wars are worth to a bot: value, titles, compactness, and the chance to win a game."""

from services.engine.core.board import bits
from services.engine.core.rulesets.chess_wars.clocks import edges, handicap, net_edge
from services.engine.core.rulesets.chess_wars.forecast import attackers_white, win_chance
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.titles import TITLES, figures
from services.engine.core.values import PlaceId, Seat

TITLE_WORTH = 6.0
"""Value units a title is worth: it's a point, and points win."""
WON_PERCENT = 120
WON_BONUS = 1.5
"""What a won country is worth beyond its value, to whom wins it: missions and claims ask for won countries."""


def chance_on(state: State, attacker: Seat, defender: Seat, target: PlaceId) -> float:
    """As `attackers_chance`, for a war that isn't declared: by the edge alone, quicker than counting whole clocks."""
    ratings = state.players[attacker].rating, state.players[defender].rating
    edge = -net_edge(*edges(state, attacker, target))
    weaker = handicap(state.options, *ratings)
    more_time = edge + (2 * weaker if state.options.live else weaker)
    return win_chance(*ratings, more_time, attackers_white(state.options))


class Worth:
    """What gaining or losing countries is worth to one seat; figures are summed once a thought."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state = state
        self.seat = seat
        self.values = state.map.figures["value"]
        self.standing = {name: figures(state, name) for name in TITLES if name in state.map.figures}
        self.led = sum(self._leads(list(totals)) for totals in self.standing.values())

    def value(self, mask: int) -> int:
        """Plain value of some countries."""
        return sum(self.values[position] for position in bits(mask))

    def swing(self, mask: int, giver: Seat, to: Seat) -> float:
        """What it is worth to this seat that a mask of countries goes from one player to another.

        Value gained or lost, and titles gained or lost by it.
        """
        worth = 0.0
        if to == self.seat:
            worth = self.value(mask) * WON_PERCENT / 100 + WON_BONUS * mask.bit_count()
        elif giver == self.seat:
            worth = -float(self.value(mask))
        leads = 0
        places = tuple(bits(mask))
        for name, totals in self.standing.items():
            column = self.state.map.figures[name]
            moved = sum([column[position] for position in places])
            after = list(totals)
            after[giver] -= moved
            after[to] += moved
            leads += self._leads(after)
        return worth + TITLE_WORTH * (leads - self.led)

    def _leads(self, totals: list[int]) -> int:
        most = max(totals)
        return int(totals[self.seat] == most and totals.count(most) == 1)
