"""Memory of the idle platform, part by part, over a minute after a bot last used the chess engine."""

import asyncio
import time
from pathlib import Path

import uvloop

from bench.figures import Figure
from bench.floors import Floors
from bench.processes import Memory, memory, parts
from bench.tables import declare
from chassis.ids import new_key
from tests.player import Player, guest
from tests.running_platform import running_platform

ALL_MB = 750
PLAYED_WITHIN_S = 60
IDLE_S = 75
"""An unused engine ends after 60 s (`WARBOARD_ENGINE_IDLE_S`)."""


def measure(folder: Path, _: Floors) -> list[Figure]:
    """PSS of every process, nats-server and valkey too, and their sum; RSS beside it."""
    with running_platform(folder / "memory") as platform:
        uvloop.run(_played(platform.url))
        with_engine = {name: memory(pid) for name, pid in parts(platform).items()}
        time.sleep(IDLE_S)
        idle = {name: memory(pid) for name, pid in parts(platform).items()}
    return [
        _sum("memory, idle: the whole platform", idle, target=ALL_MB),
        _sum("memory, while bots play chess", with_engine),
        *(
            Figure(name=f"memory, idle: {name}", unit="MB", value=one.pss, note=f"RSS {one.rss:.0f} MB")
            for name, one in idle.items()
        ),
    ]


def _sum(name: str, all_of_them: dict[str, Memory], target: float | None = None) -> Figure:
    pss = sum(one.pss for one in all_of_them.values())
    rss = sum(one.rss for one in all_of_them.values())
    note = f"PSS of {len(all_of_them)} processes; RSS {rss:.0f} MB"
    return Figure(name=name, unit="MB", value=pss, target=target, note=note)


async def _played(url: str) -> None:
    """A guest and a bot go to war and to the board, so that every part has worked and the chess engine runs."""
    async with guest(url) as player, asyncio.timeout(PLAYED_WITHIN_S):
        room = await player.room("chess_wars", 2, {"draft": "dealt", "pace": "live"})
        await player.call("POST", f"/rooms/{room}/bots", {"level": 3})
        await player.start(room)
        await player.choose_secret()
        while not await _bot_has_moved(player):  # noqa: ASYNC110 - the server is asked
            await asyncio.sleep(0.2)


async def _bot_has_moved(player: Player) -> bool:
    """Do whatever is owed; whether the bot has made a move in some game."""
    view = await player.view()
    me, game = view["you"]["seat"], view["game"]
    for war, entry in game.get("wars", {}).items():
        if entry["state"] == "playing":
            return await _at_the_board(player, f"/games/{player.campaign}-{war}")
        if entry.get("awaiting", {}).get("seat") == me and entry["awaiting"]["what"] == "answer":
            await player.command(type="AcceptWar", war=war)
    turn = game.get("turn", {})
    if turn.get("seat") == me:
        await declare(player, turn["number"])
    return False


async def _at_the_board(player: Player, path: str) -> bool:
    game = (await player.call("GET", path))["game"]
    if "legal" in game:
        origin, targets = next(iter(game["legal"].items()))
        move = {"type": "Move", "ply": game["ply"], "uci": origin + targets[0]}
        await player.call("POST", f"{path}/commands", {"key": new_key(), "command": move})
    return bool(game["ply"] >= 2)
