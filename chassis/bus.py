"""The message bus: requests with retries, plain messages, and durable streams, all on one NATS connection."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Protocol

import nats.errors
import nats.js.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from chassis.logs import logger, with_trace
from chassis.messages import PROBLEM_HEADER, Message, as_message, trace_of, traced
from chassis.metrics import Metrics
from chassis.problems import Busy, Kind, Problem, Unavailable, internal
from chassis.streams import StreamSpec, ensure_streams
from chassis.subjects import Pattern, Subject, last_token
from chassis.tasks import Background, Workers
from chassis.timekeeping import Clock

__all__ = ["Bus", "Handler", "Message", "Puller", "RequestHandler"]

_LOG = logger(__name__)

_FIRST_PAUSE = timedelta(milliseconds=50)
_LONGEST_PAUSE = timedelta(milliseconds=800)
_ATTEMPT = timedelta(seconds=2)
_QUIET = 10.0
"""Seconds for which an error is told once only."""
_KINDS_OF_ERRORS = 32
_CALL = timedelta(seconds=5)
_HEADERS = 1_024  # bytes of a message: the broker counts them too, and hangs up on who sends too much


class Puller(Protocol):
    """Something that takes messages from a stream, as `chassis.consumers.Consumer`."""

    def reconnected(self) -> None:
        """The connection was lost and is back: what was asked of the server is forgotten there."""

    async def stop(self, within: timedelta) -> None:
        """Take nothing more and finish what was taken."""


Handler = Callable[[Message], Awaitable[None]]
RequestHandler = Callable[[Message], Awaitable[bytes]]


class Bus:
    """One connection to NATS and everything a service does with it; made by `connect`."""

    def __init__(self, client: Client, clock: Clock, metrics: Metrics, background: Background) -> None:
        self.client = client
        self.clock = clock
        self.metrics = metrics
        self.background = background
        self.jetstream = client.jetstream(timeout=_CALL.total_seconds())
        self._subscriptions: list[Subscription] = []
        self.pullers: list[Puller] = []
        self.on_reconnected: list[Callable[[], None]] = []
        """Called when a lost connection is back: plain messages may have been missed."""
        self._served = metrics.histogram("request_seconds", "Time to answer a play request", ["kind", "outcome"])
        self._retried = metrics.counter("bus_retries", "Requests sent again", ["reason"])

    @classmethod
    async def connect(
        cls,
        url: str,
        *,
        name: str,
        clock: Clock,
        metrics: Metrics,
        background: Background,
        user: str | None = None,
        password: str | None = None,
    ) -> "Bus":
        """Connect, waiting as long as it takes; later losses of the connection are repaired without end.

        :param url: one or more servers, separated by commas.
        :param name: this service's name; with `user` it also picks the inbox that only this user may read.
        """
        connected = metrics.gauge("bus_connected", "1 while the connection to NATS stands")
        losses = metrics.counter("bus_disconnects", "Lost connections to NATS")

        client = Client()
        told: dict[str, float] = {}

        async def on_error(error: Exception) -> None:
            what = str(error) or type(error).__name__
            if clock.monotonic() - told.get(what, -_QUIET) >= _QUIET:  # a broker that is away errs 4 times a second
                if len(told) >= _KINDS_OF_ERRORS:
                    told.clear()
                told[what] = clock.monotonic()
                _LOG.warning("bus error", error=what)

        async def on_disconnect() -> None:
            connected.set(0)
            if not client.is_closed and not client.is_draining:
                losses.inc()
                _LOG.warning("bus disconnected")

        made: list[Bus] = []

        async def on_reconnect() -> None:
            connected.set(1)
            _LOG.info("bus reconnected")
            for bus in made:
                for puller in bus.pullers:
                    puller.reconnected()
                for tell in bus.on_reconnected:
                    tell()

        await client.connect(
            [part.strip() for part in url.split(",")],
            name=name,
            user=user,
            password=password,
            error_cb=on_error,
            disconnected_cb=on_disconnect,
            reconnected_cb=on_reconnect,
            max_reconnect_attempts=-1,
            reconnect_time_wait=0.25,  # type: ignore[arg-type] # seconds; the library sleeps for it, so a fraction is right
            connect_timeout=2,
            ping_interval=5,
            max_outstanding_pings=2,
            drain_timeout=5,
            inbox_prefix=f"_INBOX_{user or name}",
        )
        connected.set(1)
        bus = cls(client, clock, metrics, background)
        made.append(bus)
        return bus

    @property
    def connected(self) -> bool:
        """Whether the connection stands now, as far as this side knows."""
        return self.client.is_connected

    async def round_trip(self, within: timedelta = timedelta(seconds=1)) -> bool:
        """Whether the server answers a ping in time."""
        if not self.connected:
            return False
        try:
            await self.client.flush(timeout=within.total_seconds())  # type: ignore[arg-type] # a fraction is right
        except (nats.errors.Error, TimeoutError, OSError):
            return False
        return True

    async def publish(self, subject: Subject, data: bytes, headers: Mapping[str, str] | None = None) -> None:
        """Send a plain message: whoever listens now gets it, once at most; nothing is kept.

        :raises Unavailable: if the bus has been away for so long that nothing more is buffered.
        """
        try:
            await self.client.publish(subject, data, headers=traced(headers))
        except nats.errors.Error as error:
            raise Unavailable from error

    async def subscribe(self, pattern: Pattern | Subject, handler: Handler, queue: str = "") -> Subscription:
        """Hand each plain message to `handler`, one after another: let it only note what came, never wait long.

        :param queue: members of one queue group share the messages; "" gets all.
        """

        async def received(message: Msg) -> None:
            with with_trace(trace_of(message)):
                try:
                    await handler(as_message(message))
                except Exception:  # noqa: BLE001 - one bad message must not end the subscription
                    _LOG.exception("a message could not be handled", about=message.subject.partition(".")[0])

        subscription = await self.client.subscribe(pattern, queue=queue, cb=received)
        self._subscriptions.append(subscription)
        return subscription

    async def unsubscribe(self, subscription: Subscription) -> None:
        """Hear no more of what `subscribe` answered; harmless if the connection is gone."""
        if subscription in self._subscriptions:
            self._subscriptions.remove(subscription)
        with suppress(nats.errors.Error):
            await subscription.unsubscribe()

    async def request(
        self, subject: Subject, data: bytes, headers: Mapping[str, str] | None = None, within: timedelta = _CALL
    ) -> Message:
        """Ask whichever replica serves `subject`, again and again with the same bytes until `within` is over.

        Tried again: nobody listens, no answer within 2 s, an answer of kind `unavailable`. So what is asked must be
        harmless to repeat; commands carry a key for that.

        :raises Problem: the refusal that was answered; `Unavailable` when the time is over.
        """
        end = self.clock.monotonic() + within.total_seconds()
        pause = _FIRST_PAUSE
        sent = traced(headers)
        last: Problem = Unavailable()
        while (left := end - self.clock.monotonic()) > 0:
            try:
                answer = await self.client.request(
                    subject, data, timeout=min(left, _ATTEMPT.total_seconds()), headers=sent
                )
            except nats.errors.NoRespondersError:
                reason = "no_responders"
            except nats.errors.TimeoutError:
                self._retried.labels("timeout").inc()
                continue  # it has waited already
            except nats.errors.Error as error:
                if self.client.is_closed:
                    raise Unavailable from error
                reason = "connection"
            else:
                if PROBLEM_HEADER not in (answer.headers or {}):
                    return as_message(answer)
                last = Problem.from_json(answer.data)
                if last.kind is not Kind.UNAVAILABLE:
                    raise last
                reason = "unavailable"
            self._retried.labels(reason).inc()
            await self.clock.sleep(min(pause, timedelta(seconds=max(0.0, end - self.clock.monotonic()))))
            pause = min(2 * pause, _LONGEST_PAUSE)
        raise last

    async def serve(self, pattern: Pattern, queue: str, handler: RequestHandler, workers: Workers) -> None:
        """Answer requests: one at a time for each last token, side by side for different ones, as `workers` allows.

        A `Problem` that the handler raises is the answer; anything else is logged and answered as `internal`, and so is
        an answer larger than the broker carries.
        """

        async def received(message: Msg) -> None:
            try:
                workers.submit(last_token(message.subject), partial(self._answer, message, handler))
            except Busy as busy:
                await self._respond(message, b"", busy)

        self._subscriptions.append(await self.client.subscribe(pattern, queue=queue, cb=received))

    async def ensure_streams(self, specs: Iterable[StreamSpec], replicas: int = 1) -> None:
        """Make the streams this part owns, waiting while a cluster forms."""
        await ensure_streams(self.jetstream, specs, self.clock, replicas=replicas)

    async def publish_durable(
        self, subject: Subject, data: bytes, message_id: str, headers: Mapping[str, str] | None = None
    ) -> bool:
        """Publish to the stream of `subject` and wait (at most 5 s) until it is stored.

        :param message_id: publishing the same id again within 2 minutes stores nothing new.
        :returns: False if it was stored before.
        :raises Unavailable: if it isn't known to be stored; publish it again with the same id.
        """
        try:
            stored = await self.jetstream.publish(subject, data, headers={**traced(headers), "Nats-Msg-Id": message_id})
        except (nats.errors.Error, TimeoutError) as error:
            raise Unavailable from error
        return not stored.duplicate

    async def stop_pulling(self, within: timedelta) -> None:
        """Take no more requests and messages, and finish the durable messages that were taken."""
        for subscription in self._subscriptions:
            if self.connected:
                await subscription.drain()  # type: ignore[no-untyped-call]
        self._subscriptions.clear()
        await asyncio.gather(*(puller.stop(within) for puller in self.pullers))
        self.pullers.clear()

    async def close(self) -> None:
        """Send what is buffered and close the connection."""
        try:
            await self.client.drain()
        except (nats.errors.Error, TimeoutError, OSError):
            await self.client.close()

    async def _answer(self, message: Msg, handler: RequestHandler) -> None:
        started = self.clock.monotonic()
        kind = ".".join(message.subject.split(".")[:2])
        problem: Problem | None = None
        with with_trace(trace_of(message)):
            try:
                answer = await handler(as_message(message))
            except Problem as refused:
                answer, problem = refused.to_json(), refused
            except Exception:  # noqa: BLE001 - the caller gets an answer, the log the cause
                _LOG.exception("a request failed")
                answer, problem = b"", internal()
            if len(answer) > self.client.max_payload - _HEADERS:  # unsent, it would let the caller wait for nothing
                _LOG.error("an answer is larger than the bus carries", about=kind, bytes=len(answer))
                problem = internal()
            await self._respond(message, answer, problem)
        outcome = "ok" if problem is None else problem.kind.value
        self._served.labels(kind, outcome).observe(self.clock.monotonic() - started)

    async def _respond(self, message: Msg, data: bytes, problem: Problem | None) -> None:
        """Send the data, or the problem if there is one."""
        if not message.reply:
            return
        try:
            if problem is None:
                await self.client.publish(message.reply, data)
            else:
                await self.client.publish(message.reply, problem.to_json(), headers={PROBLEM_HEADER: problem.code})
        except nats.errors.Error as error:  # the caller asks again
            _LOG.warning("an answer could not be sent", error=str(error) or type(error).__name__)
