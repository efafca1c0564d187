"""How a bot takes its turn: declare if it pays, propose an accord, fortify what matters, else pass (section 14)."""

from services.engine.core.board import bits
from services.engine.core.rulesets.chess_wars.bots.dealing_with_others import proposal
from services.engine.core.rulesets.chess_wars.bots.worth import Worth, chance_on
from services.engine.core.rulesets.chess_wars.commands import (
    AdvanceRound,
    DeclareWar,
    Fortify,
    PassTurn,
    PlayerCommand,
)
from services.engine.core.rulesets.chess_wars.options import Advance
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.target_choices import Stakes
from services.engine.core.rulesets.chess_wars.targets import barred, foreign, need_against, origins
from services.engine.core.rulesets.chess_wars.turns import fortifiable
from services.engine.core.values import Seat

LEAST_GAIN = 0.3
"""Expected value units below which a war isn't worth a token."""
KEY_VALUE = 8
"""A bordered country from this value on is worth a fortification when a token would be lost to the cap."""
FULL_PURSE = 3


def take_turn(state: State, seat: Seat) -> PlayerCommand | None:
    """The bot's turn, if it has it."""
    turn = state.turn
    if turn is None or turn.seat != seat:
        return None
    if state.players[seat].tokens:
        asked = proposal(state, seat)
        if asked is not None:
            return asked
        war = best_war(state, seat, turn.number)
        if war is not None:
            return war
    if state.players[seat].tokens >= FULL_PURSE:
        wall = _fortify(state, seat, turn.number)
        if wall is not None:
            return wall
    return PassTurn(turn=turn.number)


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


def _fortify(state: State, seat: Seat, turn: int) -> Fortify | None:
    """Fortify the most valuable bordered country."""
    board, values = state.map, state.map.figures["value"]
    border = board.around(foreign(state, seat)) & fortifiable(state, seat) & ~state.tied_mask
    keys = [position for position in bits(border) if values[position] >= KEY_VALUE]
    if not keys:
        return None
    best = min(keys, key=lambda position: (-values[position], board.places[position]))
    return Fortify(turn=turn, country=board.places[best])


def lead(state: State, seat: Seat) -> AdvanceRound | None:
    """A bot that is host (in a simulation) moves on as soon as declaring is over."""
    if seat != state.host or state.options.advance is not Advance.HOST or state.turn is not None:
        return None
    return AdvanceRound(round=state.round)
