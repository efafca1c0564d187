"""UCI engines: a few processes, started when needed, ended when idle, replaced when stuck."""

import asyncio
import shlex
import shutil
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

import chess
import chess.engine

from chassis.logs import logger
from chassis.metrics import Metrics
from chassis.timekeeping import Clock
from services.chessgate.app.ports import NoEngine

_LOG = logger(__name__)
_ROOT = Path(__file__).parents[3]
_NPM = "node_modules/stockfish/bin/stockfish-19-lite-single.js"
STUCK = timedelta(seconds=10)
"""An engine that says nothing for so long is replaced."""
_TRIES = 3

ELO = (900, 1150, 1400, 1650, 1900, 2150, 2450, 2800)
"""Strength of levels 1 to 8, until measured."""
_NODES = (60, 400, 4_000, 8_000, 16_000, 30_000, 60_000, 150_000)
_BETTER = 50
"""A bot that is better by this many hundredths of a pawn takes no draw."""

T = TypeVar("T")
Think = Callable[[chess.engine.UciProtocol], Awaitable[T]]
Running = tuple[asyncio.SubprocessTransport, chess.engine.UciProtocol]


def command_of(setting: str) -> list[str] | None:
    """The engine's command: the configured one, one on this machine, or npm's; None if there is none."""
    if setting:
        return shlex.split(setting)
    native = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
    if native:
        return [native]
    node = shutil.which("node")
    for folder in (_ROOT / "engines", _ROOT / "web", _ROOT):
        if node and (folder / _NPM).exists():
            return [node, str(folder / _NPM)]
    return None


class Engines:
    """The `Brain` of bots."""

    def __init__(
        self,
        command: list[str] | None,
        clock: Clock,
        metrics: Metrics,
        *,
        processes: int,
        idle: timedelta,
        stuck: timedelta = STUCK,
    ) -> None:
        self._command = command
        self._clock = clock
        self._turns = asyncio.Semaphore(processes)  # first come, first served; a game asks for one thought at a time
        self._idle: list[tuple[float, Running]] = []
        self._stuck = stuck.total_seconds()
        self._keep = idle.total_seconds()
        self._there = metrics.gauge("chess_engine_available", "1 if a UCI engine can be had")
        self._there.set(command is not None)
        self._replaced = metrics.counter("chess_engines_replaced", "Engines that were stuck or died")
        if command is None:
            _LOG.error("no UCI engine: set WARBOARD_STOCKFISH or run `npm ci --prefix engines`; bots won't move")

    async def move(self, game: str, board: chess.Board, level: int) -> str:
        """A legal move in UCI notation."""

        async def think(engine: chess.engine.UciProtocol) -> chess.Move | None:
            limit = chess.engine.Limit(nodes=_NODES[level - 1], time=0.9)
            return (await engine.play(board, limit, game=game, options=_strength(engine, level))).move

        move = await self._with_engine(think)
        if move is None:
            raise NoEngine
        return move.uci()

    async def takes_draw(self, game: str, board: chess.Board, colour: chess.Color) -> bool:
        """Whether that side isn't doing better."""

        async def think(engine: chess.engine.UciProtocol) -> int:
            limit = chess.engine.Limit(nodes=20_000, time=0.9)
            info = await engine.analyse(board, limit, game=game)
            score = info.get("score")
            return 0 if score is None else score.pov(colour).score(mate_score=10_000)

        return await self._with_engine(think) <= _BETTER

    async def tidy_for_ever(self) -> None:
        """End engines that nobody needed for a while."""
        while True:
            await self._clock.sleep(timedelta(seconds=5))
            now = self._clock.monotonic()
            old = [running for since, running in self._idle if now - since > self._keep]
            self._idle = [entry for entry in self._idle if now - entry[0] <= self._keep]
            for running in old:
                await _end(running)

    async def close(self) -> None:
        """End all."""
        idle, self._idle = self._idle, []
        for _, running in idle:
            await _end(running)

    async def _with_engine(self, think: Think[T]) -> T:
        if self._command is None:
            raise NoEngine
        async with self._turns:
            for _ in range(_TRIES):
                running = await self._take(self._command)
                try:
                    async with asyncio.timeout(self._stuck):
                        result = await think(running[1])
                except (TimeoutError, chess.engine.EngineError) as error:
                    _LOG.warning("an engine is replaced", error=type(error).__name__)
                    self._replaced.inc()
                    _kill(running)
                except BaseException:
                    _kill(running)
                    raise
                else:
                    self._idle.append((self._clock.monotonic(), running))
                    return result
        raise NoEngine

    async def _take(self, command: list[str]) -> Running:
        while self._idle:
            _, running = self._idle.pop()
            if not running[1].returncode.done():
                return running
        try:
            async with asyncio.timeout(self._stuck):
                return await chess.engine.popen_uci(command)
        except (OSError, TimeoutError, chess.engine.EngineError) as error:
            self._there.set(0)
            _LOG.error("the chess engine doesn't start", error=type(error).__name__)
            raise NoEngine from error


def _strength(engine: chess.engine.UciProtocol, level: int) -> dict[str, str | int | bool | None]:
    """The engine's own limits for a level; below its range, least skill and few nodes."""
    elo = engine.options.get("UCI_Elo")
    wanted = ELO[level - 1]
    if elo is not None and "UCI_LimitStrength" in engine.options and wanted >= (elo.min or 0):
        return {"UCI_LimitStrength": True, "UCI_Elo": min(wanted, elo.max or wanted)}
    if "Skill Level" in engine.options:
        limited: dict[str, str | int | bool | None] = {"Skill Level": 0}
        return {"UCI_LimitStrength": False, **limited} if "UCI_LimitStrength" in engine.options else limited
    return {}


async def _end(running: Running) -> None:
    try:
        async with asyncio.timeout(1):
            await running[1].quit()
            await asyncio.shield(running[1].returncode)
    except (TimeoutError, chess.engine.EngineError):
        _LOG.debug("an engine didn't quit")
    running[0].close()  # kills it if it still runs


def _kill(running: Running) -> None:
    running[0].close()
