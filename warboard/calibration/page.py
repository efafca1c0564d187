"""What a calibration writes: the page `docs/bots.md`, and the table `chassis/bot_ratings.py` that the product shows."""

from datetime import date

from services.chessgate.core.levels import LEVELS, PINNED
from warboard.calibration.match import MOST_PLIES, PIN_NODES
from warboard.calibration.report import LEAST, Report

_TABLE = '''"""How strong bots' levels are: written by `warboard calibrate-bots`, which measured it (docs/bots.md).

Numbers only, so that pure code may read them. What each level plays like stands in chessgate's core.
"""

RATINGS = ({ratings})
"""Elo of levels 1 to 8, pinned to Stockfish's own calibration of level {pinned}."""
MARGINS = ({margins})
"""Half of each rating's 95 % interval."""
'''
_HEAD = """# How strong the bots are

Written by `warboard calibrate-bots` on {day} from {games} games; seeds {seeds}; engine {engine}.
Run it again after a change of the levels (`services/chessgate/core/levels.py`) or of the engine:
it also writes `chassis/bot_ratings.py`, which the product shows and the handicap reads.

The levels played one another, and Stockfish limited to `UCI_Elo` {pinned} with {pin_nodes} positions a move counts as
{pinned}: its authors' own calibration, against other engines and with more time.
So ratings are rough: a guide among bots, not what a person's rating on a chess site would be.
Engines of one family beat one another by more than their ratings against others would say.

- An opening is two quiet moves a side, drawn from the seed; it is played twice, with colours changed.
- Games end by the rules (mate, stalemate, dead position, threefold, fifty moves), or drawn after {most} half-moves:
  {long} games did so. No engine judges them. A game took {plies} half-moves on average.
- Ratings are the likeliest under Bradley and Terry's model, a draw as half a win, one drawn game added to each pair.
  ± is 95 %, by the Fisher information, and says how far a level is known from the pin.
- Each level has to score at least {least} % against the one below.

## Levels

Times are of this run and its machine, and whatever else that did.

| level | rating | plays | a move takes | the longest took |
|---|---|---|---|---|"""
_MATCHES = """
## Matches

| player | against | games | won | drawn | lost | score |
|---|---|---|---|---|---|---|"""


def table(made: Report) -> str:
    """The module `chassis/bot_ratings.py`."""
    ratings = ", ".join(f"{tens(rating.elo):_}" for rating in made.ratings)
    margins = ", ".join(str(tens(rating.margin)) for rating in made.ratings)
    return _TABLE.format(ratings=ratings, margins=margins, pinned=PINNED)


def page(made: Report, day: date) -> str:
    """The page `docs/bots.md`."""
    head = _HEAD.format(
        day=day.isoformat(), games=made.games, seeds=", ".join(map(str, made.seeds)), engine=made.engine,
        pinned=made.pinned, pin_nodes=f"{PIN_NODES:,}", most=MOST_PLIES, plies=f"{made.plies:.0f}",
        long=made.too_long, least=round(100 * LEAST),
    )  # fmt: skip
    rows = [
        f"| {n} | {rating.elo:.0f} ± {rating.margin:.0f} | {_play(n)} | {1000 * mean:.0f} ms | {1000 * most:.0f} ms |"
        for n, (rating, (mean, most)) in enumerate(zip(made.ratings, made.seconds, strict=True), 1)
    ]
    scores = [
        f"| {pair.player} | {pair.against} | {pair.games} | {pair.wins} | {pair.draws} | {pair.losses} "
        f"| {100 * pair.share:.0f} % ± {100 * pair.margin:.0f} |"
        for pair in made.pairs
    ]
    return "\n".join([head, *rows, _MATCHES, *scores, ""])


def tens(value: float) -> int:
    """Rounded to tens: more would pretend to know more."""
    return 10 * round(value / 10)


def _play(number: int) -> str:
    level = LEVELS[number - 1]
    if level.temperature is not None:
        return f"every move looked at once, one drawn: e times rarer for each {level.temperature / 100:g} pawns worse"
    limit = f"`UCI_Elo` {level.elo}" if level.elo is not None else "full strength"
    return f"{limit}, {level.nodes:,} positions"
