"""Bots play whole campaigns on the marches without a refused command, and the hard ones know what battles bring."""

import time
from math import comb

import pytest

from services.engine.adapters.catalogue import Rules
from services.engine.core.fairness import FairChance
from services.engine.core.rulesets.kingdoms.battles import size
from services.engine.core.rulesets.kingdoms.bots.odds import odds
from services.engine.core.rulesets.kingdoms.simulated import simulate
from warboard.simulate import played


@pytest.mark.parametrize(("seats", "level"), [(2, 1), (3, 2), (4, 3), (6, 0), (10, 0)])
def test_campaigns_of_bots_end(seats: int, level: int) -> None:
    """A refused command would raise; the last turn ends what the share doesn't."""
    rules = Rules().ruleset("kingdoms")
    assert rules is not None
    entry = played(rules, 1, seats, {"last_turn": 12}, level)
    assert entry["reason"] in ("target", "last_turn", "last_standing")
    assert entry["battles"] > 0
    assert entry["turns"] <= 12


@pytest.mark.parametrize("level", [1, 2])
def test_a_hard_bot_beats_a_lower_one(level: int) -> None:
    """Two of three duels and more."""
    rules = Rules().ruleset("kingdoms")
    assert rules is not None
    with pytest.MonkeyPatch.context() as patch:
        wins = 0
        for seed in range(20):
            patch.setattr("warboard.simulate._mixed", lambda _, seat, seed=seed: 3 if seat == seed % 2 else level)
            wins += played(rules, seed, 2, {})["winners"] == [seed % 2]
    assert wins >= 14


def test_exact_odds_are_what_is_drawn() -> None:
    """Six against four, ten thousand times: within four standard deviations."""
    chance = FairChance(bytes(32), "c", b"", {})
    won = 0
    for _ in range(10_000):
        wins, losses, _drawn = simulate(8, 8, 8, chance)
        won += wins > losses
    exact = odds(6, 4, 5, 8).take
    assert abs(won / 10_000 - exact) < 4 * (exact * (1 - exact) / 10_000) ** 0.5


@pytest.mark.parametrize(("attackers", "defenders", "base", "rounds"), [(3, 4, 5, 8), (40, 2, 1, 6), (7, 90, 50, 24)])
def test_odds_are_the_sum_over_all_results(attackers: int, defenders: int, base: int, rounds: int) -> None:
    """Every number of rounds won and lost, by its own chance."""
    ours, theirs = size(base, attackers), size(base, defenders + 1)
    win, lose = 0.95 * ours / (ours + theirs), 0.95 * theirs / (ours + theirs)
    take = lost = beaten = 0.0
    for wins in range(rounds + 1):
        for losses in range(rounds + 1 - wins):
            ways = comb(rounds, wins) * comb(rounds - wins, losses)
            chance = ways * win**wins * lose**losses * 0.05 ** (rounds - wins - losses)
            won = wins > losses
            take += chance * won
            lost += chance * (attackers - (max(1, attackers * wins // rounds) if won else 0))
            beaten += chance * (defenders - (0 if won else max(1, defenders * losses // rounds)))
    assert odds(attackers, defenders, base, rounds) == pytest.approx((take, lost, beaten))


def test_odds_of_a_hundred_rounds_take_little() -> None:
    """A hard bot asks for hundreds a step, and everybody else's campaigns wait meanwhile."""
    began = time.process_time()
    for units in range(200):
        odds(1000 + units, 500, 50, 100)
    assert time.process_time() - began < 0.5
