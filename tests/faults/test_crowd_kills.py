"""kill -9 of chessgate, gateway and broker under a crowd at live games: no move is lost, doubled or seen otherwise."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from tests.faults.board import Board, all_playing
from tests.faults.clock_oracle import Log, judge, logs
from tests.faults.cluster import Cluster
from tests.faults.conftest import SOAK
from tests.faults.front import campaign
from tests.faults.playing import meanwhile, strike, until
from tests.long_lines import long_line

GAMES, MOVES_PER_S, FOR_S = (200, 100, 120.0) if SOAK else (20, 40, 9.0)
SEATS = 50 if SOAK else 40
"""Of a campaign; each two play a game."""
CLOCK_S = 1_800
PLIES = int(4 * MOVES_PER_S * FOR_S / GAMES)
BETWEEN = 4 * GAMES if SOAK else GAMES
"""Moves that are made after each kill before the next one."""
KILLED = ("chessgate", "gateway", "nats")


@dataclass
class Table:
    """Both sides of a game, and what they play."""

    game: str
    campaign: str
    boards: tuple[Board, Board]
    line: list[str]


class Crowd:
    """All who play."""

    def __init__(self, tables: list[Table]) -> None:
        self.tables = tables
        self.boards = [board for table in tables for board in table.boards]
        self._leaving = asyncio.Event()

    @property
    def accepted(self) -> int:
        """How many moves were said to be accepted."""
        return sum(len(board.accepted) for board in self.boards)

    async def play(self) -> None:
        """Move at about the wanted rate until it is time to leave; who waits for an answer leaves after it."""
        async with asyncio.TaskGroup() as tasks:
            for table in self.tables:
                for board in table.boards:
                    tasks.create_task(self._sit(board, table.line))

    def leave(self) -> None:
        """It is time to leave."""
        self._leaving.set()
        for board in self.boards:
            board.wake()

    async def _sit(self, board: Board, line: list[str]) -> None:
        while True:
            await board.until(lambda: board.mine or self._leaving.is_set())
            ply = board.shown["ply"]
            if self._leaving.is_set() or ply == len(line):
                return
            await asyncio.sleep(random.uniform(0.5, 1.5) * GAMES / MOVES_PER_S)
            attempt = await board.move(ply, line[ply])
            assert not attempt.refused, (board.game, attempt)
            await board.until(lambda ply=ply: board.shown["ply"] > ply)

    async def more(self, moves: int) -> None:
        """Wait until so many further moves were accepted."""
        before = self.accepted

        async def made() -> bool:
            return self.accepted >= before + moves

        await until(made, 60)


@asynccontextmanager
async def crowd(cluster: Cluster) -> AsyncIterator[Crowd]:
    """All games have begun, and everybody is connected."""
    async with AsyncExitStack() as stack:
        tables: list[Table] = []
        while len(tables) < GAMES:
            options = {"live": True, "initial_s": CLOCK_S, "again": False}
            seated = await stack.enter_async_context(campaign(cluster, "duel", SEATS, options))
            for place in range(SEATS // 2):
                game = f"{seated[0].campaign}-w{place + 1}"
                white, black = (Board(person, game) for person in seated[2 * place :][:2])
                tables.append(Table(game, seated[0].campaign, (white, black), long_line(len(tables), PLIES)))
        made = Crowd(tables)
        await stack.enter_async_context(meanwhile(*(board.run() for board in made.boards)))
        await all_playing(made.boards)
        yield made


async def test_no_move_is_lost_or_doubled_while_parts_are_killed(solo: Cluster) -> None:
    """What was accepted is in the log once and in its place, nothing else is, and both sides have seen just that."""
    async with crowd(solo) as going_on:
        end = time.monotonic() + FOR_S
        kills = 0
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(going_on.play())
            await going_on.more(GAMES)
            while kills < len(KILLED) or time.monotonic() < end:
                await strike(solo, KILLED[kills % len(KILLED)])
                await going_on.more(BETWEEN)
                kills += 1
            going_on.leave()
        found: dict[str, Log] = {}
        for one in {table.campaign for table in going_on.tables}:
            found |= await logs(solo, one)
        faults: list[str] = []
        for table in going_on.tables:
            await _caught_up(table, found[table.game])
            faults += [f"{table.game}: {fault}" for fault in _faults(table, found[table.game])]
        came_back = sum(board.closed for board in going_on.boards)
        print(f"{GAMES} games, {going_on.accepted} moves, {kills} kills; sockets came back {came_back} times")  # noqa: T201
        assert not faults, "\n".join(faults)


async def _caught_up(table: Table, log: Log) -> None:
    async with asyncio.timeout(10):
        for board in table.boards:
            await board.until(lambda board=board: board.shown["version"] >= log.game["version"])


def _faults(table: Table, log: Log) -> list[str]:
    made = [move["uci"] for move in log.moves]
    faults = judge(log, round(time.time() * 1_000)).faults
    if made != table.line[: len(made)]:
        faults.append(f"{made} were made of {table.line}")
    white, black = (board.accepted for board in table.boards)
    if sorted([*white, *black]) != list(range(len(made))):
        faults.append(f"{sorted(white)} and {sorted(black)} were accepted, and {len(made)} half-moves are stored")
    for board in table.boards:
        faults += board.faults
        faults += [f"{uci} was said to be half-move {ply}" for ply, uci in board.accepted.items() if made[ply] != uci]
        if [move["uci"] for move in board.shown["moves"]] != made:
            faults.append(f"{board.shown['you']} sees {board.shown['moves']}")
        seen = {ply: {uci} for ply, uci in enumerate(made)}
        if dict(board.told) != seen:
            faults.append(f"{board.shown['you']} has seen {dict(board.told)}")
    return faults
