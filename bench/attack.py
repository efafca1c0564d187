"""An attack in the provinces: from the command on one of five sockets to the dice on all five.

Tables of five guests through the real gateway; the servers are processes of their own. Acts are sent by an open
schedule at the pace of people, so a slow one does not make the next one wait.
"""

import asyncio
import gc
from contextlib import AsyncExitStack
from pathlib import Path

import uvloop

from bench.dice_tables import DiceTable
from bench.figures import Figure, latency
from bench.floors import Floors
from bench.lines import CALM_PING_S, Line
from bench.processes import ProcessorTime
from bench.tables import Couple, couples, tick
from tests.running_platform import Platform, running_platform

TABLES, SEATS = 40, 5
ACT_EVERY_S = 2.5
"""At each table: people place, look, attack."""
WARM_UP_S = 5
MEASURED_S = 40
P50_MS, P99_MS = 10, 50


def measure(folder: Path, floors: Floors) -> list[Figure]:
    """The latency of attacks at human pace."""
    with running_platform(folder / "attack") as platform:
        return uvloop.run(_measure(platform, floors))


async def _measure(platform: Platform, floors: Floors) -> list[Figure]:
    async with (
        couples(platform.url, TABLES, "provinces", None, SEATS, turn_s=300) as made,
        AsyncExitStack() as ends,
    ):
        tables = [await seated(ends, couple) for couple in made]
        while not all(table.view for table in tables):  # noqa: ASYNC110 - they come by themselves
            await asyncio.sleep(0.05)
        stalled = 0

        async def act(number: int) -> None:
            nonlocal stalled
            stalled += not tables[number % TABLES].act()

        rate = TABLES / ACT_EVERY_S
        gc.freeze()
        await tick(rate, WARM_UP_S, act)
        await asyncio.sleep(1)
        warm = [len(table.spent) for table in tables]
        used = ProcessorTime(platform)
        late = await tick(rate, MEASURED_S, act)
        await asyncio.sleep(1)
        acts = int(rate * MEASURED_S) - stalled
        refused = {code for table in tables for code in table.refused}
        if refused:
            raise ValueError(f"acts were refused: {', '.join(sorted(refused))}")
        attacks = [one for table, skip in zip(tables, warm, strict=True) for one in table.spent[skip:]]
        lost = sum(table.sent is not None for table in tables)
        note = (
            f"{TABLES} tables, {rate:.0f} acts/s, {len(attacks)} attacks; {stalled} stalled, {lost} lost;"
            f" client <= {late * 1e3:.0f} ms late"
        )
        return [
            latency("attack to the dice on all five sockets", [max(one) for one in attacks], target=P50_MS,
                    p99_target=P99_MS, floor=floors.play, note=note),
            latency("attack to the dice on the first socket", [min(one) for one in attacks], floor=floors.play),
            used.figure("processor time of all parts an act of the provinces", acts),
        ]  # fmt: skip


async def seated(ends: AsyncExitStack, couple: Couple) -> DiceTable:
    """The table of these guests, watched by a socket of each."""
    lines = []
    for player in couple.players:
        lines.append(await Line.of(player, CALM_PING_S))
        ends.callback(lines[-1].close)
    table = DiceTable(couple.campaign, tuple(lines))
    table.watch()
    return table
