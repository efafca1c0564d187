"""Memory that idle correspondence games add to chessgate and the clock, which keep them in their databases."""

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import nats
import uvloop
from warboard_pb.campaign.v1 import wants_pb2

from bench.figures import Figure
from bench.floors import Floors
from bench.processes import memory, parts
from chassis.ids import new_id, new_key
from chassis.subjects import subject
from tests.running_platform import Platform, running_platform

GAMES = 10_000
ADDED_MB = 20
FIRST = 500
"""Games made before the first look: what a part needs for its first work is not what games add."""
IN_A_CAMPAIGN = 10
PAUSE_S = 0.04
"""Between campaigns, so that few are made at a time, as in a platform's life: else a part's peak would count."""
SETTLE_S = 10
_PARTS = ("chessgate", "clock")
_DAY_S = 86_400
_WITHIN_S = 300


def measure(folder: Path, _: Floors) -> list[Figure]:
    """PSS of both parts after `GAMES` more games, less before; each game waits for a move, with days to make it."""
    with running_platform(folder / "idle") as platform:
        before = _with(platform, FIRST)
        after = _with(platform, FIRST + GAMES)
    added = {part: after[part] - before[part] for part in _PARTS}
    note = ", ".join(f"{part} {before[part]:.1f} -> {after[part]:.1f}" for part in _PARTS)
    name = f"memory that {GAMES:,} idle correspondence games add"
    return [Figure(name=name, unit="MB", value=sum(added.values()), target=ADDED_MB, note=note)]


def _with(platform: Platform, games: int) -> dict[str, float]:
    """PSS by part once there are so many games, and the clock watches them all."""
    known = _watched(platform)
    uvloop.run(_want(platform, games - known))
    _until(lambda: _watched(platform) == games)
    time.sleep(SETTLE_S)
    pids = parts(platform)
    return {part: memory(pids[part]).pss for part in _PARTS}


def _watched(platform: Platform) -> int:
    with closing(sqlite3.connect(f"file:{platform.data / 'clock.db'}?mode=ro", uri=True)) as clock:
        return int(clock.execute("SELECT count(*) FROM timer WHERE owner = 'chess'").fetchone()[0])


def _until(there: Callable[[], bool]) -> None:
    end = time.monotonic() + _WITHIN_S
    while not there():
        assert time.monotonic() < end, "the games did not come"
        time.sleep(0.5)


async def _want(platform: Platform, games: int) -> None:
    """Ask chessgate for games as the engine would, whose own campaigns are none of these."""
    kept = json.loads((platform.data / "secrets.json").read_text())["nats"]["engine"]
    url = f"nats://127.0.0.1:{platform.state()['parts']['nats']['port']}"
    bus = await nats.connect(url, user="engine", password=kept, inbox_prefix=b"_INBOX_engine")
    stream = bus.jetstream()
    for _ in range(0, games, IN_A_CAMPAIGN):
        wants = _wants()
        name = subject("wants", "chess", wants.campaign)
        await stream.publish(name, wants.SerializeToString(), headers={"Nats-Msg-Id": new_key()})
        await asyncio.sleep(PAUSE_S)
    await bus.close()


def _wants() -> wants_pb2.GameWants:
    wants = wants_pb2.GameWants(campaign=new_id(), epoch=1, seq=1)
    now = time.time_ns() // 1_000_000
    for number in range(IN_A_CAMPAIGN):
        wants.games.add(
            game=f"{wants.campaign}-w{number}", war=f"w{number}", live=False, since_unix_ms=now,
            white=wants_pb2.GameSide(seat=0, account=new_id(), initial_s=3 * _DAY_S),
            black=wants_pb2.GameSide(seat=1, account=new_id(), initial_s=3 * _DAY_S),
        )  # fmt: skip
    return wants
