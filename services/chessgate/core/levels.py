"""How bots' levels play (docs/bots.md).

Below Stockfish's own range a move is drawn, in it Stockfish limits itself, above it plays its best of few positions.
"""

import hashlib
from collections.abc import Sequence
from math import exp

import msgspec


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """What a level lets an engine do for one move."""

    nodes: int
    """Positions it may look at: processor time, and for an unlimited engine its strength."""
    elo: int | None = None
    """The engine's own limit of strength (`UCI_Elo`), if it plays under one."""
    temperature: int | None = None
    """Every move is looked at once and one is drawn: each so many hundredths of a pawn worse is e times rarer."""


LEVELS = (
    Level(nodes=4_000, temperature=135),
    Level(nodes=4_000, temperature=85),
    Level(nodes=1_000, elo=1400),
    Level(nodes=1_500, elo=1700),
    Level(nodes=4_000, elo=2200),
    Level(nodes=1_200),
    Level(nodes=3_500),
    Level(nodes=12_000),
)
"""Levels 1 to 8."""
PINNED = 3
"""The level whose strength is Stockfish's own calibration."""


def drawn(scores: Sequence[int], temperature: int, game: str, ply: int) -> int:
    """Place of the move that a weak level takes: the same for the same scores, game and ply.

    :param scores: of each move for the side to move, in hundredths of a pawn; at least one.
    """
    best = max(scores)
    weights = [exp((score - best) / temperature) for score in scores]
    digest = hashlib.sha256(f"{game}:{ply}".encode()).digest()
    left = int.from_bytes(digest[:8]) / 2**64 * sum(weights)
    for place, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return place
    return weights.index(max(weights))
