"""What a refusal repeats of its command is cut short, by every ruleset: names may be anything."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from services.engine.core.kernel import Rejected
from services.engine.core.rulesets.chess_wars.commands import DeclareWar, OfferPeace
from services.engine.core.rulesets.chess_wars.options import check_options as chess_wars_options
from services.engine.core.rulesets.kingdoms.options import check_options as kingdoms_options
from services.engine.core.rulesets.provinces.commands import Reinforce
from services.engine.core.rulesets.provinces.options import check_options as provinces_options
from services.engine.core.values import PlaceId
from tests.unit.chess_wars.table import facing, small, war_on_t
from tests.unit.kingdoms.table import NINE
from tests.unit.provinces.table import BOARD, Game

LONG = PlaceId("x" * 10_000)
MOST_BYTES = 500
EMPIRES: list[dict[str, Any]] = [{"countries": [LONG]}, {"countries": ["T"]}]


def a_war() -> None:
    """Declared on a country that isn't there."""
    game = facing()
    game.do(0, DeclareWar(turn=game.turn(), target=LONG, origin=LONG, stake=(LONG,)))


SAYS: dict[str, Callable[[], Any]] = {
    "a province": lambda: Game(2).play(0, Reinforce(turn=1, units={LONG: 1})),
    "provinces of a position": lambda: provinces_options({"position": {"owners": {LONG: 0}}}, 2, BOARD),
    "kingdoms of a position": lambda: kingdoms_options({"position": {"owners": {LONG: 0}}}, 2, NINE),
    "a stake": a_war,
    "a country the attacker gives": lambda: war_on_t().do(0, OfferPeace(war="w1", from_attacker=(LONG,))),
    "countries the defender gives": lambda: war_on_t().do(1, OfferPeace(war="w1", from_defender=(LONG, LONG))),
    "a country the defender gives": lambda: war_on_t().do(1, OfferPeace(war="w1", from_defender=(LONG,))),
    "a country instead": lambda: war_on_t().do(1, OfferPeace(war="w1", from_defender=(PlaceId("T"), LONG))),
    "a theatre": lambda: chess_wars_options({"theatre": [LONG]}, 2, small()),
    "countries of a position": lambda: chess_wars_options({"position": {"empires": EMPIRES}}, 2, small()),
    "an option": lambda: chess_wars_options({LONG: 1}, 2, small()),
    "missions": lambda: chess_wars_options({"missions": "picked", "picked": [LONG]}, 2, small()),
}


@pytest.mark.parametrize("said", SAYS)
def test_a_refusal_repeats_little_of_what_was_said(said: str) -> None:
    with pytest.raises(Rejected) as refused:
        SAYS[said]()
    told = msgspec.json.encode(refused.value.detail)
    assert b"xxx" in told
    assert len(told) < MOST_BYTES
