"""The broker's users: each part can do its work, and nothing that is another's."""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from datetime import timedelta

import nats
import pytest

from chassis.beat import Beat
from chassis.bus import Bus, Message
from chassis.consumers import Delivery, consume
from chassis.metrics import Metrics
from chassis.problems import Unavailable
from chassis.streams import owned_by
from chassis.subjects import ANY, REST, Pattern, pattern, subject
from chassis.tasks import Background, Workers
from chassis.timekeeping import SystemClock
from tests.servers import NATS_PASSWORDS, RunningServer
from warboard.nats_config import RIGHTS

SECOND = timedelta(seconds=1)


@pytest.fixture
async def parts(guarded_nats: RunningServer, background: Background) -> AsyncIterator[dict[str, Bus]]:
    made = {
        part: await Bus.connect(
            guarded_nats.url,
            name=part,
            clock=SystemClock(),
            metrics=Metrics(part),
            background=background,
            user=part,
            password=NATS_PASSWORDS[part],
        )
        for part in RIGHTS
    }
    for part, bus in made.items():
        await bus.ensure_streams(owned_by(part))
    yield made
    for bus in made.values():
        await bus.stop_pulling(SECOND)
        await bus.close()


async def test_each_part_consumes_what_the_table_says(parts: dict[str, Bus], caplog: pytest.LogCaptureFixture) -> None:
    seen: set[tuple[str, str]] = set()
    wanted: set[tuple[str, str]] = set()
    for part, rights in RIGHTS.items():
        for stream, filters in rights.consumes.items():

            async def note(delivery: Delivery, part: str = part) -> None:
                seen.add((part, delivery.subject))

            await consume(parts[part], part, stream, filters, note)
    stamp = str(time.time_ns())
    for sender, tokens, readers in (
        ("engine", ("campaign", "a1"), ("lobby", "notify")),
        ("engine", ("wants", "clock", "engine", "a1"), ("clock",)),
        ("engine", ("wants", "chess", "a1"), ("chessgate",)),
        ("chessgate", ("wants", "clock", "chess", "g1"), ("clock",)),
        ("notify", ("wants", "clock", "notify", "n1"), ("clock",)),
        ("chessgate", ("chess", "end", "g1"), ("engine", "notify")),
        ("lobby", ("lobby", "account", "p1"), ("notify",)),
        ("chessgate", ("chess", "declined", "g1"), ("engine",)),
        ("clock", ("clock", "due", "engine", "a1"), ("engine",)),
        ("clock", ("clock", "due", "chess", "g1"), ("chessgate",)),
        ("clock", ("clock", "outage"), ("engine", "chessgate")),
    ):
        name = subject(*tokens)
        wanted.update((reader, name) for reader in readers)
        assert await parts[sender].publish_durable(name, b"", f"{stamp}-{name}")
    end = time.monotonic() + 5
    while not wanted <= seen:
        assert time.monotonic() < end, wanted - seen
        await asyncio.sleep(0.01)
    assert seen == wanted
    await asyncio.sleep(0.1)
    assert "violation" not in caplog.text  # the acknowledgements came through, too


async def test_each_part_hears_and_serves_what_the_table_says(parts: dict[str, Bus]) -> None:
    heard: list[tuple[str, str]] = []

    def note(part: str):  # type: ignore[no-untyped-def]
        async def hear(message: Message) -> None:
            heard.append((part, message.subject))

        return hear

    async def answer(message: Message) -> bytes:
        return message.key.encode()

    await parts["gateway"].subscribe(pattern("campaign", ANY), note("gateway"))
    await parts["gateway"].subscribe(pattern("chess", ANY), note("gateway"))
    await parts["gateway"].subscribe(pattern("notify", "account", ANY), note("gateway"))
    await parts["gateway"].subscribe(pattern("talk", ANY), note("gateway"))
    await parts["clock"].subscribe(pattern("beat", REST), note("clock"))
    await parts["clock"].subscribe(pattern("presence", REST), note("clock"))
    for part, kind in (("engine", "engine"), ("chessgate", "chess")):
        await parts[part].serve(pattern("play", kind, ANY), part, answer, Workers(8))
    for bus in parts.values():
        assert await bus.round_trip()
    for part, bus in parts.items():
        assert await Beat(bus, part, "r1").once()
    await parts["gateway"].publish(subject("presence", "gw1"), b"")
    await parts["chessgate"].publish(subject("chess", "g1"), b"e2e4")
    await parts["engine"].publish(subject("campaign", "a1"), b"")
    await parts["notify"].publish(subject("notify", "account", "p1"), b"")
    await parts["notify"].publish(subject("talk", "a1"), b"")
    assert (await parts["gateway"].request(subject("play", "engine", "a1"), b"")).data == b"a1"
    assert (await parts["gateway"].request(subject("play", "chess", "g1"), b"")).data == b"g1"
    await asyncio.sleep(0.2)
    assert {("clock", f"beat.{part}.r1") for part in RIGHTS} <= set(heard)
    assert {("clock", "presence.gw1"), ("gateway", "chess.g1"), ("gateway", "campaign.a1")} <= set(heard)
    assert {("gateway", "notify.account.p1"), ("gateway", "talk.a1")} <= set(heard)


@pytest.mark.parametrize(
    ("part", "tokens"),
    [
        ("gateway", ("campaign", "a1")),
        ("lobby", ("play", "engine", "a1")),
        ("notify", ("play", "chess", "g1")),
        ("chessgate", ("campaign", "a1")),
        ("clock", ("wants", "chess", "a1")),
        ("engine", ("chess", "end", "g1")),
        ("lobby", ("clock", "outage")),
        ("gateway", ("beat", "engine", "r1")),
        ("gateway", ("talk", "a1")),
    ],
)
async def test_a_part_can_not_speak_for_another(
    parts: dict[str, Bus], guarded_nats: RunningServer, part: str, tokens: tuple[str, ...]
) -> None:
    refused: list[str] = []

    async def note(error: Exception) -> None:
        refused.append(str(error))

    client = await nats.connect(
        guarded_nats.url, user=part, password=NATS_PASSWORDS[part], inbox_prefix=f"_INBOX_{part}", error_cb=note
    )
    await client.publish(subject(*tokens), b"forged")
    await client.flush()
    await asyncio.sleep(0.05)
    assert any("permissions violation" in text.lower() for text in refused)
    await client.close()
    assert parts


@pytest.mark.parametrize(
    ("part", "listened"),
    [
        ("gateway", "_INBOX_engine.>"),
        ("lobby", "_INBOX.>"),
        ("notify", ">"),
        ("gateway", "play.>"),
        ("lobby", "presence.>"),
        ("gateway", "wants.>"),
        ("lobby", "talk.>"),
        ("engine", "talk.>"),
    ],
)
async def test_a_part_can_not_hear_what_is_not_for_it(guarded_nats: RunningServer, part: str, listened: str) -> None:
    refused: list[str] = []

    async def note(error: Exception) -> None:
        refused.append(str(error))

    async def ignore(_: object) -> None:
        pass

    client = await nats.connect(
        guarded_nats.url, user=part, password=NATS_PASSWORDS[part], inbox_prefix=f"_INBOX_{part}", error_cb=note
    )
    await client.subscribe(Pattern(listened), cb=ignore)
    await client.flush()
    await asyncio.sleep(0.05)
    assert any("permissions violation" in text.lower() for text in refused)
    await client.close()


async def test_only_the_owner_changes_a_stream(parts: dict[str, Bus]) -> None:
    with pytest.raises(nats.errors.Error):
        await parts["gateway"].client.request("$JS.API.STREAM.UPDATE.CAMPAIGN", b"{}", timeout=0.2)
    with pytest.raises(nats.errors.Error):
        await parts["lobby"].client.request("$JS.API.STREAM.DELETE.CAMPAIGN", b"{}", timeout=0.2)


@pytest.mark.parametrize("credentials", ["", "user: engine, password: guessed"])
async def test_nobody_enters_without_a_password(guarded_nats: RunningServer, credentials: str) -> None:
    connect = {"user": "engine", "pass": "guessed"} if credentials else {}
    reader, writer = await asyncio.open_connection("127.0.0.1", guarded_nats.server.port)
    writer.write(f"CONNECT {json.dumps({'verbose': False, **connect})}\r\nPING\r\n".encode())
    answer = await reader.read(-1)
    assert b"Authorization Violation" in answer
    writer.close()
    await writer.wait_closed()


async def test_a_failed_message_is_buried_with_the_parts_own_rights(parts: dict[str, Bus]) -> None:
    async def refuse(_: Delivery) -> None:
        raise ValueError("never")

    stamp = str(time.time_ns())
    await consume(parts["notify"], "notify", "LOBBY", (pattern("lobby", REST),), refuse, max_deliveries=1)
    await parts["lobby"].publish_durable(subject("lobby", "account", "p2"), stamp.encode(), stamp)
    await asyncio.sleep(0.3)
    with pytest.raises(Unavailable):  # another part's letters are not its own
        await asyncio.wait_for(_forge_dead(parts["notify"]), 7)
    metrics = parts["notify"].metrics.expose().decode()
    assert 'warboard_messages_total{outcome="dead",stream="LOBBY"} 1.0' in metrics


async def _forge_dead(bus: Bus) -> None:
    bus.jetstream._timeout = 0.3  # type: ignore[attr-defined]
    await bus.publish_durable(subject("dead", "lobby"), b"", "forged")
