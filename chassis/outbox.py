"""The transactional outbox: what is committed is published, at once if all is well, and later if anything was not.

Rows are written in the transaction of the facts they tell of. After the commit they are published in the order of
their position; rows are deleted some time after the acknowledgement. Whatever a crash or a lost bus left over, the
sweeper of any replica publishes once it is 5 s old. A row may so be published twice, always under the same id.
"""

import asyncio
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby, islice

import msgspec
from sqlalchemy import MetaData, delete, insert, select
from sqlalchemy.engine import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from chassis.bus import Bus
from chassis.database import Database, is_away
from chassis.logs import logger
from chassis.metrics import Metrics
from chassis.problems import Busy, Unavailable
from chassis.subjects import Subject
from chassis.tables import outbox_table
from chassis.tasks import Background, Workers
from chassis.timekeeping import Clock, from_unix_ms, unix_ms

_LOG = logger(__name__)

OVERDUE = timedelta(seconds=5)
"""Rows older than this were left over, and are the sweeper's."""
_SWEEP = timedelta(seconds=1)
_TIDY = timedelta(seconds=1)
"""Not more often: on SQLite each deletion takes a turn of the one writer, with a sync of its own."""
_BATCH = 256
_WAITING = 4_096


class OutboxRow(msgspec.Struct, frozen=True, kw_only=True):
    """One message to be published."""

    key: str
    """Its id on the bus, unique for ever: epoch, campaign, seq and subject for an append."""
    ordering: str
    """Rows of one ordering (a campaign, a room) are published one after another."""
    position: int
    """Their order."""
    subject: Subject
    body: bytes
    headers: dict[str, str] = {}
    created: datetime
    """When the row is committed, in UTC."""


class Outbox:
    """The relay from a service's outbox table to the durable streams."""

    def __init__(self, database: Database, bus: Bus, clock: Clock, metrics: Metrics) -> None:
        self._database = database
        self._bus = bus
        self._clock = clock
        self._table = outbox_table(MetaData())
        self._insert = insert(self._table)
        self._workers = Workers(_WAITING, queue_per_key=_WAITING)
        self._published: list[str] = []
        self._mine: set[str] = set()
        self._behind: dict[str, int] = {}
        self._tidying = asyncio.Lock()
        self._published_total = metrics.counter("outbox_published", "Outbox rows published")
        self._swept_total = metrics.counter("outbox_swept", "Outbox rows published late, by the sweeper")

    def start(self, background: Background) -> None:
        """Start the sweeper and the deleting of acknowledged rows."""
        background.start("outbox sweeper", self._sweep_for_ever())
        background.start("outbox tidy", self._tidy_for_ever())

    async def add(self, connection: AsyncConnection, rows: Sequence[OutboxRow]) -> None:
        """Write rows in the caller's transaction; after its commit call `publish_soon` with the same rows."""
        if rows:
            await connection.execute(self._insert, [_values(row) for row in rows])

    def publish_soon(self, rows: Iterable[OutboxRow]) -> None:
        """Publish committed rows in their order; returns at once. What fails is left to the sweeper."""
        for ordering, group in groupby(rows, lambda row: row.ordering):
            batch = list(group)
            if ordering in self._behind or not self._bus.connected:
                self._fall_behind(ordering)
                continue
            try:
                self._workers.submit(ordering, partial(self._publish_fresh, ordering, batch))
            except Busy:
                self._fall_behind(ordering)
                continue
            self._mine.update(row.key for row in batch)

    async def flush(self, within: timedelta) -> None:
        """At the end: publish what waits and delete what was published, as far as time allows."""
        await self._workers.close(within)
        try:
            await self._tidy()
        except Exception as error:  # noqa: BLE001 - the next sweeper publishes them again, under the same ids
            _LOG.warning("published rows could not be deleted", error=type(error).__name__)

    async def sweep(self) -> bool:
        """Publish what is overdue or was left behind, 256 rows at most; whether there may be more."""
        behind = dict(islice(self._behind.items(), _BATCH))
        if self._database.is_sqlite:
            # One process a file: nobody else sweeps, and the writer isn't held while the bus is waited for.
            async with self._database.read() as connection:
                rows = await self._leftover(connection, list(behind))
            done = await self._publish_leftover(rows)
            await self._delete(done)
        else:
            async with self._database.write() as connection:
                rows = await self._leftover(connection, list(behind))
                done = await self._publish_leftover(rows)
                if done:
                    await connection.execute(delete(self._table).where(self._table.c.key.in_(done)))
        self._swept_total.inc(len(done))
        # Caught up: nothing was left of it, and nothing was added to it since we looked.
        left = {row.ordering for row in rows}
        for ordering, times in behind.items():
            if ordering not in left and self._behind.get(ordering) == times:
                del self._behind[ordering]
        return len(done) == len(rows) and bool(done or self._behind)

    def _fall_behind(self, ordering: str) -> None:
        """From now on the sweeper publishes this ordering, so that no fresh row overtakes a late one."""
        self._behind[ordering] = self._behind.get(ordering, 0) + 1

    async def _leftover(self, connection: AsyncConnection, behind: list[str]) -> list[OutboxRow]:
        table = self._table
        cutoff = unix_ms(self._clock.now() - OVERDUE)
        query = (
            select(table)
            .where((table.c.created_unix_ms < cutoff) | table.c.ordering.in_(behind))
            .order_by(table.c.ordering, table.c.position, table.c.key)
            .limit(_BATCH)
            .with_for_update(skip_locked=True)  # PostgreSQL only; SQLite has no such words
        )
        rows = await connection.execute(query)
        return [_row(row) for row in rows if row.key not in self._mine]

    async def _publish_leftover(self, rows: Sequence[OutboxRow]) -> list[str]:
        """Publish rows, each ordering up to its first failure; the keys of the published."""
        done: list[str] = []

        async def publish(group: list[OutboxRow]) -> None:
            for row in group:
                try:
                    await self._bus.publish_durable(row.subject, row.body, row.key, row.headers)
                except Unavailable:
                    return  # the rest of this ordering is tried again at the next sweep
                done.append(row.key)

        async with asyncio.TaskGroup() as tasks:
            for _, group in groupby(rows, lambda row: row.ordering):
                tasks.create_task(publish(list(group)))
        return done

    async def _publish_fresh(self, ordering: str, rows: list[OutboxRow]) -> None:
        for place, row in enumerate(rows):
            try:
                if ordering in self._behind:
                    raise Unavailable
                await self._bus.publish_durable(row.subject, row.body, row.key, row.headers)
            except Unavailable:
                self._fall_behind(ordering)
                self._mine.difference_update(left.key for left in rows[place:])
                return
            self._published.append(row.key)
            self._published_total.inc()

    async def _tidy(self) -> None:
        """Delete the rows that the bus has acknowledged."""
        async with self._tidying:
            keys, self._published = self._published, []
            try:
                await self._delete(keys)
            finally:
                # If the deleting failed they are swept later; until they are gone they must not be swept.
                self._mine.difference_update(keys)

    async def _delete(self, keys: Sequence[str]) -> None:
        for start in range(0, len(keys), _BATCH):
            async with self._database.write() as connection:
                part = keys[start : start + _BATCH]
                await connection.execute(delete(self._table).where(self._table.c.key.in_(part)))

    async def _tidy_for_ever(self) -> None:
        while True:
            await self._clock.sleep(_TIDY)
            await self._carefully("tidy")

    async def _sweep_for_ever(self) -> None:
        while True:
            await self._clock.sleep(_SWEEP)
            await self._carefully("sweep")

    async def _carefully(self, what: str) -> None:
        """Tidy or sweep; a database that is away is tried again, anything else is a bug and ends the service."""
        try:
            if what == "tidy":
                await self._tidy()
            else:
                while self._bus.connected and await self.sweep():
                    pass
        except Exception as error:
            if not is_away(error):
                raise
            _LOG.warning("the outbox waits for the database", error=type(error).__name__)


def _values(row: OutboxRow) -> dict[str, object]:
    return {
        "key": row.key,
        "ordering": row.ordering,
        "position": row.position,
        "subject": row.subject,
        "body": row.body,
        "headers": msgspec.json.encode(row.headers).decode(),
        "created_unix_ms": unix_ms(row.created),
    }


def _row(row: Row[tuple[object, ...]]) -> OutboxRow:
    return OutboxRow(
        key=row.key,
        ordering=row.ordering,
        position=row.position,
        subject=Subject(row.subject),
        body=bytes(row.body),
        headers=msgspec.json.decode(row.headers, type=dict[str, str]),
        created=from_unix_ms(row.created_unix_ms),
    )
