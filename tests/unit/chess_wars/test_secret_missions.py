"""Secret missions on small boards, against brute force: every search and every shortcut."""

import heapq
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from services.engine.core.board import Board, bits
from services.engine.core.rulesets.chess_wars.missions import graph
from services.engine.core.rulesets.chess_wars.missions.battles import CheckmateArtist, IronWall
from services.engine.core.rulesets.chess_wars.missions.growth import (
    HalfOfHumanity,
    MeasuredExpansion,
    ProtectedExpansion,
    TwoTheater,
)
from services.engine.core.rulesets.chess_wars.missions.islands import IslandEmpire
from services.engine.core.rulesets.chess_wars.missions.look import Broke, Deeds, Look, Win
from services.engine.core.rulesets.chess_wars.missions.mission import Mission
from services.engine.core.rulesets.chess_wars.missions.mountains import MountainKingdom
from services.engine.core.rulesets.chess_wars.missions.named import NamedGroup
from services.engine.core.rulesets.chess_wars.missions.rivals import Backstab, Nemesis
from services.engine.core.rulesets.chess_wars.missions.routes import Route
from services.engine.core.rulesets.chess_wars.missions.secret import SecretMission
from services.engine.core.rulesets.chess_wars.missions.straits import StraitKeeper
from services.engine.core.rulesets.chess_wars.missions.triangle import HiddenTriangle
from services.engine.core.rulesets.chess_wars.missions.unification import Unification
from services.engine.core.rulesets.chess_wars.missions.zones import BufferZone, Encirclement
from services.engine.core.values import Seat
from tests.unit.chess_wars.table import board_of

SIZE = 9
NAMES = tuple("ABCDEFGHI")


@st.composite
def looks(draw: st.DrawFn) -> Look:
    """Any board of nine countries, three players, and seat 0's position on it."""
    pairs = [f"{NAMES[a]}-{NAMES[b]}" for a in range(SIZE) for b in range(a + 1, SIZE)]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True, min_size=6, max_size=16))
    sea = draw(st.integers(0, len(chosen)))
    west = draw(st.integers(0, (1 << SIZE) - 1))
    board = board_of(
        {name: draw(st.integers(1, 9)) for name in NAMES},
        land=chosen[sea:],
        sea=chosen[:sea],
        tags={
            "continent:West": [NAMES[i] for i in bits(west)],
            "continent:East": [name for i, name in enumerate(NAMES) if not west >> i & 1],
        },
    )
    owners = draw(st.lists(st.integers(0, 2), min_size=SIZE, max_size=SIZE))
    empires = tuple(sum(1 << i for i, owner in enumerate(owners) if owner == seat) for seat in range(3))
    won = draw(st.integers(0, (1 << SIZE) - 1)) & empires[0]
    giver = Seat(draw(st.integers(1, 2)))
    drafted = draw(st.integers(0, (1 << SIZE) - 1))
    partners = frozenset(Seat(seat) for seat in range(1, 1 + draw(st.integers(0, 2))))
    theatre = board.everywhere
    return Look(
        board=board, theatre=theatre, seat=Seat(0), empires=empires, won=won, taken_from={giver: won},
        drafted=drafted, partners=partners,
    )  # fmt: skip


@st.composite
def missions(draw: st.DrawFn) -> SecretMission:
    """Any secret mission on a position, with any targets on nine countries."""
    some = st.lists(st.sampled_from(NAMES), unique=True, min_size=6, max_size=6).map(tuple)
    six = draw(some)
    value = draw(st.integers(1, 40))
    return draw(
        st.sampled_from([
            NamedGroup(group="g", countries=six[:5], need=3),
            MountainKingdom(countries=six[:3], need=2),
            HiddenTriangle(countries=six[:3], need=2),
            IslandEmpire(countries=six),
            StraitKeeper(strait="s", shores=(six[:2], six[2:4])),
            BufferZone(country=six[0], neighbours=six[1:4]),
            Encirclement(country=six[0], neighbours=six[1:4]),
            Unification(pieces=(six[:2], six[2:5])),
            Route(route="r", ends=six[:2]),
            TwoTheater(continents=("East", "West"), goals=(value // 2, value // 3)),
            ProtectedExpansion(goal=value),
            HalfOfHumanity(people=value),
            MeasuredExpansion(goal=value),
            Nemesis(rival=Seat(1)),
        ])
    )  # fmt: skip


def paid(board: Board, start: int, own: int) -> dict[int, int]:
    """Dijkstra: fewest foreign countries to each country."""
    best: dict[int, int] = {}
    queue = [(int(not own >> position & 1), position) for position in bits(start)]
    heapq.heapify(queue)
    while queue:
        cost, position = heapq.heappop(queue)
        if position not in best:
            best[position] = cost
            for near in bits(board.neighbours[position]):
                heapq.heappush(queue, (cost + int(not own >> near & 1), near))
    return best


@given(looks(), st.integers(1, (1 << SIZE) - 1))
def test_levels_are_what_a_plain_search_finds(look: Look, start: int) -> None:
    """Distances in conquests, from any start and over any empire."""
    board, own = look.board, look.owned
    found = {position: cost for cost, level in enumerate(graph.levels(board, start, own, look.theatre))
             for position in bits(level)}  # fmt: skip
    assert found == paid(board, start, own)
    for position in range(SIZE):
        expected = found.get(position, graph.FAR)
        assert expected == graph.price(board, start, 1 << position, own, look.theatre)


@given(looks(), st.integers(0, (1 << SIZE) - 1), st.integers(0, 4))
def test_the_nearest_of_some_places(look: Look, places: int, count: int) -> None:
    """The sum of the smallest distances, and the places by distance."""
    best = paid(look.board, look.owned, look.owned)
    costs = sorted(best[position] for position in bits(places) if position in best)
    expected = sum(costs[:count]) if len(costs) >= count else graph.FAR
    assert expected == graph.together(look.levels, places, count)
    ordered = graph.by_distance(look.levels, places)
    assert costs == [cost for cost, _ in ordered]
    assert list(ordered) == sorted(ordered)


@given(looks(), missions())
def test_one_step_is_one_country(look: Look, mission: SecretMission) -> None:
    """Every shortcut of `within_one` says what trying every bordering country says; steps agree with it."""
    around = look.board.around(look.owned) & look.theatre
    one = any(mission.complete(look.with_country(1 << position)) for position in bits(around))
    complete = mission.complete(look)
    assert mission.within_one(look) == (complete or one)
    steps = mission.steps_left(look)
    assert (steps == 0) == complete
    assert (steps == 1) == (one and not complete)
    progress = mission.progress(look)
    parts = all(have >= need for have, need in progress.parts.values())
    if isinstance(mission, Unification | Route | TwoTheater):
        assert complete == (progress.have >= progress.need)
    else:
        assert complete == (progress.have >= progress.need and parts)


@given(looks(), missions())
def test_more_countries_never_break_a_position(look: Look, mission: SecretMission) -> None:
    """Every position is monotone, but for surrounding a country, which must stay somebody else's."""
    if not mission.complete(look):
        return
    for position in bits(look.theatre & ~look.owned):
        kept = mission.complete(look.with_country(1 << position))
        assert kept or (isinstance(mission, Encirclement) and look.board.places[position] == mission.country)


@given(looks())
def test_the_price_of_a_route_is_the_least_that_completes_it(look: Look) -> None:
    """No fewer foreign countries than the price would make the chain, whichever they are."""
    mission = Route(route="r", ends=("A", "B"))
    foreign = list(bits(look.theatre & ~look.owned))
    least = graph.FAR
    for count in range(len(foreign) + 1):
        if any(mission.complete(gained(look, some)) for some in combinations(foreign, count)):
            least = count
            break
    assert least == mission.estimate(look)


def gained(look: Look, some: tuple[int, ...]) -> Look:
    for position in some:
        look = look.with_country(1 << position)
    return look


def still(**deeds: object) -> Look:
    """A look at nothing but deeds."""
    board = board_of({"A": 1, "B": 1}, land=["A-B"])
    return Look(
        board=board, theatre=3, seat=Seat(0), empires=(1, 2), won=0,
        deeds=Deeds(**{key: tuple(value) for key, value in deeds.items() if key != "round"}),  # type: ignore[call-overload]
        round=int(deeds.get("round", 0)),  # type: ignore[call-overload]
    )  # fmt: skip


def win(**more: object) -> Win:
    fields = {"war": "w1", "declared_round": 1, "ended_round": 1, "opponent": Seat(1), "attacker": True, "taken": 1}
    return Win(**{**fields, **more})  # type: ignore[arg-type]


def test_battles_count_wins_of_their_kind() -> None:
    """Iron Wall counts wins as the defender, Checkmate Artist those by checkmate; one more win is one step."""
    defended, mated = win(attacker=False), win(checkmate=True)
    for mission, good, bad in ((IronWall(), defended, mated), (CheckmateArtist(), mated, defended)):
        assert [mission.steps_left(still(wins=[bad, *[good] * count])) for count in range(4)] == [3, 2, 1, 0]
        assert mission.progress(still(wins=[bad, good])).have == 1


def test_backstab_counts_after_the_break_and_in_time() -> None:
    """Countries won before the accord was broken, from others, or from the third round on count for nothing."""
    mission = Backstab()
    broke = [Broke(round=4, partner=Seat(1), wins=1)]

    def steps(round_: int, *wins: Win) -> int:
        return mission.steps_left(still(wins=wins, broke=broke, round=round_))

    before = win(ended_round=4)
    assert steps(4, before) == 2
    assert steps(5, before, win(ended_round=5)) == 1
    assert steps(6, before, win(ended_round=5), win(ended_round=6)) == 0
    assert steps(9, before, win(ended_round=6, taken=2)) == 0
    assert steps(7, before, win(ended_round=6)) == 2
    assert steps(7, before, win(ended_round=6), win(ended_round=7)) == 2
    assert steps(5, before, win(ended_round=5, opponent=Seat(2), taken=5)) == 2
    assert Mission.steps_left(mission, still(wins=[win(taken=3)])) == 2


def test_a_ring_is_at_risk_while_its_player_fights_for_what_it_surrounds() -> None:
    """Encirclement: winning that war would end it."""
    board = board_of({"A": 1, "B": 1, "M": 1}, land=["A-M", "B-M"])
    look = Look(board=board, theatre=7, seat=Seat(0), empires=(3, 4), won=0)
    ring = Encirclement(country="M", neighbours=("A", "B"))
    assert ring.complete(look)
    assert not ring.at_risk(look, 0, 0)
    assert ring.at_risk(look, 0, 4)
    assert ring.at_risk(look, 1, 0)
    assert ring.steps_left(replace(look, empires=(7, 0))) == graph.FAR
