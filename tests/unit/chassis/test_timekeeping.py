"""The clock for tests."""

import asyncio
from datetime import UTC, datetime, timedelta

from chassis.timekeeping import FakeClock, SystemClock

SECOND = timedelta(seconds=1)


async def test_sleepers_wake_in_the_order_of_their_due_times_at_those_times() -> None:
    clock = FakeClock(datetime(2026, 1, 1, tzinfo=UTC))
    woke: list[tuple[str, float]] = []

    async def sleeper(name: str, seconds: int) -> None:
        await clock.sleep(seconds * SECOND)
        woke.append((name, clock.monotonic()))

    async with asyncio.TaskGroup() as tasks:
        for name, seconds in (("c", 3), ("a", 1), ("b", 2), ("never", 10)):
            tasks.create_task(sleeper(name, seconds))
        await clock.advance(5 * SECOND)
        assert woke == [("a", 1.0), ("b", 2.0), ("c", 3.0)]
        assert clock.now() == datetime(2026, 1, 1, 0, 0, 5, tzinfo=UTC)
        assert clock.sleeping == 1
        await clock.advance(5 * SECOND)


async def test_a_loop_that_sleeps_again_and_again_runs_as_often_as_time_allows() -> None:
    clock = FakeClock()
    beats = 0

    async def beat() -> None:
        nonlocal beats
        while True:
            await clock.sleep(SECOND)
            beats += 1

    task = asyncio.ensure_future(beat())
    await clock.advance(7.5 * SECOND)
    assert beats == 7
    task.cancel()


async def test_a_cancelled_sleeper_is_forgotten() -> None:
    clock = FakeClock()
    task = asyncio.ensure_future(clock.sleep(SECOND))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.sleep(0)
    assert clock.sleeping == 0
    await clock.advance(2 * SECOND)


async def test_the_system_clock_is_aware_and_in_utc() -> None:
    clock = SystemClock()
    assert clock.now().utcoffset() == timedelta()
    before = clock.monotonic()
    await clock.sleep(timedelta(milliseconds=5))
    await clock.sleep(timedelta(seconds=-1))
    assert 0.004 < clock.monotonic() - before < 1
