"""Judges a live game's clocks by its log alone: stamps, granted lag, credits. None of chessgate's code is used.

From the rule book ("How games end"), docs/adr/0012 and docs/api.md: clocks stand still until both have made their first
moves, for which each has five minutes; a move costs its time less what was given back and what its way was granted, and
brings the increment; a flag falls once the clock has run out and no move can be on its way any more.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from chassis.database import async_url
from tests.faults.cluster import Cluster

SIDES = ("white", "black")
FIRST_MS = 5 * 60_000
MOST_MS = 1_000
"""The most that a move is granted."""
LATE_MS = 5_000
"""How late a flag may be decided."""
_BY_TIME = ("time", "time_no_material", "first_move")


@dataclass(frozen=True)
class Log:
    """A game as it is stored."""

    game: dict[str, Any]
    moves: list[dict[str, Any]]
    decided_ms: int
    """When its last change was committed."""


@dataclass
class Judged:
    """What the log gives."""

    faults: list[str] = field(default_factory=list)
    most_ms: list[int] = field(default_factory=list)
    """By half-move, the one that is waited for included: the most that could be granted."""
    due_ms: int = 0
    """When the clock of the side to move runs out."""


async def logs(cluster: Cluster, campaign: str) -> dict[str, Log]:
    """All games of a campaign, by id."""
    engine = create_async_engine(async_url(cluster.databases()["chessgate"]))
    games = text("SELECT id, body, changed_unix_ms FROM game WHERE campaign = :campaign")
    moves = text("SELECT ply, body FROM move WHERE game = :game ORDER BY ply")
    try:
        async with engine.connect() as connection:
            found: dict[str, Log] = {}
            for row in list(await connection.execute(games, {"campaign": campaign})):
                made = list(await connection.execute(moves, {"game": row.id}))
                assert [move.ply for move in made] == list(range(len(made))), f"{row.id} has a hole in its moves"
                found[row.id] = Log(
                    json.loads(row.body), [json.loads(move.body) for move in made], int(row.changed_unix_ms)
                )
            return found
    finally:
        await engine.dispose()


def judge(log: Log, now_ms: int) -> Judged:
    """Compute every clock, and whether and when a flag had to fall.

    :param now_ms: when the log was read.
    """
    judged = Judged()
    game = log.game
    left = {side: game[side]["initial_ms"] for side in SIDES}
    gain = {side: _gain_ms(**{key: game[side][key] for key in ("initial_ms", "increment_ms")}) for side in SIDES}
    quota = {side: 3 * gain[side] for side in SIDES}
    began = game["started_ms"]
    for ply, move in enumerate(log.moves):
        side, runs = SIDES[ply % 2], ply >= 2
        most, lag = (min(quota[side], MOST_MS) if runs else 0), move["lag_ms"]
        judged.most_ms.append(most)
        if not 0 <= lag <= most:
            judged.faults.append(f"half-move {ply} was granted {lag} ms of at most {most}")
        if move["at_ms"] < began:
            judged.faults.append(f"half-move {ply} was made before the one before it")
        if runs:
            spent = max(move["at_ms"] - lag - began - _given_ms(game, ply), 0)
            if spent > left[side]:
                judged.faults.append(f"a flag is missing: half-move {ply} took {spent} ms of {left[side]}")
            left[side] = max(left[side] - spent, 0) + game[side]["increment_ms"]
        if move["clock_ms"] != left[side]:
            judged.faults.append(f"half-move {ply} left {left[side]} ms, but {move['clock_ms']} are stored")
        quota[side] = min(quota[side] - lag + gain[side], 7 * gain[side])
        began = move["at_ms"]
    _judge_wait(judged, log, left, quota, began, now_ms)
    return judged


def _judge_wait(judged: Judged, log: Log, left: dict[str, int], quota: dict[str, int], began: int, now_ms: int) -> None:
    """The wait after the last move: did a flag fall, and should it have?"""
    game, ply = log.game, len(log.moves)
    side, other = SIDES[ply % 2], SIDES[1 - ply % 2]
    runs = ply >= 2
    most = min(quota[side], MOST_MS) if runs else 0
    judged.most_ms.append(most)
    judged.due_ms = due = began + _given_ms(game, ply) + (left[side] if runs else FIRST_MS)
    fell = game["state"] == "over" and game["reason"] in _BY_TIME
    if fell:
        if game["ended_ms"] not in (due, due + most):
            judged.faults.append(f"the flag fell at {game['ended_ms']}, but was due at {due} or {most} ms later")
        if log.decided_ms <= game["ended_ms"]:
            judged.faults.append(f"the flag of {game['ended_ms']} fell before, at {log.decided_ms}")
        if log.decided_ms > due + most + LATE_MS:
            judged.faults.append(f"the flag of {due} fell at {log.decided_ms} only")
        if game["reason"] != "time_no_material" and game["result"] != other:
            judged.faults.append(f"{side}'s flag fell, and {game['result']} has won")
        left = {**left, **({side: 0} if runs else {})}
    elif game["state"] == "playing" and now_ms > due + most + LATE_MS:
        judged.faults.append(f"a flag is missing: it was due at {due}, now it is {now_ms}")
    for colour in SIDES:
        if game[f"{colour}_ms"] != left[colour]:
            judged.faults.append(f"{colour} has {left[colour]} ms, but {game[f'{colour}_ms']} are stored")
        if game[f"{colour}_quota_ms"] != quota[colour]:
            judged.faults.append(f"{colour} may be granted {quota[colour]} ms, not {game[f'{colour}_quota_ms']}")


def _given_ms(game: dict[str, Any], ply: int) -> int:
    """What was given back while a half-move was waited for."""
    return sum(credit["ms"] for credit in game["credits"] if credit["ply"] == ply)


def _gain_ms(initial_ms: int, increment_ms: int) -> int:
    """What a move adds to what may be granted: hundredths of a second, from the seconds a side's game may take."""
    seconds = (initial_ms + 40 * increment_ms) / 1_000
    return int(min(100, 0.4 * seconds + 15) * 10)
