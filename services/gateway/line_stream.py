"""Topics as lines of JSON over plain HTTP: what the socket `/ws` tells, for programs that only read (docs/api.md)."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import msgspec

from services.gateway.hub import Hub
from services.gateway.identity import Identity
from services.gateway.reader import Reader
from services.gateway.socket_messages import Closing, In

HEARTBEAT = timedelta(seconds=7)
"""An empty line at least so often, so that either side notices a broken connection."""


class LineStream(Reader):
    """One reader's lines."""

    def __init__(self, hub: Hub, identity: Identity | None, secrets: tuple[str | None, str | None]) -> None:
        """
        :param secrets: session and token of the request.
        """
        super().__init__(hub)
        self.identity = identity
        self.secrets = secrets

    async def watch(self, topics: list[str], link: str) -> None:
        """Show topics from now on.

        :raises Problem: why one of them may not be watched.
        """
        for topic in topics:
            await self.topics.watch(In(t="watch", topic=topic, link=link))

    async def lines(self) -> AsyncIterator[bytes]:
        """Everything that is told, line by line; the last one says why it ended."""
        try:
            while True:
                message = b""
                try:
                    async with asyncio.timeout(HEARTBEAT.total_seconds()):
                        message = await self.next()
                except TimeoutError:
                    pass
                yield message + b"\n"
        except Closing as closing:
            yield msgspec.json.encode({"t": "closed", "code": closing.code, "reason": closing.reason}) + b"\n"
        finally:
            await self.end()
