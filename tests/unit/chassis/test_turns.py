"""Turns at something scarce: whoever asks much doesn't keep others waiting, and no turn is lost."""

import asyncio

import pytest

from chassis.turns import Turns


async def served(turns: Turns, asked: list[str]) -> list[str]:
    """The order in which keys get their turns, when all of them ask at once while the only turn is taken."""
    order: list[str] = []

    async def take(key: str) -> None:
        async with turns.of(key):
            order.append(key)
            await asyncio.sleep(0)

    async with asyncio.TaskGroup() as group:
        for key in asked:
            group.create_task(take(key))
    return order


async def test_keys_take_turns_however_much_each_asks_for() -> None:
    assert await served(Turns(1), ["a", "a", "a", "a", "b", "b", "c"]) == ["a", "a", "b", "c", "a", "b", "a"]


async def test_no_more_than_the_limit_at_a_time() -> None:
    turns, there, most = Turns(2), 0, 0

    async def take(key: str) -> None:
        nonlocal there, most
        async with turns.of(key):
            there += 1
            most = max(most, there)
            await asyncio.sleep(0)
            there -= 1

    async with asyncio.TaskGroup() as group:
        for n in range(20):
            group.create_task(take(str(n % 3)))
    assert (most, turns.waiting) == (2, 0)


async def test_a_turn_of_somebody_who_gave_up_goes_to_the_next() -> None:
    turns = Turns(1)
    entered = asyncio.Event()

    async def take() -> None:
        async with turns.of("b"):
            entered.set()

    async with asyncio.TaskGroup() as group, turns.of("a"):
        gone = group.create_task(take())
        group.create_task(take())
        await asyncio.sleep(0)
        gone.cancel()
    assert entered.is_set()


async def test_a_turn_given_in_the_moment_of_giving_up_isn_t_lost() -> None:
    turns = Turns(1)

    async def take() -> None:
        async with turns.of("b"):
            await asyncio.sleep(0)

    async with turns.of("a"):
        gone = asyncio.get_running_loop().create_task(take())
        await asyncio.sleep(0)
    gone.cancel()  # it holds the turn since the line above, but has not run yet
    with pytest.raises(asyncio.CancelledError):
        await gone
    async with asyncio.timeout(1), turns.of("c"):
        pass


async def test_an_error_gives_the_turn_back() -> None:
    turns = Turns(1)
    with pytest.raises(ZeroDivisionError):
        async with turns.of("a"):
            _ = 1 / 0
    async with asyncio.timeout(1), turns.of("b"):
        pass
