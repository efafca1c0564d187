"""Which Lichess rating counts (rules section 6, "Kind of rating")."""

from services.engine.core.rulesets.chess_wars.options import Options

SPEEDS = ("bullet", "blitz", "rapid", "classical", "correspondence")
"""Lichess's kinds of games, the quickest first."""
LIVE_BELOW_S = (("bullet", 180), ("blitz", 480), ("rapid", 1500))
"""A live game that is expected to take less is of that kind; a longer one is classical."""
MOVES = 40
"""Of an expected game."""


def kind_of(options: Options) -> str:
    """The kind of the campaign's games by their clocks, before edges and handicap."""
    if not options.live:
        return "correspondence"
    expected_s = options.initial_min * 60 + MOVES * options.increment_s
    return next((kind for kind, below in LIVE_BELOW_S if expected_s < below), "classical")


def rating_kinds(options: Options) -> tuple[str, ...]:
    """All kinds, the campaign's own first, then the nearest by speed, of two as near the slower."""
    own = SPEEDS.index(kind_of(options))
    return tuple(sorted(SPEEDS, key=lambda kind: (abs(SPEEDS.index(kind) - own), -SPEEDS.index(kind))))
