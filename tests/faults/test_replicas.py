"""Two of each part on PostgreSQL: one is killed, the other goes on; two write at once; one knows less than another."""

import asyncio
from contextlib import AsyncExitStack
from datetime import UTC, datetime

from tests.faults.audit import audit, check_windows, nothing_overdue, outboxes_empty
from tests.faults.cluster import Cluster
from tests.faults.conftest import SOAK
from tests.faults.front import campaign
from tests.faults.playing import meanwhile, play_tally, poke, progress, watched
from tests.faults.test_kills import WINDOW_S, play, strike_and_wait

KILLED = (("engine", "gateway"), ("engine-2", "gateway-2"), ("chessgate", "clock"), ("chessgate-2", "clock-2"))
"""One of two in each moment; the long form kills each alone, too."""
ALONE = tuple((name,) for names in KILLED for name in names) if SOAK else ()
ROUNDS = 5 if SOAK else 1
WRITING_S = 10.0 if SOAK else 3.0
TOGETHER_S = 30.0 if SOAK else 4.0
OLD = "tests.faults.old_tally:TALLY,tests.faults.duel:DUEL"


async def test_replicas_are_killed_in_turn(pair: Cluster) -> None:
    """Nobody is refused or sees an error while one of two is away, and all adds up."""
    async with play(pair) as going_on:
        await progress(going_on.tally)
        for _ in range(ROUNDS):
            for names in (*KILLED, *ALONE):
                await strike_and_wait(pair, going_on, *names)
        await going_on.chess.more(4)
        for people in (going_on.tally, going_on.duel, going_on.wars):
            assert not people[0].front.broken, people[0].front.broken


async def test_two_write_to_one_campaign(pair: Cluster) -> None:
    """Appends of two engines collide, and each is there once, in one order."""
    before = {name: pair.metric(name, "appends_total") for name in ("engine", "engine-2")}
    collided = sum(pair.metric(name, "append_conflicts_total") for name in before)
    async with campaign(pair, "duel", 6, {"round_s": 1}) as people, watched(people[:2]) as watchers:
        async with meanwhile(*(poke(person, 0) for person in people)):
            await asyncio.sleep(WRITING_S)
        for name, appends in before.items():
            assert pair.metric(name, "appends_total") > appends + 10, f"{name} wrote nothing"
        assert sum(pair.metric(name, "append_conflicts_total") for name in before) > collided, "nothing collided"
        await outboxes_empty(pair)
        await audit(pair, people)
        for watcher in watchers:
            assert not watcher.faults, watcher.faults
            await watcher.caught_up()
        assert not people[0].front.broken


async def test_a_replica_that_lacks_a_vocabulary_leaves_the_campaign_to_the_other(pair: Cluster) -> None:
    """It answers `elsewhere` and never parks; players notice nothing, and windows end in time."""
    async with AsyncExitStack() as stack:
        pair.kill("engine-2")
        tally = await stack.enter_async_context(campaign(pair, "tally", 2, {"target": 1_000_000, "window_s": WINDOW_S}))
        async with meanwhile(play_tally(tally)):
            await progress(tally)
        pair.launch("engine-2", WARBOARD_EXTRA_RULESETS=OLD)
        await asyncio.to_thread(pair.wait_ready, "engine-2")
        (watcher,) = await stack.enter_async_context(watched(tally[:1]))
        began = datetime.now(UTC)
        async with meanwhile(play_tally(tally)):
            await asyncio.sleep(TOGETHER_S)
            await progress(tally)
        assert not tally[0].front.broken, tally[0].front.broken
        found = await audit(pair, tally)
        since = [place for place, at in enumerate(found.times) if at > began]
        assert len(since) > TOGETHER_S, "hardly anything was played"
        assert await check_windows(pair, found, WINDOW_S, [])
        await nothing_overdue(pair, tally[0].campaign)
        assert not watcher.faults, watcher.faults
        await watcher.caught_up()
        assert pair.metric("engine-2", "campaigns_parked_total") == 0
        assert 'outcome="unavailable"' in (pair.get("engine-2", "/metrics") or ""), "it was never asked"
        await outboxes_empty(pair)
    pair.kill("engine-2")
    await asyncio.to_thread(pair.start, "engine-2")
