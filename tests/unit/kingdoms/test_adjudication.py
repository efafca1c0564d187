"""The table of adjudications (adjudication.yaml): positions, orders, and what comes of them."""

import itertools
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from services.engine.core.kernel import Rejected
from services.engine.core.rulesets.kingdoms import commands as c
from services.engine.core.rulesets.kingdoms import facts as f
from services.engine.core.values import PlaceId
from tests.unit.kingdoms.table import NINE, Game

CASES: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    Path(__file__).with_name("adjudication.yaml").read_text("utf-8")
)
ATTACK = re.compile(r"(\w)>(\w) (\d+)")


class Position:
    """A row of the table, set up."""

    def __init__(self, case: dict[str, Any], stage: str) -> None:
        cells = case["before"].replace("/", " ").split()
        letters = list(dict.fromkeys(cell[0] for cell in cells))
        self.seat = {letter: number for number, letter in enumerate(letters)}
        self.letters = letters
        self.position = {
            "owners": {place: self.seat[cell[0]] for place, cell in zip(NINE.places, cells, strict=True)},
            "units": {place: int(cell[1:]) for place, cell in zip(NINE.places, cells, strict=True)},
            "stage": stage,
        }
        self.orders = [(self.seat[text[0]], orders_in(text[2:], stage)) for text in case["orders"]]

    def game(self, seed: int = 0) -> Game:
        return Game(len(self.letters), seed=seed, options={"position": self.position})

    def said(self, attack: f.Attacked) -> str:
        return f"{self.letters[attack.seat]} {attack.origin}>{attack.target} {attack.units}"

    def map(self, game: Game) -> str:
        cells = [
            f"{self.letters[owner]}{units}" for owner, units in zip(game.state.owners, game.state.units, strict=True)
        ]
        return rows(cells)


def orders_in(text: str, stage: str) -> c.AnyOrders:
    if stage == "attacks":
        return c.Attacks(
            attacks=tuple(
                c.AttackOrder(origin=PlaceId(origin), target=PlaceId(target), units=int(units))
                for origin, target, units in ATTACK.findall(text)
            )
        )
    supply, _, create = text.partition("create") if "create" in text else (text, "", "")
    created = {PlaceId(place): int(units) for place, units in re.findall(r"(\w) (\d+)", create)}
    found = ATTACK.search(supply)
    if found is None:
        return c.Provision(create=created)
    one = c.Supply(origin=PlaceId(found[1]), target=PlaceId(found[2]), units=int(found[3]))
    return c.Provision(supply=one, create=created)


def rows(cells: list[str]) -> str:
    return " / ".join(" ".join(cells[start : start + 3]) for start in (0, 3, 6))


def units(game: Game) -> str:
    return rows([str(number) for number in game.state.units])


def everyone_submits(game: Game, orders: list[tuple[int, c.AnyOrders]]) -> None:
    for seat, one in orders:
        game.submit(seat, one)
    game.run_out("step")


def told(game: Game) -> f.StepAdjudicated:
    return next(fact for fact in game.facts if isinstance(fact, f.StepAdjudicated))


def of(stage: str, key: str, *, but: str = "") -> list[Any]:
    return [pytest.param(case, id=case["what"]) for case in CASES[stage] if key in case and but not in case]


ALL = [(stage, case) for stage in CASES for case in CASES[stage]]


def test_there_are_enough_cases() -> None:
    """Forty at least, each with its own words."""
    assert len(ALL) >= 40
    assert len({case["what"] for _, case in ALL}) == len(ALL)


@pytest.mark.parametrize("case", of("attacks", "after"))
def test_attacks(case: dict[str, Any]) -> None:
    """Attacks are carried out at once, whatever the order they were handed in."""
    position = Position(case, "attacks")
    outcomes = set()
    for orders in itertools.islice(itertools.permutations(position.orders), 24):
        game = position.game()
        everyone_submits(game, list(orders))
        battles = [battle.began for battle in game.state.battles.values()]
        assert case.get("battles", []) == [
            f"{one.province}: {position.letters[one.attacker]}{one.attacker_units}"
            f" v {position.letters[one.defender]}{one.defender_units}"
            for one in battles
        ]
        assert case["after"] == units(game)
        cancelled = [one for one in told(game).attacks if one.cancelled]
        assert {one.cancelled for one in cancelled} <= {"smaller"}
        assert case.get("cancelled", []) == [
            f"{position.said(one)} by {position.letters[one.by]}" for one in cancelled if one.by is not None
        ]
        outcomes.add((game.state.owners, game.state.units))
    assert len(outcomes) == 1


@pytest.mark.parametrize("case", of("attacks", "tie"))
def test_ties(case: dict[str, Any]) -> None:
    """Of the largest attacks that are equal one is drawn, each of them in some campaign."""
    position = Position(case, "attacks")
    drawn = set()
    for seed in range(40):
        game = position.game(seed)
        everyone_submits(game, position.orders)
        carried = [position.said(one) for one in told(game).attacks if not one.cancelled]
        assert len(carried) == 1
        others = {position.said(one) for one in told(game).attacks if one.cancelled == "drawn"}
        assert others == set(case["tie"]) - set(carried)
        drawn |= set(carried)
    assert drawn == set(case["tie"])


@pytest.mark.parametrize("case", of("attacks", "map"))
def test_battles(case: dict[str, Any]) -> None:
    """Provinces change hands after all battles of the turn, all at once."""
    position = Position(case, "attacks")
    game = position.game()
    everyone_submits(game, position.orders)
    before = game.state.owners
    for line in case["fought"]:
        assert game.state.owners == before
        province, result = line.split()
        attacker, defender, drawn = (int(part) for part in result.split("-"))
        name = f"b1-{province}"
        fought = game.state.battles[name].began
        wins = {"attacker_wins": attacker, "defender_wins": defender, "drawn": drawn}
        game.play(fought.attacker, c.ReportBattle(battle=name, **wins))
        game.play(fought.defender, c.ConfirmReport(battle=name, report=1))
    assert case["map"] == position.map(game)


@pytest.mark.parametrize("case", of("provisions", "after"))
def test_provisions(case: dict[str, Any]) -> None:
    """Supplies come first, then new units."""
    position = Position(case, "provision")
    game = position.game()
    everyone_submits(game, position.orders)
    assert case["after"] == units(game)


@pytest.mark.parametrize(
    ("stage", "case"),
    [
        pytest.param("provision" if stage == "provisions" else stage, case, id=case["what"])
        for stage, case in ALL
        if "refused" in case
    ],
)
def test_refused_whole(stage: str, case: dict[str, Any]) -> None:
    """An order list with bad orders is refused whole, with a reason for each of them."""
    position = Position(case, stage)
    game = position.game()
    before = game.campaign
    with pytest.raises(Rejected) as refused:
        everyone_submits(game, position.orders)
    assert refused.value.code == "bad_orders"
    assert case["refused"] == [one["reason"] for one in refused.value.detail["orders"]]
    assert game.campaign is before
