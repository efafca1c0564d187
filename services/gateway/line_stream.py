"""Topics as lines of JSON over plain HTTP: what the socket `/ws` tells, for programs that only read (docs/api.md)."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from datetime import timedelta

import msgspec

from services.gateway.hub import Hub
from services.gateway.identity import Identity
from services.gateway.socket_messages import REVOKED, TOO_SLOW, Closing, In
from services.gateway.topics import Topics

HEARTBEAT = timedelta(seconds=7)
"""An empty line at least so often, so that either side notices a broken connection."""


class LineStream:
    """One reader's connection; a `Watcher` for the feeds."""

    def __init__(self, hub: Hub, identity: Identity | None, secrets: tuple[str | None, str | None]) -> None:
        """
        :param secrets: session and token of the request, to ask again whether they are still good.
        """
        self._hub = hub
        self._secrets = secrets
        self.identity = identity
        self.account = "" if identity is None else identity.account
        self.open = True
        self._queue: deque[bytes] = deque()
        self._bytes = 0
        self._some = asyncio.Event()
        self._closing: Closing | None = None
        self._topics = Topics(hub, self)

    @property
    def links(self) -> dict[str, str]:
        """By topic: the spectator's link it was asked with."""
        return self._topics.links

    async def watch(self, topics: list[str], link: str) -> None:
        """Show topics from now on.

        :raises Problem: why one of them may not be watched; then none is.
        """
        try:
            for topic in topics:
                await self._topics.watch(In(t="watch", topic=topic, link=link))
        except BaseException:
            await self.end()
            raise

    def send(self, message: bytes) -> None:
        """Queue a message; a reader that is too slow is let go."""
        if not self.open or self._closing is not None:
            return  # nothing may be kept for a connection that has ended or is about to
        limits = self._hub.service.limits
        self._queue.append(message)
        self._bytes += len(message)
        if len(self._queue) > limits.socket_queue_messages or (
            self._bytes > limits.socket_queue_bytes and len(self._queue) > 1
        ):
            self.close(TOO_SLOW, "too slow")
        self._some.set()

    def close(self, code: int, reason: str) -> None:
        """End the connection soon; the last line says why."""
        self._closing = self._closing or Closing(code, reason)
        self._some.set()

    async def check(self) -> None:
        """Ask again whether the session or token is still good."""
        if self.identity is not None and await self._hub.identities.of(*self._secrets) is None:
            self.close(REVOKED, "signed out")

    async def lines(self) -> AsyncIterator[bytes]:
        """Everything that is told, line by line."""
        try:
            while self._closing is None:
                while self._queue and self._closing is None:
                    message = self._queue.popleft()
                    self._bytes -= len(message)
                    yield message + b"\n"
                self._some.clear()
                if self._queue or self._closing is not None:
                    continue
                try:
                    async with asyncio.timeout(HEARTBEAT.total_seconds()):
                        await self._some.wait()
                except TimeoutError:
                    yield b"\n"
            closing = self._closing
            yield msgspec.json.encode({"t": "closed", "code": closing.code, "reason": closing.reason}) + b"\n"
        finally:
            await self.end()

    async def end(self) -> None:
        """Nothing more is told."""
        self.open = False
        await self._topics.leave_all()
