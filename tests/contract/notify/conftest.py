"""A whole notify, from its composition root, on a real broker and a real database, before a fake engine."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from nats.js.errors import NotFoundError
from warboard_pb.campaign.v1 import envelope_pb2
from warboard_pb.notify.v1 import notify_pb2, notify_pb2_grpc

from chassis import rpc
from chassis.bus import Bus, Message
from chassis.ids import new_key
from chassis.metrics import Metrics
from chassis.service import Service
from chassis.settings import load
from chassis.streams import STREAMS
from chassis.subjects import ANY, pattern, subject
from chassis.timekeeping import SystemClock
from services.notify.__main__ import MIGRATIONS, build
from services.notify.settings import NotifySettings
from tests.fake_engine import FakeEngine

SHORT = timedelta(milliseconds=10)
StartNotify = Callable[..., Awaitable["Notify"]]


class Notify:
    """A running notify, a client of it, and a voice for campaigns."""

    def __init__(self, service: Service, bus: Bus) -> None:
        self.service = service
        self.bus = bus
        self.channel = rpc.channel(f"127.0.0.1:{service.grpc_port}")
        self._stub = notify_pb2_grpc.NotifyStub(self.channel)

    async def inbox(self, account: str, **fields: Any) -> Any:
        request = notify_pb2.GetInboxRequest(account=account, **fields)
        return await rpc.call(self._stub.GetInbox, request, clock=SystemClock())

    async def read(self, account: str, n: int) -> int:
        request = notify_pb2.MarkReadRequest(account=account, n=n)
        return int((await rpc.call(self._stub.MarkRead, request, clock=SystemClock())).unread)

    async def talk(self, method: str, **fields: Any) -> Any:
        """Call one of talk's methods by name."""
        request = getattr(notify_pb2, f"{method}Request")(**fields)
        return await rpc.call(getattr(self._stub, method), request, clock=SystemClock())

    async def say(self, account: str, text: str, channel: str = "all", key: str = "", campaign: str = "c1") -> Any:
        """Say something; the message."""
        given = {"campaign": campaign, "channel": channel, "account": account, "key": key or new_key(), "text": text}
        return (await self.talk("Say", **given)).message

    async def texts(self, account: str, channel: str = "all", **more: Any) -> list[str]:
        """What a channel says to an account, in order."""
        reply = await self.talk("ListMessages", campaign="c1", channel=channel, account=account, **more)
        return [message.text for message in reversed(reply.messages)]

    async def channels(self, account: str, **more: Any) -> dict[str, Any]:
        """The account's channels by their ids."""
        reply = await self.talk("ListChannels", campaign="c1", account=account, **more)
        return {channel.channel: channel for channel in reply.channels}

    async def keys(self, account: str) -> list[str]:
        """What an account was told, in order."""
        return [item.key for item in reversed((await self.inbox(account, limit=100)).items)]

    async def publish(self, campaign: str, seq: int, neutral: envelope_pb2.Neutral, again: str = "") -> None:
        envelope = envelope_pb2.Envelope(
            campaign=campaign, epoch=1, seq=seq, at_unix_ms=1_767_225_600_000 + seq, neutral=neutral
        )
        data = envelope.SerializeToString()
        await self.bus.publish_durable(subject("campaign", campaign), data, f"1-{campaign}-{seq}-campaign{again}")

    async def all_told(self) -> None:
        """Wait until what notify has said so far has come to whoever listens in this test."""
        await self.service.bus.round_trip()
        await self.bus.round_trip()

    async def settled(self) -> None:
        """Wait until everything published is handled."""
        last = (await self.bus.jetstream.stream_info("CAMPAIGN")).state.last_seq
        for _ in range(500):
            with suppress(NotFoundError):  # it has only just started
                info = await self.bus.jetstream.consumer_info("CAMPAIGN", "notify")
                if info.ack_floor is not None and info.ack_floor.stream_seq >= last:
                    return
            await SystemClock().sleep(SHORT)
        raise AssertionError("messages are left")

    async def stop(self) -> None:
        await self.channel.close(None)
        assert await self.service.stop()


@pytest.fixture
async def start_notify(bus: Bus, nats_url: str, database_url: str, engine: FakeEngine) -> AsyncIterator[StartNotify]:
    await bus.ensure_streams(STREAMS)
    running: list[Notify] = []

    async def start(**environ: str) -> Notify:
        settings = load(
            NotifySettings,
            {
                "WARBOARD_NATS_URL": nats_url,
                "WARBOARD_DATABASE_URL": database_url,
                "WARBOARD_ENGINE_ADDRESS": engine.address,
                "WARBOARD_REPLICA": f"r{len(running)}",
                **environ,
            },
        )
        service = Service("notify", settings, SystemClock(), Metrics("notify"))
        await service.start(lambda started: build(started, settings), MIGRATIONS)
        running.append(Notify(service, bus))
        return running[-1]

    yield start
    for notify in running:
        if notify.service._stops:
            await notify.stop()


@pytest.fixture
async def notify(start_notify: StartNotify) -> Notify:
    return await start_notify()


@pytest.fixture
async def told(bus: Bus) -> list[notify_pb2.InboxChanged]:
    """What gateways hear, as it comes."""
    seen: list[notify_pb2.InboxChanged] = []

    async def note(message: Message) -> None:
        seen.append(notify_pb2.InboxChanged.FromString(message.data))

    await bus.subscribe(pattern("notify", "account", ANY), note)
    await bus.round_trip()
    return seen
