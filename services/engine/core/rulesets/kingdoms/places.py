"""Who owns what as lists and masks, and the unities of a map: computed once a step or once a board."""

from collections.abc import Sequence

from services.engine.core.board import Board
from services.engine.core.values import Seat

UNITY = "unity:"


def holdings(owners: Sequence[Seat], seats: int) -> list[list[int]]:
    """Positions of each kingdom's provinces, in map order."""
    held: list[list[int]] = [[] for _ in range(seats)]
    for position, owner in enumerate(owners):
        if owner >= 0:
            held[owner].append(position)
    return held


def mask_of(positions: Sequence[int]) -> int:
    """The mask of some positions."""
    mask = 0
    for position in positions:
        mask |= 1 << position
    return mask


def unities(board: Board) -> tuple[tuple[str, int], ...]:
    """Name and mask of each unity of a map."""
    kept: tuple[tuple[str, int], ...] | None = board.__dict__.get("_unities")
    if kept is None:
        kept = tuple((tag.removeprefix(UNITY), mask) for tag, mask in board.tags.items() if tag.startswith(UNITY))
        board.__dict__["_unities"] = kept
    return kept


def border(board: Board, held: Sequence[int]) -> list[int]:
    """Those of a kingdom's provinces that border another's; all of them if none does."""
    foreign = ~mask_of(held)
    neighbours = board.neighbours
    return [position for position in held if neighbours[position] & foreign] or list(held)
