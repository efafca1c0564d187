"""Group commit: many waiting units of work share one transaction, since a commit costs far more than a row."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Generic, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from chassis.database import Database, is_away
from chassis.logs import logger
from chassis.metrics import SIZE_BUCKETS, Metrics
from chassis.problems import Busy, Unavailable
from chassis.tasks import Background

_LOG = logger(__name__)

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Failed:
    """A result of one unit that is an error, while the others of its batch are committed."""

    error: Exception


Batch = Callable[[AsyncConnection, Sequence[Item]], Awaitable[Sequence[Result | Failed]]]
"""Does all items in one transaction and answers one result an item, in their order."""


@dataclass
class _Waiting(Generic[Item, Result]):
    item: Item
    key: str
    result: "asyncio.Future[Result]"


class GroupCommit(Generic[Item, Result]):
    """One writer that gathers what waits while the last transaction commits, and does it in the next one.

    :param batch: writes a batch; best with a few statements for all items together. It sees items sorted by key and
        never two of one key, so it may lock rows in the order given. A `Failed` among the results is raised to that
        item's submitter only. When it raises, nothing of the batch is kept and each item is done again alone.
    :param key: what an item locks, a campaign for instance; "" for nothing.
    :param queue_limit: items that may wait; further ones get `Busy`.
    :param batch_limit: most items of one transaction.
    :param gather: how long a transaction waits for more items after one that had several; as PostgreSQL's
        `commit_delay`, but only while items come faster than transactions end.
    """

    def __init__(
        self,
        database: Database,
        batch: Batch[Item, Result],
        *,
        key: Callable[[Item], str],
        metrics: Metrics,
        name: str = "main",
        queue_limit: int = 2_000,
        batch_limit: int = 256,
        gather: timedelta = timedelta(),
    ) -> None:
        self._database = database
        self._batch = batch
        self._key = key
        self._queue: deque[_Waiting[Item, Result]] = deque()
        self._queue_limit = queue_limit
        self._batch_limit = batch_limit
        self._gather_s = gather.total_seconds()
        self._some = asyncio.Event()
        self._name = name
        self._sizes = metrics.histogram("commit_units", "Units of work a transaction", ["writer"], SIZE_BUCKETS)
        self._alone = metrics.counter("commit_fallbacks", "Batches done again one by one", ["writer"])

    def start(self, background: Background) -> None:
        """Start the writer; it lives as long as the service."""
        background.start(f"group commit {self._name}", self.run())

    async def submit(self, item: Item) -> Result:
        """Have `item` written; returns its result once that is committed.

        :raises Busy: if too much waits already; nothing is done.
        :raises Unavailable: if the database is away. The item may have been committed: look before doing it again.
        """
        if len(self._queue) >= self._queue_limit:
            raise Busy
        waiting = _Waiting[Item, Result](item, self._key(item), asyncio.get_running_loop().create_future())
        self._queue.append(waiting)
        self._some.set()
        return await waiting.result

    async def run(self) -> None:
        """Write for ever; at the end whoever still waits is told that the database is away."""
        batch: list[_Waiting[Item, Result]] = []
        try:
            while True:
                await self._some.wait()
                if len(batch) > 1 and self._gather_s:
                    await asyncio.sleep(self._gather_s)
                batch = self._take()
                if batch:
                    await self._write(batch)
        finally:
            for waiting in [*batch, *self._queue]:
                _fail(waiting, Unavailable())
            self._queue.clear()

    def _take(self) -> list[_Waiting[Item, Result]]:
        """The next batch: the longest waiting, at most one a key, sorted by key; abandoned ones are dropped."""
        taken: list[_Waiting[Item, Result]] = []
        later: list[_Waiting[Item, Result]] = []
        keys: set[str] = set()
        while self._queue and len(taken) < self._batch_limit:
            waiting = self._queue.popleft()
            if waiting.result.done():
                continue
            if waiting.key and waiting.key in keys:
                later.append(waiting)
                continue
            keys.add(waiting.key)
            taken.append(waiting)
        self._queue.extendleft(reversed(later))
        if not self._queue:
            self._some.clear()
        taken.sort(key=lambda waiting: waiting.key)
        return taken

    async def _write(self, batch: list[_Waiting[Item, Result]]) -> None:
        self._sizes.labels(self._name).observe(len(batch))
        try:
            results = await self._transaction(batch)
        except Exception as error:  # noqa: BLE001 - whatever it was, each gets its own try and its own answer
            if is_away(error):
                _LOG.warning("the database is away", writer=self._name, error=type(error).__name__)
                for waiting in batch:
                    _fail(waiting, Unavailable())
            elif len(batch) == 1:
                _fail(batch[0], error)
            else:
                self._alone.labels(self._name).inc()
                _LOG.warning("a batch is done again one by one", writer=self._name, units=len(batch), exc_info=error)
                for waiting in batch:
                    await self._write([waiting])
            return
        for waiting, result in zip(batch, results, strict=True):
            if isinstance(result, Failed):
                _fail(waiting, result.error)
            elif not waiting.result.done():
                waiting.result.set_result(result)

    async def _transaction(self, batch: list[_Waiting[Item, Result]]) -> Sequence[Result | Failed]:
        async with self._database.write() as connection:
            results = await self._batch(connection, [waiting.item for waiting in batch])
            if len(results) != len(batch):
                raise ValueError(f"{len(results)} results for {len(batch)} items")
        return results


Unit = Callable[[AsyncConnection], Awaitable[Result]]
"""A unit of work that isn't worth a statement for many: an async function of the connection."""


async def run_units(connection: AsyncConnection, units: Sequence[Unit[Result]]) -> Sequence[Result | Failed]:
    """A batch function for `Unit`s: each in a savepoint of its own, so one that raises undoes only itself."""
    results: list[Result | Failed] = []
    for unit in units:
        try:
            async with connection.begin_nested():
                results.append(await unit(connection))
        except Exception as error:
            if is_away(error):
                raise
            results.append(Failed(error))
    return results


def _fail(waiting: "_Waiting[Item, Result]", error: Exception) -> None:
    if not waiting.result.done():
        waiting.result.set_exception(error)
