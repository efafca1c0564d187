"""How strong bots' levels are: written by `warboard calibrate-bots`, which measured it (docs/bots.md).

Numbers only, so that pure code may read them. What each level plays like stands in chessgate's core.
"""

RATINGS = (900, 1150, 1400, 1650, 1900, 2150, 2450, 2800)
"""Elo of levels 1 to 8, pinned to Stockfish's own calibration of level 3."""
MARGINS = (0, 0, 0, 0, 0, 0, 0, 0)
"""Half of each rating's 95 % interval."""
