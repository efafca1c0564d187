"""Bounded workers and the long tasks of a service."""

import asyncio
from datetime import timedelta

import pytest

from chassis import tasks
from chassis.problems import Busy
from chassis.tasks import Background, Workers, done_before

SOON = timedelta(seconds=1)


class Gate:
    """Work that waits until it is let through."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.done: list[str] = []

    def work(self, name: str):  # type: ignore[no-untyped-def]
        async def run() -> None:
            await self.open.wait()
            self.done.append(name)

        return run


async def test_work_of_one_key_is_done_in_order() -> None:
    workers, done = Workers(100, queue_per_key=100), []

    def work(number: int):  # type: ignore[no-untyped-def]
        async def run() -> None:
            await asyncio.sleep(0.001 * (10 - number))
            done.append(number)

        return run

    for number in range(10):
        workers.submit("a", work(number))
    await workers.idle()
    assert done == list(range(10))


async def test_without_order_work_of_one_key_runs_side_by_side() -> None:
    workers, gate = Workers(100, per_key_serial=False), Gate()
    for name in "abc":
        workers.submit("k", gate.work(name))
    gate.open.set()
    await workers.idle()
    assert gate.done == ["a", "b", "c"]


async def test_a_full_key_and_full_workers_are_busy() -> None:
    workers, gate = Workers(5, queue_per_key=2), Gate()
    for name in "abc":
        workers.submit("k", gate.work(name))
    with pytest.raises(Busy):
        workers.submit("k", gate.work("one too many of this key"))
    workers.submit("l", gate.work("d"))
    workers.submit("m", gate.work("e"))
    with pytest.raises(Busy):
        workers.submit("n", gate.work("one too many in all"))
    assert (workers.in_flight, workers.free) == (5, 0)
    gate.open.set()
    assert await workers.room() > 0
    await workers.idle()
    assert sorted(gate.done) == ["a", "b", "c", "d", "e"]
    assert workers.free == 5


async def test_work_that_raises_ends_nothing_else() -> None:
    workers, gate = Workers(5), Gate()

    async def broken() -> None:
        raise ZeroDivisionError

    workers.submit("k", broken)
    workers.submit("k", gate.work("next"))
    gate.open.set()
    await workers.idle()
    assert gate.done == ["next"]


async def test_closing_finishes_what_was_taken_and_takes_nothing_more() -> None:
    workers, gate = Workers(5), Gate()
    workers.submit("k", gate.work("a"))
    workers.submit("k", gate.work("b"))
    closing = asyncio.ensure_future(workers.close(SOON))
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        workers.submit("l", gate.work("late"))
    gate.open.set()
    assert await closing == 0
    assert gate.done == ["a", "b"]


async def test_closing_gives_up_what_takes_too_long() -> None:
    workers, gate = Workers(5), Gate()
    workers.submit("k", gate.work("a"))
    workers.submit("k", gate.work("b"))
    assert await workers.close(timedelta(milliseconds=20)) == 2
    assert gate.done == []
    assert workers.in_flight == 0


async def test_a_crash_in_the_background_is_told() -> None:
    background = Background()

    async def crash() -> None:
        await asyncio.sleep(0)
        raise ZeroDivisionError

    async def returns() -> None:
        pass

    background.start("fine", returns())
    background.start("bad", crash())
    background.start("endless", asyncio.Event().wait())  # type: ignore[arg-type]
    assert await asyncio.wait_for(background.failed(), 1) == "bad"
    await background.stop()


async def test_waiting_for_work_ends_when_told_to_stop() -> None:
    stop = asyncio.Event()

    async def work() -> None:
        await asyncio.sleep(0)

    async def broken() -> None:
        raise ZeroDivisionError

    assert await done_before(stop, work())
    with pytest.raises(ZeroDivisionError):
        await done_before(stop, broken())
    stop.set()
    assert not await done_before(stop, asyncio.sleep(10))


async def test_a_task_that_lost_its_cancelling_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "_CANCEL_AGAIN_S", 0.01)
    lost = 0

    async def loses_two() -> None:
        nonlocal lost
        while lost < 2:
            try:
                await asyncio.sleep(10)
            except asyncio.CancelledError:
                lost += 1
        await asyncio.sleep(10)

    async def fails() -> None:
        await asyncio.sleep(0)
        raise ValueError

    running = {asyncio.ensure_future(loses_two()), asyncio.ensure_future(fails())}
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await tasks.cancel_all(running)
    assert lost == 2
    assert all(task.done() for task in running)
