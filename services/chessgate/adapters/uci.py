"""UCI engines: a few processes, started when needed, shared fairly, ended when idle, replaced when stuck or too big."""

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
from chassis.turns import Turns
from services.chessgate.adapters.engine_process import EngineProcess
from services.chessgate.adapters.thinking import does_no_better, level_move
from services.chessgate.app.ports import NoEngine
from services.chessgate.core.game import Game
from services.chessgate.core.levels import LEVELS

_LOG = logger(__name__)
_ROOT = Path(__file__).parents[3]
_NPM = "node_modules/stockfish/bin/stockfish-19-lite-single.js"
STUCK = timedelta(seconds=10)
"""An engine that says nothing for so long is replaced."""
_TRIES = 3
_MB = 1 << 20

T = TypeVar("T")
Think = Callable[[chess.engine.UciProtocol], Awaitable[T]]


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
    """The `Brain` of bots.

    :param processes: engines at a time; campaigns take turns at them, however many games each of them has.
    :param memory_mb: an engine that holds more is replaced after its thought.
    """

    def __init__(
        self,
        command: list[str] | None,
        clock: Clock,
        metrics: Metrics,
        *,
        processes: int,
        idle: timedelta,
        memory_mb: int,
        stuck: timedelta = STUCK,
    ) -> None:
        self._command = command
        self._clock = clock
        self._turns = Turns(processes)
        self._idle: list[tuple[float, EngineProcess]] = []
        self._stuck = stuck.total_seconds()
        self._keep = idle.total_seconds()
        self._most = memory_mb * _MB
        self._there = metrics.gauge("chess_engine_available", "1 if a UCI engine can be had")
        self._there.set(command is not None)
        self._replaced = metrics.counter("chess_engines_replaced", "Engines that were stuck, died or grew too big")
        if command is None:
            _LOG.error("no UCI engine: set WARBOARD_STOCKFISH or run `npm ci --prefix engines`; bots won't move")

    async def move(self, game: Game, board: chess.Board, level: int) -> str:
        """A legal move in UCI notation."""

        async def think(engine: chess.engine.UciProtocol) -> chess.Move:
            return await level_move(engine, board, LEVELS[level - 1], game.id)

        return (await self._with_engine(game.campaign, think)).uci()

    async def takes_draw(self, game: Game, board: chess.Board, colour: chess.Color) -> bool:
        """Whether that side isn't doing better."""
        return await self._with_engine(game.campaign, lambda engine: does_no_better(engine, board, colour, game.id))

    async def tidy_for_ever(self) -> None:
        """End engines that nobody needed for a while."""
        while True:
            await self._clock.sleep(timedelta(seconds=5))
            now = self._clock.monotonic()
            old = [engine for since, engine in self._idle if now - since > self._keep]
            self._idle = [entry for entry in self._idle if now - entry[0] <= self._keep]
            for engine in old:
                await engine.end()

    async def close(self) -> None:
        """End all."""
        idle, self._idle = self._idle, []
        for _, engine in idle:
            await engine.end()

    async def _with_engine(self, campaign: str, think: Think[T]) -> T:
        if self._command is None:
            raise NoEngine
        async with self._turns.of(campaign):
            for _ in range(_TRIES):
                engine = await self._take(self._command)
                try:
                    async with asyncio.timeout(self._stuck):
                        result = await think(engine.uci)
                except (TimeoutError, chess.engine.EngineError) as error:
                    self._replace(engine, type(error).__name__)
                except BaseException:
                    engine.kill()
                    raise
                else:
                    self._put_back(engine)
                    return result
        raise NoEngine

    async def _take(self, command: list[str]) -> EngineProcess:
        while self._idle:
            _, engine = self._idle.pop()
            if engine.alive:
                return engine
            engine.kill()
        try:
            async with asyncio.timeout(self._stuck):
                started = await EngineProcess.start(command)
        except (OSError, TimeoutError, chess.engine.EngineError) as error:
            self._there.set(0)
            _LOG.error("the chess engine doesn't start", error=type(error).__name__)
            raise NoEngine from error
        self._there.set(1)
        return started

    def _put_back(self, engine: EngineProcess) -> None:
        if engine.memory() > self._most:
            self._replace(engine, "too much memory")
        else:
            self._idle.append((self._clock.monotonic(), engine))

    def _replace(self, engine: EngineProcess, why: str) -> None:
        _LOG.warning("an engine is replaced", why=why)
        self._replaced.inc()
        engine.kill()
