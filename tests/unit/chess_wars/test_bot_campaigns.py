"""Whole campaigns of bots (rules section 14): with any options they end, and the policy is better than luck.

A small sample here; `make soak` plays a thousand.
"""

import multiprocessing
import os
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TypeVar

from bench import rare_secrets
from tests.unit.chess_wars.bots_play import plays_through, won_by_policy

T = TypeVar("T")
SOAK = bool(os.environ.get("SOAK"))
PROCESSES = min(4, os.cpu_count() or 1)


def _told(campaign: Callable[[int], T], seed: int) -> T:
    """What came of a campaign; a fault tells its seed."""
    try:
        return campaign(seed)
    except Exception as error:  # noqa: BLE001 - whatever it is, its seed must be known
        raise AssertionError(f"seed {seed}: {error!r}") from None  # a refusal doesn't come whole out of a process


def _all(campaign: Callable[[int], T], seeds: range) -> list[T]:
    with ProcessPoolExecutor(PROCESSES, multiprocessing.get_context("spawn")) as pool:
        return list(pool.map(partial(_told, campaign), seeds, chunksize=4))


def test_campaigns_with_any_options_end() -> None:
    """Whatever the draft, missions, theatre, seats and pace: no bot does what it may not, and there is an end."""
    short = partial(plays_through, last_round=4)
    ends = _all(plays_through, range(1000)) if SOAK else [short(seed) for seed in range(6)]
    assert set(ends) <= {"target", "last_round", "last_standing"}


def test_the_policy_beats_attacks_at_random() -> None:
    """In at least four of five campaigns of two equal empires, in either seat."""
    won = _all(won_by_policy, range(100)) if SOAK else [won_by_policy(seed) for seed in range(12)]
    assert sum(won) >= 0.8 * len(won)


def test_secrets_that_are_seldom_dealt_are_scored_by_bots() -> None:
    """Hidden Triangle and Measured Expansion, given to bots after the draft: they go for them, and score them."""
    scored: Counter[str] = Counter()
    for _, scores in _all(rare_secrets.campaign, range(40) if SOAK else range(8)):
        scored += scores
    assert set(scored) == set(rare_secrets.NAMES)
