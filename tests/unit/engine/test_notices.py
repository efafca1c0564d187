"""Which notices the next of their kind makes void, and that notify hears of it."""

from typing import Any

import pytest

from services.engine.adapters import wire
from services.engine.app.appends import Neutral
from services.engine.core.kernel import Notice
from services.engine.core.values import Seat
from tests.unit.chess_wars import table as wars
from tests.unit.kingdoms import table as kingdoms
from tests.unit.provinces import table as provinces


def marked(rules: Any, facts: tuple[Any, ...]) -> dict[str, bool]:
    """The notices of facts by key, and whether only the newest of them counts."""
    return {notice.key: notice.latest for fact in facts for notice in rules.notices(fact)}


def test_only_the_newest_call_to_a_turn_of_the_provinces_counts() -> None:
    """It lasts a minute; that somebody is out of the game stays told."""
    game = provinces.Game(2, seed=1)
    found = marked(provinces.RULES, (*game.facts, *game.run_out(), *game.run_out()))
    assert found == {"notice.your_turn": True}
    found = marked(provinces.RULES, provinces.Game(3, seed=1).leave(0))
    assert not found.get("notice.eliminated", False)


def test_only_the_newest_call_for_orders_of_a_kingdom_counts() -> None:
    """A live step lasts minutes."""
    assert marked(kingdoms.RULES, kingdoms.Game(2).facts)["notice.orders_wanted"]


def test_only_the_newest_call_to_a_pick_or_a_turn_of_the_wars_counts() -> None:
    """A live pick lasts a minute."""
    game = wars.Game(wars.small())
    found = marked(game.rules, game.appends[0][1])
    assert {key for key, latest in found.items() if latest} == {"notice.your_pick"}


@pytest.mark.parametrize("latest", [True, False])
def test_notify_hears_which_notices_those_are(latest: bool) -> None:
    notice = Notice(seats=(Seat(0),), key="notice.your_turn", parameters={}, latest=latest)
    assert wire.neutral(Neutral(notices=(notice,)), "provinces", "", "none").notices[0].latest is latest
