"""Killed between commit and publish: what is committed is told later, and nothing is done twice."""

import asyncio
import random

from tests.faults.audit import audit, nothing_overdue, outboxes_empty, stored
from tests.faults.cluster import Cluster
from tests.faults.conftest import SOAK
from tests.faults.duel import Settled
from tests.faults.front import campaign
from tests.faults.playing import Chess, meanwhile, play_tally, poke, progress, watched

ROUNDS = 50 if SOAK else 2
ENGINE_DEATHS = 4 if SOAK else 5
"""In each round; chessgate dies once in it. In between both live: games go on only while the engine does."""


async def die(cluster: Cluster, part: str, times: int) -> None:
    """Let a part die between commit and publish, again and again; then it runs as usual."""
    cluster.kill(part)
    for _ in range(times):
        at = str(random.randint(1, 4))
        cluster.launch(part, "tests.faults.dying", TEST_PART=part, TEST_DIES_AT=at)
        assert await asyncio.to_thread(cluster.wait_dead, part) == -9
    await asyncio.to_thread(cluster.start, part)


async def test_the_engine_and_chessgate_die_between_commit_and_publish(solo: Cluster) -> None:
    """Clicks and moves count once, sockets miss nothing, each game's end arrives once, and the outboxes empty."""
    async with (
        campaign(solo, "tally", 2, {"target": 1_000_000, "window_s": 2}) as tally,
        campaign(solo, "duel", 2, {}) as duel,
        watched([*tally, *duel]) as watchers,
    ):
        chess = Chess(duel, longest=6)
        async with meanwhile(play_tally(tally), poke(duel[0]), poke(duel[1]), chess.play()):
            for _ in range(ROUNDS):
                await asyncio.gather(die(solo, "engine", ENGINE_DEATHS), die(solo, "chessgate", 1))
            await progress(tally)
            await chess.more(2 * chess.longest)
        await outboxes_empty(solo)
        for people in (tally, duel):
            await audit(solo, people)
            await nothing_overdue(solo, people[0].campaign)
        await chess.audit()
        settled = [fact.war for fact in (await stored(solo, duel[0].campaign)).of(Settled)]
        assert settled == [f"w{number}" for number in range(1, len(settled) + 1)]
        assert settled
        for watcher in watchers:
            assert not watcher.faults, watcher.faults
            await watcher.caught_up()
