"""Public missions (rules section 10): what they ask, when they are offered, and that growing never breaks one."""

import random
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.engine.adapters.maps import load_board
from services.engine.core.board import Board, bits
from services.engine.core.rulesets.chess_wars.dealing import Stream
from services.engine.core.rulesets.chess_wars.missions.catalogue import (
    DEFAULT,
    PUBLIC,
    PublicMission,
    drawn,
    four_drawn,
)
from services.engine.core.rulesets.chess_wars.missions.ground import Ground
from services.engine.core.rulesets.chess_wars.missions.look import Deeds, Look, Win
from services.engine.core.rulesets.chess_wars.missions.mission import Kind, Progress
from services.engine.core.rulesets.chess_wars.missions.public_chains import GreatConnection
from services.engine.core.values import PlaceId, Seat
from tests.unit.chess_wars.table import board_of

WORLD = load_board("world")
CONTINENTS = ("Africa", "Asia", "Europe", "North America", "South America", "Oceania")


def ground(*continents: str, seats: int = 4, free_draft: bool = True) -> Ground:
    theatre = 0
    for name in continents or CONTINENTS:
        theatre |= WORLD.tags[f"continent:{name}"]
    return Ground(board=WORLD, theatre=theatre, seats=seats, free_draft=free_draft)


def mission(name: str, on: Ground | None = None, seed: int = 1) -> PublicMission:
    found = drawn(name, on or ground(), Stream(seed))
    assert found is not None
    return found


def look(
    own: Iterable[str] | int,
    won: Iterable[str] | int = (),
    *,
    drafted: Iterable[str] | int = (),
    overseas: Iterable[str] = (),
    wins: tuple[Win, ...] = (),
    round_now: int = 5,
    board: Board = WORLD,
) -> Look:
    """Seat 0's look; seat 1 owns everything else."""

    def mask(places: Iterable[str] | int) -> int:
        return places if isinstance(places, int) else board.mask(places)

    return Look(
        board=board, theatre=board.everywhere, seat=Seat(0), empires=(mask(own), board.everywhere & ~mask(own)),
        won=mask(won) & mask(own), drafted=mask(drafted), overseas=mask(overseas), deeds=Deeds(wins=wins),
        round=round_now,
    )  # fmt: skip


def win(number: int = 1, opponent: int = 1, *, attacker: bool = True, behind: int = 0, declared: int = 1) -> Win:
    return Win(
        war=f"w{number}", declared_round=declared, ended_round=declared, opponent=Seat(opponent), attacker=attacker,
        behind=behind,
    )  # fmt: skip


def test_the_default_four() -> None:
    """New campaigns play Expansion, Strategic Positions, Great Powers and Campaign Veteran."""
    assert DEFAULT == ("Expansion", "StrategicPositions", "GreatPowers", "CampaignVeteran")
    assert len(PUBLIC) == 16


def test_expansion() -> None:
    """Three fifths of an average draft, at most 30, beyond one's own draft."""
    assert mission("Expansion", ground(seats=2)).need == 30  # type: ignore[union-attr]
    asked = mission("Expansion", ground("South America", seats=2)).need  # type: ignore[union-attr]
    assert asked == -(-WORLD.total("value", WORLD.tags["continent:South America"]) * 60 // 200)
    usa, china = WORLD.figures["value"][WORLD.index["USA"]], WORLD.figures["value"][WORLD.index["CHN"]]  # type: ignore[index]
    thirty = mission("Expansion", ground(seats=2))
    assert thirty.progress(look(["USA", "CHN"], drafted=["USA"])).have == china
    assert thirty.progress(look(["CHN"], drafted=["USA", "CHN"])).have == 0
    assert usa + china >= 30
    assert thirty.complete(look(["USA", "CHN", "IND"], drafted=["NPL"]))


def test_strategic_positions() -> None:
    """Five of the pool; three held, one of them won."""
    places = mission("StrategicPositions")
    marks = places.marked()
    assert len(set(marks)) == 5
    assert not places.complete(look(marks[:3]))
    assert places.complete(look(marks[:3], marks[:1]))
    assert not places.complete(look(marks[:2], marks[:2]))
    elsewhere = next(place for place in WORLD.places if place not in marks)
    assert not places.complete(look((*marks[:3], elsewhere), [elsewhere]))


def test_strategic_positions_are_filled_up_where_the_pool_is_small() -> None:
    """A theatre with less than five of the pool marks the countries of most borders besides."""
    marks = mission("StrategicPositions", ground("South America", seats=2)).marked()
    assert len(set(marks)) == 5
    assert "BRA" in marks


def test_regional_power() -> None:
    """More than half of the region's value, and a country won there."""
    power: Any = mission("RegionalPower")
    values, index = WORLD.figures["value"], WORLD.index
    whole = sum(values[index[place]] for place in power.countries)
    assert power.need * 2 > whole >= (power.need - 1) * 2
    assert not power.complete(look(power.countries))
    assert power.complete(look(power.countries, power.countries[:1]))
    assert not power.complete(look(power.countries[:1], power.countries[:1]))


def test_great_connection() -> None:
    """A chain of own countries between the marked two, through a won one."""
    chain: Any = mission("GreatConnection")
    assert 6 <= chain.between <= 10
    inner = WORLD.everywhere & ~WORLD.mask(chain.ends)
    assert not chain.complete(look(WORLD.everywhere))
    assert chain.complete(look(WORLD.everywhere, inner))
    assert not chain.complete(look(inner, inner))
    everything = chain.progress(look(WORLD.everywhere, inner))
    assert (everything.have, everything.need) == (chain.between + 2, chain.between + 2)
    assert not chain.within_one(look(WORLD.mask(chain.ends), 0))


@pytest.mark.parametrize(
    ("owned", "won", "have", "counts"),
    [
        ("A B", "", 2, 0),
        ("A B", "B", 2, 1),
        ("A B D", "D", 2, 0),
        ("A B X", "X", 2, 0),
        ("A E", "E", 2, 1),
        ("B C", "C", 2, 1),
        ("A X Y Z", "Y", 3, 1),
        ("A B C D E V", "D", 5, 0),
        ("A B C D E V", "C", 5, 1),
    ],
)
def test_great_connection_counts_a_won_country_before_the_chain_is_whole(
    owned: str, won: str, have: int, counts: int
) -> None:
    """A won country counts as soon as it is on a chain that needs the fewest more: no dead end, no longer way."""
    ways = ["A-B", "B-C", "C-E", "E-V", "B-D", "A-X", "X-Y", "Y-Z", "Z-W", "W-V"]
    small = board_of(dict.fromkeys("ABCDEVWXYZ", 1), land=ways)
    chain = GreatConnection(ends=(PlaceId("A"), PlaceId("V")), between=3)
    at = look(owned.split(), won.split(), board=small)
    assert chain.progress(at) == Progress(have=have, need=5, parts={"won": (counts, 1)})
    assert chain.complete(at) == (have == 5 and bool(counts))


def test_campaign_veteran() -> None:
    """Four wars won as the attacker against three opponents, or as many as there are."""
    veteran = mission("CampaignVeteran")
    assert veteran.KIND is Kind.RECORD
    three = (win(1), win(2, 2), win(3, 2))
    assert not veteran.complete(look([], wins=(*three, win(4, 2))))
    assert not veteran.complete(look([], wins=(*three, win(4, 3, attacker=False))))
    assert veteran.complete(look([], wins=(*three, win(4, 3))))
    assert veteran.within_one(look([], wins=three))
    assert mission("CampaignVeteran", ground(seats=2)).complete(look([], wins=(win(1), win(2), win(3), win(4))))


def test_great_powers() -> None:
    """Three of the most valuable twelve, all won; of a small theatre a quarter, at least six."""
    powers = mission("GreatPowers")
    marks = powers.marked()
    assert set(marks) == set(WORLD.extra["missions"]["great_powers"]["countries"])
    assert not powers.complete(look(marks[:5], marks[:2]))
    assert powers.complete(look(marks[:3], marks[:3]))
    assert len(mission("GreatPowers", ground("South America", seats=2)).marked()) == 6


def test_across_the_seas() -> None:
    """Two countries got over lanes and kept; not where there are fewer than eight lanes."""
    seas = mission("AcrossTheSeas")
    assert not seas.complete(look(["CUB"], overseas=["CUB"]))
    assert seas.complete(look(["CUB", "JAM"], overseas=["CUB", "JAM"]))
    assert seas.within_one(look(["CUB"], overseas=["CUB"]))
    assert drawn("AcrossTheSeas", ground("South America", seats=2), Stream(1)) is None


def test_continental_bridge() -> None:
    """One block on three continents with a won country in it; never Africa, Asia and Europe."""
    seen = {mission("ContinentalBridge", seed=seed).continents for seed in range(60)}  # type: ignore[union-attr]
    assert ("Africa", "Asia", "Europe") not in seen
    assert len(seen) > 3
    assert ("Asia", "Europe", "South America") not in seen
    bridge: Any = next(
        found
        for seed in range(200)
        if (found := mission("ContinentalBridge", seed=seed)).continents == ("Africa", "Europe", "North America")  # type: ignore[union-attr]
    )
    chain = ["MAR", "ESP", "FRA", "GBR", "ISL", "GRL"]
    assert bridge.complete(look(chain, ["FRA"]))
    assert not bridge.complete(look(chain))
    assert not bridge.complete(look([*chain, "ZAF"], ["ZAF"]))
    apart = [place for place in chain if place != "GBR"]
    assert not bridge.complete(look(apart, ["FRA"]))
    assert bridge.within_one(look(apart, ["FRA"]))


def test_consolidation() -> None:
    """Three quarters of a scattered draft in one block; all of one that hung together, and three won."""
    whole = mission("Consolidation")
    scattered = ["PRT", "NPL", "ZAF", "PER", "NZL", "JPN", "FIN", "CUB"]
    assert whole.progress(look(scattered, drafted=scattered)).need == 6
    block = ["PRT", "ESP", "FRA", "ITA", "CHE", "DEU"]
    assert whole.complete(look(block, ["ESP"], drafted=scattered))
    assert not whole.complete(look(block, drafted=scattered))
    assert not whole.complete(look([*block, "ZAF"], ["ZAF"], drafted=scattered))
    together = ["PRT", "ESP", "FRA", "ITA", "CHE", "ZAF"]
    assert whole.complete(look(block, ["DEU", "CHE", "ITA"], drafted=together))
    assert not whole.complete(look(block, ["DEU", "CHE"], drafted=together))
    assert drawn("Consolidation", ground(free_draft=False), Stream(1)) is None


def test_two_fronts() -> None:
    """Two countries won on each of two continents."""
    fronts = mission("TwoFronts")
    assert not fronts.complete(look(["FRA", "DEU", "ITA", "EGY"], ["FRA", "DEU", "ITA", "EGY"]))
    assert fronts.within_one(look(["FRA", "DEU", "ITA", "EGY"], ["FRA", "DEU", "ITA", "EGY"]))
    assert fronts.complete(look(["FRA", "DEU", "SDN", "EGY"], ["FRA", "DEU", "SDN", "EGY"]))
    assert drawn("TwoFronts", ground("Africa"), Stream(1)) is None


def test_mare_nostrum() -> None:
    """Twelve Mediterranean countries, three on each shore, one won; only at small tables with the whole sea."""
    sea: Any = mission("MareNostrum")
    europe, asia, africa = (sea.shores[name] for name in ("europe", "asia", "africa"))
    assert (len(europe), len(asia), len(africa)) == (10, 6, 5)
    held = (*europe[:6], *asia[:3], *africa[:3])
    assert sea.complete(look(held, held[:1]))
    assert not sea.complete(look(held))
    assert not sea.complete(look((*europe[:7], *asia[:3], *africa[:2]), held[:1]))
    assert not sea.complete(look(held[1:], held))
    assert drawn("MareNostrum", ground(seats=5), Stream(1)) is None
    assert drawn("GreatConnection", ground(seats=5), Stream(1)) is None
    assert drawn("MareNostrum", ground("Africa", "Europe"), Stream(1)) is None


def test_two_billion_and_great_expanse() -> None:
    """People and land of the countries won; only where there is twice as much."""
    people, land = mission("TwoBillion"), mission("GreatExpanse")
    assert not people.complete(look(["CHN", "IND"], ["IND"]))
    assert people.complete(look(["CHN", "IND"], ["CHN", "IND"]))
    assert not land.complete(look(["RUS", "CAN"], ["RUS"]))
    assert land.complete(look(["RUS", "CAN"], ["RUS", "CAN"]))
    assert drawn("TwoBillion", ground("Africa"), Stream(1)) is None
    assert drawn("GreatExpanse", ground("Africa"), Stream(1)) is None


def test_seven_wonders() -> None:
    """Three wonders, two won; only where there are five."""
    wonders = mission("SevenWonders")
    assert not wonders.complete(look(["CHN", "IND", "PER"], ["PER"]))
    assert wonders.complete(look(["CHN", "IND", "PER"], ["PER", "IND"]))
    assert drawn("SevenWonders", ground("Africa", "Asia"), Stream(1)) is None


def test_kingslayer_and_lightning_campaign() -> None:
    """A war won from four points behind the leader; two won that were declared in one round."""
    king, lightning = mission("Kingslayer"), mission("LightningCampaign")
    assert not king.complete(look([], wins=(win(behind=3),)))
    assert king.complete(look([], wins=(win(behind=4),)))
    assert not lightning.complete(look([], wins=(win(1, declared=1), win(2, declared=2))))
    assert not lightning.complete(look([], wins=(win(1), win(2, attacker=False))))
    assert lightning.complete(look([], wins=(win(1, declared=2), win(2, declared=2))))


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_four_drawn(seats: int) -> None:
    """Four different missions, at most one of them long, all of them possible here; the same draw gives the same."""
    on = ground(seats=seats, free_draft=seats == 2)
    for seed in range(40):
        four = four_drawn(on, Stream(seed))
        assert len({one.name for one in four}) == 4
        assert sum(one.LONG for one in four) <= 1
        assert all(one.LEAST_SEATS <= seats <= one.MOST_SEATS for one in four)
        assert four == four_drawn(on, Stream(seed))


def test_long_missions() -> None:
    """The list of long ones."""
    long = {name for name, kind in PUBLIC.items() if kind.LONG}
    assert long == {
        "RegionalPower", "StrategicPositions", "GreatConnection", "ContinentalBridge", "Consolidation", "MareNostrum",
        "TwoBillion", "SevenWonders",
    }  # fmt: skip


def random_look(seed: int) -> Look:
    """A grown empire on the world, most of it won."""
    chosen = random.Random(seed)
    own = 1 << chosen.randrange(len(WORLD.places))
    for _ in range(chosen.randrange(70)):
        own |= 1 << chosen.choice([*bits(WORLD.around(own)), chosen.randrange(len(WORLD.places))])
    won = own & chosen.getrandbits(len(WORLD.places))
    drafted = (own & ~won) | (chosen.getrandbits(178) & chosen.getrandbits(178) & chosen.getrandbits(178))
    return look(own, won, drafted=drafted, overseas=WORLD.ids(won & chosen.getrandbits(178)))


POSITIONS = [name for name, kind in PUBLIC.items() if kind.KIND is Kind.POSITION]


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 1 << 32), name=st.sampled_from(POSITIONS), extra=st.integers(0, (1 << 178) - 1))
def test_more_countries_never_break_a_position(seed: int, name: str, extra: int) -> None:
    """Whoever has it still has it with more countries, won or not: so the worst case is that all at stake is gone."""
    have, asked = random_look(seed), mission(name, seed=seed & 0xFFFF)
    if not asked.complete(have):
        have = look(WORLD.everywhere & ~extra, WORLD.everywhere & ~extra, drafted=have.drafted,
                    overseas=WORLD.ids(have.overseas & ~extra))  # fmt: skip
    if asked.complete(have):
        more = random.Random(seed).getrandbits(178)
        larger = look(have.owned | extra, have.won | (more & extra), drafted=have.drafted,
                      overseas=WORLD.ids(have.overseas))  # fmt: skip
        assert asked.complete(larger)


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 1 << 32), name=st.sampled_from(POSITIONS))
def test_one_step_is_trying_every_country(seed: int, name: str) -> None:
    """Every mission's own short cut answers what trying each bordering country does."""
    have, asked = random_look(seed), mission(name, seed=seed & 0xFFFF)
    around = WORLD.around(have.owned)
    tried = asked.complete(have) or any(asked.complete(have.with_country(1 << place)) for place in bits(around))
    assert asked.within_one(have) == tried
    assert asked.steps_left(have) == (0 if asked.complete(have) else 1 if tried else max(2, asked.estimate(have)))
