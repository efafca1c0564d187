"""Engines that hang, die, grow or can't be had: the game goes on or waits, and nothing is left running."""

import asyncio
import sys
from datetime import timedelta
from pathlib import Path

import chess
import pytest
from msgspec.structs import replace

from chassis.metrics import Metrics
from chassis.timekeeping import SystemClock
from services.chessgate.adapters.engine_process import EngineProcess
from services.chessgate.adapters.uci import Engines, command_of
from services.chessgate.app.ports import NoEngine
from services.chessgate.core.game import Game
from tests.unit.chessgate.test_play import a_game

_FAKE = """
import pathlib, subprocess, sys, time
marker, fault = pathlib.Path(sys.argv[1]), sys.argv[2]
with marker.with_suffix(".started").open("a") as file: file.write("x")
held = []
for line in sys.stdin:
    if line.startswith("uci") and not line.startswith("ucinewgame"): print("uciok", flush=True)
    elif line.startswith("isready"): print("readyok", flush=True)
    elif line.startswith("quit"): break
    elif line.startswith("go"):
        if not marker.exists():
            marker.touch()
            if fault == "die": sys.exit(1)
            if fault == "eat": held.append(b"x" * (64 << 20))
            if fault == "hang":
                child = subprocess.Popen(["sleep", "60"])
                marker.with_suffix(".child").write_text(str(child.pid))
                time.sleep(60)
        if fault == "slow": time.sleep(0.02)
        print("bestmove e2e4", flush=True)
"""
_PARENT = """
import asyncio, sys
from services.chessgate.adapters.engine_process import EngineProcess

async def main() -> None:
    engine = await EngineProcess.start(sys.argv[1:])
    print(engine._pid, flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


@pytest.fixture
def fake(tmp_path: Path) -> list[str]:
    """The beginning of a fake engine's command; its fault comes last."""
    script = tmp_path / "uci.py"
    script.write_text(_FAKE)
    return [sys.executable, str(script), str(tmp_path / "marker")]


def engines(command: list[str] | None, *, memory_mb: int = 400) -> Engines:
    return Engines(
        command, SystemClock(), Metrics("test"), processes=1, idle=timedelta(seconds=60), memory_mb=memory_mb,
        stuck=timedelta(seconds=2),
    )  # fmt: skip


def game(campaign: str = "c") -> Game:
    return replace(a_game(), campaign=campaign)


async def gone(pid: int) -> bool:
    """Whether a process ends within two seconds; one that nobody has waited for counts as ended."""
    for _ in range(100):
        if not running(pid):
            return True
        await asyncio.sleep(0.02)
    return False


def running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.mark.parametrize("fault", ["hang", "die"])
async def test_a_faulty_engine_is_replaced_and_the_game_goes_on(fake: list[str], fault: str) -> None:
    """Pitfall: one stuck engine must not hold up every bot."""
    made = engines([*fake, fault])
    assert await made.move(game(), chess.Board(), 3) == "e2e4"
    assert Path(fake[2]).with_suffix(".started").read_text() == "xx"
    await made.close()


async def test_what_a_stuck_engine_started_ends_with_it(fake: list[str]) -> None:
    made = engines([*fake, "hang"])
    await made.move(game(), chess.Board(), 3)
    assert await gone(int(Path(fake[2]).with_suffix(".child").read_text()))
    await made.close()


@pytest.mark.parametrize(("most", "started"), [(40, "xx"), (400, "x")])
async def test_an_engine_that_holds_too_much_is_replaced_between_two_thoughts(
    fake: list[str], most: int, started: str
) -> None:
    made = engines([*fake, "eat"], memory_mb=most)
    for _ in range(3):
        assert await made.move(game(), chess.Board(), 3) == "e2e4"
    assert Path(fake[2]).with_suffix(".started").read_text() == started
    await made.close()


async def test_a_campaign_of_many_games_doesn_t_keep_another_waiting(fake: list[str]) -> None:
    made = engines([*fake, "slow"])
    order: list[str] = []

    async def move(campaign: str) -> None:
        await made.move(game(campaign), chess.Board(), 3)
        order.append(campaign)

    async with asyncio.TaskGroup() as group:
        for campaign in ("big", "big", "big", "big", "small"):
            group.create_task(move(campaign))
    assert order.index("small") <= 2
    await made.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children that their parent died")
async def test_an_engine_dies_with_whoever_started_it_even_if_it_hangs() -> None:
    hanging = "import time; input(); print('uciok', flush=True)\nwhile True: time.sleep(1)"
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _PARENT, sys.executable, "-c", hanging, stdout=asyncio.subprocess.PIPE
    )
    assert parent.stdout is not None
    async with asyncio.timeout(20):
        engine = int(await parent.stdout.readline())
    assert running(engine)
    parent.kill()
    await parent.wait()
    assert await gone(engine)


@pytest.mark.parametrize("command", [None, ["/nowhere/stockfish"], [sys.executable, "-c", "pass"]])
async def test_without_an_engine_the_caller_is_told(command: list[str] | None) -> None:
    with pytest.raises(NoEngine):
        await engines(command).move(game(), chess.Board(), 3)


@pytest.mark.parametrize("level", [1, 2, 3, 8])
async def test_the_real_engine_moves_within_its_time(level: int) -> None:
    made = Engines(
        command_of(""), SystemClock(), Metrics("test"), processes=1, idle=timedelta(seconds=60), memory_mb=400
    )
    board = chess.Board()
    clock = SystemClock()
    assert chess.Move.from_uci(await made.move(game(), board, level)) in board.legal_moves
    began = clock.monotonic()
    await made.move(game(), board, level)
    assert clock.monotonic() - began < 1.5
    assert await made.takes_draw(game(), chess.Board("8/8/8/4k3/8/8/4q3/K7 w - - 0 1"), chess.WHITE)
    assert not await made.takes_draw(game(), chess.Board("8/8/8/4k3/8/8/4q3/K7 w - - 0 1"), chess.BLACK)
    await made.close()


async def test_the_real_engine_is_weighed() -> None:
    command = command_of("")
    assert command is not None
    engine = await EngineProcess.start(command)
    assert 10 < engine.memory() / (1 << 20) < 400
    await engine.end()
    assert not engine.alive
