"""How strong bots' levels are: written by `warboard calibrate-bots`, which measured it (docs/bots.md).

Numbers only, so that pure code may read them. What each level plays like stands in chessgate's core.
"""

RATINGS = (780, 1_070, 1_340, 1_770, 2_170, 2_510, 2_960, 3_370)
"""Elo of levels 1 to 8, pinned to Stockfish's own calibration of level 3."""
MARGINS = (120, 80, 60, 90, 150, 180, 220, 250)
"""Half of each rating's 95 % interval."""
