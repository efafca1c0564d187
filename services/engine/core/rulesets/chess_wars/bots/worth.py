"""What countries and wars are worth to a bot: land, titles, missions and claims, and the chance to win a game."""

from collections.abc import Mapping

from services.engine.core.board import bits
from services.engine.core.rulesets.chess_wars.bots.aims import Aims, Far
from services.engine.core.rulesets.chess_wars.claims import points
from services.engine.core.rulesets.chess_wars.clocks import edges, handicap, net_edge
from services.engine.core.rulesets.chess_wars.forecast import attackers_white, win_chance
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.titles import TITLES, figures, holder
from services.engine.core.values import PlaceId, Seat

POINT_WORTH = 7.0
"""Value units a point is worth at the start; twice as many to whom it brings to the target."""
LEADER = 1.0
"""What share of its value a country is worth more for each target's worth of points its owner is ahead of the table."""
WON_PERCENT = 110
WON_BONUS = 1.0
"""What a won country is worth beyond its value, to whom wins it: later missions ask for won countries."""


def chance_on(state: State, attacker: Seat, defender: Seat, target: PlaceId) -> float:
    """As `attackers_chance`, for a war that isn't declared: by the edge alone, quicker than counting whole clocks."""
    ratings = state.players[attacker].rating, state.players[defender].rating
    edge = -net_edge(*edges(state, attacker, target))
    weaker = handicap(state.options, *ratings)
    more_time = edge + (2 * weaker if state.options.live else weaker)
    return win_chance(*ratings, more_time, attackers_white(state.options))


class Worth:
    """What gaining or losing countries is worth to one seat; figures are summed once a thought."""

    def __init__(self, state: State, seat: Seat, known: Mapping[str, Far] | None = None) -> None:
        """:param known: how far the seat is with its missions, by name, as far as that is known."""
        self.state = state
        self.seat = seat
        self.values = state.map.figures["value"]
        self.aims = Aims(state, seat, known or {})
        self.standing = {name: figures(state, name) for name in TITLES if name in state.map.figures}
        self.holders = {name: state.titles[name].holder if name in state.titles else None for name in self.standing}
        self.rival = {Seat(other): self._rival(Seat(other)) for other in range(len(state.players)) if other != seat}
        self.ahead = self._ahead()
        self.point = POINT_WORTH * (1 + min(1.0, state.points(seat) / state.options.target))

    def _rival(self, other: Seat) -> float:
        """How much a rival's point counts against an own one: most of all where it would win them the campaign."""
        return 1.0 if self.about_to_win(other) else 1.0 / (len(self.state.players) - 1)

    def about_to_win(self, other: Seat) -> bool:
        """Whether a player's points and claims reach the target."""
        return self._reach(other) >= self.state.options.target

    def _reach(self, seat: Seat) -> int:
        """Points a player has or has claimed."""
        return self.state.points(seat) + sum(points(one) for one in self.aims.claims(seat))

    def _ahead(self) -> list[float]:
        """By seat: how far a player is ahead of the table's mean, in targets; 0 if behind."""
        reach = [self._reach(Seat(seat)) for seat in range(len(self.state.players))]
        middle = sum(reach) / len(reach)
        return [max(0.0, one - middle) / self.state.options.target for one in reach]

    def value(self, mask: int) -> int:
        """Plain value of some countries."""
        return sum([self.values[position] for position in bits(mask)])

    def swing(self, mask: int, giver: Seat, to: Seat) -> float:
        """What it is worth to this seat, in units of value, that a mask of countries goes from one player to another.

        Value gained or lost, and what it does to titles, own missions and the giver's claims.
        """
        if not mask:
            return 0.0
        worth, scored = 0.0, self._titles(mask, giver, to)
        if to == self.seat:
            worth = self.value(mask) * (WON_PERCENT / 100 + LEADER * self.ahead[giver]) + WON_BONUS * mask.bit_count()
            scored += self.aims.gained(mask)
        elif giver == self.seat:
            worth = -float(self.value(mask))
            scored += self.aims.lost(mask)
        if giver != self.seat:
            scored += self.rival[giver] * self.aims.broken(giver, mask)
        return worth + self.point * scored

    def attack(self, mask: int, defender: Seat) -> float:
        """The worth of winning these countries in a war of one's own: what it does for records counts, too."""
        return self.swing(mask, defender, self.seat) + self.point * self.aims.attack_won(defender)

    def _titles(self, mask: int, giver: Seat, to: Seat) -> float:
        """Points by titles that change hands: own ones whole, rivals' by how much theirs count."""
        places = tuple(bits(mask))
        scored = 0.0
        for name, totals in self.standing.items():
            column = self.state.map.figures[name]
            moved = sum([column[position] for position in places])
            after = list(totals)
            after[giver] -= moved
            after[to] += moved
            before, now = self.holders[name], holder(tuple(after), self.holders[name])
            if now != before:
                scored += self._point(now) - self._point(before)
        return scored

    def _point(self, seat: Seat | None) -> float:
        if seat is None:
            return 0.0
        return 1.0 if seat == self.seat else -self.rival[seat]
