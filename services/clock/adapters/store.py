"""The clock's database."""

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection
from warboard_pb.clock.v1 import clock_pb2

from chassis.among import among
from chassis.database import Database
from chassis.group_commit import GroupCommit
from chassis.metrics import Metrics
from chassis.outbox import Outbox, OutboxRow
from chassis.subjects import subject
from chassis.timekeeping import Clock, from_unix_ms, unix_ms
from services.clock.adapters.tables import HEARD, LIST, OUTAGE, TIMER
from services.clock.app.timers import Firing, Timer, Wanted
from services.clock.core.outages import Outage

_MS = timedelta(milliseconds=1)
KEPT_OUTAGES = timedelta(days=90)

# Statements of every list, made once: SQLAlchemy takes longer to build and recognise one than SQLite to do it.
_KEPT_LISTS = (
    select(LIST)
    .where(among((LIST.c.owner, LIST.c.entity), "entities"))
    .order_by(LIST.c.owner, LIST.c.entity)  # two replicas that lock rows in one order never wait for each other
    .with_for_update()
)
_STANDING = select(TIMER.c.owner, TIMER.c.entity, TIMER.c.what, TIMER.c.due_unix_ms).where(
    among((TIMER.c.owner, TIMER.c.entity), "entities")
)
_ADD_LISTS, _ADD_TIMERS = insert(LIST), insert(TIMER)
_UPDATE_LISTS = (
    update(LIST)
    .where(LIST.c.owner == bindparam("of"), LIST.c.entity == bindparam("which"))
    .values(epoch=bindparam("to_epoch"), seq=bindparam("to_seq"))
)
_DELETE_TIMERS = delete(TIMER).where(
    TIMER.c.owner == bindparam("of"), TIMER.c.entity == bindparam("which"), TIMER.c.what == bindparam("gone")
)


class SqlTimerStore:
    """The `TimerStore` on SQLite and PostgreSQL."""

    def __init__(self, database: Database, outbox: Outbox, clock: Clock, metrics: Metrics, queue_limit: int) -> None:
        self._database = database
        self._outbox = outbox
        self._clock = clock
        self.writer: GroupCommit[Wanted, bool] = GroupCommit(
            database, _replace, key=lambda w: f"{w.owner}.{w.entity}", metrics=metrics, queue_limit=queue_limit
        )

    async def replace(self, wanted: Wanted) -> bool:
        """Keep a list unless a newer one is kept; whether it was newer."""
        return await self.writer.submit(wanted)

    async def due_before(self, until: datetime, refire: datetime, limit: int) -> tuple[Timer, ...]:
        """Timers due before `until` that have not fired, or fired before `refire`; soonest first."""
        fired = TIMER.c.fired_unix_ms
        query = (
            select(TIMER)
            .where(TIMER.c.due_unix_ms <= unix_ms(until), or_(fired == 0, fired < unix_ms(refire)))
            .order_by(TIMER.c.due_unix_ms)
            .limit(limit)
        )
        async with self._database.read() as connection:
            return tuple(_timer(row) for row in await connection.execute(query))

    async def timers(self, owner: str, entity: str, limit: int) -> tuple[tuple[Timer, int], ...]:
        """Timers that stand, soonest first, each with when it fired (0: not yet)."""
        query = select(TIMER).order_by(TIMER.c.due_unix_ms).limit(limit)
        if owner:
            query = query.where(TIMER.c.owner == owner)
        if entity:
            query = query.where(TIMER.c.entity == entity)
        async with self._database.read() as connection:
            return tuple((_timer(row), row.fired_unix_ms) for row in await connection.execute(query))

    async def fire(self, firings: tuple[Firing, ...]) -> int:
        """Mark those that still stand as fired and tell their owners; how many did."""
        rows: list[OutboxRow] = []
        async with self._database.write() as connection:
            for firing in firings:
                timer = firing.timer
                marked = await connection.execute(
                    update(TIMER)
                    .where(
                        TIMER.c.owner == timer.owner,
                        TIMER.c.entity == timer.entity,
                        TIMER.c.what == timer.what,
                        TIMER.c.due_unix_ms == unix_ms(timer.due),
                    )
                    .values(fired_unix_ms=unix_ms(firing.at))
                )
                if marked.rowcount:
                    rows.append(_due(firing))
            await self._outbox.add(connection, rows)
        self._outbox.publish_soon(rows)
        return len(rows)

    async def add_outage(self, outage: Outage) -> None:
        """Keep an outage and tell of it."""
        start, end = unix_ms(outage.start), unix_ms(outage.end)
        body = clock_pb2.Outage(from_unix_ms=start, until_unix_ms=end, part=outage.part).SerializeToString()
        row = OutboxRow(
            key=f"outage-{outage.part}-{start}", ordering="outage", position=end, subject=subject("clock", "outage"),
            body=body, created=outage.end,
        )  # fmt: skip
        async with self._database.write() as connection:
            await connection.execute(delete(OUTAGE).where(OUTAGE.c.part == outage.part, OUTAGE.c.from_unix_ms == start))
            await connection.execute(
                insert(OUTAGE), [{"part": outage.part, "from_unix_ms": start, "until_unix_ms": end}]
            )
            await connection.execute(delete(OUTAGE).where(OUTAGE.c.until_unix_ms < end - KEPT_OUTAGES // _MS))
            await self._outbox.add(connection, [row])
        self._outbox.publish_soon([row])

    async def outages(self, since: datetime) -> tuple[Outage, ...]:
        """Outages that ended after a moment."""
        query = select(OUTAGE).where(OUTAGE.c.until_unix_ms > unix_ms(since)).order_by(OUTAGE.c.from_unix_ms)
        async with self._database.read() as connection:
            rows = await connection.execute(query)
            return tuple(
                Outage(part=row.part, start=from_unix_ms(row.from_unix_ms), end=from_unix_ms(row.until_unix_ms))
                for row in rows
            )

    async def note_heard(self, last: dict[str, datetime]) -> None:
        """Remember when each part was last heard."""
        if not last:
            return
        async with self._database.write() as connection:
            await connection.execute(delete(HEARD).where(HEARD.c.part.in_(list(last))))
            await connection.execute(
                insert(HEARD), [{"part": part, "at_unix_ms": unix_ms(at)} for part, at in last.items()]
            )

    async def heard(self) -> dict[str, datetime]:
        """When each part was last heard, as it was remembered."""
        async with self._database.read() as connection:
            return {row.part: from_unix_ms(row.at_unix_ms) for row in await connection.execute(select(HEARD))}


async def _replace(connection: AsyncConnection, lists: Sequence[Wanted]) -> Sequence[bool]:
    """Keep each list that is newer than the kept one; one list an entity and batch."""
    entities = [(wanted.owner, wanted.entity) for wanted in lists]
    kept = {
        (row.owner, row.entity): (row.epoch, row.seq)
        for row in await connection.execute(_KEPT_LISTS, {"entities": entities})
    }
    results = [kept.get((w.owner, w.entity), (0, -1)) < (w.epoch, w.seq) for w in lists]
    newer = [wanted for wanted, new in zip(lists, results, strict=True) if new]
    new, changed = list[dict[str, Any]](), list[dict[str, Any]]()
    for wanted in newer:
        if (wanted.owner, wanted.entity) in kept:
            changed.append({"of": wanted.owner, "which": wanted.entity, "to_epoch": wanted.epoch, "to_seq": wanted.seq})
        else:
            new.append({"owner": wanted.owner, "entity": wanted.entity, "epoch": wanted.epoch, "seq": wanted.seq})
    await _many(connection, _ADD_LISTS, new)
    await _many(connection, _UPDATE_LISTS, changed)
    await _replace_timers(connection, newer)
    return results


async def _replace_timers(connection: AsyncConnection, lists: Sequence[Wanted]) -> None:
    """Bring the timers of these entities to what is listed; one that stands as it is stays, fired or not."""
    if not lists:
        return
    timers = [timer for wanted in lists for timer in wanted.timers]
    listed = {(timer.owner, timer.entity, timer.what, unix_ms(timer.due)): timer for timer in timers}
    entities = [(wanted.owner, wanted.entity) for wanted in lists]
    standing = {tuple(row) for row in await connection.execute(_STANDING, {"entities": entities})}
    gone = [{"of": key[0], "which": key[1], "gone": key[2]} for key in standing if key not in listed]
    await _many(connection, _DELETE_TIMERS, gone)
    await _many(connection, _ADD_TIMERS, [_values(timer) for key, timer in listed.items() if key not in standing])


async def _many(connection: AsyncConnection, statement: Any, rows: list[dict[str, Any]]) -> None:
    if rows:
        await connection.execute(statement, rows)


def _values(timer: Timer) -> dict[str, Any]:
    return {
        "owner": timer.owner, "entity": timer.entity, "what": timer.what, "since_unix_ms": unix_ms(timer.since),
        "due_unix_ms": unix_ms(timer.due), "account": timer.account, "needs": " ".join(timer.needs),
        "credited": timer.credited, "fired_unix_ms": 0,
    }  # fmt: skip


def _timer(row: Any) -> Timer:
    return Timer(
        owner=row.owner, entity=row.entity, what=row.what, since=from_unix_ms(row.since_unix_ms),
        due=from_unix_ms(row.due_unix_ms), account=row.account, needs=tuple(row.needs.split()), credited=row.credited,
    )  # fmt: skip


def _due(firing: Firing) -> OutboxRow:
    timer = firing.timer
    body = clock_pb2.Due(
        owner=timer.owner, entity=timer.entity, what=timer.what, due_unix_ms=unix_ms(timer.due),
        fired_unix_ms=unix_ms(firing.at), credited_ms=firing.credited // _MS,
        offline_s=int(firing.offline.total_seconds()),
    ).SerializeToString()  # fmt: skip
    name = hashlib.sha256(f"{timer.what}\n{unix_ms(timer.due)}".encode()).hexdigest()[:32]
    return OutboxRow(
        key=f"due-{timer.owner}-{timer.entity}-{name}-{unix_ms(firing.at)}",
        ordering=f"due.{timer.owner}.{timer.entity}",
        position=unix_ms(firing.at),
        subject=subject("clock", "due", timer.owner, timer.entity),
        body=body,
        created=firing.at,
    )
