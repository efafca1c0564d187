"""Sums over countries: how many more it takes."""

from services.engine.core.board import Board, bits
from services.engine.core.rulesets.chess_wars.missions.graph import FAR


def fewest(board: Board, figure: str, mask: int, missing: int) -> int:
    """How many countries of a mask bring the missing sum, the richest first; `FAR` if all of them don't."""
    column = board.figures[figure]
    count = 0
    for amount in sorted((column[position] for position in bits(mask)), reverse=True):
        if missing <= 0:
            break
        missing -= amount
        count += 1
    return FAR if missing > 0 else count
