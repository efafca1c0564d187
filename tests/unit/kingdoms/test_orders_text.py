"""Orders as text: what is forgiven, and what is said of each line that isn't."""

import time
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from services.engine.adapters.maps import load_board
from services.engine.core.kernel import Rejected
from services.engine.core.rulesets.kingdoms import commands as c
from services.engine.core.rulesets.kingdoms.orders_text import parse
from services.engine.core.values import PlaceId
from tests.unit.kingdoms.table import NINE, Game, drawn, nonce

MARCHES = load_board("marches40")


@pytest.mark.parametrize(
    "line",
    [
        "attack anjou -> ile_de_france 4",
        "ATTACK  Anjou->Ile-de-France   4",
        "Attack Anjou to Ile de France 4.",
        "attack anjou → ile-de-france: 4",
        "attack 4 from anjou to ile de france",
        "attack 4 units anjou => ile_de_france;",
        "attack ile de france from anjou with 4",
        "attack anj -> ile 4   # the heart",
        "attack anjou -> ile_de_france ۴",
        "attack from anjou to ile de france with 4",
    ],
)
def test_an_attack_in_many_ways(line: str) -> None:
    """All are four units from Anjou to the Ile-de-France."""
    order = c.AttackOrder(origin=PlaceId("anjou"), target=PlaceId("ile_de_france"), units=4)
    read = parse(f"\n# mine\n{line}\n", "attacks", MARCHES)
    assert (read.bad, read.orders) == ([], c.Attacks(attacks=(order,)))


@pytest.mark.parametrize(
    "line", ["create bohemia 3", "create 3 in Bohemia", "create 3 units bohemia", "create boh = 3"]
)
def test_a_creation_in_many_ways(line: str) -> None:
    """All are three units in Bohemia."""
    read = parse(line, "provision", MARCHES)
    assert (read.bad, read.orders) == ([], c.Provision(create={PlaceId("bohemia"): 3}))


def test_a_province_named_twice_gets_both() -> None:
    """Units add up."""
    read = parse("place anjou 2\nplace Anjou 3", "placement", MARCHES)
    assert read.orders == c.Placement(units={PlaceId("anjou"): 5})


def test_preferences_may_share_a_line() -> None:
    """In their order."""
    read = parse("prefer anjou > poitou, Brittany\nprefer normandy", "preference", MARCHES)
    places = ("anjou", "poitou", "brittany", "normandy")
    assert read.orders == c.Preference(places=tuple(PlaceId(place) for place in places))


def test_no_text_is_no_orders() -> None:
    """Which is something to hand in."""
    assert parse(" \n# nothing today\n", "attacks", MARCHES).orders == c.Attacks()
    assert parse("", "provision", MARCHES).orders == c.Provision(supply=UNSET, create={})


@pytest.mark.parametrize(
    ("kind", "line", "reason", "detail"),
    [
        ("attacks", "march on Rome", "unreadable", {}),
        ("attacks", "attack", "unreadable", {}),
        ("attacks", "attack anjou 4", "unreadable", {}),
        ("attacks", "attack anjou -> poitou", "unreadable", {}),
        ("attacks", "create anjou 4", "wrong_kind", {"takes": "attacks"}),
        ("attacks", "attack b -> anjou 4", "ambiguous", {"name": "b"}),
        ("attacks", "attack rome -> anjou 4", "unknown_name", {"name": "rome"}),
        ("attacks", "attack anjou -> poitou 0", "bad_number", {}),
        ("attacks", "attack anjou -> poitou 99999999999", "bad_number", {}),
    ],
)
def test_bad_lines_say_why(kind: str, line: str, reason: str, detail: dict[str, Any]) -> None:
    """With number and text."""
    read = parse(f"# one\n{line}\n", kind, MARCHES)
    assert [(one["line"], one["text"], one["reason"]) for one in read.bad] == [(2, line, reason)]
    assert detail.items() <= read.bad[0].items()


def test_a_second_supply_is_refused() -> None:
    """A turn has one."""
    read = parse("supply anjou -> poitou 1\nsupply anjou -> brittany 1", "provision", MARCHES)
    assert [(one["line"], one["reason"]) for one in read.bad] == [(2, "one_supply")]


def refused(text: str, stage: str) -> list[dict[str, Any]]:
    owners = {place: 0 if place in "ABC" else 1 for place in NINE.places}
    game = Game(2, options={"position": {"owners": owners, "units": {"A": 5}, "stage": stage}})
    with pytest.raises(Rejected) as error:
        game.play(0, c.SubmitText(step=1, nonce=nonce(0), text=text))
    assert error.value.code == "bad_lines"
    assert game.state.kingdoms[0].sealed is None
    lines: list[dict[str, Any]] = error.value.detail["lines"]
    return lines


def test_what_cant_be_carried_out_is_told_by_line() -> None:
    """All of it, and the total by line 0."""
    lines = refused("attack A -> D 4\n\nattack B -> E 1\nattack A -> E 1 # no\n", "attacks")
    assert [(one["line"], one["reason"]) for one in lines] == [(3, "too_many_units"), (4, "not_bordering")]
    lines = refused("# six\ncreate A 2\ncreate D 3\nsupply A -> B 9", "provision")
    assert [(one["line"], one["reason"]) for one in lines] == [
        (4, "too_many_units"),
        (3, "not_yours"),
        (0, "wrong_total"),
    ]


WORDS = st.sampled_from(
    ["attack", "supply", "create", "prefer", "place", "A", "b", "to", "->", "from", "3", "۴", "#", "²", "\n"]
)


@given(
    st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=12).map(" ".join)),
    st.sampled_from(["attacks", "provision"]),
)
def test_any_text_is_read_or_refused(text: str, kind: str) -> None:
    """Never a fault; every line that isn't blank is an order or a bad one."""
    read = parse(text, kind, NINE)
    assert all(one["reason"] and one["line"] >= 1 for one in read.bad)


def test_a_long_line_takes_no_time() -> None:
    """Twelve thousand characters of arrows are unreadable at once."""
    assert [one["reason"] for one in parse("attack " + "a to " * 2400, "attacks", NINE).bad] == ["unreadable"]


def test_a_refusal_has_a_bounded_size() -> None:
    """However many provinces begin alike, and however much longer letters become when they are compared."""
    names = [f"p{number:03}_{'x' * 35}" for number in range(200)]
    board = drawn(names, [*pairwise(names)])
    bad = parse("place p 1\n" * 1200, "placement", board).bad
    assert len(bad) == 1200
    assert len(msgspec.json.encode(bad)) < 1_000_000
    (long,) = parse("prefer " + "\ufdfa" * 11_000, "preference", board).bad
    assert len(msgspec.json.encode(long)) < 2_000


def test_names_are_found_without_looking_at_all_of_them() -> None:
    """A list as long as a text may be, each name begun: a scan of the map for each takes seconds."""
    board = drawn([*(f"p{number:04}" for number in range(1999)), "zanzibar"], [("p0000", "p0001")])
    began = time.process_time()
    read = parse("prefer " + "za," * 3900, "preference", board)
    assert read.orders == c.Preference(places=(PlaceId("zanzibar"),) * 3900)
    assert time.process_time() - began < 0.5


def test_text_is_sealed_like_any_orders() -> None:
    """The commitment is over the canonical form."""
    owners = {place: 0 if place in "ABC" else 1 for place in NINE.places}
    options = {"position": {"owners": owners, "units": {"A": 5}, "stage": "attacks"}}
    said, sent = Game(2, options=options), Game(2, options=options)
    said.play(0, c.SubmitText(step=1, nonce=nonce(0, 1), text="ATTACK 4 from a to d"))
    order = c.AttackOrder(origin=PlaceId("A"), target=PlaceId("D"), units=4)
    sent.submit(0, c.Attacks(attacks=(order,)))
    assert said.state.kingdoms[0].sealed == sent.state.kingdoms[0].sealed
