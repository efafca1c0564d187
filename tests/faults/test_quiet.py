"""Nothing fails: so nothing is repaired, parked or given up, however closely one looks."""

import asyncio

from tests.faults.cluster import Cluster
from tests.faults.conftest import SOAK
from tests.faults.test_kills import play

QUIET_S = 120.0 if SOAK else 4.0


async def test_nothing_is_repaired_while_nothing_fails(solo: Cluster) -> None:
    """The parts ask every two seconds what they missed, and never find anything; what came before is included."""
    before = len(solo.errors())
    async with play(solo) as going_on:
        await asyncio.sleep(QUIET_S)
    for name in ("clock", "chessgate"):
        assert solo.metric(name, "repaired_total") == 0, name
    assert solo.metric("engine", "campaigns_parked_total") == 0
    assert not going_on.tally[0].front.broken
    assert all(watcher.closed == 0 and watcher.views == 1 for watcher in going_on.watchers)
    assert len(solo.errors()) == before, solo.errors()[before:]
