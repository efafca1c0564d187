"""Clock modifiers and the handicap (rules section 6)."""

import pytest

from chassis.bot_ratings import RATINGS
from services.engine.core.kernel import SeatHolder, Table
from services.engine.core.rulesets.chess_wars.clocks import frozen_ratings, handicap
from services.engine.core.rulesets.chess_wars.options import Handicap, Options
from tests.unit.chess_wars.table import Game, board_of, declare, drafted, facing


def clocks(game: Game, target: str) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = game.actions(0)["DeclareWar"]["targets"][target]["clocks"]
    return found


def test_home_terrain_and_supply() -> None:
    """A mountainous target bordered by one country: 20 against 5 leaves the defender 15 percent."""
    both = clocks(facing(), "T")
    assert both["defender"]["percent"] == 15
    assert both["defender"]["parts"] == [
        {"why": "home", "percent": 10},
        {"why": "terrain", "percent": 10},
        {"why": "net_edge", "percent": 15},
    ]
    assert both["attacker"] == {"initial_s": 172_800, "parts": [{"why": "supply", "percent": 5}]}
    assert both["defender"]["initial_s"] == 198_720


def test_the_books_example() -> None:
    """Three bordering countries against a mountainous target leave the defender five percent."""
    values = dict.fromkeys("ABCDEFTUVWXY", 2)
    land = ("A-T", "B-T", "C-T", "A-B", "B-C", "C-D", "D-E", "E-F", "T-U", "U-V", "V-W", "W-X", "X-Y")
    game = drafted(board_of(values, land=land, tags={"mountainous": "T"}), ("A B C D E F", "T U V W X Y"))
    assert clocks(game, "T")["defender"]["percent"] == 5


def test_net_edge_is_capped_and_may_be_the_attackers() -> None:
    """Eight supply lines against home turf are 30, of which 25 count."""
    values = dict.fromkeys("ABCDEFGHTUVWXYZQ", 2)
    land = [f"{a}-T" for a in "ABCDEFGH"] + [f"{a}-{b}" for a, b in zip("ABTUVWXYZ", "BCUVWXYZQ", strict=True)]
    game = drafted(board_of(values, land=land), ("A B C D E F G H", "T U V W X Y Z Q"))
    assert clocks(game, "T")["attacker"]["percent"] == 25
    assert "percent" not in clocks(game, "T")["defender"]


def test_live_clocks() -> None:
    """Live, start and increment grow by the percentage, rounded half up to whole seconds."""
    both = clocks(facing(pace="live", initial_min=10, increment_s=5), "T")
    assert (both["defender"]["initial_s"], both["defender"]["increment_s"]) == (690, 6)
    assert (both["attacker"]["initial_s"], both["attacker"]["increment_s"]) == (600, 5)


@pytest.mark.parametrize(
    ("style", "ratings", "percent"),
    [
        (Handicap.NONE, (1000, 2000), 0),
        (Handicap.LIGHT, (1500, 1549), 0),
        (Handicap.LIGHT, (1500, 1550), 4),
        (Handicap.LIGHT, (1600, 1500), -8),
        (Handicap.LIGHT, (1000, 2000), 30),
        (Handicap.FULL, (1500, 1600), 16),
        (Handicap.FULL, (1000, 2000), 60),
        (Handicap.FULL, (1500, 1653), 24),
    ],
)
def test_handicap(style: Handicap, ratings: tuple[int, int], percent: int) -> None:
    """The weaker side gains in proportion to the gap, up to the cap; small gaps don't count."""
    assert handicap(Options(handicap=style), *ratings) == percent


def test_unrated_players_have_no_handicap() -> None:
    """Without both ratings there is none."""
    assert handicap(Options(handicap=Handicap.FULL), None, 1500) == 0


def test_handicap_costs_the_stronger_only_live() -> None:
    """In correspondence the stronger player keeps their time; live they have as much less, never under 30 s."""
    slow = clocks(facing(handicap="full", ratings={0: 1000, 1: 2000}), "T")
    assert (slow["attacker"]["percent"], slow["defender"]["percent"]) == (60, 15)
    fast = clocks(facing(handicap="full", pace="live", initial_min=1, ratings={0: 2000, 1: 1000}), "T")
    assert (fast["attacker"]["percent"], fast["attacker"]["initial_s"]) == (-60, 30)
    assert (fast["defender"]["percent"], fast["defender"]["initial_s"]) == (75, 105)


def test_clocks_are_frozen_at_the_declaration() -> None:
    """What is gained or lost later changes no clock of a declared war."""
    game = facing(advance="host")
    game.do(0, declare(game, "T", "A", "A B"))
    before = game.view()["wars"]["w1"]["clocks"]
    game.holding("A", owner=1)
    assert game.view()["wars"]["w1"]["clocks"] == before


def test_ratings_freeze_at_the_start() -> None:
    """People have their rating or none; seats that began as bots have their level's; stand-ins the person's."""
    seats = (
        SeatHolder(rating=1700),
        SeatHolder(),
        SeatHolder(bot_level=3, person=False),
        SeatHolder(bot_level=2, rating=1234),
        SeatHolder(bot_level=2),
    )
    assert frozen_ratings(Table(seats=seats, host=None)) == (1700, None, RATINGS[2], 1234, None)
