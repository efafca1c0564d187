"""Declaring a war, calling it off, and how a war's game begins (rules sections 5 and 5.1)."""

from datetime import datetime

from msgspec.structs import replace

from services.engine.core.board import bits
from services.engine.core.rulesets.chess_wars.append import Append
from services.engine.core.rulesets.chess_wars.clocks import clocks
from services.engine.core.rulesets.chess_wars.commands import CallOff, DeclareWar
from services.engine.core.rulesets.chess_wars.facts import WarCalledOff, WarDeclared
from services.engine.core.rulesets.chess_wars.options import Colours
from services.engine.core.rulesets.chess_wars.records_wars import Result, War, WarState
from services.engine.core.rulesets.chess_wars.refusals import Refusal, malformed, not_allowed, not_now
from services.engine.core.rulesets.chess_wars.stakes import may_stake, places_mask
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.targets import blocked, need_against, origin_barred
from services.engine.core.rulesets.chess_wars.turns import may_pay, may_take_turn
from services.engine.core.values import PlaceId, Seat


def may_declare(state: State, seat: Seat, command: DeclareWar) -> tuple[int, int]:
    """Whether a war may be declared as the command says; answers the masks of its stake and reserves.

    :raises Rejected: any refusal of section 5.1, the first that applies.
    """
    may_take_turn(state, seat, command.turn)
    may_pay(state, seat, "5.1")
    target, origin = places_mask(state, (command.target,), "5.1"), places_mask(state, (command.origin,), "5.1")
    stake = places_mask(state, command.stake, "5.1") | origin
    reserves = places_mask(state, command.reserves, "5.1")
    reason = blocked(state, seat, command.target)
    if reason is not None and reason.code is not Refusal.STAKE_TOO_SMALL:
        not_allowed(reason.code, "5.1", **reason.detail)
    may_launch(state, seat, next(bits(origin)), target)
    may_stake(state, seat, stake, origin, None, "5.1")
    need, have = need_against(state, command.target), state.map.total("value", stake)
    if have < need:
        not_allowed(Refusal.STAKE_TOO_SMALL, "5.1", need=need, have=have)
    if stake & reserves:
        not_allowed(Refusal.RESERVE_OVERLAP, "5.1", country=state.map.ids(stake & reserves)[0])
    may_stake(state, seat, reserves, stake, None, "5.1")
    return stake, reserves


def may_launch(state: State, seat: Seat, origin: int, target: int) -> None:
    """Whether an attack on a target (a mask) may start from an origin (a position).

    :raises Rejected: `not_yours`, `not_bordering`, `origin_in_war`, `newly_won`.
    """
    place = state.map.places[origin]
    if not state.empires[seat] >> origin & 1:
        not_allowed(Refusal.NOT_YOURS, "5.1", country=place)
    if not state.map.neighbours[origin] & target:
        not_allowed(Refusal.NOT_BORDERING, "5.1", country=place)
    if origin in state.tied or state.territory.newly_won(state.map) >> origin & 1:
        reason = origin_barred(state, origin)
        not_allowed(reason.code, "5.1", **reason.detail)


def decide_declare(append: Append, seat: Seat, command: DeclareWar) -> None:
    """Declare a war: the turn and a token are spent, clocks are counted, and the defender must answer."""
    stake, reserves = may_declare(append.state, seat, command)
    state = append.state
    defender = state.territory.countries[command.target].owner
    war = War(
        id=f"w{state.wars_declared + 1}",
        attacker=seat,
        defender=defender,
        state=WarState.DECLARED,
        target=command.target,
        origin=command.origin,
        over_sea=over_sea(state, command.origin, command.target),
        need=need_against(state, command.target),
        stake=state.map.ids(stake),
        reserves=state.map.ids(reserves),
        clocks=clocks(state, seat, defender, command.target),
        behind=behind(state, seat, defender),
        declared_round=state.round,
        declared_at=append.at,
        since=append.at,
        due=append.window_ends(),
    )
    append.add(WarDeclared(at=append.at, turn=command.turn, war=war, tokens=append.tokens(seat) - 1))


def behind(state: State, seat: Seat, leader: Seat) -> int:
    """By how many points a player with the highest total of all leads another; 0 if it isn't the highest."""
    points = [state.points(Seat(other)) for other in range(len(state.players))]
    return max(0, points[leader] - points[seat]) if points[leader] == max(points) else 0


def over_sea(state: State, origin: PlaceId, target: PlaceId) -> bool:
    """Whether a sea lane joins two countries."""
    board = state.map
    return bool(board.sea[board.index[origin]] >> board.index[target] & 1)


def war_of(state: State, war_id: str, seat: Seat, rule: str) -> War:
    """A war a player is a party to.

    :raises Rejected: `unknown_war` if none was ever declared by that id, `already_answered` if it is long over,
        `not_a_party`.
    """
    war = state.wars.get(war_id)
    if war is None:
        if int(war_id[1:]) <= state.wars_declared:
            not_now(Refusal.ALREADY_ANSWERED, rule, war=war_id)
        malformed(Refusal.UNKNOWN_WAR, rule, war=war_id)
    if seat not in (war.attacker, war.defender):
        not_allowed(Refusal.NOT_A_PARTY, rule, war=war_id)
    return war


def may_answer(war: War, seat: Seat, stage: WarState, rule: str, raised: int = 0) -> None:
    """Whether a war waits at a stage, and for this seat.

    :param raised: number of raises made, which the command named.
    :raises Rejected: `already_answered` or `not_your_answer`.
    """
    if war.state is not stage or len(war.raises) != raised:
        not_now(Refusal.ALREADY_ANSWERED, rule, war=war.id)
    if war.answering != seat:
        not_allowed(Refusal.NOT_YOUR_ANSWER, rule, war=war.id)


def may_call_off(state: State, seat: Seat, command: CallOff) -> War:
    """Whether the attacker may still take a declaration back.

    :raises Rejected: `already_answered`, `not_your_answer` for the defender.
    """
    war = war_of(state, command.war, seat, "5.7")
    if war.state is not WarState.DECLARED:
        not_now(Refusal.ALREADY_ANSWERED, "5.7", war=war.id)
    if seat != war.attacker:
        not_allowed(Refusal.NOT_YOUR_ANSWER, "5.7", war=war.id)
    return war


def decide_call_off(append: Append, seat: Seat, command: CallOff) -> None:
    """Take a declaration back: nothing changes hands, no truce, the token stays spent."""
    war = may_call_off(append.state, seat, command)
    result = Result(how="called_off", at=append.at)
    append.add(WarCalledOff(at=append.at, war=ended(append, war, WarState.CALLED_OFF, result)))


def playing(append: Append, war: War) -> War:
    """The war once its game begins: colours are given, reserves are free."""
    return replace(
        war,
        state=WarState.PLAYING,
        white=white_side(append, war),
        reserves=(),
        playing_since=append.at,
        since=append.at,
        due=None,
    )


def white_side(append: Append, war: War) -> Seat:
    """Who plays White (section 2); drawn if the host left it to chance."""
    match append.state.options.colours:
        case Colours.ATTACKER_WHITE:
            return war.attacker
        case Colours.ATTACKER_BLACK:
            return war.defender
        case Colours.RANDOM:
            return (war.attacker, war.defender)[append.chance.below("colour", 2)]


def waiting(war: War, at: datetime, due: datetime) -> War:
    """The war with a new window for an answer."""
    return replace(war, since=at, due=due)


def ended(append: Append, war: War, state: WarState, result: Result) -> War:
    """The war once it is over; it ties nothing up any more."""
    return replace(
        war,
        state=state,
        result=result,
        ended_round=append.round,
        since=append.at,
        due=None,
        stop=None,
        held=(),
        reserves=(),
    )
