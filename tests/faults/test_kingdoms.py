"""Whole campaigns of the kingdoms while parts are killed: every order, seal, vote and step is what people were told."""

import asyncio
import os
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

from services.engine.adapters.maps import load_board
from services.engine.core.rulesets.registry import Registry
from tests.e2e.test_export import command
from tests.faults.audit import Span, audit, outboxes_empty
from tests.faults.cluster import Cluster
from tests.faults.conftest import SOAK
from tests.faults.front import Person, campaign, people
from tests.faults.kingdoms import King, Sealed, Spy, peek
from tests.faults.kingdoms_audit import check_orders, check_steps, check_votes
from tests.faults.playing import meanwhile, strike
from tests.faults.quick_kingdoms import QUICK
from warboard.checking import checked

FOR_S = 60.0 * float(os.environ.get("SOAK_MINUTES", "10")) if SOAK else 0.0
TOGETHER = (("engine",), ("clock",), ("gateway",), ("valkey",), ("engine", "clock", "gateway", "valkey"))
"""What is killed in one moment."""
KILLS = cycle(TOGETHER)
MOST_KILLS = 1_000 if SOAK else len(TOGETHER)
"""Beside each two campaigns."""
WINDOW_S = 2
SLEEPS = 0.25
TURNS = 6 if SOAK else 2
BETWEEN_S = (0.5, 4.0) if SOAK else (0.3, 1.0)
DOWN_S = (0.3, 0.3, 1.0, 4.0) if SOAK else (0.3,)
"""For 4 s: a silence that is given back."""
PLACES = load_board("marches40").places


@dataclass
class War:
    """A campaign: who plays, and who watches."""

    people: list[Person]
    kings: list[King]
    spies: list[Spy]
    sealed: Sealed
    onlooker: Person

    async def play(self) -> None:
        """To its end."""
        async with meanwhile(*(peek(one, self.sealed) for one in (self.people[0], self.onlooker))):
            await asyncio.gather(*(king.reign() for king in self.kings))

    async def audit(self, cluster: Cluster, file: Path, window_s: int, faults: list[Span]) -> dict[str, int]:
        """Everything adds up; how much there was of what."""
        found = await audit(cluster, self.people)
        for spy in self.spies:
            await spy.caught_up()
            assert not spy.faults, spy.faults
        assert not self.sealed.leaks, self.sealed.leaks
        orders = check_orders(found, self.kings, self.spies)
        agreed = check_votes(found, self.kings)
        expired = await check_steps(cluster, found, window_s, faults) if window_s else 0
        exported = await command("export", self.people[0].campaign, "--out", str(file), "--data", str(cluster.data))
        assert exported.exit_code == 0, exported.output
        return {"orders": orders, "agreed": agreed, "expired": expired, "appends": len(found.appends)}


@asynccontextmanager
async def war(cluster: Cluster, ruleset: str, options: dict[str, Any], sleeps: float = 0.0) -> AsyncIterator[War]:
    """A campaign of three people and two bots, with a spectator."""
    async with campaign(cluster, ruleset, 3, options, bots=2) as found, people(found[0].front, 1) as (onlooker,):
        onlooker.campaign = found[0].campaign
        sealed = Sealed()
        kings = [King(person, sealed, random.Random(), sleeps) for person in found]
        spies = [Spy(person, sealed) for person in (*found, onlooker)]
        async with meanwhile(*(spy.run() for spy in spies)):
            yield War(found, kings, spies, sealed, onlooker)


@asynccontextmanager
async def striking(cluster: Cluster) -> AsyncIterator[list[Span]]:
    """Kill one part after another, and all in one moment; when that was. At the end all of them are there."""
    struck: list[Span] = []
    enough = asyncio.Event()

    async def go_on() -> None:
        while not enough.is_set() and len(struck) < MOST_KILLS:
            await asyncio.sleep(random.uniform(*BETWEEN_S))
            struck.append(await strike(cluster, *next(KILLS), down_s=random.choice(DOWN_S)))

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(go_on())
        yield struck
        enough.set()


async def test_orders_votes_and_seals_outlive_every_part(solo: Cluster, tmp_path: Path) -> None:
    """A campaign that waits for people from its wishes to its end, and one whose steps run out, until it is enough."""
    solo.note()
    file, quick_file = tmp_path / "campaign.jsonl", tmp_path / "quick.jsonl"
    quickly = {
        "window_s": WINDOW_S,
        "last_turn": TURNS,
        "position": {"owners": {place: n % 5 for n, place in enumerate(PLACES)}, "units": dict.fromkeys(PLACES, 4)},
    }
    end, kills, wars, sums = time.monotonic() + FOR_S, 0, 0, dict[str, int]()
    while kills < len(TOGETHER) or time.monotonic() < end:
        async with (
            war(solo, "kingdoms", {"last_turn": TURNS}) as slow,
            war(solo, "quick_kingdoms", quickly, SLEEPS) as quick,
        ):
            async with striking(solo) as struck:
                await asyncio.gather(slow.play(), quick.play())
            await outboxes_empty(solo)
            for one in (await slow.audit(solo, file, 0, struck), await quick.audit(solo, quick_file, WINDOW_S, struck)):
                sums = {name: sums.get(name, 0) + number for name, number in one.items()}
        verified = await command("verify", str(file))
        assert verified.exit_code == 0, verified.output
        assert (await asyncio.to_thread(checked, quick_file, Registry((QUICK,)))).faults == []
        kills, wars = kills + len(struck), wars + 2
    print(f"{wars} campaigns, {kills} kills: {sums}")  # noqa: T201
    assert sums["orders"]
    assert sums["expired"]
