"""Titles (rules section 9)."""

from hypothesis import given
from hypothesis import strategies as st

from services.engine.core.rulesets.chess_wars.commands import AcceptWar, AdvanceRound
from services.engine.core.rulesets.chess_wars.titles import holder
from services.engine.core.values import Seat
from tests.unit.chess_wars.table import declare, facing


def test_a_matched_holder_keeps_it() -> None:
    """Only who is passed loses a title, and only a lone leader takes it."""
    assert holder((5, 3), None) == 0
    assert holder((5, 5), Seat(0)) == 0
    assert holder((5, 5), None) is None
    assert holder((4, 5, 5), Seat(0)) is None
    assert holder((4, 5, 3), Seat(0)) == 1
    assert holder((0, 0), Seat(0)) == 0


@given(st.lists(st.integers(0, 5), min_size=2, max_size=6), st.integers(0, 5) | st.none())
def test_the_holder_has_the_largest_figure(figures: list[int], before: int | None) -> None:
    """Whoever holds a title has the largest figure, alone or having held it before."""
    seat = None if before is None or before >= len(figures) else Seat(before)
    found = holder(tuple(figures), seat)
    if found is not None:
        assert figures[found] == max(figures)
        assert found == seat or figures.count(max(figures)) == 1


def test_titles_move_with_the_countries() -> None:
    """East leads by one; winning T takes every title and its point on the spot."""
    game = facing(advance="host")
    assert game.view()["titles"]["population"] == {"holder": 1, "figure": 17}
    assert game.view()["seats"]["1"]["points"] == 4
    game.do(0, declare(game, "T", "A", "A B"))
    game.do(1, AcceptWar(war="w1"))
    game.result("w1", "attacker")
    assert game.view()["titles"]["gdp"] == {"holder": 0, "figure": 22}
    seats = game.view()["seats"]
    assert (seats["0"]["points"], seats["0"]["titles"], "points" in seats["1"]) == (4, 4, False)


def test_points_over_rounds_are_kept() -> None:
    """What each had when a round ended stays to be seen; the round that runs isn't among them."""
    game = facing(advance="host")
    assert game.view()["totals"] == {"0": [0, 0]}
    game.do(0, declare(game, "T", "A", "A B"))
    game.do(1, AcceptWar(war="w1"))
    game.result("w1", "attacker")
    assert "1" not in game.view()["totals"]
    game.do(0, AdvanceRound(round=1))
    assert game.view()["totals"] == {"0": [0, 0], "1": [4, 0]}
