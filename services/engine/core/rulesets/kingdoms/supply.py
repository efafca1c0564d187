"""Step 1: supply, units from one own province to another (rules, "A normal turn")."""

from services.engine.core.board import Board
from services.engine.core.rulesets.kingdoms.commands import Supply
from services.engine.core.rulesets.kingdoms.places import mask_of
from services.engine.core.rulesets.kingdoms.refusals import Bad, BadOrder, quoted
from services.engine.core.rulesets.kingdoms.state import State
from services.engine.core.values import Seat


def check_supply(state: State, seat: Seat, supply: Supply) -> list[Bad]:
    """What is wrong with a supply."""
    reason, detail = _wrong(state, seat, supply)
    return [{"at": "supply", "reason": reason.value, **detail}] if reason is not None else []


def _wrong(state: State, seat: Seat, supply: Supply) -> tuple[BadOrder | None, Bad]:
    board = state.map
    for place in (supply.origin, supply.target):
        if place not in board.index:
            return BadOrder.UNKNOWN_PROVINCE, {"province": quoted(place)}
        if state.owners[board.index[place]] != seat:
            return BadOrder.NOT_YOURS, {"province": place}
    origin, target = board.index[supply.origin], board.index[supply.target]
    if origin == target:
        return BadOrder.SAME_PROVINCE, {"province": supply.origin}
    if not joined(board, origin, mask_of(state.owned(seat))) >> target & 1:
        return BadOrder.CUT_OFF, {"province": supply.target}
    most = state.units[origin] - 1
    if supply.units > most:
        return BadOrder.TOO_MANY_UNITS, {"province": supply.origin, "most": most}
    return None, {}


def joined(board: Board, origin: int, held: int) -> int:
    """Mask of the own provinces a way through own provinces joins to one."""
    return board.connected(1 << origin, held)
