"""Chess moves: from the `play` message on one player's socket to the `move` message on the opponent's.

Many live games between guests, through the real gateway; the servers are processes of their own. Moves are sent by an
open schedule, so a slow one does not make the next one wait.
"""

import asyncio
import random
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import chess
import msgspec
import uvloop

from bench.figures import Figure, latency
from bench.floors import Floors
from bench.processes import ProcessorTime
from bench.tables import Couple, couples, declare, tick
from chassis.ids import new_key
from tests.player import Socket
from tests.running_platform import Platform, running_platform

WARM_UP_S = 5
MEASURED_S = 30


@dataclass(frozen=True)
class Crowd:
    """How many play at once, how fast, and what must be reached."""

    games: int
    moves_per_s: int
    p50_ms: int
    p99_ms: int

    @property
    def plies(self) -> int:
        """Half-moves of each game."""
        return (WARM_UP_S + MEASURED_S) * self.moves_per_s // self.games


USUAL = Crowd(games=50, moves_per_s=100, p50_ms=6, p99_ms=30)
MANY = Crowd(games=1_000, moves_per_s=500, p50_ms=15, p99_ms=100)


class _Told(msgspec.Struct):
    """What counts of a message."""

    t: str
    id: int = 0
    code: str = ""


_DECODER = msgspec.json.Decoder(_Told)


class Table:
    """One game: the players' sockets, what is played, and when it was sent and came."""

    def __init__(self, game: str, line: list[str], sockets: tuple[Socket, Socket]) -> None:
        """
        :param line: the moves to be made, in UCI.
        :param sockets: White's and Black's.
        """
        self.game = game
        self.line = line
        self.sockets = sockets
        self.sent: list[float] = []
        self.came: list[float] = []
        """By ply, at the opponent."""
        self.answered: list[float] = []
        """By ply, at the mover."""

    async def move(self) -> bool:
        """Send the next move; False if the last one has not come yet."""
        ply = len(self.sent)
        if len(self.came) < ply:
            return False
        body = {"t": "play", "id": ply, "game": self.game, "key": new_key(),
                "command": {"type": "Move", "ply": ply, "uci": self.line[ply]}}  # fmt: skip
        text = msgspec.json.encode(body).decode()
        self.sent.append(time.perf_counter())
        await self.sockets[ply % 2].connection.send_str(text)
        return True

    async def listen(self, side: int) -> None:
        """Note what comes at one player until the socket ends.

        :raises ValueError: a move was refused.
        """
        async for message in self.sockets[side].connection:
            now = time.perf_counter()
            told = _DECODER.decode(message.data)
            if told.t == "problem":
                raise ValueError(f"a move was refused: {told.code}")
            if told.t == "ok":
                self.answered.append(now)
            elif told.t == "move" and len(self.came) % 2 != side and len(self.came) < len(self.sent):
                self.came.append(now)


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
    async with (
        couples(platform.url, crowd.games, "chess_wars", _to_the_board, **options) as made,
        AsyncExitStack() as stack,
    ):
        tables = [await _seated(stack, couple, long_line(number, crowd.plies)) for number, couple in enumerate(made)]
        stalled = 0

        async def act(number: int) -> None:
            nonlocal stalled
            stalled += not await tables[number % crowd.games].move()

        async with asyncio.TaskGroup() as tasks:
            listening = [tasks.create_task(table.listen(side)) for table in tables for side in (0, 1)]
            used = ProcessorTime(platform)
            late = await tick(crowd.moves_per_s, WARM_UP_S + MEASURED_S, act)
            await asyncio.sleep(1)
            for task in listening:
                task.cancel()
    lost = sum(len(table.sent) - len(table.came) for table in tables)
    warm = WARM_UP_S * crowd.moves_per_s // crowd.games
    opponent = [came - sent for table in tables for sent, came in _pairs(table.sent, table.came, warm)]
    mover = [came - sent for table in tables for sent, came in _pairs(table.sent, table.answered, warm)]
    made_moves = sum(len(table.came) for table in tables)
    pace = f"{crowd.games} games, {crowd.moves_per_s} moves/s"
    note = f"{pace}; {stalled} stalled, {lost} lost; client <= {late * 1e3:.0f} ms late"
    return [
        latency("chess move to the opponent's socket", opponent, target=crowd.p50_ms, p99_target=crowd.p99_ms,
                floor=floors.play, note=note),
        latency("chess move's answer to the mover", mover, floor=floors.play),
        used.figure("processor time of all parts a chess move", made_moves),
    ]  # fmt: skip


def _pairs(sent: list[float], came: list[float], warm: int) -> list[tuple[float, float]]:
    return list(zip(sent, came, strict=False))[warm:]


def long_line(seed: int, plies: int) -> list[str]:
    """Random legal moves of a game that doesn't end within them."""
    chosen = random.Random(seed)
    while True:
        board, line = chess.Board(), list[str]()
        while len(line) < plies and not board.is_game_over() and not board.is_repetition(3):
            move = chosen.choice(list(board.legal_moves))
            line.append(move.uci())
            board.push(move)
        if len(line) == plies:
            return line


async def _to_the_board(couple: Couple) -> None:
    """Declare and accept a war, and wait until its game has begun."""
    host = couple.players[0]
    turn = (await host.view())["game"]["turn"]
    attacker, defender = couple.players[turn["seat"]], couple.players[1 - turn["seat"]]
    await declare(attacker, turn["number"])
    await defender.command(type="AcceptWar", war="w1")
    async with asyncio.timeout(20):
        while (await _game(couple)).get("state") != "playing":  # noqa: ASYNC110 - the server is asked
            await asyncio.sleep(0.1)


async def _game(couple: Couple) -> dict[str, Any]:
    """The game; empty while chessgate has not heard of it."""
    path = f"{couple.players[0].base}/api/v1/games/{couple.campaign}-w1"
    async with couple.players[0].http.get(path) as answer:
        game: dict[str, Any] = (await answer.json()).get("game", {})
    return game


async def _seated(stack: AsyncExitStack, couple: Couple, line: list[str]) -> Table:
    white = (await _game(couple))["white"]["seat"]
    sockets = [await stack.enter_async_context(couple.players[seat].socket()) for seat in (white, 1 - white)]
    for socket in sockets:
        await socket.send(t="watch", topic=f"game:{couple.campaign}-w1")
        await socket.until("game")
    return Table(f"{couple.campaign}-w1", line, (sockets[0], sockets[1]))
