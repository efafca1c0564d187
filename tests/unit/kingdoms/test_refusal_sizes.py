"""A refusal stays small however much is wrong, and repeats little of what it refuses."""

from typing import Any

import msgspec
import pytest

from services.engine.core.kernel import Rejected
from services.engine.core.rulesets.kingdoms import commands as c
from services.engine.core.values import PlaceId
from tests.unit.kingdoms.table import NINE, Game, nonce

LONG = "x" * 10_000
MOST_BYTES = 20_000


def refused(orders: c.AnyOrders | str, stage: str = "") -> dict[str, Any]:
    """The detail of a refusal."""
    owners = {place: 0 if place in "ABC" else 1 for place in NINE.places}
    game = Game(2, options={"position": {"owners": owners, "stage": stage}} if stage else None)
    command = (
        c.SubmitText(step=1, nonce=nonce(0), text=orders)
        if isinstance(orders, str)
        else c.Submit(step=1, nonce=nonce(0), orders=orders)
    )
    with pytest.raises(Rejected) as error:
        game.play(0, command)
    detail: dict[str, Any] = error.value.detail
    assert len(msgspec.json.encode(detail)) < MOST_BYTES
    return detail


def unknown(n: int) -> tuple[PlaceId, ...]:
    return tuple(PlaceId(f"{number}{LONG}") for number in range(n))


@pytest.mark.parametrize(
    ("orders", "stage", "wrong"),
    [
        (c.Preference(places=unknown(150)), "", 150),
        (c.Provision(create=dict.fromkeys(unknown(150), 1)), "provision", 151),
        (
            c.Attacks(attacks=tuple(c.AttackOrder(origin=p, target=p, units=1) for p in unknown(150))),
            "attacks",
            150,
        ),
    ],
)
def test_the_first_hundred_bad_orders_are_told(orders: c.AnyOrders, stage: str, wrong: int) -> None:
    """And how many more there are."""
    told = refused(orders, stage)
    assert (len(told["orders"]), told["more"]) == (100, wrong - 100)


def test_the_first_hundred_bad_lines_are_told() -> None:
    """Those that can't be read, and those that can't be carried out, each with little of its text."""
    told = refused(f"attack {LONG}\n" + "march\n" * 149, "attacks")
    assert (len(told["lines"]), told["more"]) == (100, 50)
    assert told["lines"][0]["text"] == "attack " + "x" * 72 + "…"
    told = refused("attack A -> I 1\n" * 150, "attacks")
    assert (len(told["lines"]), told["more"]) == (100, 50)
    assert told["lines"][99] == {"line": 100, "text": "attack A -> I 1", "reason": "not_bordering", "province": "I"}


def test_a_few_are_all_told() -> None:
    """Without a word of more."""
    assert "more" not in refused("attack A -> I 1\n" * 100, "attacks")


def test_a_name_is_repeated_cut_short() -> None:
    """Of an order, of a supply and in a text."""
    cut = "x" * 39 + "…"
    supply = c.Supply(origin=PlaceId(LONG), target=PlaceId("A"), units=1)
    assert refused(c.Provision(supply=supply), "provision")["orders"][0]["province"] == cut
    assert refused(f"prefer {LONG}")["lines"][0]["name"] == cut
