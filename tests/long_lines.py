"""Long games of chess for tests and measurements: legal moves without an end."""

import random

import chess

OPENING = ("e2e4", "e7e5")


def long_line(seed: int, plies: int) -> list[str]:
    """The opening and random legal moves, in UCI, of a game that doesn't end within them.

    :param plies: half-moves after the opening.
    """
    chosen = random.Random(seed)
    while True:
        board, line = chess.Board(), list(OPENING)
        for uci in OPENING:
            board.push_uci(uci)
        while len(line) < plies + len(OPENING) and not board.is_game_over() and not board.is_repetition(3):
            move = chosen.choice(list(board.legal_moves))
            line.append(move.uci())
            board.push(move)
        if len(line) == plies + len(OPENING):
            return line
