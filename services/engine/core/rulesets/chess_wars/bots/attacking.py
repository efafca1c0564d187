"""The war a bot would declare: the one with the highest expected gain (rules section 14)."""

from typing import NamedTuple

from services.engine.core.board import bits
from services.engine.core.rulesets.chess_wars.bots.mind import Mind
from services.engine.core.rulesets.chess_wars.bots.worth import chance_on
from services.engine.core.rulesets.chess_wars.commands import DeclareWar
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.target_choices import Stakes
from services.engine.core.rulesets.chess_wars.targets import barred, foreign, need_against, origins
from services.engine.core.values import Seat

LEAST_GAIN = 0.3
"""Expected value units below which a war isn't worth a token."""


class Plan(NamedTuple):
    """A war a bot thinks of; countries are positions."""

    gain: float
    """Expected, in units of value."""
    target: int
    owner: Seat
    origin: int
    stake: tuple[int, ...]

    def declaration(self, state: State, turn: int) -> DeclareWar:
        """The command."""
        places = state.map.places
        stake = tuple(places[one] for one in self.stake)
        return DeclareWar(turn=turn, target=places[self.target], origin=places[self.origin], stake=stake)


class Sparing(Stakes):
    """Stakes that leave out what own claims can't do without: while it is staked they wouldn't score."""

    def __init__(self, state: State, seat: Seat, spared: int) -> None:
        super().__init__(state, seat)
        self.spared = spared

    def block(self, origin: int) -> int:
        """All but the spared ones."""
        return super().block(origin) & ~self.spared


def best_war(mind: Mind) -> Plan | None:
    """The war with the highest expected gain, if any is expected to pay; turn and tokens aside."""
    state, seat, worth = mind.state, mind.seat, mind.worth
    board = state.map
    stakes = Sparing(state, seat, sum(1 << position for position in mind.keys))
    best: Plan | None = None
    best_gain = LEAST_GAIN
    for position in bits(board.around(state.empires[seat]) & foreign(state, seat)):
        target = board.places[position]
        if barred(state, seat, target) is not None:
            continue
        owner, need = state.territory.countries[target].owner, need_against(state, target)
        prize, chance = worth.attack(1 << position, owner), chance_on(state, seat, owner, target)
        if chance * prize - (1 - chance) * need <= best_gain:
            continue
        chosen = _cheapest(state, stakes, position, need)
        if chosen is None:
            continue
        origin, stake = chosen
        gain = chance * prize + (1 - chance) * worth.swing(sum(1 << one for one in stake), seat, owner)
        if gain > best_gain:
            best_gain, best = gain, Plan(gain, position, owner, origin, stake)
    return best


def _cheapest(state: State, stakes: Stakes, target: int, need: int) -> tuple[int, tuple[int, ...]] | None:
    """The cheapest stake from any origin: the origin and the stake."""
    values = state.map.figures["value"]
    ranked = []
    for origin in bits(origins(state, stakes.seat, target)):
        chosen = stakes.cheapest(origin, need)
        if chosen is not None:
            ranked.append((sum([values[one] for one in chosen]), len(chosen), chosen, origin))
    if not ranked:
        return None
    _, _, chosen, origin = min(ranked)
    return origin, chosen
