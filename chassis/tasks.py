"""The only place that starts tasks: bounded workers for requests and messages, and the long tasks of a service."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from collections.abc import Set as AbstractSet
from datetime import timedelta
from typing import Any

from chassis.logs import logger
from chassis.problems import Busy

_LOG = logger(__name__)

_CANCEL_AGAIN_S = 2.0

Work = Callable[[], Awaitable[object]]


class Workers:
    """Runs pieces of work, one at a time a key and in the order given, never more than `limit` in all.

    :param limit: pieces running or waiting, over all keys.
    :param per_key_serial: with False, pieces of one key run side by side and `queue_per_key` means nothing.
    :param queue_per_key: pieces that may wait behind the running one of their key.
    """

    def __init__(self, limit: int, *, per_key_serial: bool = True, queue_per_key: int = 16) -> None:
        self._limit = limit
        self._serial = per_key_serial
        self._queue_per_key = queue_per_key
        self._waiting: dict[str, deque[Work]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._in_flight = 0
        self._closed = False
        self._changed = asyncio.Event()

    @property
    def in_flight(self) -> int:
        """Pieces running or waiting."""
        return self._in_flight

    @property
    def free(self) -> int:
        """How many more pieces would be taken (of keys that are not full)."""
        return 0 if self._closed else self._limit - self._in_flight

    def submit(self, key: str, work: Work) -> None:
        """Take `work` and return at once; what it raises is logged, so let it handle its own errors.

        :raises Busy: if the workers or the key's queue are full, or the workers are closing; nothing was taken.
        """
        if self._closed or self._in_flight >= self._limit:
            raise Busy
        waiting = self._waiting.get(key) if self._serial else None
        if waiting is None:
            if self._serial:
                self._waiting[key] = deque()
            self._start(key, work)
        else:
            if len(waiting) >= self._queue_per_key:
                raise Busy
            waiting.append(work)
        self._in_flight += 1

    async def room(self) -> int:
        """Wait until at least one piece would be taken; how many would."""
        while self.free <= 0 and not self._closed:
            self._changed.clear()
            await self._changed.wait()
        return self.free

    async def close(self, within: timedelta) -> int:
        """Take nothing more and finish what was taken.

        :param within: after this, what still runs is cancelled.
        :returns: how many pieces were not finished.
        """
        self._closed = True
        self._changed.set()
        try:
            async with asyncio.timeout(within.total_seconds()):
                await self.idle()
        except TimeoutError:
            unfinished = self._in_flight
            self._waiting.clear()
            await cancel_all(self._tasks)
            self._in_flight = 0
            return unfinished
        return 0

    async def idle(self) -> None:
        """Wait until nothing runs or waits."""
        while self._in_flight:
            self._changed.clear()
            await self._changed.wait()

    def _start(self, key: str, work: Work) -> None:
        task = asyncio.create_task(self._run(work))
        self._tasks.add(task)
        task.add_done_callback(lambda done: self._finished(key, done))

    @staticmethod
    async def _run(work: Work) -> None:
        try:
            await work()
        except Exception:  # noqa: BLE001 - one failed piece must not end the others
            _LOG.exception("a piece of work failed")

    def _finished(self, key: str, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._in_flight -= 1
        self._changed.set()
        waiting = self._waiting.get(key)
        if waiting:
            self._start(key, waiting.popleft())
        elif waiting is not None:
            del self._waiting[key]


class Background:
    """The long tasks of a service; the first that ends with an error is told by `failed`."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._failure: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def start(self, name: str, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run `work` until it returns or the service stops."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def failed(self) -> str:
        """Wait for the first task that crashes; its name. The crash has been logged."""
        return await asyncio.shield(self._failure)

    async def stop(self) -> None:
        """Cancel all tasks and wait for them, the newest first."""
        await cancel_all(self._tasks)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            _LOG.error("a background task crashed", task=task.get_name(), exc_info=error)
            if not self._failure.done():
                self._failure.set_result(task.get_name())


async def done_before(stop: asyncio.Event, work: Coroutine[Any, Any, object]) -> bool:
    """Await `work` unless `stop` is set first, in which case it is cancelled; whether it was done.

    :raises Exception: what `work` raises.
    """
    working = asyncio.create_task(work)
    waiting = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({working, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            await working
            return True
        return False
    finally:
        await cancel_all({working, waiting})


async def cancel_all(tasks: AbstractSet[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait until each has ended, whatever it raises on the way.

    A task that goes on is cancelled again and again: Python 3.11's `wait_for`, which libraries use, loses a cancelling
    that comes in the moment in which what it waits for is done.
    """
    all_of_them = list(tasks)
    ending = set(all_of_them)
    while ending:
        for task in ending:
            task.cancel()
        _, ending = await asyncio.wait(ending, timeout=_CANCEL_AGAIN_S)
    for task in all_of_them:
        if not task.cancelled():
            task.exception()  # else it is logged as never looked at
