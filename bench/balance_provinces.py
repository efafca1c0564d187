"""`python -m bench.balance_provinces`: games of equal bots by the hundred, and `docs/balance_provinces.md` of them.

Pure processor time: a tenth of a second or so a game, side by side in processes.
"""

import multiprocessing
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from bench.figures import percentile
from services.engine.adapters.catalogue import Rules
from services.engine.core.rulesets.provinces.ruleset import Provinces
from warboard.simulate import played

PAGE = Path(__file__).parent.parent / "docs" / "balance_provinces.md"
GAMES, LEVEL = 400, 3


def main(games: int) -> None:
    """Play, and write the page."""
    with ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("spawn")) as pool:
        results = {
            seats: list(pool.map(partial(one, seats), range(1, games + 1), chunksize=8)) for seats in Provinces.seats
        }
    PAGE.write_text(page(results))


def one(seats: int, seed: int) -> dict[str, Any]:
    """One game."""
    rules = Rules().ruleset("provinces")
    assert rules is not None
    return played(rules, seed, seats, {}, LEVEL)


def page(results: dict[int, list[dict[str, Any]]]) -> str:
    """The page, from the games by number of seats."""
    intro = (
        f"Written by `python -m bench.balance_provinces` on {datetime.now(UTC):%d %B %Y}: games of equal bots of level"
        f" {LEVEL} with the default options, from seed 1 on. It says how bots' games go, not how people's would."
        " Seats are in the order of turns; what the deal leaves over goes to the last ones, since they move last."
    )
    columns = ("seats", "games", "won by seat 1, 2, ...", "turns, median (nine of ten at most)", "rounds, median",
               "attacks a turn", "that took")  # fmt: skip
    head = [f"| {' | '.join(columns)} |", "|---" * len(columns) + "|"]
    rows = [row(seats, games) for seats, games in results.items()]
    return "\n".join(["# Balance of the provinces", "", intro, "", *head, *rows, ""])


def row(seats: int, games: list[dict[str, Any]]) -> str:
    """A line of the table."""
    wins = Counter(seat for game in games for seat in game["winners"])
    turns = [game["turns"] for game in games]
    attacks = sum(game["attacks"] for game in games)
    won = ", ".join(f"{100 * wins[seat] / len(games):.0f} %" for seat in range(seats))
    length = f"{median(turns):.0f} ({percentile(turns, 0.9):.0f}) | {median(turns) / seats:.0f}"
    fought = f"{attacks / sum(turns):.2f} | {100 * sum(game['taken'] for game in games) / attacks:.0f} %"
    return f"| {seats} | {len(games)} | {won} | {length} | {fought} |"


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else GAMES)
