"""The whole clock on a real broker and both databases: deadlines fire once, late ones too, outages are given back."""

from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from warboard_pb.campaign.v1 import wants_pb2
from warboard_pb.clock.v1 import clock_pb2

from chassis.bus import Bus, Message
from chassis.ids import new_id
from chassis.metrics import Metrics
from chassis.service import Service
from chassis.settings import load
from chassis.streams import STREAMS
from chassis.subjects import ANY, pattern, subject
from chassis.timekeeping import SystemClock
from services.clock.__main__ import MIGRATIONS, build
from services.clock.settings import ClockSettings

CLOCK = SystemClock()
StartClock = Callable[[], Awaitable[Service]]


def ms(at: datetime) -> int:
    return round(at.timestamp() * 1000)


@pytest.fixture
async def due(bus: Bus) -> list[clock_pb2.Due]:
    """What fired, as it comes."""
    seen: list[clock_pb2.Due] = []

    async def note(message: Message) -> None:
        seen.append(clock_pb2.Due.FromString(message.data))

    await bus.subscribe(pattern("clock", "due", "engine", ANY), note)
    await bus.round_trip()
    return seen


@pytest.fixture
async def start_clock(bus: Bus, nats_url: str, database_url: str) -> AsyncIterator[StartClock]:
    await bus.ensure_streams(STREAMS)
    running: list[Service] = []

    async def start() -> Service:
        settings = load(ClockSettings, {"WARBOARD_NATS_URL": nats_url, "WARBOARD_DATABASE_URL": database_url})
        service = Service("clock", settings, CLOCK, Metrics("clock"))
        await service.start(lambda made: build(made, settings), MIGRATIONS)
        running.append(service)
        return service

    yield start
    for service in running:
        await service.stop()


async def want(bus: Bus, entity: str, seq: int, *whats: tuple[str, float], needs: tuple[str, ...] = ()) -> None:
    """Ask for deadlines, each so many seconds from now."""
    now = CLOCK.now()
    deadlines = [
        wants_pb2.Deadline(
            what=what,
            since_unix_ms=ms(now),
            due_unix_ms=ms(now + timedelta(seconds=seconds)),
            needs=needs,
            credited=bool(needs),
        )
        for what, seconds in whats
    ]
    message = wants_pb2.DeadlineWants(owner="engine", entity=entity, epoch=1, seq=seq, deadlines=deadlines)
    target = subject("wants", "clock", "engine", entity)
    await bus.publish_durable(target, message.SerializeToString(), f"1-{entity}-{seq}")


async def until(true: Callable[[], Any], seconds: float = 5) -> None:
    for _ in range(int(seconds * 100)):
        if true():
            return
        await CLOCK.sleep(timedelta(milliseconds=10))
    raise AssertionError("it never came true")


async def test_a_deadline_fires_once_and_not_before_its_time(
    start_clock: StartClock, bus: Bus, due: list[clock_pb2.Due]
) -> None:
    """No earlier than due + 100 ms, within a second, and never again."""
    await start_clock()
    entity = new_id()
    await want(bus, entity, 1, ("turn:1", 0.3), ("far", 3600))
    await until(lambda: due)
    assert [(d.entity, d.what) for d in due] == [(entity, "turn:1")]
    assert 100 <= due[0].fired_unix_ms - due[0].due_unix_ms < 1_100
    await CLOCK.sleep(timedelta(seconds=1.5))
    assert len(due) == 1


async def test_a_newer_list_replaces_an_older_and_an_older_is_ignored(
    start_clock: StartClock, bus: Bus, due: list[clock_pb2.Due]
) -> None:
    """Doubled and reordered lists are harmless."""
    await start_clock()
    entity = new_id()
    await want(bus, entity, 2, ("new", 0.6))
    await want(bus, entity, 1, ("old", 0.2))
    await until(lambda: due)
    assert [d.what for d in due] == ["new"]


async def test_deadlines_that_passed_while_the_clock_was_down_fire_when_it_is_back(
    start_clock: StartClock, bus: Bus, due: list[clock_pb2.Due]
) -> None:
    """Pitfall 19: on the start every overdue deadline fires once, in due order."""
    first = await start_clock()
    entity = new_id()
    await want(bus, entity, 1, ("b", 1.2), ("a", 1.0))
    await CLOCK.sleep(timedelta(milliseconds=400))
    await first.stop()
    await CLOCK.sleep(timedelta(seconds=1.2))
    assert not due
    await start_clock()
    await until(lambda: len(due) == 2)
    assert [d.what for d in due] == ["a", "b"]


async def test_an_outage_of_a_needed_part_holds_the_deadline_and_is_given_back(
    start_clock: StartClock, bus: Bus, due: list[clock_pb2.Due]
) -> None:
    """While the part is silent nothing fires; when it beats again the window is longer by the outage."""
    await start_clock()
    entity = new_id()

    async def beat() -> None:
        await bus.publish(subject("beat", "toy", "r1"), b"")

    for _ in range(6):  # the clock listens soon after it is ready
        await beat()
        await CLOCK.sleep(timedelta(milliseconds=100))
    began = CLOCK.now()
    await want(bus, entity, 1, ("turn:1", 2.0), needs=("toy",))
    await CLOCK.sleep(timedelta(seconds=3.5))  # silent for longer than 1.5 s when it is due
    assert not due
    await beat()
    back = CLOCK.now()
    while not due:
        await beat()
        await CLOCK.sleep(timedelta(milliseconds=200))
        assert CLOCK.now() - back < timedelta(seconds=5)
    outage = back - began
    assert abs(timedelta(milliseconds=due[0].credited_ms) - outage) < timedelta(seconds=0.5)
