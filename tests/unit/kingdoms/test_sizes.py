"""Sizes say nothing: whatever a kingdom orders, every wire carries as many bytes."""

from typing import Any

import msgspec
import pytest

from services.engine.adapters.maps import load_board
from services.engine.app.assembling import PUBLIC, seen_by
from services.engine.core import sight
from services.engine.core.rulesets.kingdoms import commands as c
from services.engine.core.values import PlaceId
from services.gateway.feed_messages import named_view
from tests.unit.kingdoms.table import RULES, Game

BOARD = load_board("marches40")
EVERYWHERE = tuple(PlaceId(place) for place in BOARD.places)
OWNERS = {place: number % 2 for number, place in enumerate(BOARD.places)}


class Head(msgspec.Struct):
    """What a view takes of a campaign's head row."""

    name: str = "A war"
    imported: bool = False


def wires(stage: str, orders: c.AnyOrders) -> dict[str, int]:
    """Bytes of each update, view and history entry after a kingdom has handed in some orders."""
    options: dict[str, Any] = {}
    if stage != "preference":
        options["position"] = {"owners": OWNERS, "units": dict.fromkeys(BOARD.places, 99), "stage": stage}
    game = Game(2, board=BOARD, options=options)
    before = sight.see(RULES, game.campaign)
    facts = game.submit(0, orders)
    after = sight.see(RULES, game.campaign)
    updates = sight.shown(RULES, before, after, facts, game.at)
    found = {f"update of {one.viewer}": len(one.body) for one in updates}
    for viewer in (PUBLIC, 0, 1):
        view = seen_by(after, viewer, Head())  # type: ignore[arg-type]
        found[f"view of {viewer}"] = len(view)
        found[f"named view of {viewer}"] = len(named_view(view, (), {}))
    return found


def attacks(number: int) -> c.Attacks:
    found: dict[PlaceId, c.AttackOrder] = {}
    for position, place in enumerate(EVERYWHERE):
        for other in BOARD.beside[position]:
            target = EVERYWHERE[other]
            if OWNERS[place] == 0 and OWNERS[target] == 1 and target not in found and len(found) < number:
                found[target] = c.AttackOrder(origin=place, target=target, units=7)
    assert len(found) == number
    return c.Attacks(attacks=tuple(found.values()))


@pytest.mark.parametrize(
    ("stage", "few", "many"),
    [
        ("preference", c.Preference(places=()), c.Preference(places=EVERYWHERE)),
        ("provision", c.Provision(), c.Provision(create=dict.fromkeys(EVERYWHERE[0:12:2], 1))),
        ("attacks", attacks(0), attacks(1)),
        ("attacks", attacks(1), attacks(12)),
    ],
)
def test_few_orders_and_many_are_as_long(stage: str, few: c.AnyOrders, many: c.AnyOrders) -> None:
    """In the seat's own update and view, in everybody else's, and in the history made of them."""
    assert wires(stage, few) == wires(stage, many)


def test_the_blanks_are_json() -> None:
    """A client reads an update and a view as ever."""
    game = Game(2, board=BOARD)
    before = sight.see(RULES, game.campaign)
    facts = game.submit(0, c.Preference(places=EVERYWHERE[:3]))
    after = sight.see(RULES, game.campaign)
    own = next(one for one in sight.shown(RULES, before, after, facts, game.at) if one.viewer == 0)
    assert len(own.body) > 8000
    assert msgspec.json.decode(b'{"n":1,' + own.body + b"}")["patch"]["mine"]["step"] == 1
    view = seen_by(after, 0, Head())  # type: ignore[arg-type]
    assert msgspec.json.decode(view)["mine"]["orders"]["places"] == list(EVERYWHERE[:3])


def test_the_padding_holds_the_longest_orders() -> None:
    """An attack on every province, with a million units each."""
    name = max(BOARD.places, key=len)
    order = c.AttackOrder(origin=PlaceId(name), target=PlaceId(name), units=c.MOST_UNITS)
    text = f"attack {name} -> {name} {c.MOST_UNITS}\n" * 40
    whole = msgspec.json.encode(
        {"orders": c.Attacks(attacks=(order,) * 40), "text": text, "nonce": "0" * 64, "step": 9}
    )
    assert len(whole) < RULES.padding(BOARD)
