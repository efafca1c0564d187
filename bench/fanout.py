"""Fan-out: one act of one player, to hundreds of sockets that watch the campaign."""

import asyncio
import time
from contextlib import AsyncExitStack
from pathlib import Path

import aiohttp
import uvloop

from bench.figures import Figure, Floor, latency
from bench.floors import Floors
from bench.tables import couples
from tests.player import Player, Socket
from tests.running_platform import running_platform

SPECTATORS = 300
ACTS = 30
EVERY_S = 0.3


def measure(folder: Path, floors: Floors) -> list[Figure]:
    """Each socket's latency, and how many messages a second that makes while an act spreads."""
    with running_platform(folder / "fanout") as platform:
        return uvloop.run(_measure(platform.url, floors))


async def _measure(url: str, floors: Floors) -> list[Figure]:
    options = {"draft": "dealt", "pace": "live", "last_round": 0}
    async with couples(url, 1, "chess_wars", None, **options) as (couple,), AsyncExitStack() as stack:
        # People who are not signed in may watch a public campaign, and no account has more than five sockets.
        http = await stack.enter_async_context(aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)))
        sockets = []
        for _ in range(SPECTATORS):
            socket = await stack.enter_async_context(Player(http, url).socket())
            await socket.send(t="watch", topic=f"campaign:{couple.campaign}")
            await socket.until("view")
            sockets.append(socket)
        began, each, whole = 0.0, list[float](), list[float]()
        for _ in range(ACTS):
            turn = (await couple.players[0].view())["game"]["turn"]
            await asyncio.sleep(EVERY_S)
            began = time.perf_counter()
            acted = asyncio.gather(*(_patched(socket) for socket in sockets))
            await couple.players[turn["seat"]].command(type="PassTurn", turn=turn["number"])
            spent = [at - began for at in await acted]
            each += spent
            whole.append(max(spent) - min(spent))
    rate = SPECTATORS / max(sorted(whole)[len(whole) // 2], 1e-6)
    echoes = Floor(name="socket echoes, one after another", value=1e3 / floors.socket.value)
    return [
        latency(f"fan-out: an act to each of {SPECTATORS} sockets", each, floor=floors.play),
        Figure(name="fan-out: messages while an act spreads", unit="/s", value=rate, floor=echoes),
    ]


async def _patched(socket: Socket) -> float:
    await socket.until("patch")
    return time.perf_counter()
