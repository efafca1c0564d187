"""Bots play whole campaigns on the marches without a refused command, and the hard ones know what battles bring."""

import pytest

from services.engine.adapters.catalogue import Rules
from services.engine.core.fairness import FairChance
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
