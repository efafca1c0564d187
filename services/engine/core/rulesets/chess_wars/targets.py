"""What a player can attack, from where, and why not (rules section 5.1)."""

from typing import Any, NamedTuple

from services.engine.core.board import bits
from services.engine.core.rulesets.chess_wars.records import pair
from services.engine.core.rulesets.chess_wars.refusals import Refusal
from services.engine.core.rulesets.chess_wars.stakes import free_mask, stakeable
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import PlaceId, Seat, pct

STAKE_PERCENT = 110
FORTIFIED_PERCENT = 150


class Reason(NamedTuple):
    """Why something can't be attacked."""

    code: Refusal
    detail: dict[str, Any]


def need_against(state: State, target: PlaceId) -> int:
    """Least value of a stake against a country: 110 % of its value, fortified 150 %."""
    fortified = state.territory.countries[target].fortified_until > state.round
    return pct(state.value(target), FORTIFIED_PERCENT if fortified else STAKE_PERCENT)


def hostility_barred(state: State, attacker: Seat, defender: Seat) -> Reason | None:
    """Why one player may not declare war on another at all: truce, accord, or an accord broken in this round."""
    key = pair(attacker, defender)
    if key in state.truces:
        return Reason(Refusal.TRUCE, {"until_round": state.truces[key]})
    if key in state.accords:
        return Reason(Refusal.ACCORD, {"until_round": state.accords[key].ends_round})
    if defender in state.broken.get(str(attacker), ()):
        return Reason(Refusal.BROKE_ACCORD, {})
    return None


def origins(state: State, attacker: Seat, target: int) -> int:
    """Mask of the countries a target (a position) can be attacked from, whatever the stake."""
    return free_mask(state, attacker) & state.map.neighbours[target]


def blocked(state: State, attacker: Seat, target: PlaceId) -> Reason | None:
    """Why an owned country of the theatre can't be attacked by a player, turn and tokens aside; None if it can."""
    reason = barred(state, attacker, target)
    if reason is not None:
        return reason
    usable = origins(state, attacker, state.map.index[target])
    need, have = need_against(state, target), most_from(state, attacker, usable)
    return None if have >= need else Reason(Refusal.STAKE_TOO_SMALL, {"need": need, "have": have})


def barred(state: State, attacker: Seat, target: PlaceId) -> Reason | None:
    """Why a country can't be attacked however large the stake; None if a large enough one would do."""
    board = state.map
    position = board.index[target]
    owner = state.territory.countries[target].owner
    if owner == attacker:
        return Reason(Refusal.OWN_COUNTRY, {})
    near = board.neighbours[position] & state.empires[attacker]
    if not near:
        return Reason(Refusal.NOT_BORDERING, {"country": target})
    if position in state.tied:
        return Reason(Refusal.TARGET_IN_WAR, {"war": state.tied[position]})
    hostile = hostility_barred(state, attacker, owner)
    if hostile is not None:
        return hostile
    if not near & free_mask(state, attacker):
        return origin_barred(state, next(bits(near)))
    return None


def origin_barred(state: State, origin: int) -> Reason:
    """Why an own country (a position) that isn't free can't be attacked from."""
    place = state.map.places[origin]
    if origin in state.tied:
        return Reason(Refusal.ORIGIN_IN_WAR, {"country": place, "war": state.tied[origin]})
    until = state.territory.countries[place].newly_won_until
    return Reason(Refusal.NEWLY_WON, {"country": place, "until_round": until})


def most_from(state: State, attacker: Seat, origins_mask: int) -> int:
    """The largest stake from any of some origins."""
    board = state.map
    most = 0
    rest = origins_mask
    while rest:
        block = stakeable(state, attacker, rest & -rest)
        most = max(most, board.total("value", block))
        rest &= ~block
    return most


def foreign(state: State, seat: Seat) -> int:
    """Mask of the countries of everybody else."""
    mask = 0
    for owner, empire in enumerate(state.empires):
        if owner != seat:
            mask |= empire
    return mask


def attackable(state: State, attacker: Seat) -> tuple[PlaceId, ...]:
    """Every country a player can attack, turn and tokens aside, in map order."""
    near = state.map.around(state.empires[attacker]) & foreign(state, attacker)
    return tuple(place for place in state.map.ids(near) if blocked(state, attacker, place) is None)
