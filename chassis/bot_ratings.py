"""How strong bots' levels are: written by `warboard calibrate-bots`, which measured it (docs/bots.md).

Numbers only, so that pure code may read them. What each level plays like stands in chessgate's core.
"""

RATINGS = (880, 1_150, 1_370, 1_770, 2_150, 2_530, 2_970, 3_360)
"""Elo of levels 1 to 8, pinned to Stockfish's own calibration of level 3."""
MARGINS = (140, 90, 80, 120, 190, 240, 290, 330)
"""Half of each rating's 95 % interval."""
