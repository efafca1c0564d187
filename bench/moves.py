"""Chess moves: from the `play` message on one player's socket to the `move` message on the opponent's.

Many live games between guests, through the real gateway; the servers are processes of their own. Moves are sent by an
open schedule, so a slow one does not make the next one wait.
"""

import asyncio
import gc
import math
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import uvloop

from bench.figures import Figure, latency
from bench.floors import Floors
from bench.lines import Line, Told
from bench.processes import ProcessorTime
from bench.tables import AT_ONCE, Couple, couples, declare, tick
from chassis.ids import new_key
from tests.long_lines import OPENING, long_line
from tests.running_platform import Platform, running_platform

WARM_UP_S = 5
MEASURED_S = 30
FIRST_MOVES = len(OPENING)
"""Made before the measurement, within the time there is for them."""


@dataclass(frozen=True)
class Crowd:
    """How many play at once, how fast, and what must be reached."""

    games: int
    moves_per_s: int
    p50_ms: int
    p99_ms: int

    @property
    def plies(self) -> int:
        """Half-moves of each game, at most."""
        return math.ceil((WARM_UP_S + MEASURED_S) * self.moves_per_s / self.games)

    @property
    def warm(self) -> int:
        """Half-moves of each game that are made to warm up."""
        return math.ceil(WARM_UP_S * self.moves_per_s / self.games)


USUAL = Crowd(games=50, moves_per_s=100, p50_ms=6, p99_ms=30)
MANY = Crowd(games=1_000, moves_per_s=500, p50_ms=15, p99_ms=100)


class Table:
    """One game: the players' sockets, what is played, and when it was sent and came."""

    def __init__(self, game: str, line: list[str], lines: tuple[Line, Line]) -> None:
        """
        :param line: the moves to be made, in UCI; the first two have been.
        :param lines: White's and Black's.
        """
        self.game = game
        self.line = line
        self.lines = lines
        self.sent: list[float] = []
        self.came: list[float] = []
        """By move, at the opponent."""
        self.answered: list[float] = []
        """By move, at the mover."""
        self.refused = ""
        for side, one in enumerate(lines):
            one.hear = partial(self._heard, side)

    def move(self) -> bool:
        """Send the next move; False if the last one has not come yet."""
        ply = FIRST_MOVES + len(self.sent)
        if len(self.came) < len(self.sent):
            return False
        body = {"t": "play", "id": ply, "game": self.game, "key": new_key(),
                "command": {"type": "Move", "ply": ply, "uci": self.line[ply]}}  # fmt: skip
        text = msgspec.json.encode(body)
        self.sent.append(time.perf_counter())
        self.lines[ply % 2].send(text)
        return True

    def _heard(self, side: int, told: Told, at: float) -> None:
        """Note what came at one player."""
        if told.t == "problem":
            self.refused = told.code
        if told.t == "ok":
            self.answered.append(at)
            return
        ply = FIRST_MOVES + len(self.came)
        if told.change is not None and told.change.ply == ply + 1 and ply % 2 != side:
            self.came.append(at)


def measure(folder: Path, floors: Floors, crowd: Crowd = USUAL) -> list[Figure]:
    """Both latencies of a crowd's moves."""
    with running_platform(folder / "moves") as platform:
        return uvloop.run(_measure(platform, floors, crowd))


def measure_many(folder: Path, floors: Floors) -> list[Figure]:
    """As many games as a club's evening, not part of the usual measurements: making them takes minutes."""
    return measure(folder, floors, MANY)


async def _measure(platform: Platform, floors: Floors, crowd: Crowd) -> list[Figure]:
    options = {"draft": "dealt", "pace": "live", "initial_min": 180, "increment_s": 60,
               "theatre": ["South America"]}  # fmt: skip
    played = [long_line(number, crowd.plies) for number in range(crowd.games)]
    turn = asyncio.Semaphore(AT_ONCE)
    async with (
        couples(platform.url, crowd.games, "chess_wars", _to_the_board, **options) as made,
        AsyncExitStack() as ends,
    ):

        async def seated(couple: Couple, line: list[str]) -> Table:
            async with turn:
                return await _seated(ends, couple, line)

        tables = await asyncio.gather(*map(seated, made, played))
        stalled = 0

        async def act(number: int) -> None:
            nonlocal stalled
            stalled += not tables[number % crowd.games].move()

        gc.freeze()
        used, mine = ProcessorTime(platform), time.process_time()
        late = await tick(crowd.moves_per_s, WARM_UP_S + MEASURED_S, act)
        await asyncio.sleep(1)
        mine = time.process_time() - mine
        figures = _figures(tables, crowd, floors, f"{stalled} stalled", late)
        moves = sum(len(table.came) for table in tables)
        spent = used.figure("processor time of all parts a chess move", moves)
        return [*figures, replace(spent, note=f"{spent.note}; the client beside them {mine * 1e3 / moves:.2f}")]


def _figures(tables: list[Table], crowd: Crowd, floors: Floors, stalled: str, late: float) -> list[Figure]:
    """Both latencies.

    :raises ValueError: a move was refused.
    """
    refused = {table.refused for table in tables} - {""}
    if refused:
        raise ValueError(f"moves were refused: {', '.join(sorted(refused))}")
    lost = sum(len(table.sent) - len(table.came) for table in tables)
    opponent = [came - sent for table in tables for sent, came in _pairs(table.sent, table.came, crowd.warm)]
    mover = [came - sent for table in tables for sent, came in _pairs(table.sent, table.answered, crowd.warm)]
    pace = f"{crowd.games} games, {crowd.moves_per_s} moves/s"
    note = f"{pace}; {stalled}, {lost} lost; client <= {late * 1e3:.0f} ms late"
    return [
        latency("chess move to the opponent's socket", opponent, target=crowd.p50_ms, p99_target=crowd.p99_ms,
                floor=floors.play, note=note),
        latency("chess move's answer to the mover", mover, floor=floors.play),
    ]  # fmt: skip


def _pairs(sent: list[float], came: list[float], warm: int) -> list[tuple[float, float]]:
    return list(zip(sent, came, strict=False))[warm:]


async def _to_the_board(couple: Couple) -> None:
    """Declare and accept a war, wait until its game has begun, and make the first moves: clocks run from then on."""
    host = couple.players[0]
    turn = (await host.view())["game"]["turn"]
    attacker, defender = couple.players[turn["seat"]], couple.players[1 - turn["seat"]]
    await declare(attacker, turn["number"])
    await defender.command(type="AcceptWar", war="w1")
    async with asyncio.timeout(20):
        while (await _game(couple)).get("state") != "playing":  # noqa: ASYNC110 - the server is asked
            await asyncio.sleep(0.1)
    white = (await _game(couple))["white"]["seat"]
    for ply in range(FIRST_MOVES):
        body = {"key": new_key(), "command": {"type": "Move", "ply": ply, "uci": OPENING[ply]}}
        mover = couple.players[white if ply % 2 == 0 else 1 - white]
        await mover.call("POST", f"/games/{couple.campaign}-w1/commands", body)


async def _game(couple: Couple) -> dict[str, Any]:
    """The game; empty while chessgate has not heard of it."""
    path = f"{couple.players[0].base}/api/v1/games/{couple.campaign}-w1"
    async with couple.players[0].http.get(path) as answer:
        game: dict[str, Any] = (await answer.json()).get("game", {})
    return game


async def _seated(ends: AsyncExitStack, couple: Couple, line: list[str]) -> Table:
    game = f"{couple.campaign}-w1"
    white = (await _game(couple))["white"]["seat"]
    lines = []
    for seat in (white, 1 - white):
        one = await Line.of(couple.players[seat])
        ends.callback(one.close)
        await one.asked("game", t="watch", topic=f"game:{game}")
        lines.append(one)
    return Table(game, line, (lines[0], lines[1]))
