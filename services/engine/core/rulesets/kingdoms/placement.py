"""Starting turn 2: twenty units each, on own provinces (rules, "Starting turn 2")."""

from collections.abc import Mapping, Sequence

from services.engine.core.board import Board
from services.engine.core.rulesets.kingdoms.places import border
from services.engine.core.rulesets.kingdoms.refusals import Bad, BadOrder, quoted
from services.engine.core.rulesets.kingdoms.state import State
from services.engine.core.values import PlaceId, Seat

PLACED = 20
"""Units each kingdom places at the start."""


def check_units(state: State, seat: Seat, units: Mapping[PlaceId, int], need: int) -> list[Bad]:
    """What is wrong with units put on provinces: provinces that are unknown or another's, and the total."""
    index, bad = state.map.index, list[Bad]()
    for place in units:
        position = index.get(place)
        if position is None:
            bad.append({"at": quoted(place), "reason": BadOrder.UNKNOWN_PROVINCE.value})
        elif state.owners[position] != seat:
            bad.append({"at": place, "reason": BadOrder.NOT_YOURS.value})
    have = sum(units.values())
    if have != need:
        bad.append({"at": "total", "reason": BadOrder.WRONG_TOTAL.value, "need": need, "have": have})
    return bad


def round_and_round(board: Board, held: Sequence[int], units: int = PLACED) -> dict[int, int]:
    """Without orders: one at a time over the own border provinces in map order, round and round."""
    there = border(board, held)
    each, more = divmod(units, len(there))
    placed = {position: each + (turn < more) for turn, position in enumerate(there)}
    return {position: number for position, number in placed.items() if number}
