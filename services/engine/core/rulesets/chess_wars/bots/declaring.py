"""How a bot takes its turn: declare if it pays, propose an accord, fortify what matters, else pass (section 14)."""

from services.engine.core.board import bits
from services.engine.core.rulesets.chess_wars.bots.attacking import best_war
from services.engine.core.rulesets.chess_wars.bots.dealing_with_others import proposal
from services.engine.core.rulesets.chess_wars.commands import (
    AdvanceRound,
    Fortify,
    PassTurn,
    PlayerCommand,
)
from services.engine.core.rulesets.chess_wars.options import Advance
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.targets import foreign
from services.engine.core.rulesets.chess_wars.turns import fortifiable
from services.engine.core.values import Seat

KEY_VALUE = 8
"""A bordered country from this value on is worth a fortification when a token would be lost to the cap."""
FULL_PURSE = 3


def take_turn(state: State, seat: Seat) -> PlayerCommand | None:
    """The bot's turn, if it has it."""
    turn = state.turn
    if turn is None or turn.seat != seat:
        return None
    if state.players[seat].tokens:
        war = best_war(state, seat, turn.number)
        asked = proposal(state, seat, None if war is None else state.territory.countries[war.target].owner)
        if asked is not None:
            return asked
        if war is not None:
            return war
    if state.players[seat].tokens >= FULL_PURSE:
        wall = _fortify(state, seat, turn.number)
        if wall is not None:
            return wall
    return PassTurn(turn=turn.number)


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
