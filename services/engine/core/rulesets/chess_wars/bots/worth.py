"""What countries and wars are worth to a bot: value, titles, compactness, and the chance to win a game."""

from services.engine.core.board import bits
from services.engine.core.rulesets.chess_wars.clocks import edges, handicap, net_edge
from services.engine.core.rulesets.chess_wars.records import Clocks
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.titles import TITLES, figures
from services.engine.core.values import PlaceId, Seat

TITLE_WORTH = 6.0
"""Value units a title is worth: it's a point, and points win."""
WON_PERCENT = 120
WON_BONUS = 1.5
"""What a won country is worth beyond its value, to whom wins it: missions and claims ask for won countries."""
UNRATED = 1500
EDGE_RATING = 4.0
"""Rating points one percent more time is worth, roughly."""


def win_chance(rating: int | None, other: int | None, more_time_percent: int = 0) -> float:
    """Chance to win a game that somebody wins, by the usual rating curve.

    :param more_time_percent: own clock percent minus the other's.
    """
    gap = (rating or UNRATED) - (other or UNRATED) + EDGE_RATING * more_time_percent
    return float(1.0 / (1.0 + 10.0 ** (-gap / 400.0)))


def attackers_chance(state: State, attacker: Seat, defender: Seat, clocks: Clocks) -> float:
    """Chance that the attacker wins the game of a war."""
    edge = clocks.attacker.percent - clocks.defender.percent
    return win_chance(state.players[attacker].rating, state.players[defender].rating, edge)


def chance_on(state: State, attacker: Seat, defender: Seat, target: PlaceId) -> float:
    """As `attackers_chance`, for a war that isn't declared: by the edge alone, quicker than counting whole clocks."""
    ratings = state.players[attacker].rating, state.players[defender].rating
    edge = -net_edge(*edges(state, attacker, target))
    weaker = handicap(state.options, *ratings)
    return win_chance(*ratings, edge + (2 * weaker if state.options.live else weaker))


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
