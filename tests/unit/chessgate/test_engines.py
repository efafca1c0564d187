"""Engines that hang, die or can't be had: the game goes on or waits, and nothing is left running."""

import sys
from datetime import timedelta
from pathlib import Path

import chess
import pytest

from chassis.metrics import Metrics
from chassis.timekeeping import SystemClock
from services.chessgate.adapters.uci import Engines, command_of
from services.chessgate.app.ports import NoEngine

_FAKE = """
import pathlib, sys, time
marker, fault = pathlib.Path(sys.argv[1]), sys.argv[2]
for line in sys.stdin:
    if line.startswith("uci") and not line.startswith("ucinewgame"): print("uciok", flush=True)
    elif line.startswith("isready"): print("readyok", flush=True)
    elif line.startswith("quit"): break
    elif line.startswith("go"):
        if not marker.exists():
            marker.touch()
            if fault == "die": sys.exit(1)
            time.sleep(60)
        print("bestmove e2e4", flush=True)
"""


def engines(command: list[str] | None) -> Engines:
    return Engines(
        command, SystemClock(), Metrics("test"), processes=1, idle=timedelta(0), stuck=timedelta(seconds=0.5)
    )


@pytest.mark.parametrize("fault", ["hang", "die"])
async def test_a_faulty_engine_is_replaced_and_the_game_goes_on(tmp_path: Path, fault: str) -> None:
    """Pitfall: one stuck engine must not hold up every bot."""
    script = tmp_path / "uci.py"
    script.write_text(_FAKE)
    made = engines([sys.executable, str(script), str(tmp_path / "marker"), fault])
    assert await made.move("g", chess.Board(), 3) == "e2e4"
    await made.close()


@pytest.mark.parametrize("command", [None, ["/nowhere/stockfish"]])
async def test_without_an_engine_the_caller_is_told(command: list[str] | None) -> None:
    with pytest.raises(NoEngine):
        await engines(command).move("g", chess.Board(), 3)


@pytest.mark.parametrize("level", [1, 8])
async def test_the_real_engine_moves_within_its_time(level: int) -> None:
    made = Engines(command_of(""), SystemClock(), Metrics("test"), processes=1, idle=timedelta(seconds=60))
    board = chess.Board()
    clock = SystemClock()
    assert chess.Move.from_uci(await made.move("g", board, level)) in board.legal_moves
    began = clock.monotonic()
    await made.move("g", board, level)
    assert clock.monotonic() - began < 1.5
    assert await made.takes_draw("g", chess.Board("8/8/8/4k3/8/8/4q3/K7 w - - 0 1"), chess.WHITE)
    assert not await made.takes_draw("g", chess.Board("8/8/8/4k3/8/8/4q3/K7 w - - 0 1"), chess.BLACK)
    await made.close()
