"""How a position or a fallen flag ends a game (rules section 7)."""

import chess


def ending(board: chess.Board) -> tuple[str, str] | None:
    """Result and reason if the move just made ended the game. Mate comes first, also on the hundredth move.

    Never `outcome(claim_draw=True)`: it is true one ply early.
    """
    if not any(board.generate_legal_moves()):
        return (_name(not board.turn), "checkmate") if board.is_check() else ("draw", "stalemate")
    if board.is_insufficient_material():
        return "draw", "dead_position"
    if board.is_repetition(3):
        return "draw", "threefold"
    if board.is_fifty_moves():
        return "draw", "fifty_moves"
    return None


def has_mating_material(board: chess.Board, side: chess.Color) -> bool:
    """Whether a side could still mate by any legal moves, judged by material as the library does for one side."""
    return not board.has_insufficient_material(side)


def flagged(board: chess.Board, *, first_move: bool) -> tuple[str, str]:
    """Result and reason when the side to move has run out of time."""
    winner = not board.turn
    if first_move:
        return _name(winner), "first_move"
    if has_mating_material(board, winner):
        return _name(winner), "time"
    return "draw", "time_no_material"


def _name(colour: chess.Color) -> str:
    return "white" if colour == chess.WHITE else "black"
