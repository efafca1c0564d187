"""Which Lichess rating counts (rules section 6)."""

import pytest

from services.engine.core.rulesets.chess_wars.options import Options, Pace
from services.engine.core.rulesets.chess_wars.rating_kinds import kind_of, rating_kinds


@pytest.mark.parametrize(
    ("initial_min", "increment_s", "kind"),
    [
        (1, 2, "bullet"),
        (2, 1, "bullet"),
        (3, 0, "blitz"),
        (7, 1, "blitz"),
        (8, 0, "rapid"),
        (10, 5, "rapid"),
        (24, 1, "rapid"),
        (25, 0, "classical"),
        (180, 60, "classical"),
    ],
)
def test_a_live_games_kind_is_what_it_takes_at_forty_moves(initial_min: int, increment_s: int, kind: str) -> None:
    """Under 180 s bullet, under 480 blitz, under 1500 rapid, else classical."""
    assert kind == kind_of(Options(pace=Pace.LIVE, initial_min=initial_min, increment_s=increment_s))


def test_correspondence_has_a_kind_of_its_own_whatever_the_live_clock_says() -> None:
    """The live clock's options mean nothing there."""
    assert kind_of(Options(initial_min=1, increment_s=0)) == "correspondence"


@pytest.mark.parametrize(
    ("options", "kinds"),
    [
        (Options(), ("correspondence", "classical", "rapid", "blitz", "bullet")),
        (
            Options(pace=Pace.LIVE, initial_min=3, increment_s=2),
            ("blitz", "rapid", "bullet", "classical", "correspondence"),
        ),
        (
            Options(pace=Pace.LIVE, initial_min=1, increment_s=0),
            ("bullet", "blitz", "rapid", "classical", "correspondence"),
        ),
    ],
)
def test_the_nearest_kind_follows_the_slower_first(options: Options, kinds: tuple[str, ...]) -> None:
    """Without an established rating of its kind the nearest counts; of two as near the slower."""
    assert kinds == rating_kinds(options)
