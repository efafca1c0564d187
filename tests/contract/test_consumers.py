"""Durable streams and their consumers against a real broker."""

import asyncio
import time
from datetime import timedelta
from pathlib import Path

import pytest

from chassis import consumers
from chassis.bus import Bus
from chassis.consumers import Delivery, consume
from chassis.logs import trace_id, with_trace
from chassis.metrics import Metrics
from chassis.problems import Unavailable
from chassis.streams import STREAMS
from chassis.subjects import ANY, REST, pattern, subject
from chassis.tasks import Background
from chassis.timekeeping import SystemClock
from tests.servers import start_nats

CAMPAIGNS = (pattern("campaign", ANY),)


async def until(condition: object, within: float = 20.0) -> None:
    end = time.monotonic() + within
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < end, "it didn't come"
        await asyncio.sleep(0.005)


@pytest.fixture
def quick_back_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "BACK_OFF", tuple(timedelta(milliseconds=ms) for ms in (10, 20, 30)))


async def test_streams_are_made_once_and_changed_when_they_should_be_otherwise(bus: Bus) -> None:
    await bus.ensure_streams(STREAMS)
    await bus.ensure_streams(STREAMS)
    names = {info.config.name for info in await bus.jetstream.streams_info()}
    assert names == {"CAMPAIGN", "LOBBY", "WANTS", "CHESSEND", "CLOCK", "DEAD"}


async def test_a_message_published_twice_is_stored_once(bus: Bus) -> None:
    await bus.ensure_streams(STREAMS)
    assert await bus.publish_durable(subject("campaign", "a1"), b"1", "1.a1.1")
    assert not await bus.publish_durable(subject("campaign", "a1"), b"1", "1.a1.1")
    assert (await bus.jetstream.stream_info("CAMPAIGN")).state.messages == 1


async def test_publishing_without_a_stream_is_unavailable(bus: Bus) -> None:
    with pytest.raises(Unavailable):
        await bus.publish_durable(subject("campaign", "a1"), b"1", "1.a1.1")


async def test_a_chess_move_is_not_kept_and_a_chess_end_is(bus: Bus) -> None:
    await bus.ensure_streams(STREAMS)
    with pytest.raises(Unavailable):
        await bus.publish_durable(subject("chess", "g1"), b"e2e4", "m1")
    assert await bus.publish_durable(subject("chess", "end", "g1"), b"1-0", "e1")


async def test_messages_of_one_campaign_are_handled_in_order_and_at_once(bus: Bus) -> None:
    await bus.ensure_streams(STREAMS)
    seen: dict[str, list[int]] = {}
    delays: list[float] = []
    sent: dict[bytes, float] = {}

    async def note(delivery: Delivery) -> None:
        delays.append(time.monotonic() - sent[delivery.data])
        seen.setdefault(delivery.key, []).append(int(delivery.data) // 10)
        assert trace_id() == "t1"
        assert delivery.id == f"id-{delivery.data.decode()}"

    await consume(bus, "test", "CAMPAIGN", CAMPAIGNS, note)
    await asyncio.sleep(0.1)  # so that the consumer already waits when the first message comes
    with with_trace("t1"):
        for number in range(200):
            data = str(number).encode()
            sent[data] = time.monotonic()
            await bus.publish_durable(subject("campaign", f"a{number % 10}"), data, f"id-{number}")
    await until(lambda: sum(map(len, seen.values())) == 200)
    assert all(numbers == list(range(20)) for numbers in seen.values())
    delays.sort()
    assert delays[len(delays) // 2] < 0.05  # the library's fetch would hold them for seconds
    await bus.stop_pulling(timedelta(seconds=2))
    assert (await bus.jetstream.consumer_info("CAMPAIGN", "test")).num_ack_pending == 0


async def test_what_was_published_before_the_consumer_existed_is_handled(bus: Bus) -> None:
    """Only what the consumer's filters name."""
    await bus.ensure_streams(STREAMS)
    seen = []

    async def note(delivery: Delivery) -> None:
        seen.append(delivery.subject)

    for due in ("engine", "chess", "notify"):
        await bus.publish_durable(subject("clock", "due", due), b"", due)
    await bus.publish_durable(subject("clock", "outage"), b"", "o")
    await consume(bus, "engine", "CLOCK", (pattern("clock", "due", "engine"), pattern("clock", "outage")), note)
    await until(lambda: len(seen) == 2)
    await asyncio.sleep(0.05)
    assert sorted(seen) == ["clock.due.engine", "clock.outage"]


async def test_a_consumer_waits_for_its_stream(bus: Bus) -> None:
    seen = []

    async def note(delivery: Delivery) -> None:
        seen.append(delivery.data)

    await consume(bus, "test", "CAMPAIGN", CAMPAIGNS, note)
    await asyncio.sleep(0.1)
    await bus.ensure_streams(STREAMS)
    await bus.publish_durable(subject("campaign", "a1"), b"1", "1")
    await until(lambda: seen == [b"1"])


@pytest.mark.usefixtures("quick_back_off")
async def test_a_failed_message_comes_again_until_it_is_handled(bus: Bus) -> None:
    await bus.ensure_streams(STREAMS)
    deliveries = []

    async def fails_twice(delivery: Delivery) -> None:
        deliveries.append(delivery.deliveries)
        if len(deliveries) < 3:
            raise ValueError("not yet")

    await consume(bus, "test", "CAMPAIGN", CAMPAIGNS, fails_twice)
    await bus.publish_durable(subject("campaign", "a1"), b"1", "1")
    await until(lambda: deliveries == [1, 2, 3])
    await asyncio.sleep(0.1)
    assert deliveries == [1, 2, 3]


@pytest.mark.usefixtures("quick_back_off")
async def test_a_message_that_can_never_be_handled_is_buried_with_its_origin(bus: Bus) -> None:
    await bus.ensure_streams(STREAMS)
    good, tried = [], []

    async def hates_bad(delivery: Delivery) -> None:
        if delivery.data == b"bad":
            tried.append(delivery.deliveries)
            raise ValueError("bad")
        good.append(delivery.data)

    await consume(bus, "test", "CAMPAIGN", CAMPAIGNS, hates_bad, max_deliveries=4)
    await bus.publish_durable(subject("campaign", "a1"), b"bad", "1")
    await bus.publish_durable(subject("campaign", "a1"), b"good", "2")
    await until(lambda: len(tried) == 4)
    await asyncio.sleep(0.15)
    assert good == [b"good"]
    assert tried == [1, 2, 3, 4]
    dead = await bus.jetstream.get_last_msg("DEAD", "dead.test")
    assert dead.data == b"bad"
    assert dead.headers is not None
    assert dead.headers["Dead-Subject"] == "campaign.a1"
    assert dead.headers["Dead-Error"] == "ValueError"
    assert (await bus.jetstream.consumer_info("CAMPAIGN", "test")).num_ack_pending == 0


@pytest.mark.usefixtures("quick_back_off")
async def test_a_message_is_never_buried_because_another_part_is_away(bus: Bus) -> None:
    await bus.ensure_streams(STREAMS)
    tried = []

    async def away(delivery: Delivery) -> None:
        tried.append(delivery.deliveries)
        if len(tried) < 8:
            raise Unavailable

    await consume(bus, "test", "CAMPAIGN", CAMPAIGNS, away, max_deliveries=3)
    await bus.publish_durable(subject("campaign", "a1"), b"1", "1")
    await until(lambda: len(tried) == 8)
    assert (await bus.jetstream.stream_info("DEAD")).state.messages == 0


async def test_two_replicas_share_a_durable_and_a_stopped_one_leaves_nothing_behind(
    bus: Bus, nats_url: str, background: Background
) -> None:
    await bus.ensure_streams(STREAMS)
    other = await Bus.connect(
        nats_url, name="other", clock=SystemClock(), metrics=Metrics("other"), background=background
    )
    seen: dict[str, list[bytes]] = {"here": [], "there": []}

    async def here(delivery: Delivery) -> None:
        await asyncio.sleep(0.001)
        seen["here"].append(delivery.data)

    async def there(delivery: Delivery) -> None:
        await asyncio.sleep(0.001)
        seen["there"].append(delivery.data)

    await consume(bus, "test", "CAMPAIGN", CAMPAIGNS, here)
    await consume(other, "test", "CAMPAIGN", CAMPAIGNS, there)
    for number in range(400):
        await bus.publish_durable(subject("campaign", f"a{number % 7}"), str(number).encode(), str(number))
        if number == 200:
            stopping = asyncio.ensure_future(other.stop_pulling(timedelta(seconds=2)))
    await stopping
    await until(lambda: len(seen["here"]) + len(seen["there"]) >= 400)
    assert seen["there"]
    assert sorted(seen["here"] + seen["there"], key=int) == [str(number).encode() for number in range(400)]
    await other.close()


async def test_a_killed_replicas_messages_come_to_another_soon(
    bus: Bus, nats_url: str, background: Background, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As soon as the server has waited for the acknowledgement."""
    monkeypatch.setattr(consumers, "_ACK_WAIT", timedelta(milliseconds=600))
    monkeypatch.setattr(consumers, "_HOLD", timedelta(milliseconds=150))
    await bus.ensure_streams(STREAMS)
    doomed, tasks = await connect(nats_url, "doomed"), Background()
    doomed.background = tasks
    began = asyncio.Event()

    async def stuck(_: Delivery) -> None:
        began.set()
        await asyncio.Event().wait()

    await consume(doomed, "test", "CAMPAIGN", CAMPAIGNS, stuck)
    await bus.publish_durable(subject("campaign", "a1"), b"1", "1")
    await asyncio.wait_for(began.wait(), 5)
    await tasks.stop()
    await doomed.client.close()
    seen = []

    async def note(delivery: Delivery) -> None:
        seen.append(delivery.data)

    await consume(bus, "test", "CAMPAIGN", CAMPAIGNS, note)
    await until(lambda: bool(seen), 3)


async def test_a_message_that_takes_long_is_held(bus: Bus, nats_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither this replica nor another gets it again meanwhile, and neither does one that waits behind it."""
    monkeypatch.setattr(consumers, "_ACK_WAIT", timedelta(milliseconds=600))
    monkeypatch.setattr(consumers, "_HOLD", timedelta(milliseconds=150))
    await bus.ensure_streams(STREAMS)
    other = await connect(nats_url, "other")
    handled = []

    async def slow(delivery: Delivery) -> None:
        await asyncio.sleep(1.0)
        handled.append((delivery.data, delivery.deliveries))

    for number in range(2):
        await bus.publish_durable(subject("campaign", "a1"), str(number).encode(), str(number))
    await consume(bus, "test", "CAMPAIGN", CAMPAIGNS, slow)
    await asyncio.sleep(0.1)
    await consume(other, "test", "CAMPAIGN", CAMPAIGNS, slow)
    await until(lambda: len(handled) >= 2)
    await other.stop_pulling(timedelta(seconds=2))
    await other.close()
    await other.background.stop()
    assert handled == [(b"0", 1), (b"1", 1)]


async def connect(url: str, name: str) -> Bus:
    return await Bus.connect(url, name=name, clock=SystemClock(), metrics=Metrics(name), background=Background())


async def test_consuming_goes_on_after_the_broker_was_killed(
    tmp_path: Path, metrics: Metrics, background: Background
) -> None:
    """Pull requests don't outlive the connection: the consumer asks again by itself."""
    broker = start_nats(tmp_path)
    bus = await Bus.connect(broker.url, name="test", clock=SystemClock(), metrics=metrics, background=background)
    await bus.ensure_streams(STREAMS)
    seen: list[bytes] = []

    async def note(delivery: Delivery) -> None:
        seen.append(delivery.data)

    await consume(bus, "test", "CAMPAIGN", CAMPAIGNS, note)
    await bus.publish_durable(subject("campaign", "a1"), b"before", "1")
    await until(lambda: seen == [b"before"])
    broker.kill()
    await asyncio.sleep(0.1)
    await asyncio.to_thread(broker.start)
    await until(lambda: bus.connected)
    started = time.monotonic()
    await bus.publish_durable(subject("campaign", "a1"), b"after", "2")
    await until(lambda: seen == [b"before", b"after"])
    assert time.monotonic() - started < 2.0
    await bus.stop_pulling(timedelta(seconds=2))
    await bus.close()
    broker.stop()


async def test_rest_patterns_reach_all_depths(bus: Bus) -> None:
    await bus.ensure_streams(STREAMS)
    seen = []

    async def note(delivery: Delivery) -> None:
        seen.append(delivery.subject)

    await consume(bus, "clock", "WANTS", (pattern("wants", "clock", REST),), note)
    await bus.publish_durable(subject("wants", "clock", "engine", "a1"), b"", "1")
    await bus.publish_durable(subject("wants", "chess", "a1"), b"", "2")
    await until(lambda: bool(seen))
    assert seen == ["wants.clock.engine.a1"]
