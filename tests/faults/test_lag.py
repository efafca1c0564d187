"""Games over slow connections, moves close to the flag: no flag that the log doesn't give, and none missing."""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from tests.faults.board import LEAST, Attempt, Board, all_playing
from tests.faults.clock_oracle import LATE_MS, Judged, Log, judge, logs
from tests.faults.cluster import Cluster
from tests.faults.conftest import SOAK
from tests.faults.front import campaign
from tests.faults.playing import meanwhile
from tests.long_lines import long_line

CLOCKS = ((3, 1), (5, 0), (10, 2), (3, 2)) if SOAK else ((2, 1), (3, 0))
"""Initial seconds and increment of a campaign's games."""
SEATS = 50 if SOAK else 10
FOR_S = 90.0 if SOAK else 3.0
"""Afterwards nobody moves, and the remaining flags fall."""
LAGS_S = (0.0, 0.05, 0.2, 0.4, 0.8)
"""The most that a message takes each way."""
NEAR_MS = (-300, 100)
"""When a move comes that is thought about for long, from about the last moment that counts."""
PLIES = 80
FALLEN_S = max(initial_s for initial_s, _ in CLOCKS) + 30 * max(more_s for _, more_s in CLOCKS) + LATE_MS / 1_000
"""By then everybody's time has run out."""


@dataclass
class Table:
    """Both sides of a game."""

    game: str
    campaign: str
    boards: tuple[Board, Board]


async def play(board: Board, line: list[str], end: float) -> None:
    """Move when it is one's move: at once, or so late that it may or may not count; so, too, the last move of all."""
    while True:
        await board.until(lambda: board.mine or board.over)
        ply = board.shown["ply"]
        if board.over or ply == len(line):
            return
        is_last = time.monotonic() > end
        if ply >= 2 and (is_last or random.random() < 0.6):
            await asyncio.sleep(_thought_s(board))
        attempt = await board.move(ply, line[ply])
        if attempt.refused or is_last:
            return
        await board.until(lambda ply=ply: board.shown["ply"] > ply or board.over)


def _thought_s(board: Board) -> float:
    """How long to think for the move to come there about when its clock and what its way is granted are over."""
    clocks = board.shown["clocks"]
    last = clocks["since_unix_ms"] + clocks[f"{board.shown['you']}_ms"] + min(2 * board.lag_s, 0.7) * 1_000
    wanted = last + random.uniform(*NEAR_MS) - board.lag_s * 1_000
    return max(wanted / 1_000 - time.time(), 0.0)


@asynccontextmanager
async def tables(cluster: Cluster) -> AsyncIterator[list[Table]]:
    """Both sides of all games, connected."""
    async with AsyncExitStack() as stack:
        made: list[Table] = []
        for initial_s, increment_s in CLOCKS:
            options = {"live": True, "initial_s": initial_s, "increment_s": increment_s, "again": False}
            seated = await stack.enter_async_context(campaign(cluster, "duel", SEATS, options))
            for place in range(SEATS // 2):
                game = f"{seated[0].campaign}-w{place + 1}"
                white, black = (Board(person, game, random.choice(LAGS_S)) for person in seated[2 * place :][:2])
                made.append(Table(game, seated[0].campaign, (white, black)))
        boards = [board for table in made for board in table.boards]
        await stack.enter_async_context(meanwhile(*(board.run() for board in boards)))
        await all_playing(boards)
        yield made


async def play_to_the_flag(made: list[Table]) -> None:
    """Let everybody play for a while, then let the remaining flags fall."""
    end = time.monotonic() + FOR_S
    async with asyncio.TaskGroup() as tasks:
        for number, table in enumerate(made):
            line = long_line(number, PLIES)
            for board in table.boards:
                tasks.create_task(play(board, line, end))
    async with asyncio.timeout(FALLEN_S):
        for table in made:
            for board in table.boards:
                await board.until(lambda board=board: board.over)


async def test_flags_over_slow_connections_are_those_that_the_log_gives(solo: Cluster) -> None:
    """Every clock and every flag as an oracle computes them; each move stamped when it came; no late one is let in."""
    async with tables(solo) as made:
        await play_to_the_flag(made)
    found: dict[str, Log] = {}
    for one in {table.campaign for table in made}:
        found |= await logs(solo, one)
    faults, late, near = list[str](), 0, 0
    for table in made:
        log = found[table.game]
        judged = judge(log, round(time.time() * 1_000))
        near += _past_the_clock(log)
        mine = [*judged.faults]
        for board in table.boards:
            mine += board.faults
            late += sum(bool(attempt.refused) for attempt in board.attempts)
            for attempt in board.attempts:
                mine += _witnessed(attempt, board.lag_s, log, judged)
        faults += [f"{table.game}: {fault}" for fault in mine]
    moves = sum(len(found[table.game].moves) for table in made)
    played = f"{len(made)} games, {moves} moves, {near} of them in time by their way only, {late} too late"
    print(played)  # noqa: T201 - for whoever wants to know what was shown (-s)
    assert not faults, "\n".join(faults)
    assert near, f"nothing came close enough: {played}"
    assert late, f"nothing came close enough: {played}"


def _past_the_clock(log: Log) -> int:
    """How many moves came after their clock's end and counted, since their way was granted."""
    increments = {"white": log.game["white"]["increment_ms"], "black": log.game["black"]["increment_ms"]}
    sides = ("white", "black")
    return sum(
        move["lag_ms"] > move["clock_ms"] - increments[sides[ply % 2]] for ply, move in enumerate(log.moves) if ply >= 2
    )


def _witnessed(attempt: Attempt, lag_s: float, log: Log, judged: Judged) -> list[str]:
    """What the network saw, against the log: when a move came, and what its way took at least."""
    way_ms = round(2 * LEAST * lag_s * 1_000) if attempt.measured else 0
    granted = min(way_ms, judged.most_ms[attempt.ply])
    if attempt.refused:
        flagged = log.game["reason"] == "time" and len(log.moves) == attempt.ply
        if attempt.refused != "game_over" or not flagged:
            return [f"half-move {attempt.ply} was refused: {attempt.refused}"]
        if attempt.after_ms - granted <= judged.due_ms:
            early = judged.due_ms - attempt.after_ms + granted
            return [f"half-move {attempt.ply} was {early} ms early, and the flag fell nevertheless"]
        return []
    move = log.moves[attempt.ply]
    faults = []
    if move["uci"] != attempt.uci:
        faults.append(f"half-move {attempt.ply} is {move['uci']}, not {attempt.uci}")
    if not attempt.before_ms <= move["at_ms"] <= attempt.after_ms:
        faults.append(
            f"half-move {attempt.ply} is stamped {move['at_ms']}, but came {attempt.before_ms} to {attempt.after_ms}"
        )
    if move["lag_ms"] < granted:
        faults.append(f"half-move {attempt.ply} was granted {move['lag_ms']} ms, and its way took {granted}")
    return faults
