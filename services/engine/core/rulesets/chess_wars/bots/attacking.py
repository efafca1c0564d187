"""The war a bot would declare: the one with the highest expected gain (rules section 14)."""

from services.engine.core.board import bits
from services.engine.core.rulesets.chess_wars.bots.worth import Worth, chance_on
from services.engine.core.rulesets.chess_wars.commands import DeclareWar
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.target_choices import Stakes
from services.engine.core.rulesets.chess_wars.targets import barred, foreign, need_against, origins
from services.engine.core.values import Seat

LEAST_GAIN = 0.3
"""Expected value units below which a war isn't worth a token."""


def best_war(state: State, seat: Seat, turn: int) -> DeclareWar | None:
    """The war with the highest expected gain, if any is expected to pay."""
    board, values = state.map, state.map.figures["value"]
    stakes, worth = Stakes(state, seat), Worth(state, seat)
    best: DeclareWar | None = None
    best_gain = LEAST_GAIN
    for position in bits(board.around(state.empires[seat]) & foreign(state, seat)):
        target = board.places[position]
        if barred(state, seat, target) is not None:
            continue
        owner, need = state.territory.countries[target].owner, need_against(state, target)
        prize = worth.swing(1 << position, owner, seat)
        chance = chance_on(state, seat, owner, target) if prize > best_gain else 0.0
        if chance * prize <= best_gain:
            continue
        ranked = []
        for origin in bits(origins(state, seat, position)):
            chosen = stakes.cheapest(origin, need)
            if chosen is not None:
                ranked.append((sum(values[one] for one in chosen), len(chosen), chosen, origin))
        if not ranked:
            continue
        cost, _, chosen, origin = min(ranked)
        gain = chance * prize - (1 - chance) * cost
        if gain > best_gain:
            best_gain = gain
            best = DeclareWar(
                turn=turn,
                target=target,
                origin=board.places[origin],
                stake=tuple(board.places[one] for one in chosen),
            )
    return best


def prey(state: State, seat: Seat) -> Seat | None:
    """Whom the bot would attack next, turn and tokens aside; None if no war is expected to pay."""
    war = best_war(state, seat, 0)
    return None if war is None else state.territory.countries[war.target].owner
