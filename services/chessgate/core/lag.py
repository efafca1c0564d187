"""What the way of a move takes, and how much of it its player doesn't lose (docs/adr/0012).

The figures are those of Lichess: a side is granted the measured lag of each move up to a quota, which grows a little
with every move and is large at the start. So nobody gains by pretending to be far away for long.
"""

from services.chessgate.core.game import MOST_LAG_MS, Game, quota_ms
from services.chessgate.core.places import Colour


def gain_ms(initial_ms: int, increment_ms: int) -> int:
    """What a side's quota grows by with each of its moves: min(100, 0.4 x seconds + 15) hundredths of a second.

    :param initial_ms: with 40 increments the estimate of how long a side's game lasts.
    """
    return min(1_000, (initial_ms + 40 * increment_ms) * 4 // 1_000 + 150)


def first_quota_ms(initial_ms: int, increment_ms: int) -> int:
    """A side's quota at the start: three moves' gain."""
    return 3 * gain_ms(initial_ms, increment_ms)


def granted(game: Game, colour: Colour, round_trip_ms: int) -> int:
    """How much of a live move's time was its way: the measured round trip, within the quota and the most for a move."""
    if not game.live or game.first_moves:
        return 0
    return max(min(round_trip_ms, quota_ms(game, colour), MOST_LAG_MS), 0)


def after(game: Game, colour: Colour, used_ms: int) -> int:
    """A side's quota after a move that was granted so much; at most seven moves' gain."""
    side = game.side(colour)
    gain = gain_ms(side.initial_ms, side.increment_ms)
    return min(quota_ms(game, colour) - used_ms + gain, 7 * gain)
