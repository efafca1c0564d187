"""Fair draws: uniform, repeatable, independent of what else is drawn."""

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.engine.core.fairness import FairChance, draw, salt_of

SECRET = b"\x07" * 32


@given(st.integers(1, 1 << 63), st.integers(0, 1 << 40))
def test_a_draw_lies_below_its_bound(bound: int, n: int) -> None:
    """Whatever the bound, the draw is in range and the same again."""
    value = draw(SECRET, "a1", b"salt", "dice", n, bound)
    assert 0 <= value < bound
    assert value == draw(SECRET, "a1", b"salt", "dice", n, bound)


def test_a_draw_is_the_documented_hmac() -> None:
    """The formula of the module's first paragraph, spelled out by hand."""
    message = (
        (2).to_bytes(4, "big") + b"a1" + (1).to_bytes(4, "big") + b"s" + (4).to_bytes(4, "big") + b"dice"
        + (5).to_bytes(8, "big") + (0).to_bytes(4, "big")
    )  # fmt: skip
    number = int.from_bytes(hmac.new(SECRET, message, hashlib.sha256).digest()[:8], "big")
    assert number % 6 == draw(SECRET, "a1", b"s", "dice", 5, 6)


def test_the_kth_draw_of_a_purpose_does_not_depend_on_other_purposes() -> None:
    """Throwing dice in between changes nothing about the next deal."""
    alone = FairChance(SECRET, "a1", b"", {})
    mixed = FairChance(SECRET, "a1", b"", {})
    mixed.below("dice", 6)
    assert alone.below("deal", 1000) == mixed.below("deal", 1000)


def test_draws_are_uniform() -> None:
    """Chi-squared of 60,000 throws of a die stays under the 0.1 % point of 5 degrees of freedom (20.5)."""
    counts = [0] * 6
    for n in range(60_000):
        counts[draw(SECRET, "a1", b"", "dice", n, 6)] += 1
    assert sum((c - 10_000) ** 2 / 10_000 for c in counts) < 20.5


def test_lists_of_entropies_do_not_collide() -> None:
    """Length prefixes keep ("ab", "c") apart from ("a", "bc")."""
    assert salt_of([b"ab", b"c"]) != salt_of([b"a", b"bc"])


@pytest.mark.parametrize("bound", [0, -1, (1 << 63) + 1])
def test_a_bound_out_of_range_is_an_error(bound: int) -> None:
    """A bound no draw could honour is refused."""
    with pytest.raises(ValueError, match="bound"):
        draw(SECRET, "a1", b"", "dice", 0, bound)
