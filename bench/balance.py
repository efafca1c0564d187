"""`python -m bench.balance`: campaigns of equal bots by the hundred, and `docs/balance.md` with what came of them.

Pure processor time: a second or so a campaign, side by side in processes.
"""

import argparse
import multiprocessing
import os
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import mean, median
from typing import Any

from rich.progress import track

from bench import rare_secrets
from services.engine.adapters.catalogue import Rules
from services.engine.adapters.maps import load_board
from services.engine.core.rulesets.chess_wars.missions.catalogue import PUBLIC
from services.engine.core.rulesets.chess_wars.missions.named import NamedGroup
from services.engine.core.rulesets.chess_wars.missions.routes import Route
from services.engine.core.rulesets.chess_wars.missions.secrets import Secret
from warboard.simulate import played

PAGE = Path(__file__).parent.parent / "docs" / "balance.md"
SEATS, LEVEL, FIRST_SEED = 4, 3, 1
MOST_A_SEAT = 31
"""Percent of the campaigns a seat may win."""
SETS: tuple[tuple[str, dict[str, Any], float], ...] = (
    ("the default options", {}, 1),
    ("four missions drawn", {"missions": "drawn"}, 0.5),
    ("four missions drawn, a free draft", {"missions": "drawn", "draft": "free"}, 0.25),
)
"""What is played: name, options, and how many campaigns of each for one with the default options."""

RARE = "## Secrets that are seldom dealt"

Played = list[dict[str, Any]]


def main() -> None:
    """Play, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("campaigns", nargs="?", type=int, default=800, help="campaigns with the default options")
    parser.add_argument("--processes", type=int, default=os.cpu_count(), help="how many at a time")
    parser.add_argument("--rare", type=int, default=100, help="campaigns with the secrets that are seldom dealt")
    parser.add_argument("--only-rare", action="store_true", help="play these alone, and write their part of the page")
    parser.add_argument("--page", type=Path, default=PAGE, help="where to write it")
    asked = parser.parse_args()
    began = time.perf_counter()
    if asked.only_rare:
        kept, _, _ = asked.page.read_text().partition(RARE)
        asked.page.write_text(kept.rstrip() + "\n\n" + rare(asked.rare, asked.processes))
        return
    results = {}
    for name, options, part in SETS:
        results[name] = list(run(name, options, max(1, round(asked.campaigns * part)), asked.processes))
    seldom = rare(asked.rare, asked.processes)
    asked.page.write_text(page(results, time.perf_counter() - began) + "\n" + seldom)


def run(name: str, options: dict[str, Any], campaigns: int, processes: int) -> Iterator[dict[str, Any]]:
    """Play campaigns, in the order of their seeds."""
    seeds = range(FIRST_SEED, FIRST_SEED + campaigns)
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        yield from track(pool.map(partial(one, options), seeds, chunksize=4), f"Playing {name}", campaigns)


def rare(campaigns: int, processes: int) -> str:
    """The page's part about the secrets that a draft hardly ever deals (`bench.rare_secrets`)."""
    held: Counter[str] = Counter()
    scored: Counter[str] = Counter()
    seeds = range(FIRST_SEED, FIRST_SEED + campaigns)
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        played_them = pool.map(rare_secrets.campaign, seeds, chunksize=4)
        for of_one, scores in track(played_them, "Playing secrets that are seldom dealt", campaigns):
            held += of_one
            scored += scores
    intro = (
        f"{campaigns} campaigns that begin from empires as bots of level {LEVEL} draft them, each with one of these"
        " secrets chosen: one seat Measured Expansion, the others Hidden Triangle."
    )
    rows = [f"| {name} | {held[name]} | {scored[name]} |" for name in rare_secrets.NAMES]
    return "\n".join([RARE, "", intro, "", "| mission | held | scored |", "|---|---|---|", *rows, ""])


def one(options: dict[str, Any], seed: int) -> dict[str, Any]:
    """One campaign."""
    rules = Rules().ruleset("chess_wars")
    assert rules is not None
    return played(rules, seed, SEATS, options, LEVEL)


def page(results: dict[str, Played], seconds: float) -> str:
    """The page."""
    every = [campaign for campaigns in results.values() for campaign in campaigns]
    intro = (
        f"Written by `python -m bench.balance` on {datetime.now(UTC):%d %B %Y}, in {seconds / 60:.0f} minutes:"
        f" campaigns of {SEATS} bots of level {LEVEL} on the world, from seed {FIRST_SEED} on. All have the same"
        " rating, so wars are drawn by clocks and colours alone, and what differs is the seat. It says how bots'"
        " campaigns go, not how people's would."
    )
    lines = ["# Balance", "", intro]
    for name, campaigns in results.items():
        lines += ["", f"## {len(campaigns)} campaigns, {name}", "", *course(campaigns), "", *seats(campaigns)]
    lines += ["", "## Public missions", "", *missions(results, list(PUBLIC))]
    lines += ["", "## Secret missions", "", *secret_missions(every, sorted(_secret_names())), ""]
    return "\n".join(lines)


def course(campaigns: Played) -> list[str]:
    """How long they are and what happens in them."""
    rounds = sorted(one["rounds"] for one in campaigns)
    number, all_rounds = len(campaigns), sum(one["rounds"] for one in campaigns)
    reasons = Counter(one["reason"] for one in campaigns)
    names = ("wars", "games", "raises", "redirects", "conceded", "peaces", "accords", "fortified")
    rates = ", ".join(f"{name} {sum(one[name] for one in campaigns) / all_rounds:.2f}" for name in names)
    tenth = rounds[-(number // 10) - 1]
    return [
        f"- Rounds: median {median(rounds):.0f}, from {rounds[0]} to {rounds[-1]}; nine of ten at most {tenth}.",
        f"- A round: {rates}.",
        "- Ended by: " + ", ".join(f"{reason} {100 * count / number:.1f} %" for reason, count in reasons.most_common())
        + "; the last round decided "
        + f"{100 * reasons['last_round'] / number:.1f} %.",
        f"- Points of the winner: {mean(max(one['points']) for one in campaigns):.1f} on average.",
    ]  # fmt: skip


def seats(campaigns: Played) -> list[str]:
    """Who wins, by seat in the order of the draft; a shared victory counts for all who share it."""
    wins = Counter(seat for one in campaigns for seat in one["winners"])
    most = max(100 * count / len(campaigns) for count in wins.values())
    verdict = "within" if most <= MOST_A_SEAT else "OVER"
    by_chance = 1.96 * sqrt(most * (100 - most) / len(campaigns))
    shown = f"{most:.1f} % (± {by_chance:.1f} by chance)"
    return [
        "| seat | won | points on average |",
        "|---|---|---|",
        *(
            f"| {seat + 1} | {100 * wins[seat] / len(campaigns):.1f} % |"
            f" {mean(one['points'][seat] for one in campaigns):.2f} |"
            for seat in range(SEATS)
        ),
        "",
        f"The seat that wins most wins {shown}, {verdict} the {MOST_A_SEAT} % that are allowed.",
    ]


def missions(results: dict[str, Played], names: list[str]) -> list[str]:
    """By public mission: scores, claims and lost claims a hundred campaigns in which it was played, by set."""
    lines = ["Scored (claimed) a hundred campaigns of the set.", "", "| mission | " + " | ".join(results) + " |"]
    lines.append("|---" * (len(results) + 1) + "|")
    for name in names:
        cells = []
        for campaigns in results.values():
            scored, claimed = (sum(one[what].get(name, 0) for one in campaigns) for what in ("scored", "claimed"))
            shown = f"{100 * scored / len(campaigns):.1f} ({100 * claimed / len(campaigns):.1f})"
            cells.append(shown if scored or claimed else "0")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    never = [name for name in names if not _scored(name, results)]
    return [*lines, "", f"Never scored: {', '.join(never) or 'none'}."]


def _scored(name: str, results: dict[str, Played]) -> int:
    return sum(one["scored"].get(name, 0) for campaigns in results.values() for one in campaigns)


def secret_missions(campaigns: Played, names: list[str]) -> list[str]:
    """By secret: how often it was chosen, and how often of these it scored."""
    lines = ["Over all campaigns above.", "", "| mission | chosen | scored |", "|---|---|---|"]
    never: list[str] = []
    unseen: list[str] = []
    for name in names:
        chosen, scored = (sum(one[what].get(name, 0) for one in campaigns) for what in ("secrets", "scored"))
        lines.append(f"| {name} | {chosen} | {scored} |")
        (unseen if not chosen else never if not scored else []).append(name)
    lines += ["", f"Chosen and never scored: {', '.join(never) or 'none'}."]
    return [*lines, f"Never chosen: {', '.join(unseen) or 'none'}."]


def _secret_names() -> set[str]:
    """All secrets of the world: those of named groups and routes are called after them."""
    data = load_board("world").extra["missions"]
    named = {"".join(part.title() for part in key.split("_")) for key in (*data["groups"], *data["routes"])}
    return named | {kind.__name__ for kind in Secret.__args__ if kind not in (NamedGroup, Route)}


if __name__ == "__main__":
    main()
