"""Following many games: one challenge a second, fifty games a look, and nobody is forgotten."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

from msgspec.structs import replace

from chassis.timekeeping import SystemClock
from services.chessgate.app.following import LOOK, Following
from services.chessgate.app.lichess_ports import Challenge, LichessAway
from services.chessgate.core.game import Game
from services.chessgate.core.on_lichess import Seen, created
from tests.unit.chessgate.test_on_lichess import there


class SteppingClock(SystemClock):
    """Sleeping is stepping."""

    def __init__(self) -> None:
        self.at = 0.0

    def monotonic(self) -> float:
        return self.at

    async def sleep(self, duration: Any) -> None:
        self.at += duration.total_seconds()
        await asyncio.sleep(0)


class Fakes:
    """Lichess, the store, the lease and the use cases, as far as they are asked."""

    def __init__(self, games: list[Game]) -> None:
        self.games = games
        self.looks: list[list[str]] = []
        self.made = 0
        self.away = 0
        self.held = True
        self.told: list[str] = []

    async def on_lichess(self, limit: int) -> tuple[Game, ...]:
        return tuple(self.games[:limit])

    async def hold(self) -> bool:
        return self.held

    async def release(self) -> None:
        self.held = False

    async def challenge(self, challenge: Challenge) -> tuple[str, str]:
        if self.away:
            self.away -= 1
            raise LichessAway
        self.made += 1
        return f"game{self.made:04}", "url"

    async def look(self, ids: Sequence[str]) -> list[Seen]:
        self.looks.append(list(ids))
        return []

    async def add(self, stream: str, ids: Sequence[str]) -> None:
        pass

    async def follow(self, stream: str, ids: Sequence[str]) -> AsyncIterator[Seen | None]:
        await asyncio.sleep(3600)
        yield None

    async def lichess_created(self, game: str, offer: int, challenge: str, url: str) -> None:
        self.games = [created(each, offer, challenge, url) if each.id == game else each for each in self.games]

    async def lichess_told(self, game: str, seen: Seen) -> None:
        self.told.append(game)


async def followed(fakes: Any, seconds: int) -> None:
    """So many seconds of following."""
    clock = SteppingClock()
    following = Following(fakes, fakes, fakes, fakes, clock, lambda: 1.0)
    running = asyncio.ensure_future(following.run())
    while clock.at < seconds:  # noqa: ASYNC110 - the clock is stepped by the other
        await asyncio.sleep(0)
    await following.close()
    await running


def games(number: int, *, new: bool = False) -> list[Game]:
    """So many live games on Lichess."""
    one = there()
    assert one.lichess is not None
    return [
        replace(
            one, id=f"g{n}", lichess=replace(one.lichess, id="" if new else f"game{n:04}", url="" if new else "url")
        )
        for n in range(number)
    ]


async def test_every_game_is_looked_at_in_turn() -> None:
    fakes = Fakes(games(120))
    await followed(fakes, 3 * int(LOOK.total_seconds()))
    assert [len(asked) for asked in fakes.looks] == [50, 50, 50]
    assert len({game for asked in fakes.looks for game in asked}) == 120


async def test_challenges_are_created_one_a_second_and_failures_wait() -> None:
    """Two failures wait 1 and 2 seconds, then one challenge a second."""
    fakes = Fakes(games(3, new=True))
    fakes.away = 2
    await followed(fakes, 10)
    assert fakes.made == 3
    assert all(game.lichess is not None and game.lichess.id for game in fakes.games)


async def test_who_does_not_hold_the_lease_asks_nothing() -> None:
    fakes = Fakes(games(1, new=True))
    fakes.held = False
    await followed(fakes, 5)
    assert (fakes.made, fakes.looks) == (0, [])
