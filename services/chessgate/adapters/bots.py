"""Bots' chess: a bounded pool of UCI engines; a stuck one is killed and replaced, and the game goes on."""

import asyncio
import shutil
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import chess
import chess.engine

from chassis.logs import logger
from chassis.metrics import Metrics

_LOG = logger(__name__)
LONGEST = timedelta(seconds=10)
RATINGS = (900, 1150, 1400, 1650, 1900, 2150, 2450, 2800)
"""Ratings of levels 1-8 until they are measured (chess_wars section 6)."""
MOVE_S = 0.3
"""Seconds an engine may think about one move."""
NPM = Path("engines/node_modules/stockfish/bin/stockfish-19-lite-single.js")


def engine_command(configured: str) -> list[str] | None:
    """How to start the engine: as configured, else a native Stockfish, else the one from npm; None if there is none."""
    if configured:
        return configured.split()
    native = shutil.which("stockfish") or shutil.which("/usr/games/stockfish")
    if native:
        return [native]
    script = Path(__file__).resolve().parents[3] / NPM
    node = shutil.which("node")
    return [node, str(script)] if node and script.is_file() else None


class Thinkers:
    """The pool."""

    def __init__(self, command: list[str] | None, size: int, metrics: Metrics) -> None:
        self._command = command
        self._room = asyncio.Semaphore(size)
        self._idle: list[chess.engine.UciProtocol] = []
        self._killed = metrics.counter("engines_replaced", "Stuck or broken engines that were replaced")

    async def move(self, board: chess.Board, level: int) -> str | None:
        """A level's move, or None if no engine could say one."""
        async with self._room:
            engine: chess.engine.UciProtocol | None = None
            try:
                async with asyncio.timeout(LONGEST.total_seconds()):
                    engine = self._idle.pop() if self._idle else await self._start()
                    options, limit = strength(engine, level)
                    result = await engine.play(board, limit, options=options)
            except (TimeoutError, chess.engine.EngineError, OSError, LookupError) as error:
                _LOG.error("an engine failed", error=repr(error)[:200])
                self._killed.inc()
                if engine is not None:
                    _kill(engine)
                return None
            self._idle.append(engine)
            return result.move.uci() if result.move else None

    async def close(self) -> None:
        """End all engines."""
        for engine in self._idle:
            with suppress(TimeoutError, chess.engine.EngineError):
                async with asyncio.timeout(1):
                    await engine.quit()
            _kill(engine)
        self._idle.clear()

    async def _start(self) -> chess.engine.UciProtocol:
        if self._command is None:
            raise LookupError("no chess engine on this machine; see `warboard doctor`")
        _, engine = await chess.engine.popen_uci(self._command)
        return engine


def strength(
    engine: chess.engine.UciProtocol, level: int
) -> tuple[dict[str, str | int | bool | None], chess.engine.Limit]:
    """Options and limit of a level, by what this engine can express."""
    rating = RATINGS[level - 1]
    elo = engine.options.get("UCI_Elo")
    options: dict[str, str | int | bool | None] = {}
    if "Hash" in engine.options:
        options["Hash"] = 16
    if elo is not None and elo.min is not None and elo.max is not None and rating >= elo.min:
        options.update({"UCI_LimitStrength": True, "UCI_Elo": min(rating, elo.max)})
        return options, chess.engine.Limit(time=MOVE_S)
    if "Skill Level" in engine.options:
        options["Skill Level"] = 0
    if "UCI_LimitStrength" in engine.options:
        options["UCI_LimitStrength"] = False
    return options, chess.engine.Limit(depth=level, time=MOVE_S)


def _kill(engine: chess.engine.UciProtocol) -> None:
    transport = engine.transport
    if transport is not None:
        with suppress(ProcessLookupError):
            transport.kill()
