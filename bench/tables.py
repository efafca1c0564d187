"""Guests at tables, two or more to a campaign, made over the real API: what the measurements play with."""

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
    """Guests in one campaign, two unless more are asked for; `players[seat]`."""

    campaign: str
    players: tuple[Player, ...]


@asynccontextmanager
async def couples(
    url: str,
    count: int,
    ruleset: str,
    prepare: Callable[[Couple], Awaitable[None]] | None = None,
    seats: int = 2,
    **options: Any,
) -> AsyncIterator[list[Couple]]:
    """Couples at their tables.

    :param prepare: brings each campaign to where the measurement begins.
    """
    turn = asyncio.Semaphore(AT_ONCE)
    async with AsyncExitStack() as stack:

        async def seat(number: int) -> Couple:
            async with turn:
                couple = await _couple(stack, url, number, ruleset, seats, options)
                if prepare is not None:
                    await prepare(couple)
                return couple

        yield list(await asyncio.gather(*(seat(number) for number in range(count))))


async def _couple(
    stack: AsyncExitStack, url: str, number: int, ruleset: str, seats: int, options: dict[str, Any]
) -> Couple:
    # Each guest comes from an address of their own, as people do: newcomers are limited by address.
    people = [
        await stack.enter_async_context(
            guest(url, f"Guest {number}{side}", f"10.{ord(side)}.{number >> 8}.{number & 255}")
        )
        for side in "abcde"[:seats]
    ]
    host, *others = people
    room = await host.room(ruleset, seats, options)
    for other in others:
        await other.join(room)
    campaign = await host.start(room)
    found: list[Player] = [host] * seats
    for player in people:
        player.campaign = campaign
        if ruleset == "chess_wars":
            await player.choose_secret()
        found[(await player.call("GET", f"/campaigns/{campaign}"))["view"]["you"]["seat"]] = player
    return Couple(campaign, tuple(found))


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
