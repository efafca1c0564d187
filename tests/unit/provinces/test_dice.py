"""Dice and their odds against the exact figures, and every throw against what proves it."""

import hashlib
from collections import Counter

import pytest

from services.engine.core.fairness import FairChance, draw, salt_of
from services.engine.core.rulesets.provinces.dice import DICE, losses, throw
from services.engine.core.rulesets.provinces.odds import taking, throw_odds

SECRET = hashlib.sha256(b"dice").digest()
SALT = salt_of([b"\1" * 32, b"\2" * 32])
EXACT = {
    (3, 2): ((0, 2, 2890), (1, 1, 2611), (2, 0, 2275), 7776),
    (2, 2): ((0, 2, 295), (1, 1, 420), (2, 0, 581), 1296),
    (1, 2): ((0, 1, 55), (1, 0, 161), 216),
    (3, 1): ((0, 1, 855), (1, 0, 441), 1296),
    (2, 1): ((0, 1, 125), (1, 0, 91), 216),
    (1, 1): ((0, 1, 15), (1, 0, 21), 36),
}
"""By dice of both sides: (attacker loses, defender loses, of how many), of how many in all."""


@pytest.mark.parametrize("dice", EXACT)
def test_odds_of_a_throw_are_exact(dice: tuple[int, int]) -> None:
    """To the last of all combinations."""
    *outcomes, of = EXACT[dice]
    assert [(mine, theirs, round(chance * of)) for mine, theirs, chance in throw_odds(*dice)] == outcomes


@pytest.mark.parametrize(
    ("attackers", "defenders", "chance"),
    [
        (1, 1, 0.41667), (2, 1, 0.75424), (2, 2, 0.36265), (3, 2, 0.65596),
        (3, 3, 0.47025), (4, 4, 0.47653), (5, 5, 0.50620), (10, 10, 0.56759),
    ],
)  # fmt: skip
def test_odds_of_a_fight_to_the_end_are_exact(attackers: int, defenders: int, chance: float) -> None:
    """The attackers beyond the one left behind."""
    assert taking(attackers + 1, defenders) == pytest.approx(chance, abs=1e-5)


def test_a_huge_pile_costs_no_more() -> None:
    """Thousands of units answer as hundreds do."""
    assert taking(5000, 5000) == taking(200, 200) > 0.8
    assert taking(5000, 1000) > 0.999
    assert taking(2, 100_000) < 1e-9


def test_dice_are_uniform_and_throws_as_the_odds_say() -> None:
    """Chi-squared over a million dice: five degrees of freedom, one chance in a thousand of more than 20.5."""
    chance = FairChance(SECRET, "c", SALT, {})
    faces: Counter[int] = Counter()
    fallen: Counter[tuple[int, int]] = Counter()
    throws = 200_000
    for _ in range(throws):
        made, _ = throw(chance, 4, 2)
        faces.update(made.attack + made.defence)
        fallen[made.attack_lost, made.defence_lost] += 1
    expected = throws * 5 / 6
    assert sum((faces[face] - expected) ** 2 / expected for face in range(1, 7)) < 20.5
    for mine, theirs, share in throw_odds(3, 2):
        assert fallen[mine, theirs] / throws == pytest.approx(share, abs=0.004)


def test_every_throw_is_checked_by_its_key_and_the_seal_before_it() -> None:
    """As docs/fairness.md has it: with public values only, and the seal that stood there before the throw."""
    chance = FairChance(SECRET, "c", SALT, {})
    seal = chance.seal(DICE)
    for n in range(50):
        made, next_seal = throw(chance, 4, 2)
        assert hashlib.sha256(bytes.fromhex(made.key)).hexdigest() == seal
        value = draw(bytes.fromhex(made.key), "c", SALT, DICE, n, 6**5)
        digits = [value // 6**place % 6 + 1 for place in range(5)]
        assert (list(made.attack), list(made.defence)) == (digits[:3], digits[3:])
        seal = next_seal


def test_ties_are_the_defenders() -> None:
    """Highest against highest, then the second ones."""
    assert losses((6, 6, 6), (6, 6)) == (2, 0)
    assert losses((6, 5, 1), (5, 5)) == (1, 1)
    assert losses((1,), (1, 2)) == (1, 0)
    assert losses((2, 3), (2,)) == (0, 1)
