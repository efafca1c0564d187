"""How a bot takes its turn: offer peace, propose an accord, declare or fortify if it pays, else pass (section 14)."""

from services.engine.core.board import bits
from services.engine.core.rulesets.chess_wars.bots.attacking import best_war
from services.engine.core.rulesets.chess_wars.bots.betraying import betray, saves
from services.engine.core.rulesets.chess_wars.bots.dealing_with_others import proposal
from services.engine.core.rulesets.chess_wars.bots.mind import Mind
from services.engine.core.rulesets.chess_wars.bots.peacemaking import offer_in_games
from services.engine.core.rulesets.chess_wars.commands import (
    AdvanceRound,
    Fortify,
    PassTurn,
    PlayerCommand,
)
from services.engine.core.rulesets.chess_wars.options import Advance
from services.engine.core.rulesets.chess_wars.targets import foreign, hostility_barred
from services.engine.core.rulesets.chess_wars.turns import fortifiable
from services.engine.core.values import Seat

KEY_VALUE = 8
"""A bordered country from this value on is worth a fortification when a token would be lost to the cap."""
FULL_PURSE = 3
WALL_SHARE = 0.2
"""How much of a claim's points a fortification of a country it can't do without is expected to save."""


def take_turn(mind: Mind) -> PlayerCommand | None:
    """The bot's turn, if it has it."""
    turn = mind.state.turn
    if turn is None or turn.seat != mind.seat:
        return None
    if mind.tokens:
        war = best_war(mind)
        asked = offer_in_games(mind) or betray(mind) or proposal(mind, None if war is None else war.owner)
        if asked is not None:
            return asked
        wall = _wall(mind)
        if wall is not None and (war is None or war.gain < wall[0]):
            return Fortify(turn=turn.number, country=mind.state.map.places[wall[1]])
        if war is not None and not saves(mind):
            return war.declaration(mind.state, turn.number)
    if mind.tokens >= FULL_PURSE:
        spare = _most_valuable(mind)
        if spare is not None:
            return Fortify(turn=turn.number, country=mind.state.map.places[spare])
    return PassTurn(turn=turn.number)


def _open(mind: Mind) -> int:
    """Mask of own countries that could be attacked and be fortified against it: bordered by who may declare war."""
    state, seat = mind.state, mind.seat
    hostile = foreign(state, seat)
    for other, empire in enumerate(state.empires):
        if other != seat and hostility_barred(state, Seat(other), seat) is not None:
            hostile &= ~empire
    return state.map.around(hostile) & fortifiable(state, seat) & ~state.tied_mask


def _wall(mind: Mind) -> tuple[float, int] | None:
    """What fortifying a country the own claims need is worth, and the country: the one most depends on."""
    if not mind.keys:
        return None
    values, places = mind.state.map.figures["value"], mind.state.map.places
    found = [
        (-points, values[position], places[position], position)
        for position, points in mind.keys.items()
        if _open(mind) >> position & 1
    ]
    if not found:
        return None
    points, _, _, position = min(found)
    return WALL_SHARE * mind.worth.point * -points, position


def _most_valuable(mind: Mind) -> int | None:
    """The most valuable country that could be attacked, if it is worth a token."""
    board, values = mind.state.map, mind.state.map.figures["value"]
    worthy = [position for position in bits(_open(mind)) if values[position] >= KEY_VALUE]
    return min(worthy, key=lambda position: (-values[position], board.places[position]), default=None)


def lead(mind: Mind) -> AdvanceRound | None:
    """A bot that is host (in a simulation) moves on as soon as declaring is over."""
    state = mind.state
    if mind.seat != state.host or state.options.advance is not Advance.HOST or state.turn is not None:
        return None
    return AdvanceRound(round=state.round)
