"""The bus against a real broker."""

import asyncio
import time
from datetime import timedelta
from pathlib import Path

import pytest

from chassis.beat import Beat
from chassis.bus import Bus, Message
from chassis.logs import trace_id, with_trace
from chassis.metrics import Metrics
from chassis.problems import Kind, Problem, Unavailable
from chassis.subjects import ANY, pattern, subject
from chassis.tasks import Background, Workers
from chassis.timekeeping import SystemClock
from tests.servers import start_nats

SECOND = timedelta(seconds=1)


async def another(url: str, background: Background) -> Bus:
    return await Bus.connect(url, name="other", clock=SystemClock(), metrics=Metrics("other"), background=background)


async def test_a_request_is_answered_under_the_callers_trace(bus: Bus) -> None:
    seen = []

    async def answer(message: Message) -> bytes:
        seen.append((message.key, trace_id()))
        return message.data + b"!"

    await bus.serve(pattern("play", "engine", ANY), "engine", answer, Workers(8))
    with with_trace("t1"):
        reply = await bus.request(subject("play", "engine", "a1"), b"hello", within=SECOND)
    assert reply.data == b"hello!"
    assert seen == [("a1", "t1")]


async def test_a_problem_raised_by_the_handler_is_raised_to_the_caller(bus: Bus) -> None:
    async def refuse(_: Message) -> bytes:
        raise Problem("seat_taken", Kind.NOT_NOW, "Somebody sits there.", detail={"seat": 3})

    await bus.serve(pattern("play", "engine", ANY), "engine", refuse, Workers(8))
    with pytest.raises(Problem) as caught:
        await bus.request(subject("play", "engine", "a1"), b"", within=SECOND)
    assert (caught.value.code, caught.value.kind, caught.value.detail) == ("seat_taken", Kind.NOT_NOW, {"seat": 3})


async def test_a_bug_in_the_handler_is_answered_as_internal(bus: Bus) -> None:
    async def broken(_: Message) -> bytes:
        raise ZeroDivisionError

    await bus.serve(pattern("play", "engine", ANY), "engine", broken, Workers(8))
    with pytest.raises(Problem) as caught:
        await bus.request(subject("play", "engine", "a1"), b"", within=SECOND)
    assert caught.value.kind is Kind.INTERNAL


@pytest.mark.parametrize("refused", [False, True])
async def test_an_answer_larger_than_the_broker_carries_is_answered_as_internal(
    bus: Bus, metrics: Metrics, refused: bool
) -> None:
    """At once, whatever it was, and the next one is answered: the broker hangs up on whoever sends too much."""
    most = bus.client.max_payload

    async def large(message: Message) -> bytes:
        size = int(message.data)
        if refused:
            raise Problem("bad_orders", Kind.NOT_ALLOWED, "x" * size)
        return b"x" * size

    await bus.serve(pattern("play", "engine", ANY), "engine", large, Workers(8))
    for size in (most + 1, most - 150):  # the second is too much with its headers only
        started = time.monotonic()
        with pytest.raises(Problem) as caught:
            await bus.request(subject("play", "engine", "a1"), str(size).encode(), within=SECOND)
        assert caught.value.kind is Kind.INTERNAL
        assert time.monotonic() - started < 0.5
    assert b'request_seconds_count{kind="play.engine",outcome="internal"} 2.0' in metrics.expose()
    if not refused:
        reply = await bus.request(subject("play", "engine", "a1"), str(most - 2_000).encode(), within=SECOND)
        assert len(reply.data) == most - 2_000


async def test_a_request_waits_for_somebody_to_serve_it(bus: Bus, nats_url: str, background: Background) -> None:
    """Pitfall 44: a replica that starts late is a pause, not an error."""
    late = await another(nats_url, background)

    async def answer(message: Message) -> bytes:
        return message.data

    asking = asyncio.gather(bus.request(subject("play", "engine", "a1"), b"same bytes", within=3 * SECOND))
    await asyncio.sleep(0.2)
    await late.serve(pattern("play", "engine", ANY), "engine", answer, Workers(8))
    (reply,) = await asking
    assert reply.data == b"same bytes"
    await late.close()


async def test_a_request_that_nobody_serves_fails_when_its_time_is_over(bus: Bus) -> None:
    started = time.monotonic()
    with pytest.raises(Unavailable):
        await bus.request(subject("play", "engine", "a1"), b"", within=timedelta(milliseconds=300))
    assert 0.25 <= time.monotonic() - started < 0.6


async def test_an_unavailable_replica_is_passed_over(bus: Bus) -> None:
    """A replica that doesn't know a vocabulary answers `elsewhere`; the caller tries until another one answers."""
    tries = []

    async def elsewhere_first(_: Message) -> bytes:
        tries.append(1)
        if len(tries) < 3:
            raise Problem("elsewhere", Kind.UNAVAILABLE, "Another replica knows this campaign.")
        return b"done"

    await bus.serve(pattern("play", "engine", ANY), "engine", elsewhere_first, Workers(8))
    assert (await bus.request(subject("play", "engine", "a1"), b"", within=2 * SECOND)).data == b"done"
    assert len(tries) == 3


async def test_requests_of_one_campaign_run_one_by_one_and_others_side_by_side(bus: Bus) -> None:
    running: dict[str, int] = {}
    most_of_one, most = 0, 0

    async def slow(message: Message) -> bytes:
        nonlocal most_of_one, most
        running[message.key] = running.get(message.key, 0) + 1
        most_of_one = max(most_of_one, running[message.key])
        most = max(most, sum(running.values()))
        await asyncio.sleep(0.01)
        running[message.key] -= 1
        return b""

    await bus.serve(pattern("play", "engine", ANY), "engine", slow, Workers(512, queue_per_key=16))
    started = time.monotonic()
    await asyncio.gather(*(bus.request(subject("play", "engine", f"a{n % 20}"), b"") for n in range(200)))
    assert most_of_one == 1
    assert most > 10
    assert time.monotonic() - started < 1.0  # one after another they would take 2 s


async def test_a_full_queue_is_answered_busy_at_once(bus: Bus) -> None:
    release = asyncio.Event()

    async def stuck(_: Message) -> bytes:
        await release.wait()
        return b"ok"

    workers = Workers(512, queue_per_key=2)
    await bus.serve(pattern("play", "engine", ANY), "engine", stuck, workers)
    asked = [asyncio.ensure_future(bus.request(subject("play", "engine", "a1"), b"", within=SECOND)) for _ in range(5)]
    done, waiting = await asyncio.wait(asked, timeout=0.3)
    assert [str(task.exception().code) for task in done] == ["busy", "busy"]  # type: ignore[union-attr]
    release.set()
    assert [answer.data for answer in await asyncio.gather(*waiting)] == [b"ok"] * 3


async def test_a_plain_message_reaches_every_listener_and_one_of_each_queue(
    bus: Bus, nats_url: str, background: Background
) -> None:
    other = await another(nats_url, background)
    heard: list[str] = []

    async def note(message: Message) -> None:
        heard.append(message.subject)
        raise ValueError("a bad handler doesn't end its subscription")

    for listener in (bus, other):
        await listener.subscribe(pattern("chess", ANY), note)
        await listener.subscribe(pattern("chess", ANY), note, queue="one")
        assert await listener.round_trip()
    await bus.publish(subject("chess", "g1"), b"e2e4")
    await bus.publish(subject("chess", "g2"), b"e2e4")
    for _ in range(1_000):
        if len(heard) >= 6:
            break
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.05)  # nor is anything heard twice
    await other.close()
    assert sorted(heard) == ["chess.g1"] * 3 + ["chess.g2"] * 3


async def test_requests_go_on_after_the_broker_was_killed(
    tmp_path: Path, metrics: Metrics, background: Background
) -> None:
    broker = start_nats(tmp_path)
    bus = await Bus.connect(broker.url, name="test", clock=SystemClock(), metrics=metrics, background=background)

    async def answer(message: Message) -> bytes:
        return message.data

    await bus.serve(pattern("play", "engine", ANY), "engine", answer, Workers(8))
    assert await bus.round_trip()
    broker.kill()
    assert not await bus.round_trip()
    asking = asyncio.gather(bus.request(subject("play", "engine", "a1"), b"again", within=5 * SECOND))
    await asyncio.sleep(0.3)
    await asyncio.to_thread(broker.start)
    (reply,) = await asking
    assert reply.data == b"again"
    await bus.close()
    broker.stop()


async def test_stop_pulling_takes_no_more_requests(bus: Bus, nats_url: str, background: Background) -> None:
    async def answer(_: Message) -> bytes:
        return b""

    other = await another(nats_url, background)
    await other.serve(pattern("play", "engine", ANY), "engine", answer, Workers(8))
    await bus.request(subject("play", "engine", "a1"), b"")
    await other.stop_pulling(SECOND)
    with pytest.raises(Unavailable):
        await bus.request(subject("play", "engine", "a1"), b"", within=timedelta(milliseconds=200))
    await other.close()


async def test_a_part_beats_only_while_its_database_and_its_bus_work(bus: Bus) -> None:
    beats: list[bytes] = []

    async def note(message: Message) -> None:
        beats.append(message.data)

    works = True

    async def probe() -> bool:
        return works

    await bus.subscribe(pattern("beat", "engine", ANY), note)
    beat = Beat(bus, "engine", "r1", probe)
    assert await beat.once()
    works = False
    assert not await beat.once()
    assert await bus.round_trip()
    await asyncio.sleep(0.02)
    assert len(beats) == 1
    assert abs(int(beats[0]) / 1000 - time.time()) < 5
