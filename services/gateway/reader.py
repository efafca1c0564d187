"""A connection that is told of topics, by socket or as lines: what waits for it, and what ends it (docs/api.md)."""

import asyncio
from collections import deque

from services.gateway.hub import Hub
from services.gateway.identity import Identity
from services.gateway.socket_messages import REVOKED, TOO_SLOW, Closing
from services.gateway.topics import Topics


class Reader:
    """A `Watcher` for the feeds."""

    def __init__(self, hub: Hub) -> None:
        self.identity: Identity | None = None
        self.secrets: tuple[str | None, str | None] = (None, None)
        """Session and token, to ask again whether they are still good."""
        self.open = True
        self.topics = Topics(hub, self)
        self._hub = hub
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._some = asyncio.Event()
        self._closing: Closing | None = None

    @property
    def account(self) -> str:
        """Whose it is; "" if nobody has signed in."""
        return "" if self.identity is None else self.identity.account

    @property
    def links(self) -> dict[str, str]:
        """By topic: the spectator's link it was asked with."""
        return self.topics.links

    def send(self, message: bytes) -> None:
        """Queue a message; who does not read is let go, and asks anew from where they are."""
        if not self.open or self._closing is not None:
            return  # nothing may be kept for a connection that has ended or is about to
        limits = self._hub.service.limits
        self._waiting.append(message)
        self._bytes += len(message)
        if len(self._waiting) > limits.socket_queue_messages or (
            self._bytes > limits.socket_queue_bytes and len(self._waiting) > 1
        ):
            self.close(TOO_SLOW, "too slow")
        self._some.set()

    def close(self, code: int, reason: str) -> None:
        """End the connection soon."""
        self._closing = self._closing or Closing(code, reason)
        self._some.set()

    async def next(self) -> bytes:
        """The next message that waits.

        :raises Closing: the connection ends; what waits is not told any more.
        """
        while self._closing is None:
            if self._waiting:
                message = self._waiting.popleft()
                self._bytes -= len(message)
                return message
            self._some.clear()
            await self._some.wait()
        raise self._closing

    async def check(self) -> None:
        """Ask again whether the session or token is still good: news of its end may have been lost."""
        if self.identity is not None and await self._hub.identities.of(*self.secrets) is None:
            self.close(REVOKED, "signed out")

    async def end(self) -> None:
        """Nothing more is told."""
        self.open = False
        await self.topics.leave_all()
