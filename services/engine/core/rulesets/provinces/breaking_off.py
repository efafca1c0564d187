"""A turn that its player does not end: it runs out, or they leave (rules, "Time, disconnection, removal")."""

from services.engine.core.appending import Appending
from services.engine.core.kernel import ExpireDeadline, SeatTaken
from services.engine.core.rulesets.provinces.facts import TurnEnded
from services.engine.core.rulesets.provinces.leaving import offline_for_long, take_out
from services.engine.core.rulesets.provinces.refusals import Refusal, not_allowed
from services.engine.core.rulesets.provinces.state import State, Turn
from services.engine.core.rulesets.provinces.turns import place_units
from services.engine.core.values import PlaceId


def on_deadline(append: Appending[State], command: ExpireDeadline) -> None:
    """A turn ran out: what isn't placed is placed, and whoever was offline for long goes."""
    turn = append.state.turn
    if turn is None or command.what != f"turn:{turn.number}":
        return
    missed = append.state.players[turn.seat].missed + 1 if command.offline_s > 0 else 0
    break_off_turn(append, "clock", missed)
    if offline_for_long(command.offline_s, missed):
        take_out(append, turn.seat, "removed", offline_s=command.offline_s)


def break_off_turn(append: Appending[State], by: str, missed: int = 0) -> None:
    """End the turn for its player, who did not."""
    turn = append.state.turn
    assert turn is not None
    if turn.to_place:
        place_units(append, turn, weakest_first(append.state, turn), "clock")
    append.add(TurnEnded(at=append.at, number=turn.number, seat=turn.seat, by=by, missed=missed))


def weakest_first(state: State, turn: Turn) -> dict[PlaceId, int]:
    """Where a turn's units go if the player doesn't say: one at a time to the weakest border province, judged anew."""
    units = list(state.units)
    border = state.border(turn.seat)
    placed: dict[PlaceId, int] = {}
    for _ in range(turn.to_place):
        weakest = min(border, key=lambda position: units[position])  # the first of equals: map order
        units[weakest] += 1
        place = state.places[weakest]
        placed[place] = placed.get(place, 0) + 1
    return placed


def on_seat_taken(append: Appending[State], command: SeatTaken) -> None:
    """A player leaves for good; nothing else may happen to a seat.

    :raises Rejected: `no_stand_in`.
    """
    state, seat = append.state, command.seat
    if not state.seating.seats[seat].left:
        not_allowed(Refusal.NO_STAND_IN, "Time")
    if state.players[seat].out:
        return
    if state.turn is not None and state.turn.seat == seat:
        break_off_turn(append, "left")
    take_out(append, seat, "left")
