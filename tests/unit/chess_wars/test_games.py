"""What a campaign asks of chessgate for its games."""

from typing import Any

import pytest

from services.engine.core.rulesets.chess_wars.commands import AcceptWar
from tests.unit.chess_wars.table import war_on_t


@pytest.mark.parametrize(
    ("options", "wins"),
    [
        ({}, ""),
        ({"draws": "defender"}, "black"),
        ({"draws": "defender", "colours": "attacker_black"}, "white"),
    ],
)
def test_a_game_says_whom_a_draw_wins_the_war(options: dict[str, Any], wins: str) -> None:
    """Bots answer draw offers by it."""
    game = war_on_t(**options)
    game.do(1, AcceptWar(war="w1"))
    (want,) = game.rules.games(game.state)
    assert want.draw_wins == wins
