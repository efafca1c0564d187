"""Couples of guests with campaigns of two, made over the real API: what the measurements play with."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from tests.player import Player, guest

AT_ONCE = 8
"""Couples made at a time: more would only wait for the same two cores."""


@dataclass(frozen=True)
class Couple:
    """Two guests in one campaign; `players[seat]`."""

    campaign: str
    players: tuple[Player, Player]


@asynccontextmanager
async def couples(
    url: str, count: int, ruleset: str, prepare: Callable[[Couple], Awaitable[None]] | None = None, **options: Any
) -> AsyncIterator[list[Couple]]:
    """Couples at their tables.

    :param prepare: brings each campaign to where the measurement begins.
    """
    turn = asyncio.Semaphore(AT_ONCE)
    async with AsyncExitStack() as stack:

        async def seat(number: int) -> Couple:
            async with turn:
                couple = await _couple(stack, url, number, ruleset, options)
                if prepare is not None:
                    await prepare(couple)
                return couple

        yield list(await asyncio.gather(*(seat(number) for number in range(count))))


async def _couple(stack: AsyncExitStack, url: str, number: int, ruleset: str, options: dict[str, Any]) -> Couple:
    # Each guest comes from an address of their own, as people do: newcomers are limited by address.
    both = [
        await stack.enter_async_context(
            guest(url, f"Guest {number}{side}", f"10.{ord(side)}.{number >> 8}.{number & 255}")
        )
        for side in "ab"
    ]
    host, other = both
    room = await host.room(ruleset, 2, options)
    await other.join(room)
    campaign = other.campaign = await host.start(room)
    if ruleset == "chess_wars":
        for player in both:
            await player.choose_secret()
    seats = [(await player.call("GET", f"/campaigns/{campaign}"))["view"]["you"]["seat"] for player in both]
    return Couple(campaign, (both[seats.index(0)], both[seats.index(1)]))


async def tick(rate: float, seconds: float, act: Callable[[int], Awaitable[None]]) -> float:
    """Act by an open schedule: on time, however slow the answers to earlier acts are.

    :param rate: acts a second; `act` gets their numbers and must only send.
    :returns: the longest lag behind the schedule in seconds: what the client itself was late.
    """
    began, late = time.perf_counter(), 0.0
    for number in range(int(rate * seconds)):
        wait = began + number / rate - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        late = max(late, time.perf_counter() - began - number / rate)
        await act(number)
    return late


async def declare(player: Player, turn: int) -> None:
    """Declare war on the first country that may be attacked, with the cheapest stake."""
    actions = (await player.call("GET", f"/campaigns/{player.campaign}/actions"))["actions"]
    target, choice = next(iter(actions["DeclareWar"]["targets"].items()))
    stake = choice["origins"][choice["best"]]["cheapest"]
    await player.command(type="DeclareWar", turn=turn, target=target, origin=choice["best"], stake=stake)
