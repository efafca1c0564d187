"""A chessgate whose engine can't be had: games say so, and go on once there is one."""

import shlex
import shutil
import sys
from pathlib import Path

import pytest
from warboard_pb.campaign.v1 import wants_pb2

from tests.contract.chessgate.conftest import Chessgate

FAKE = Path(__file__).parents[2] / "faults" / "fake_uci.py"


@pytest.fixture
def engine_file(tmp_path: Path) -> Path:
    """Where the engine will be."""
    return tmp_path / "engine.py"


@pytest.fixture
def stockfish(engine_file: Path) -> str:
    """A command that fails until the file is there."""
    return shlex.join([sys.executable, str(engine_file)])


async def test_a_game_says_that_its_bot_can_t_move_and_goes_on_later(chessgate: Chessgate, engine_file: Path) -> None:
    """It is told once, not with every try; what the opponent does next lets the bot try again."""
    bot = wants_pb2.GameSide(seat=1, bot_level=3, initial_s=600, increment_s=5)
    await chessgate.want(chessgate.a_game(black=bot))
    await chessgate.until(lambda shown: bool(shown["state"] == "playing"))
    assert (await chessgate.move(0, "e2e4")).accepted.game
    shown = await chessgate.until(lambda shown: bool(shown.get("no_engine")))
    assert (shown["ply"], shown["clocks"].get("running")) == (1, None)
    version = shown["version"]
    shutil.copy(FAKE, engine_file)
    assert (await chessgate.play("ann", type="OfferDraw")).accepted.game
    shown = await chessgate.until(lambda shown: bool(shown["ply"] > 1 or shown["state"] == "over"))
    assert "no_engine" not in shown
    assert shown["version"] <= version + 3
