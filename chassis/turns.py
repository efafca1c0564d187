"""Turns at something scarce, shared fairly: those who wait are served round the keys, not by who asked most."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """A few turns at a time; when one is free, the key that has waited longest since its last turn comes next.

    :param limit: turns taken at a time, over all keys.
    """

    def __init__(self, limit: int) -> None:
        self._free = limit
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(len(queue) for queue in self._waiting.values())

    @asynccontextmanager
    async def of(self, key: str) -> AsyncIterator[None]:
        """Hold a turn for a key, as soon as it is its turn."""
        await self._wait(key)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, key: str) -> None:
        if self._free:
            self._free -= 1
            return
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(key, deque()).append(mine)
        try:
            await mine
        except BaseException:
            if mine.done() and not mine.cancelled():
                self._pass_on()  # it was given to somebody who is no longer there
            raise

    def _pass_on(self) -> None:
        while self._waiting:
            key, queue = self._waiting.popitem(last=False)
            following = queue.popleft()
            if queue:
                self._waiting[key] = queue  # behind all others
            if not following.done():
                following.set_result(None)
                return
        self._free += 1
