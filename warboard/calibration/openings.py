"""Short quiet openings of our own: two moves a side, after which nobody can take anything."""

import random
from functools import cache
from itertools import product

import chess

_MOVES = (
    ("e2e4", "d2d4", "c2c4", "g1f3", "g2g3", "b2b3"),
    ("e7e5", "c7c5", "e7e6", "c7c6", "g8f6", "d7d5", "d7d6", "g7g6"),
    ("b1c3", "g1f3", "g2g3", "d2d3", "e2e3", "c2c3", "d2d4"),
    ("b8c6", "g8f6", "e7e6", "d7d6", "g7g6", "a7a6", "d7d5"),
)


@cache
def openings() -> tuple[tuple[str, ...], ...]:
    """All of them, in UCI notation."""
    return tuple(line for line in product(*_MOVES) if _quiet(line))


def opening(seed: int, number: int) -> tuple[str, ...]:
    """The opening of a pair of games: the same for the same seed and number."""
    return random.Random(f"opening {seed} {number}").choice(openings())  # noqa: S311 - no secret


def _quiet(line: tuple[str, ...]) -> bool:
    board = chess.Board()
    for uci in line:
        move = chess.Move.from_uci(uci)
        if move not in board.legal_moves:
            return False
        board.push(move)
    whites = any(board.generate_legal_captures())
    board.push(chess.Move.null())
    return not whites and not any(board.generate_legal_captures())
