"""Which secrets are dealt for a drafted empire (rules section 10, "Dealing")."""

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from services.engine.adapters.maps import load_board
from services.engine.core.rulesets.chess_wars.dealing import deal as share
from services.engine.core.rulesets.chess_wars.missions import growth, triangle
from services.engine.core.rulesets.chess_wars.missions.islands import IslandEmpire
from services.engine.core.rulesets.chess_wars.missions.look import Look
from services.engine.core.rulesets.chess_wars.missions.named import NamedGroup
from services.engine.core.rulesets.chess_wars.missions.secret import SecretMission
from services.engine.core.rulesets.chess_wars.missions.secrets import FAMILIES, WEIGHT, _drawn, best, deal
from services.engine.core.rulesets.chess_wars.missions.triangle import HiddenTriangle
from services.engine.core.values import Seat
from tests.unit.chess_wars.table import board_of

WORLD = load_board("world")


def drafted(seats: int, seed: int, seat: int = 0) -> Look:
    """A look at an empire dealt on the world."""
    empires = share(WORLD, WORLD.everywhere, seats, seed)
    return Look(board=WORLD, theatre=WORLD.everywhere, seat=Seat(seat), empires=empires, won=0, drafted=empires[seat])


def everything_fitting(look: Look) -> list[tuple[int, SecretMission]]:
    return [fit for family in FAMILIES for candidates in family for fits in candidates(look) for fit in fits]


@pytest.mark.parametrize("seats", [2, 3, 4, 8])
def test_three_options_that_fit_on_the_world(seats: int) -> None:
    """Everybody gets three, two to six steps from done, of three families, at most one long, none for fewer seats."""
    for seat in range(seats):
        look = drafted(seats, 11, seat)
        options = deal(look, random.Random(seat).randrange)
        assert len({type(option) for option in options}) == len(options) == 3
        assert all(2 <= option.steps_left(look) <= 6 for option in options)
        assert all(seats >= option.LEAST_SEATS for option in options)
        assert sum(option.LONG for option in options) <= 1
        named = any(isinstance(mission, NamedGroup) for _, mission in everything_fitting(look))
        assert named == isinstance(options[0], NamedGroup)
        assert all(place in WORLD.index for option in options for place in option.marked())


def test_the_same_draws_deal_the_same() -> None:
    """Options follow from the fair draws alone."""
    look = drafted(4, 3)
    assert deal(look, random.Random(5).randrange) == deal(look, random.Random(5).randrange)
    assert len({deal(look, random.Random(seed).randrange) for seed in range(8)}) > 1


def test_nearer_missions_are_likelier() -> None:
    """Inside a family the weight is one by the square of the steps."""
    look = drafted(4, 3)
    pool = [fit for candidates in FAMILIES[2] for fits in candidates(look) for fit in fits[:1]]
    below = random.Random(1).randrange
    drawn = Counter(_drawn(pool, [], below)[0].name for _ in range(1500))
    total = sum(WEIGHT // steps**2 for steps, _ in pool)
    for steps, mission in pool:
        assert drawn[mission.name] / 1500 == pytest.approx(WEIGHT / steps**2 / total, abs=0.05)


def test_the_best_fit_has_the_fewest_steps_then_comes_first() -> None:
    """What silence chooses."""
    look = drafted(4, 3)
    options = deal(look, random.Random(1).randrange)
    steps = [option.steps_left(look) for option in options]
    assert best(look, options) == steps.index(min(steps))


def test_marked_targets_are_as_the_rules_say() -> None:
    """Islands at most two of which are own; triangles in different directions, two to five conquests away."""
    seen = set()
    for seed in range(4):
        look = drafted(6, seed)
        for _, mission in everything_fitting(look):
            seen.add(mission.name)
            marked = WORLD.mask(mission.marked())
            if isinstance(mission, IslandEmpire):
                assert (marked & look.owned).bit_count() <= 2
                assert len(mission.countries) == 6
            if isinstance(mission, HiddenTriangle):
                bearing = triangle._bearings(look, [WORLD.index[place] for place in mission.countries])
                one, two, three = bearing.values()
                assert all(triangle._between(*pair) >= 60 for pair in ((one, two), (one, three), (two, three)))
                assert not marked & (look.owned | WORLD.around(look.owned))
    assert {"IslandEmpire", "HiddenTriangle", "BufferZone", "Encirclement", "MountainKingdom", "StraitKeeper"} <= seen


def scattered() -> Look:
    """Three blocks of seat 0 on a ring of twelve, with gaps of one, two and three."""
    names = "ABCDEFGHIJKL"
    board = board_of(dict.fromkeys(names, 4), land=[f"{a}-{b}" for a, b in zip(names, names[1:] + "A", strict=True)])
    own = board.mask("ABDEHI")
    board = replace(board, extra={"missions": {}})
    return Look(
        board=board, theatre=board.everywhere, seat=Seat(0), empires=(own, board.everywhere & ~own), won=0, drafted=own
    )


def test_pieces_to_join_are_apart() -> None:
    """Unification takes blocks with at least two foreign countries between them."""
    found = [mission for _, mission in everything_fitting(scattered()) if mission.name == "Unification"]
    assert [mission.pieces for mission in found][:1] == [(("D", "E"), ("H", "I"))]
    assert all({"A", "D"} - set(mission.marked()) for mission in found)


def test_measured_expansion_fills_in_where_too_little_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """With fewer than three options, if the rivals have 40 to lose; else there may be none at all."""
    look = drafted(4, 3)
    monkeypatch.setattr("services.engine.core.rulesets.chess_wars.missions.secrets.FAMILIES", ())
    assert [growth.MeasuredExpansion(goal=WORLD.total("value", look.owned) + 26)] == list(deal(look, lambda _: 0))
    assert deal(scattered(), lambda _: 0) == ()


def test_a_family_without_a_fit_is_replaced() -> None:
    """A further option of another family takes its place: no named groups on this board."""
    options = deal(scattered(), random.Random(2).randrange)
    assert len(set(options)) == 3
    assert all(option.name != "NamedGroup" for option in options)
    assert sum(option.LONG for option in options) <= 1
