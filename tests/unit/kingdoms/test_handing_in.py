"""A server's log that a captain hands in fills in a report, where the campaign takes logs."""

import pytest

from services.engine.core.kernel import Rejected
from services.engine.core.rulesets.kingdoms.handing_in import read_battle_log
from services.engine.core.values import Seat
from tests.unit.kingdoms.test_reports import BATTLE, fight

LOG = b"20:15:51 - Swadia won the round\n20:18:02 - Rhodoks won the round\n20:21:40 - The round was a draw\n"


def test_a_captain_learns_what_the_log_says() -> None:
    """Wins by side, and drawn rounds."""
    game = fight(battles="game_log")
    said = read_battle_log(game.state, Seat(1), BATTLE, LOG)
    assert [(side["name"], side["wins"]) for side in said["sides"]] == [("Swadia", 1), ("Rhodoks", 1)]
    assert said["drawn"] == 1


@pytest.mark.parametrize(
    ("mode", "seat", "battle", "content", "code"),
    [
        ("reported", 0, BATTLE, LOG, "no_logs"),
        ("game_log", 2, BATTLE, LOG, "not_a_captain"),
        ("game_log", 0, "b1-E", LOG, "no_such_battle"),
        ("game_log", 0, BATTLE, b"hello", "bad_log"),
    ],
)
def test_what_is_refused(mode: str, seat: int, battle: str, content: bytes, code: str) -> None:
    """Strangers, other battles, other campaigns, and files that say nothing."""
    with pytest.raises(Rejected) as refused:
        read_battle_log(fight(battles=mode).state, Seat(seat), battle, content)
    assert refused.value.code == code
