"""Who can still checkmate when the other side's flag falls (docs: pitfalls table; FIDE article 6.9 by material)."""

import chess


def can_mate(board: chess.Board, side: chess.Color) -> bool:
    """Whether some legal play could end with `side` giving checkmate, judged by material."""
    own = board.occupied_co[side]
    other = board.occupied_co[not side]
    if own & (board.pawns | board.rooks | board.queens):
        return True
    knights, bishops = chess.popcount(own & board.knights), chess.popcount(own & board.bishops)
    if knights + bishops == 0:
        return False
    if knights + bishops == 1 and knights == 1:
        return bool(other & ~board.kings & ~board.queens)
    if knights:
        return True
    on_light, on_dark = (
        bool(own & board.bishops & chess.BB_LIGHT_SQUARES),
        bool(own & board.bishops & chess.BB_DARK_SQUARES),
    )
    if on_light and on_dark:
        return True
    mine = chess.BB_LIGHT_SQUARES if on_light else chess.BB_DARK_SQUARES
    return bool(other & (board.knights | board.pawns)) or bool(other & board.bishops & ~mine)
