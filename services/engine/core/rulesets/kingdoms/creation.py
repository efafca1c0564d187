"""Step 1: new units (rules, "A normal turn")."""

from collections.abc import Mapping, Sequence
from heapq import heapify, heapreplace

from services.engine.core.board import Board
from services.engine.core.rulesets.kingdoms.places import border, mask_of, unities

LEAST = 3
PROVINCES_A_UNIT = 3
"""One new unit for as many provinces."""
A_UNITY = 3
"""More units for every unity wholly owned."""


def whole_unities(board: Board, held: Sequence[int]) -> tuple[str, ...]:
    """Names of the unities a kingdom owns wholly."""
    mask = mask_of(held)
    return tuple(name for name, unity in unities(board) if unity & ~mask == 0)


def amount(board: Board, held: Sequence[int]) -> int:
    """New units for the owner of these provinces; none without provinces."""
    if not held:
        return 0
    return max(LEAST, len(held) // PROVINCES_A_UNIT) + A_UNITY * len(whole_unities(board, held))


def weakest_first(
    board: Board, held: Sequence[int], units: Sequence[int] | Mapping[int, int], new: int
) -> dict[int, int]:
    """Without orders: one at a time to the own border province with the fewest units, judged anew each time.

    :param units: that stand on each position.
    """
    heap = [(units[position], position) for position in border(board, held)]  # of equals the first in map order
    heapify(heap)
    created: dict[int, int] = {}
    for _ in range(new):
        stand, weakest = heap[0]
        heapreplace(heap, (stand + 1, weakest))
        created[weakest] = created.get(weakest, 0) + 1
    return created
