"""A turn: new units, placing them, the move, the end (rules, "A turn")."""

from collections.abc import Mapping
from datetime import timedelta

from services.engine.core.appending import Appending
from services.engine.core.rulesets.provinces import commands as c
from services.engine.core.rulesets.provinces.facts import Moved, Reinforced, TurnBegan, TurnEnded
from services.engine.core.rulesets.provinces.places import bordering, own
from services.engine.core.rulesets.provinces.refusals import Refusal, not_allowed, not_now
from services.engine.core.rulesets.provinces.state import State, Turn
from services.engine.core.values import PlaceId, Seat

LEAST_INCOME = 3
PROVINCES_A_UNIT = 3
"""One new unit for as many provinces."""


def income(provinces: int) -> int:
    """New units for a turn.

    >>> income(7), income(13)
    (3, 4)
    """
    return max(LEAST_INCOME, provinces // PROVINCES_A_UNIT)


def income_of(state: State, seat: Seat) -> int:
    """New units a player would get for a turn that began now."""
    return income(len(state.owned(seat)))


def begin_turn(append: Appending[State], seat: Seat, number: int) -> None:
    """A player's turn begins."""
    state = append.state
    due = append.at + timedelta(seconds=state.turn_s)
    append.add(TurnBegan(at=append.at, number=number, seat=seat, income=income_of(state, seat), due=due))


def next_turn(append: Appending[State], after: Seat, number: int) -> None:
    """The turn of the next player of the cycle, in seat order."""
    n = len(append.state.players)
    begin_turn(append, min(append.state.cycle, key=lambda seat: (seat - after - 1) % n), number)


def turn_of(state: State, seat: Seat, number: int) -> Turn:
    """The turn, if it is this player's and this one.

    :raises Rejected: `out`, `not_your_turn`.
    """
    if state.players[seat].out:
        not_allowed(Refusal.OUT, "A turn")
    turn = state.turn
    assert turn is not None
    if turn.seat != seat or turn.number != number:
        not_now(Refusal.NOT_YOUR_TURN, "A turn", turn=turn.number, seat=turn.seat)
    return turn


def all_placed(turn: Turn) -> None:
    """Everything else comes after placing.

    :raises Rejected: `units_left`.
    """
    if turn.to_place:
        not_allowed(Refusal.UNITS_LEFT, "A turn", left=turn.to_place)


def decide_reinforce(append: Appending[State], seat: Seat, command: c.Reinforce) -> None:
    """Place new units on own provinces.

    :raises Rejected: `too_many_units`, `not_yours`, `unknown_province`, and as `turn_of`.
    """
    turn = turn_of(append.state, seat, command.turn)
    for province in command.units:
        own(append.state, seat, province)
    if sum(command.units.values()) > turn.to_place:
        not_allowed(Refusal.TOO_MANY_UNITS, "A turn", have=turn.to_place)
    place_units(append, turn, command.units, "player")


def decide_move(append: Appending[State], seat: Seat, command: c.Move) -> None:
    """Move units from one own province to a bordering own one, leaving at least one; once.

    :raises Rejected: `units_left`, `already_moved`, `not_yours`, `not_bordering`, `too_few_units`, and as `turn_of`.
    """
    state = append.state
    turn = turn_of(state, seat, command.turn)
    all_placed(turn)
    if turn.moved:
        not_allowed(Refusal.ALREADY_MOVED, "A turn")
    origin, target = own(state, seat, command.origin), own(state, seat, command.target)
    bordering(state, origin, target)
    have = state.units[origin]
    if command.units >= have:
        need = command.units + 1
        not_allowed(Refusal.TOO_FEW_UNITS, "A turn", province=command.origin, need=need, have=have)
    append.add(
        Moved(
            at=append.at,
            seat=seat,
            origin=command.origin,
            target=command.target,
            units=command.units,
            origin_units=have - command.units,
            target_units=state.units[target] + command.units,
        )
    )


def decide_end_turn(append: Appending[State], seat: Seat, command: c.EndTurn) -> None:
    """The turn is over.

    :raises Rejected: `units_left`, and as `turn_of`.
    """
    turn = turn_of(append.state, seat, command.turn)
    all_placed(turn)
    append.add(TurnEnded(at=append.at, number=turn.number, seat=seat, by="player"))


def place_units(append: Appending[State], turn: Turn, placed: Mapping[PlaceId, int], by: str) -> None:
    """Put so many of the turn's units on own provinces."""
    state = append.state
    index = state.map.index
    append.add(
        Reinforced(
            at=append.at,
            seat=turn.seat,
            placed=dict(placed),
            units={place: state.units[index[place]] + number for place, number in placed.items()},
            left=turn.to_place - sum(placed.values()),
            by=by,
        )
    )
