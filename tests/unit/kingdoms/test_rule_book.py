"""The rule book's own examples, figure by figure, and what the options come to."""

from typing import Any

import pytest

from services.engine.core.fairness import FairChance
from services.engine.core.kernel import Rejected
from services.engine.core.rulesets.kingdoms.battles import size
from services.engine.core.rulesets.kingdoms.creation import amount
from services.engine.core.rulesets.kingdoms.distribution import distribute
from services.engine.core.rulesets.kingdoms.placement import round_and_round
from services.engine.core.rulesets.kingdoms.simulated import simulate
from services.engine.core.values import PlaceId, Seat
from tests.unit.kingdoms.table import NINE, RULES, drawn

ROW = drawn("abcdefghijklmnop", [f"{a}{b}" for a, b in zip("abcdefghijklmno", "bcdefghijklmnop", strict=True)], u="abc")


def test_thirteen_provinces_with_a_unity_bring_seven() -> None:
    """13 // 3 = 4 and 3 for the unity."""
    assert amount(ROW, range(13)) == 7


def test_seven_without_a_whole_unity_bring_three() -> None:
    """7 // 3 = 2, three at least; of the unity one is missing."""
    assert amount(ROW, range(1, 8)) == 3


def test_three_against_four_and_one_on_base_five() -> None:
    """Seven players against eight."""
    assert (size(5, 3), size(5, 4 + 1)) == (7, 8)


@pytest.mark.parametrize(("base", "advantage", "players"), [(5, 0, 5), (5, 1, 6), (10, 1, 11), (1, 5, 2), (1, 4, 1)])
def test_halves_are_rounded_up(base: int, advantage: int, players: int) -> None:
    """5 and a half are 6."""
    assert size(base, advantage) == players


def test_distribution_goes_round_in_the_drawn_order() -> None:
    """Each takes the most wanted that is free; what is missing in a list follows in map order."""
    wanted: dict[Seat, list[PlaceId]] = {
        Seat(0): [PlaceId("E"), PlaceId("A")],
        Seat(1): [PlaceId("E"), PlaceId("F")],
        Seat(2): [],
    }
    owners = distribute(NINE.index, (Seat(2), Seat(1), Seat(0)), wanted)
    assert [int(owner) for owner in owners] == [2, 0, 2, 0, 1, 1, 2, 1, 0]


def test_twenty_units_without_orders_go_round_the_border() -> None:
    """One at a time in map order: 20 over A, B, C beside others' provinces are 7, 7 and 6."""
    assert round_and_round(NINE, [0, 1, 2]) == {0: 7, 1: 7, 2: 6}


def test_simulated_rounds_go_by_the_sizes() -> None:
    """A twentieth is drawn, the others by players of each side (20,000 rounds, four standard deviations)."""
    chance = FairChance(bytes(32), "c", b"", {})
    won, lost, drawn = simulate(7, 8, 20_000, chance)
    assert won + lost + drawn == 20_000
    assert abs(drawn - 1_000) < 4 * 31
    assert abs(won - 19_000 * 7 / 15) < 4 * 71


@pytest.mark.parametrize(
    ("raw", "seats", "code", "detail"),
    [
        ({"rounds": 7}, 2, "odd_rounds", {"rounds": 7}),
        ({"rounds": 4}, 2, "bad_option", {}),
        ({"share_percent": 50}, 2, "share_too_low", {"need": 56}),
        ({"share_percent": 101}, 2, "bad_option", {}),
        ({}, 10, "map_too_small", {"need": 10, "have": 9}),
    ],
)
def test_options_are_checked(raw: dict[str, Any], seats: int, code: str, detail: dict[str, int]) -> None:
    """Of nine provinces two kingdoms start with five at most: 50 % would be won at the start, 56 % isn't."""
    with pytest.raises(Rejected) as refused:
        RULES.options(raw, seats, NINE, FairChance(bytes(32), "c", b"", {}))
    assert refused.value.code == code
    assert detail.items() <= refused.value.detail.items()
