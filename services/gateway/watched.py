"""What several sockets watch: its subject is subscribed to for the first of them, and given up after the last."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from nats.aio.subscription import Subscription

from chassis.bus import Bus, Message
from chassis.subjects import subject


class Watcher(Protocol):
    """A socket, as a feed sees it."""

    open: bool
    """False once the connection has ended: nothing may be kept for it."""

    @property
    def account(self) -> str:
        """Whose it is; "" if nobody has signed in."""

    @property
    def links(self) -> dict[str, str]:
        """Spectators' signed links, by the topic that was asked for with one."""

    def send(self, message: bytes) -> None:
        """Queue a message."""


W = TypeVar("W")


@dataclass
class Feed(Generic[W]):
    """A campaign or game that is watched."""

    id: str
    watches: dict[Watcher, W] = field(default_factory=dict)
    """How far each socket has been shown it."""
    subscriptions: list[Subscription] = field(default_factory=list)
    """The first is to its own subject."""
    opening: asyncio.Lock = field(default_factory=asyncio.Lock)
    wanted: int = 0
    """Watches being opened: the feed stays for them."""


F = TypeVar("F", bound=Feed[Any])


class Watched(Generic[F]):
    """All feeds of one kind."""

    def __init__(
        self, bus: Bus, kind: str, make: Callable[[str], F], received: Callable[[Message], Awaitable[None]]
    ) -> None:
        """:param kind: of the subjects, `<kind>.<id>`."""
        self._bus = bus
        self._kind = kind
        self._make = make
        self._received = received
        self.feeds: dict[str, F] = {}
        """By id."""

    @asynccontextmanager
    async def opened(self, watched: str) -> AsyncIterator[F]:
        """A feed that is subscribed to, while a watch of it is being opened."""
        feed = self.feeds.get(watched)
        if feed is None:
            feed = self.feeds[watched] = self._make(watched)
        feed.wanted += 1
        try:
            async with feed.opening:
                if not feed.subscriptions:
                    feed.subscriptions.append(await self._bus.subscribe(subject(self._kind, watched), self._received))
            yield feed
        finally:
            feed.wanted -= 1
            await self.close_if_unwatched(feed)

    async def leave(self, watcher: Watcher, watched: str) -> None:
        """Show it no more."""
        feed = self.feeds.get(watched)
        if feed is not None:
            feed.watches.pop(watcher, None)
            await self.close_if_unwatched(feed)

    async def close_if_unwatched(self, feed: F) -> None:
        """Give it up if nobody watches it or is about to."""
        if feed.watches or feed.wanted or self.feeds.get(feed.id) is not feed:
            return
        del self.feeds[feed.id]
        for subscription in feed.subscriptions:
            await self._bus.unsubscribe(subscription)
