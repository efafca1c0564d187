"""Durable consumers: a message is done when its handler has returned; until then it comes again, later and later."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from functools import partial

import msgspec
import nats.errors
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy

from chassis.bus import Bus
from chassis.database import is_away
from chassis.logs import logger, with_trace
from chassis.messages import TRACE_HEADER, Delivery, as_delivery
from chassis.problems import ELSEWHERE, Busy, Kind, Problem, Unavailable
from chassis.subjects import Pattern, subject
from chassis.tasks import Workers

__all__ = ["BACK_OFF", "Consumer", "Delivery", "DurableHandler", "consume", "is_temporary"]

_LOG = logger(__name__)

BACK_OFF = tuple(timedelta(seconds=seconds) for seconds in (0.1, 1, 5, 15, 60))
"""How long a failed message waits before it comes again; the last one for all further times."""
_OTHER_REPLICAS = 16  # deliveries after which some replica that can do it would have got it
_ACK_WAIT = timedelta(seconds=5)  # how soon another replica gets the messages of one that was killed
_HOLD = timedelta(seconds=1.5)
_HANDLING = timedelta(seconds=20)
_ROUND = timedelta(seconds=5)
_GRACE = timedelta(seconds=1)
_BATCH = 128
_ROUND_ENDS = frozenset({"404", "408"})


DurableHandler = Callable[[Delivery], Awaitable[None]]


async def consume(
    bus: Bus,
    durable: str,
    stream: str,
    filters: Iterable[Pattern],
    handler: DurableHandler,
    *,
    max_ack_pending: int = 256,
    max_deliveries: int = 8,
) -> "Consumer":
    """Start a `Consumer` that lives until the bus stops pulling.

    :param durable: the name under which all replicas share the messages: the part's own name, which is all that its
        NATS user may use.
    :param filters: the subjects wanted of the stream.
    """
    consumer = Consumer(bus, durable, stream, tuple(filters), handler, max_ack_pending, max_deliveries)
    bus.pullers.append(consumer)
    bus.background.start(f"consume {stream} as {durable}", consumer.run())
    bus.background.start(f"hold {stream} as {durable}", consumer.hold())
    return consumer


class Consumer:
    """Pulls one stream under one durable name, shared by all replicas of a part.

    Messages of one subject are handled one at a time and, while none fails, in order. A handler has 20 s. When it
    raises, the message comes again after 0.1, 1, 5, 15, 60, 60 ... s; at the `max_deliveries`-th failure it is copied
    to `dead.<durable>` and given up. A handler that raises a `Problem` of kind `unavailable` (or loses a connection)
    says that another part is away: such a message is never given up. One that says `elsewhere` is for another replica,
    and comes again after 0.1 s many times before it waits longer.
    """

    def __init__(
        self,
        bus: Bus,
        durable: str,
        stream: str,
        filters: tuple[Pattern, ...],
        handler: DurableHandler,
        max_ack_pending: int,
        max_deliveries: int,
    ) -> None:
        self._bus = bus
        self._durable = durable
        self._stream = stream
        self._handler = handler
        self._max_deliveries = max_deliveries
        self._workers = Workers(max_ack_pending, queue_per_key=max_ack_pending)
        self._next = f"$JS.API.CONSUMER.MSG.NEXT.{stream}.{durable}"
        self._held: dict[str, Msg] = {}
        self._outstanding = 0
        self._bound = False
        self._stopping = False
        self._round_over = asyncio.Event()
        self._ended = asyncio.Event()
        self._config = ConsumerConfig(
            name=durable,
            durable_name=durable,
            ack_policy=AckPolicy.EXPLICIT,
            ack_wait=_ACK_WAIT.total_seconds(),
            deliver_policy=DeliverPolicy.ALL,
            max_ack_pending=max_ack_pending,
            max_deliver=-1,
        )
        if len(filters) == 1:
            self._config.filter_subject = filters[0]
        else:
            self._config.filter_subjects = list(filters)
        metrics = bus.metrics
        self._handled = metrics.counter("messages", "Durable messages by outcome", ["stream", "outcome"])
        self._seconds = metrics.histogram("message_seconds", "Time to handle a durable message", ["stream"])

    async def run(self) -> None:
        """Pull until told to stop; survives the loss of the connection, of the consumer and of the stream."""
        try:
            while not self._stopping:
                if await self._bind():
                    await self._pull()
                else:
                    await self._bus.clock.sleep(timedelta(milliseconds=500))
        finally:
            self._ended.set()

    async def hold(self) -> None:
        """Tell the server of messages that wait or take long, before it gives them to another replica."""
        old: set[str] = set()
        while True:
            await self._bus.clock.sleep(_HOLD)
            try:
                for message in [message for reply, message in self._held.items() if reply in old]:
                    await message.in_progress()
            except nats.errors.Error:
                continue  # it will give them to another, and handlers are ready for that
            old = set(self._held)

    def reconnected(self) -> None:
        """Ask again at once: pull requests don't outlive a connection."""
        self._round_over.set()

    async def stop(self, within: timedelta) -> None:
        """Ask for nothing more and finish what came; what isn't finished in time comes again elsewhere."""
        self._stopping = True
        self._round_over.set()
        async with _quietly(within):
            await self._ended.wait()
        await self._workers.close(within)

    async def _bind(self) -> bool:
        """Make sure the durable exists on the server; False while it can't be had."""
        try:
            await self._bus.jetstream.add_consumer(self._stream, self._config)
        except (nats.errors.Error, TimeoutError) as error:
            _LOG.info("the stream isn't there yet", stream=self._stream, error=str(error) or type(error).__name__)
            return False
        return True

    async def _pull(self) -> None:
        """Ask for as many messages as there is room for, again and again, until the durable is gone or we stop.

        The library's `fetch` isn't used: it gives a lone message only when its whole time is over.
        """
        client = self._bus.client
        inbox = client.new_inbox()
        subscription = await client.subscribe(inbox, cb=self._received)
        self._bound = True
        try:
            while self._bound and not self._stopping:
                self._outstanding = min(await self._workers.room(), _BATCH)
                if self._outstanding <= 0:
                    break
                self._round_over.clear()
                request = {"batch": self._outstanding, "expires": int(_ROUND.total_seconds() * 1e9)}
                async with _quietly(_ROUND + _GRACE):
                    await client.publish(self._next, msgspec.json.encode(request), reply=inbox)
                    await self._round_over.wait()
        except nats.errors.Error as error:
            _LOG.warning("pulling failed", stream=self._stream, error=str(error) or type(error).__name__)
            await self._bus.clock.sleep(timedelta(milliseconds=250))
        finally:
            await _release(subscription)

    async def _received(self, message: Msg) -> None:
        status = (message.headers or {}).get("Status")
        if status is not None and not message.data:
            # 404 and 408 end a round; after 409 (deleted) and 503 (nobody there) the durable has to be made again.
            self._bound = status in _ROUND_ENDS
            self._round_over.set()
            return
        self._outstanding -= 1
        if self._outstanding <= 0:
            self._round_over.set()
        try:
            if self._stopping:
                raise Busy
            self._workers.submit(message.subject, partial(self._handle, message))
            self._held[message.reply] = message
        except Busy:
            await self._settle(message.nak(), "unwanted")

    async def _handle(self, message: Msg) -> None:
        try:
            await self._handle_held(message)
        finally:
            self._held.pop(message.reply, None)

    async def _handle_held(self, message: Msg) -> None:
        delivery = as_delivery(message)
        started = self._bus.clock.monotonic()
        with with_trace(delivery.headers.get(TRACE_HEADER, "")):
            limit = asyncio.timeout(_HANDLING.total_seconds())
            try:
                async with limit:
                    await self._handler(delivery)
            except Exception as error:  # noqa: BLE001 - whatever it is, the message isn't done
                await self._failed(message, delivery, error, temporary=is_temporary(error) and not limit.expired())
            else:
                await self._settle(message.ack(), "done")
        self._seconds.labels(self._stream).observe(self._bus.clock.monotonic() - started)

    async def _failed(self, message: Msg, delivery: Delivery, error: Exception, *, temporary: bool) -> None:
        if not temporary and delivery.deliveries >= self._max_deliveries and await self._bury(delivery, error):
            await self._settle(message.term(), "dead")
            return
        pause = back_off(delivery.deliveries, error)
        _LOG.warning(
            "a message will come again",
            stream=self._stream,
            sequence=delivery.sequence,
            deliveries=delivery.deliveries,
            pause_s=pause.total_seconds(),
            error=repr(error) if temporary else None,
            exc_info=None if temporary else error,
        )
        await self._settle(message.nak(delay=pause.total_seconds()), "again")

    async def _bury(self, delivery: Delivery, error: Exception) -> bool:
        """Copy a message that can't be handled to the dead-letter stream; False if that fails, too."""
        headers = {
            TRACE_HEADER: delivery.headers.get(TRACE_HEADER, ""),
            "Dead-Subject": delivery.subject,
            "Dead-Stream": self._stream,
            "Dead-Sequence": str(delivery.sequence),
            "Dead-Error": type(error).__name__,
            "Dead-Id": delivery.id,
        }
        key = f"{self._durable}-{self._stream}-{delivery.sequence}"
        try:
            await self._bus.publish_durable(subject("dead", self._durable), delivery.data, key, headers)
        except Unavailable:
            return False
        _LOG.error(
            "a message was given up and lies in the dead-letter stream",
            stream=self._stream,
            sequence=delivery.sequence,
            durable=self._durable,
            exc_info=error,
        )
        return True

    async def _settle(self, answer: Awaitable[None], outcome: str) -> None:
        try:
            await answer
        except nats.errors.Error as error:  # it comes again; handlers are ready for that
            _LOG.warning("an acknowledgement could not be sent", error=str(error) or type(error).__name__)
            return
        self._handled.labels(self._stream, outcome).inc()


def back_off(deliveries: int, error: Exception) -> timedelta:
    """How long a message waits that failed for the n-th time. Chance picks the replica that gets it then."""
    if isinstance(error, Problem) and error.code == ELSEWHERE:
        deliveries = max(1, deliveries - _OTHER_REPLICAS)
    return BACK_OFF[min(deliveries, len(BACK_OFF)) - 1]


def is_temporary(error: BaseException) -> bool:
    """Whether an error says that something else is away, not that the message is bad."""
    if isinstance(error, Problem):
        return error.kind in {Kind.UNAVAILABLE, Kind.TOO_MANY}
    return is_away(error)


async def _release(subscription: Subscription) -> None:
    """Let go of the inbox; what the server sends meanwhile is still received, and given back."""
    try:
        await subscription.drain()  # type: ignore[no-untyped-call]
    except (nats.errors.Error, TimeoutError):
        return  # the connection is gone, and with it the inbox


@asynccontextmanager
async def _quietly(within: timedelta) -> AsyncIterator[None]:
    """Do what is inside, but not for longer than `within`."""
    with suppress(TimeoutError):
        async with asyncio.timeout(within.total_seconds()):
            yield
