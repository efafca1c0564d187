"""Options (rules section 2)."""

import pytest

from services.engine.adapters.maps import load_board
from services.engine.core.kernel import Rejected
from services.engine.core.rulesets.chess_wars.options import Advance, Options, check_options, theatre_mask
from tests.unit.chess_wars.table import board_of, small

CONTINENTS = {"continent:One": ["A", "B", "C", "L"], "continent:Two": ["X", "Y"], "continent:Three": ["D"]}


def check(**raw: object) -> Options:
    return check_options(raw, 2, small())


def code(seats: int = 2, **raw: object) -> str:
    with pytest.raises(Rejected) as refused:
        check_options(raw, seats, small())
    return refused.value.code.value


def test_defaults() -> None:
    """Whoever sets nothing plays correspondence to 10 points over 25 rounds, with rounds going on by themselves."""
    options = check()
    assert (options.target, options.last_round, options.tokens_a_round) == (10, 25, 1)
    assert options.advance is Advance.AUTO
    assert not options.live


@pytest.mark.parametrize(
    "raw",
    [
        {"target": 4},
        {"target": 16},
        {"initial_min": 0},
        {"days_a_move": 15},
        {"tokens_a_round": 4},
        {"last_round": 101},
        {"round_min": 5},
        {"pace": "slow"},
        {"unheard_of": 1},
        {"target": "10"},
        {"theatre": ["Atlantis"]},
    ],
)
def test_values_out_of_range_are_refused(raw: dict[str, object]) -> None:
    """An option outside its range, of the wrong type or unknown is refused as such."""
    assert code(**raw) == "bad_option"


def test_other_missions_are_refused_not_dropped() -> None:
    """Missions that can't be played yet refuse the start."""
    assert code(missions="picked") == "mission_unavailable"


def test_theatre_needs_six_countries_a_seat() -> None:
    """Twelve countries hold two players, not three."""
    check()
    assert code(seats=3) == "theatre_too_small"


def test_theatre_must_hang_together_but_for_single_countries() -> None:
    """A single country that the choice cuts off is left out; two pieces of several countries aren't connected."""
    values = dict.fromkeys("ABCDLXY", 1)
    board = board_of(values, land=("A-B", "B-C", "C-D", "D-X", "X-Y"), sea=("L-D",), tags=CONTINENTS)
    assert board.ids(theatre_mask(Options(theatre=("One",)), board)) == ("A", "B", "C")
    with pytest.raises(Rejected, match="theatre_not_connected"):
        theatre_mask(Options(theatre=("One", "Two")), board)
    assert theatre_mask(Options(theatre=("One", "Two", "Three")), board) == board.everywhere


def test_continents_of_the_world() -> None:
    """Every continent of the world map is a theatre, alone or with others it borders."""
    board = load_board("world")
    for continent in ("Africa", "Asia", "Europe", "North America", "South America", "Oceania"):
        assert theatre_mask(Options(theatre=(continent,)), board)
    assert theatre_mask(Options(theatre=("Africa", "Asia")), board).bit_count() > 80


def test_a_position_in_which_nobody_could_act_is_refused() -> None:
    """Empires without countries, or marks and accords beyond the rules, would let rounds run by themselves."""
    board = small()
    whole = [{"countries": list("ABCDEF")}, {"countries": list("TUVWXY")}]
    walled = [{"country": place, "fortified_until": 1000} for place in "TUVWXY"]
    for position in (
        {"empires": [{}, {}]},
        {"empires": [whole[0], {"countries": walled}]},
        {"empires": whole, "accords": [{"between": [0, 1], "ends_round": 1000}]},
    ):
        with pytest.raises(Rejected) as refusal:
            check_options({"position": position, "last_round": 0}, 2, board)
        assert refusal.value.code == "bad_option"
    assert check_options({"position": {"empires": whole}, "last_round": 0}, 2, board).position
