"""People at play while the faults happen: turns of tally, pokes, games of chess."""

import asyncio
import random
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

from tests.faults.audit import Span
from tests.faults.cluster import Cluster
from tests.faults.front import Person, Refused, Watcher

MISSED = 12
"""Every so many turns of tally nobody plays, so that a deadline has to."""
PAUSE_S = 0.08
"""People think, or two cores would be busy with nothing else."""


async def strike(cluster: Cluster, *names: str, down_s: float = 0.3) -> Span:
    """Kill processes in one moment and start them again; when that was."""
    began = datetime.now(UTC)
    for name in names:
        cluster.kill(name)
    await asyncio.sleep(down_s)
    await asyncio.to_thread(cluster.start, *names)
    return began, datetime.now(UTC)


async def play_tally(people: list[Person]) -> None:
    """Add on turn, for ever; some turns are left to the clock."""
    left = -1
    while True:
        game = (await people[0].view())["game"]
        turn = game["turn"]
        if turn % MISSED == MISSED - 1 or turn == left:
            left = turn
            await asyncio.sleep(0.1)
            continue
        await asyncio.sleep(PAUSE_S)
        try:
            await people[game["seat"]].act(type="Add", turn=turn, amount=random.randint(1, 3))
        except Refused as refused:
            refused.unless("not_your_turn")  # the clock was quicker


async def poke(person: Person, pause_s: float = PAUSE_S) -> None:
    """Poke for ever."""
    n = 0
    while True:
        n += 1
        await person.act(type="Poke", n=n)
        await asyncio.sleep(pause_s)


class Chess:
    """The games of a duel: who made which moves."""

    def __init__(self, people: list[Person], longest: int = 24) -> None:
        """
        :param longest: half-moves after which somebody resigns.
        """
        self.people = people
        self.longest = longest
        self.acked: dict[str, list[tuple[int, str]]] = defaultdict(list)

    async def play(self) -> None:
        """Each person moves whenever it is their move, for ever; a game now and then ends by resignation."""
        async with asyncio.TaskGroup() as tasks:
            for person in self.people:
                tasks.create_task(self._sit(person))

    async def _sit(self, person: Person) -> None:
        while True:
            view = (await person.view())["game"]
            for war, first in view["open"].items():
                if person.seat in (first, first + 1):
                    await self._look(person, f"{person.campaign}-{war}")
            await asyncio.sleep(PAUSE_S)

    async def _look(self, person: Person, game: str) -> None:
        try:
            seen = (await person.call("GET", f"/games/{game}"))["game"]
        except Refused as refused:
            refused.unless("no_such_game")  # its wants are under way
            return
        if "legal" not in seen:
            return
        if seen["ply"] > self.longest:
            await self._resign(person, game)
            return
        origin = random.choice(list(seen["legal"]))
        uci = origin + random.choice(seen["legal"][origin])
        try:
            await person.move(game, seen["ply"], uci)
        except Refused as refused:
            refused.unless("wrong_ply", "game_over", "not_your_move")
            return
        self.acked[game].append((seen["ply"], uci))

    @staticmethod
    async def _resign(person: Person, game: str) -> None:
        body = {"key": f"resign-{person.seat}", "command": {"type": "Resign"}}
        try:
            await person.call("POST", f"/games/{game}/commands", body)
        except Refused as refused:
            refused.unless("game_over")

    async def more(self, moves: int, within_s: float = 15.0) -> None:
        """Wait until so many further moves were acknowledged."""
        before = sum(len(made) for made in self.acked.values())

        async def made() -> bool:
            return sum(len(made) for made in self.acked.values()) >= before + moves

        await until(made, within_s)

    async def audit(self) -> None:
        """Every move that was acknowledged is in its game, once and in its place."""
        for game, moves in self.acked.items():
            kept = (await self.people[0].call("GET", f"/games/{game}"))["game"]["moves"]
            assert [move["ply"] for move in kept] == list(range(len(kept))), game
            for ply, uci in moves:
                assert kept[ply]["uci"] == uci, (game, ply, uci)
            assert len({ply for ply, _ in moves}) == len(moves), game


@asynccontextmanager
async def meanwhile(*work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Do this beside what is inside, and stop it then; if it fails, so does what is inside."""
    async with asyncio.TaskGroup() as tasks:
        running = [tasks.create_task(coroutine) for coroutine in work]
        yield
        for task in running:
            task.cancel()


@asynccontextmanager
async def watched(people: list[Person]) -> AsyncIterator[list[Watcher]]:
    """A socket for each person; at the end all of them have seen everything."""
    watchers = [Watcher(person) for person in people]
    async with meanwhile(*(watcher.run() for watcher in watchers)):
        yield watchers


async def until(true: Callable[[], Awaitable[bool]], within_s: float = 15.0) -> None:
    """Wait until something is so."""
    end = time.monotonic() + within_s
    while not await true():
        assert time.monotonic() < end, f"not within {within_s} s"
        await asyncio.sleep(0.05)


async def progress(people: list[Person], more: int = 2, within_s: float = 15.0) -> None:
    """Wait until so many further commands were acknowledged."""
    before = sum(len(person.acked) for person in people)

    async def made() -> bool:
        return sum(len(person.acked) for person in people) >= before + more

    await until(made, within_s)
