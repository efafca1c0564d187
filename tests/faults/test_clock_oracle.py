"""The oracle itself: it agrees with a log worked out by hand, and finds each thing that may be wrong in one."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.faults.clock_oracle import Log, judge

NOW = 1_000_000
"""Long after everything."""


def a_log() -> Log:
    """Ten seconds and one a move; a move adds 350 ms to what may be granted, 1,050 ms at first. White's flag fell.

    White's second move took 2,000 ms, of which 300 were its way and 500 an outage; Black's took 4,000.
    """
    side = {"initial_ms": 10_000, "increment_ms": 1_000}
    moves = [
        {"at_ms": 2_000, "clock_ms": 10_000, "lag_ms": 0},
        {"at_ms": 5_000, "clock_ms": 10_000, "lag_ms": 0},
        {"at_ms": 7_000, "clock_ms": 9_800, "lag_ms": 300},
        {"at_ms": 11_000, "clock_ms": 7_000, "lag_ms": 0},
    ]
    game = {
        "white": side, "black": side, "started_ms": 1_000, "credits": [{"ply": 2, "ms": 500}],
        "state": "over", "reason": "time", "result": "black", "white_ms": 0, "black_ms": 7_000,
        "white_quota_ms": 3 * 350 + 2 * 350 - 300, "black_quota_ms": 3 * 350 + 2 * 350,
        "ended_ms": 11_000 + 9_800 + 1_000,
    }  # fmt: skip
    return Log(game, moves, 21_950)


def test_it_agrees_with_what_was_worked_out_by_hand() -> None:
    judged = judge(a_log(), NOW)
    assert judged.faults == []
    assert judged.due_ms == 11_000 + 9_800
    assert judged.most_ms == [0, 0, 1_000, 1_000, 1_000]


def _still_playing(log: Log) -> None:
    log.game.update(state="playing", reason="", result="", ended_ms=0, white_ms=9_800)


WRONG: dict[str, Callable[[Log], Any]] = {
    "half-move 2 left": lambda log: log.moves[2].update(clock_ms=9_801),
    "half-move 2 was granted": lambda log: log.moves[2].update(lag_ms=1_001),
    "half-move 1 was granted": lambda log: log.moves[1].update(lag_ms=1),
    "a flag is missing: half-move 3": lambda log: log.moves[3].update(at_ms=17_001),
    "half-move 3 was made before": lambda log: log.moves[3].update(at_ms=6_999),
    "a flag is missing: it was due": _still_playing,
    "the flag fell at 20799": lambda log: log.game.update(ended_ms=20_799),
    "fell before": lambda log: log.game.update(ended_ms=21_950),
    "white has won": lambda log: log.game.update(result="white"),
    "white has 0 ms": lambda log: log.game.update(white_ms=1),
    "black may be granted": lambda log: log.game.update(black_quota_ms=1),
    "half-move 2 left 9300": lambda log: log.game["credits"].clear(),
}


@pytest.mark.parametrize("fault", WRONG)
def test_it_finds_what_is_wrong(fault: str) -> None:
    log = copy.deepcopy(a_log())
    WRONG[fault](log)
    faults = judge(log, NOW).faults
    assert any(fault in found for found in faults), faults
