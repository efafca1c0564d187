"""The outbox: what is committed is published, whatever happens between."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from chassis.bus import Bus
from chassis.database import Database
from chassis.metrics import Metrics
from chassis.migrations import migrate
from chassis.outbox import Outbox, OutboxRow
from chassis.streams import STREAMS
from chassis.subjects import subject
from chassis.tasks import Background
from chassis.timekeeping import FakeClock, SystemClock
from tests.servers import start_nats

MIGRATIONS = Path(__file__).parent / "migrations"


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    await migrate(database_url, MIGRATIONS)
    made = Database(database_url)
    yield made
    await made.close()


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
async def outbox(database: Database, bus: Bus, clock: FakeClock, metrics: Metrics) -> Outbox:
    await bus.ensure_streams(STREAMS)
    return Outbox(database, bus, clock, metrics)


def row(clock: FakeClock | SystemClock, campaign: str, seq: int) -> OutboxRow:
    return OutboxRow(
        key=f"1.{campaign}.{seq}.campaign",
        ordering=campaign,
        position=seq,
        subject=subject("campaign", campaign),
        body=str(seq).encode(),
        headers={"Trace": "t1"},
        created=clock.now(),
    )


async def commit(database: Database, outbox: Outbox, rows: list[OutboxRow]) -> list[OutboxRow]:
    async with database.write() as connection:
        await outbox.add(connection, rows)
    return rows


async def waiting(database: Database) -> int:
    async with database.read() as connection:
        return int((await connection.execute(text("SELECT count(*) FROM outbox"))).scalar_one())


async def published(bus: Bus, stream: str = "CAMPAIGN") -> list[tuple[str, str]]:
    state = (await bus.jetstream.stream_info(stream)).state
    if state.messages == 0:
        return []
    messages = [await bus.jetstream.get_msg(stream, seq) for seq in range(state.first_seq, state.last_seq + 1)]
    return [(message.subject or "", (message.data or b"").decode()) for message in messages]


async def until(condition: Callable[[], bool], within: float = 20.0) -> None:
    end = time.monotonic() + within
    while not condition():
        assert time.monotonic() < end, "it didn't come"
        await asyncio.sleep(0.005)


async def test_committed_rows_are_published_at_once_in_order_and_then_deleted(
    database: Database, outbox: Outbox, bus: Bus, clock: FakeClock
) -> None:
    for seq in range(1, 6):
        outbox.publish_soon(await commit(database, outbox, [row(clock, "a1", seq), row(clock, "a2", seq)]))
    await outbox.flush(timedelta(seconds=5))
    messages = await published(bus)
    for campaign in ("a1", "a2"):
        assert [body for name, body in messages if name == f"campaign.{campaign}"] == list("12345")
    assert await waiting(database) == 0
    message = await bus.jetstream.get_msg("CAMPAIGN", 1)
    assert (message.headers or {})["Trace"] == "t1"


async def test_a_crash_between_commit_and_publish_only_delays(
    database: Database, outbox: Outbox, bus: Bus, clock: FakeClock
) -> None:
    await commit(database, outbox, [row(clock, "a1", 2), row(clock, "a1", 1), row(clock, "a2", 1)])
    assert not await outbox.sweep()  # not overdue yet: another replica may be publishing it
    assert await published(bus) == []
    await clock.advance(timedelta(seconds=5.1))
    await outbox.sweep()
    messages = await published(bus)
    assert [body for name, body in messages if name == "campaign.a1"] == ["1", "2"]
    assert ("campaign.a2", "1") in messages
    assert await waiting(database) == 0


async def test_a_crash_between_publish_and_delete_stores_nothing_twice(
    database: Database, outbox: Outbox, bus: Bus, clock: FakeClock
) -> None:
    fresh = await commit(database, outbox, [row(clock, "a1", 1)])
    await bus.publish_durable(fresh[0].subject, fresh[0].body, fresh[0].key)
    await clock.advance(timedelta(seconds=5.1))
    await outbox.sweep()
    assert await published(bus) == [("campaign.a1", "1")]
    assert await waiting(database) == 0


async def test_a_write_that_is_rolled_back_publishes_nothing(
    database: Database, outbox: Outbox, bus: Bus, clock: FakeClock
) -> None:
    async def fails() -> None:
        async with database.write() as connection:
            await outbox.add(connection, [row(clock, "a1", 1)])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fails()
    await clock.advance(timedelta(seconds=6))
    await outbox.sweep()
    assert await published(bus) == []


async def test_two_sweepers_take_different_rows(postgres_url: str, bus: Bus, clock: FakeClock) -> None:
    await migrate(postgres_url, MIGRATIONS)
    await bus.ensure_streams(STREAMS)
    databases = [Database(postgres_url) for _ in range(2)]
    outboxes = [Outbox(one, bus, clock, Metrics(f"r{n}")) for n, one in enumerate(databases)]
    await commit(databases[0], outboxes[0], [row(clock, f"a{n}", 1) for n in range(400)])
    await clock.advance(timedelta(seconds=6))
    for _ in range(3):
        await asyncio.gather(*(outbox.sweep() for outbox in outboxes))
    assert len(await published(bus)) == 400
    assert await waiting(databases[0]) == 0
    for one in databases:
        await one.close()


async def test_nothing_is_lost_or_overtaken_while_the_broker_is_away(
    database_url: str, tmp_path: Path, background: Background
) -> None:
    """Committing goes on; when the broker is back everything follows, each campaign in its order."""
    await migrate(database_url, MIGRATIONS)
    database = Database(database_url)
    broker = start_nats(tmp_path / "nats")
    clock, metrics = SystemClock(), Metrics("test")
    bus = await Bus.connect(broker.url, name="test", clock=clock, metrics=metrics, background=background)
    await bus.ensure_streams(STREAMS)
    outbox = Outbox(database, bus, clock, metrics)
    outbox.start(background)
    for seq in range(1, 31):
        if seq == 10:
            broker.kill()
        if seq == 20:
            await asyncio.to_thread(broker.start)
        outbox.publish_soon(await commit(database, outbox, [row(clock, "a1", seq), row(clock, "a2", seq)]))
        await asyncio.sleep(0.01)
    end = time.monotonic() + 12
    while await waiting(database):
        assert time.monotonic() < end, "rows are left over"
        await asyncio.sleep(0.05)
    messages = await published(bus)
    for campaign in ("a1", "a2"):
        numbers = [int(body) for name, body in messages if name == f"campaign.{campaign}"]
        assert numbers == sorted(numbers)
        assert set(numbers) == set(range(1, 31))
    await background.stop()
    await bus.close()
    await database.close()
    broker.stop()
