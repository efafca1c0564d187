"""kill -9 of each part, the broker and the cache while campaigns run: a pause for the players, and nothing else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

from tests.faults.audit import audit, check_windows, nothing_overdue, outboxes_empty
from tests.faults.cluster import Cluster
from tests.faults.conftest import SOAK
from tests.faults.front import Person, Watcher, campaign
from tests.faults.playing import Chess, meanwhile, play_tally, poke, progress, strike, watched
from warboard.plan import FOREIGN, PARTS

WINDOW_S = 1
ROUNDS = 5 if SOAK else 1
TOGETHER = (("engine",), ("clock", "lobby"), ("chessgate", "notify"), ("gateway", "valkey"), ("nats",))
"""What is killed in one moment; the long form kills each alone, too."""
ALONE = tuple((name,) for name in (*PARTS, *FOREIGN)) if SOAK else ()


@dataclass
class Play:
    """What is going on: a campaign of tally, one of duel with people and bots at the board, one of chess wars."""

    tally: list[Person]
    duel: list[Person]
    wars: list[Person]
    chess: Chess
    watchers: list[Watcher]
    faults: list[tuple[datetime, datetime]] = field(default_factory=list)

    async def audit(self, cluster: Cluster) -> None:
        """Everything adds up once the people have stopped."""
        await outboxes_empty(cluster)
        found = await audit(cluster, self.tally)
        assert await check_windows(cluster, found, WINDOW_S, self.faults), "no window ran out, so nothing was shown"
        await audit(cluster, self.duel)
        await audit(cluster, self.wars)
        await self.chess.audit()
        for people in (self.tally, self.duel, self.wars):
            await nothing_overdue(cluster, people[0].campaign)
        for watcher in self.watchers:
            assert not watcher.faults, watcher.faults
            await watcher.caught_up()


@asynccontextmanager
async def play(cluster: Cluster) -> AsyncIterator[Play]:
    """All that goes on beside the faults."""
    async with (
        campaign(cluster, "tally", 3, {"target": 1_000_000, "window_s": WINDOW_S}) as tally,
        campaign(cluster, "duel", 3, {}, bots=3) as duel,
        campaign(cluster, "chess_wars", 1, {"draft": "dealt", "pace": "live", "initial_min": 1}, bots=3) as wars,
    ):
        await wars[0].call(
            "POST", f"/campaigns/{wars[0].campaign}/seats/{wars[0].seat}", {"key": "bot", "change": "hand_to_bot"}
        )
        chess = Chess(duel)
        async with watched([*tally, duel[0]]) as watchers:
            made = Play(tally, duel, wars, chess, watchers)
            async with meanwhile(play_tally(tally), poke(duel[0]), poke(duel[1]), chess.play()):
                yield made
            await made.audit(cluster)


async def strike_and_wait(cluster: Cluster, going_on: Play, *names: str) -> None:
    """Kill processes, start them again, and wait until the play goes on."""
    began, _ = await strike(cluster, *names)
    await progress(going_on.tally)
    await progress(going_on.duel)
    going_on.faults.append((began, datetime.now(UTC)))


async def test_each_part_is_killed_while_campaigns_run(solo: Cluster) -> None:
    """Whatever dies, every acknowledged act is there once, every window ends in its time, every socket catches up."""
    async with play(solo) as going_on:
        await progress(going_on.tally)
        for _ in range(ROUNDS):
            for names in (*TOGETHER, *ALONE):
                await strike_and_wait(solo, going_on, *names)
        await going_on.chess.more(4)
