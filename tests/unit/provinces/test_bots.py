"""Bots of the provinces: levels that differ, games that end, and nothing the rules refuse."""

from collections import Counter
from typing import Any

import pytest

from services.engine.core import fairness
from services.engine.core.kernel import SeatHolder, Seen
from services.engine.core.steps import open_campaign, player_command
from services.engine.core.values import Seat
from tests.unit.provinces.table import BOARD, RULES, START
from warboard.simulate import played

EASY, NORMAL, HARD = 1, 2, 3
MOST_STEPS = 10_000


def winner(levels: tuple[int, ...], seed: int) -> tuple[int, int]:
    """The seat that wins a game of bots, and in how many turns.

    :raises Rejected: a bot did what it may not.
    """
    secret = seed.to_bytes(32, "big")
    holders = tuple(SeatHolder(bot_level=level, person=False) for level in levels)
    options = RULES.options({}, len(levels), BOARD, fairness.FairChance(secret, "g", b"", {}))
    campaign = open_campaign(
        RULES, BOARD, campaign="g", seats=holders, host=0, options=options, secret=secret,
        secret_hash="", salt=b"", at=START, simulated=True,
    ).after  # fmt: skip
    turns = 0
    for _ in range(MOST_STEPS):
        if campaign.outcome is not None:
            return next(int(one.seat) for one in campaign.outcome.standings if one.place == 1), turns
        turn = campaign.game.turn
        turns = turn.number
        seen = Seen(
            board=BOARD, seat=turn.seat, level=levels[turn.seat], public=RULES.view(campaign.game, None), mine={}
        )
        chance = fairness.FairChance(secret, "g", b"", {"bot": campaign.seq << 20})
        campaign = player_command(RULES, campaign, secret, turn.seat, RULES.bot(seen, chance), START).after
    raise AssertionError(f"{levels} with seed {seed} does not end")


def share(levels: tuple[int, ...], level: int, games: int) -> float:
    """Of the games the bots of a level win; the seats go round."""
    wins: Counter[int] = Counter()
    for seed in range(games):
        by = seed % len(levels)
        seated = levels[by:] + levels[:by]
        wins[seated[winner(seated, seed)[0]]] += 1
    return wins[level] / games


@pytest.mark.parametrize(
    ("levels", "best", "least"),
    [((HARD, NORMAL, NORMAL), HARD, 0.5), ((NORMAL, EASY, EASY), NORMAL, 0.8), ((HARD, EASY), HARD, 0.9)],
)
def test_a_level_beats_those_below(levels: tuple[int, ...], best: int, least: float) -> None:
    """A seat among equals would win a third of three; the draws are fixed, so this is always the same thirty games."""
    assert share(levels, best, 30) >= least


@pytest.mark.parametrize(("seats", "median"), [(2, 40), (3, 100), (4, 220), (5, 220)])
def test_games_of_equals_end_soon(seats: int, median: int) -> None:
    """In turns, all seats together."""
    turns = sorted(winner((HARD,) * seats, seed)[1] for seed in range(15))
    assert turns[7] <= median


def test_a_bot_waits_for_its_turn() -> None:
    """Nothing out of turn, and nothing after the end."""
    holders = (SeatHolder(bot_level=3, person=False),) * 2
    campaign = open_campaign(
        RULES, BOARD, campaign="g", seats=holders, host=0,
        options=RULES.options({}, 2, BOARD, fairness.FairChance(b"", "g", b"", {})),
        secret=b"\0" * 32, secret_hash="", salt=b"", at=START, simulated=True,
    ).after  # fmt: skip
    public: dict[str, Any] = RULES.view(campaign.game, None)
    chance = fairness.FairChance(b"", "g", b"", {})
    assert RULES.bot(Seen(board=BOARD, seat=Seat(1), level=3, public=public, mine={}), chance) is None


def test_simulate_counts_what_happens_in_a_game() -> None:
    """Turns and attacks, not rounds and wars."""
    game = played(RULES, 1, 3, {})
    assert {"turns", "attacks", "throws", "taken", "eliminated"} <= set(game)
    assert game["levels"] == [1, 2, 3]
    assert game["turns"] > 5
    assert game["taken"] >= 4
