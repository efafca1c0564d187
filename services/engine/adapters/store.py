"""The engine's database: appends in group commits behind a compare-and-set of the head row, and what is read back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from chassis.among import among
from chassis.crypto import Vault
from chassis.database import Database, lock_rows
from chassis.group_commit import GroupCommit
from chassis.metrics import Metrics
from chassis.outbox import Outbox, OutboxRow
from chassis.timekeeping import EPOCH, Clock, unix_ms
from services.engine.adapters.outgoing import farewell, messages
from services.engine.adapters.tables import (
    APPEND,
    CAMPAIGN,
    FORMER,
    KEY,
    OF_A_CAMPAIGN,
    SEATING,
    SECRET,
    SHOWN,
    SNAPSHOT,
    WANT,
)
from services.engine.adapters.writing import MICROSECOND, write
from services.engine.app.appends import (
    Append,
    CommitResult,
    Committed,
    Conflict,
    Head,
    KeptAnswer,
    Occupant,
    Repeated,
    StoredAppend,
    Update,
)
from services.engine.core.verifying import Recorded


@dataclass(frozen=True)
class _Item:
    """An append on its way to the writer, with its messages."""

    append: Append
    rows: list[OutboxRow]


class SqlStore:
    """The `Store` on SQLite and PostgreSQL."""

    def __init__(
        self, database: Database, outbox: Outbox, vault: Vault, clock: Clock, metrics: Metrics, queue_limit: int
    ) -> None:
        self._database = database
        self._outbox = outbox
        self._vault = vault
        self._clock = clock
        self.writer: GroupCommit[_Item, CommitResult] = GroupCommit(
            database, self._batch, key=lambda item: item.append.head.campaign, metrics=metrics, queue_limit=queue_limit
        )

    async def commit(self, append: Append) -> CommitResult:
        """Store an append whole or not at all, then publish it."""
        rows = messages(append, self._clock.now())
        try:
            result = await self.writer.submit(_Item(append, rows))
        except IntegrityError:
            if append.head.seq != 1:
                raise
            return Conflict()  # another replica started the campaign in the same moment
        if isinstance(result, Committed):
            self._outbox.publish_soon(rows)
        return result

    async def head(self, campaign: str) -> Head | None:
        """The head row, or None."""
        async with self._database.read() as connection:
            row = (await connection.execute(select(CAMPAIGN).where(CAMPAIGN.c.id == campaign))).mappings().first()
        if row is None:
            return None
        return Head(
            campaign=row["id"], room=row["room"], name=row["name"], ruleset=row["ruleset"], version=row["version"],
            map_id=row["map_id"], spectators=row["spectators"], epoch=row["epoch"], seq=row["seq"],
            status=row["status"], numbers=_numbers(row["numbers"]), marked=row["marked"], imported=row["imported"],
        )  # fmt: skip

    async def numbers(self, campaigns: Sequence[str]) -> dict[str, tuple[int, dict[int, int]]]:
        """Epoch, and the newest number of every class, of those campaigns there are."""
        query = select(CAMPAIGN.c.id, CAMPAIGN.c.epoch, CAMPAIGN.c.numbers).where(CAMPAIGN.c.id.in_(campaigns))
        async with self._database.read() as connection:
            rows = (await connection.execute(query)).all()
        return {row.id: (row.epoch, _numbers(row.numbers)) for row in rows}

    async def seating(self, campaign: str) -> tuple[Occupant, ...]:
        """Who sits where, by seat."""
        query = (
            select(SEATING.c.seat, SEATING.c.account, SEATING.c.bot_level, SEATING.c.since_unix_ms)
            .where(SEATING.c.campaign == campaign)
            .order_by(SEATING.c.seat)
        )
        async with self._database.read() as connection:
            return tuple(Occupant(**row) for row in (await connection.execute(query)).mappings())

    async def former(self, campaign: str) -> frozenset[str]:
        """Accounts of people in whose place others play now."""
        async with self._database.read() as connection:
            query = select(FORMER.c.account).where(FORMER.c.campaign == campaign)
            return frozenset((await connection.scalars(query)).all())

    async def tail(self, campaign: str, after: int) -> tuple[StoredAppend, ...]:
        """Appends after a number, in order."""
        query = (
            select(APPEND.c.seq, APPEND.c.at_unix_us, APPEND.c.facts)
            .where(APPEND.c.campaign == campaign, APPEND.c.seq > after)
            .order_by(APPEND.c.seq)
        )
        async with self._database.read() as connection:
            rows = await connection.execute(query)
            return tuple(StoredAppend(seq=row.seq, at=_time(row.at_unix_us), facts=bytes(row.facts)) for row in rows)

    async def recorded(self, campaign: str, after: int, limit: int) -> tuple[Recorded, ...]:
        """Appends after a number with their commands, in order, at most so many."""
        mine = select(APPEND).where(APPEND.c.campaign == campaign, APPEND.c.seq > after)
        query = mine.order_by(APPEND.c.seq).limit(limit)
        async with self._database.read() as connection:
            return tuple(
                Recorded(
                    seq=row.seq, at=_time(row.at_unix_us), seat=row.seat,
                    command=bytes(row.command), facts=bytes(row.facts),
                )
                for row in await connection.execute(query)
            )  # fmt: skip

    async def snapshot(self, campaign: str) -> bytes | None:
        """The last snapshot, or None."""
        async with self._database.read() as connection:
            found = await connection.scalar(select(SNAPSHOT.c.body).where(SNAPSHOT.c.campaign == campaign))
        return None if found is None else bytes(found)

    async def answer(self, campaign: str, account: str, key: str) -> KeptAnswer | None:
        """The first answer of a key, or None."""
        async with self._database.read() as connection:
            return (await _answers(connection, [(campaign, account, key)])).get((campaign, account, key))

    async def shown(self, campaign: str, viewer: int, after: int, limit: int) -> tuple[Update, ...]:
        """What a class was shown after a number, in order, bodies whole."""
        query = select(SHOWN).where(SHOWN.c.campaign == campaign, SHOWN.c.viewer == viewer, SHOWN.c.n > after)
        return await self._updates(campaign, query.order_by(SHOWN.c.n).limit(limit))

    async def shown_before(self, campaign: str, viewer: int, before: int, limit: int) -> tuple[Update, ...]:
        """What a class was shown before a number (0: the newest), newest first, bodies whole."""
        query = select(SHOWN).where(SHOWN.c.campaign == campaign, SHOWN.c.viewer == viewer)
        if before:
            query = query.where(SHOWN.c.n < before)
        return await self._updates(campaign, query.order_by(SHOWN.c.n.desc()).limit(limit))

    async def reserve(self, campaign: str, secret: bytes) -> bytes:
        """Keep a secret, encrypted, unless one is kept already; the secret that counts, which is stored for certain."""
        kept = await self.secret(campaign)
        if kept is not None:
            return kept
        sealed = self._vault.encrypt(secret, campaign)
        row = {"campaign": campaign, "sealed": sealed, "created_unix_ms": unix_ms(self._clock.now()), "used": False}
        try:
            async with self._database.write() as connection:
                await connection.execute(insert(SECRET), [row])
        except IntegrityError:  # another click or replica reserved it in the same moment: theirs counts
            kept = await self.secret(campaign)
            if kept is None:
                raise
            return kept
        return secret

    async def secret(self, campaign: str) -> bytes | None:
        """The campaign's secret, or None."""
        async with self._database.read() as connection:
            sealed = await connection.scalar(select(SECRET.c.sealed).where(SECRET.c.campaign == campaign))
        return None if sealed is None else self._vault.decrypt(bytes(sealed), campaign)

    async def campaigns_of(self, account: str) -> tuple[str, ...]:
        """Campaigns the account sits in, newest first; at most 200."""
        query = (
            select(CAMPAIGN.c.id)
            .join(SEATING, SEATING.c.campaign == CAMPAIGN.c.id)
            .where(SEATING.c.account == account)
            .order_by(CAMPAIGN.c.created_unix_ms.desc())
            .limit(200)
        )
        async with self._database.read() as connection:
            return tuple(row.id for row in await connection.execute(query))

    async def wants(self, target: str, changed_since_unix_ms: int, after: str, limit: int) -> list[tuple[str, bytes]]:
        """Stored wants of a target by campaign, for repair."""
        query = (
            select(WANT.c.campaign, WANT.c.body)
            .where(WANT.c.target == target, WANT.c.changed_unix_ms >= changed_since_unix_ms, WANT.c.campaign > after)
            .order_by(WANT.c.campaign)
            .limit(limit)
        )
        async with self._database.read() as connection:
            return [(row.campaign, bytes(row.body)) for row in await connection.execute(query)]

    async def delete(self, head: Head) -> None:
        """Delete everything of an ended campaign and tell of it."""
        now = self._clock.now()
        rows = farewell(head, now)
        async with self._database.write() as connection:
            gone = await connection.execute(
                delete(CAMPAIGN).where(CAMPAIGN.c.id == head.campaign, CAMPAIGN.c.seq == head.seq)
            )
            if not gone.rowcount:
                return
            for table in OF_A_CAMPAIGN:
                await connection.execute(delete(table).where(table.c.campaign == head.campaign))
            await self._outbox.add(connection, rows)
        self._outbox.publish_soon(rows)

    async def mark_cleared(self, campaign: str) -> None:
        """Forget the watchdog's mark."""
        async with self._database.write() as connection:
            await connection.execute(update(CAMPAIGN).where(CAMPAIGN.c.id == campaign).values(marked=""))

    async def marked(self) -> tuple[str, ...]:
        """Campaigns a watchdog marked and nobody has parked yet."""
        async with self._database.read() as connection:
            rows = await connection.execute(select(CAMPAIGN.c.id).where(CAMPAIGN.c.marked != "").limit(1_000))
            return tuple(row.id for row in rows)

    async def _updates(self, campaign: str, query: Any) -> tuple[Update, ...]:
        async with self._database.read() as connection:
            rows = list(await connection.execute(query))
            same = [row.seq for row in rows if not row.body]
            bodies: dict[int, bytes] = {}
            if same:
                public = select(SHOWN.c.seq, SHOWN.c.body).where(
                    SHOWN.c.campaign == campaign, SHOWN.c.viewer == -1, SHOWN.c.seq.in_(same)
                )
                bodies = {row.seq: bytes(row.body) for row in await connection.execute(public)}
        return tuple(Update(viewer=row.viewer, n=row.n, body=bytes(row.body) or bodies[row.seq]) for row in rows)

    # --- writing ---

    async def _batch(self, connection: AsyncConnection, items: Sequence["_Item"]) -> Sequence[CommitResult]:
        """Store the appends whose head row stands where they were decided; sorted by campaign, one a campaign."""
        appends = [item.append for item in items]
        keys = [(a.head.campaign, a.key.account, a.key.key) for a in appends if a.key is not None]
        heads = await lock_rows(
            connection, "campaign", "id", ("seq", "epoch"), [append.head.campaign for append in appends]
        )
        known = await _answers(connection, keys) if keys else {}
        results: list[CommitResult] = []
        winners: list[_Item] = []
        for item in items:
            append = item.append
            kept = known.get((append.head.campaign, append.key.account, append.key.key)) if append.key else None
            if kept is not None:
                results.append(Repeated(answer=kept))
                continue
            only_a_key = not append.facts
            expected = append.head.seq if only_a_key else append.head.seq - 1
            if heads.get(append.head.campaign, (0, append.head.epoch)) != (expected, append.head.epoch):
                results.append(Conflict())
                continue
            winners.append(item)
            results.append(Committed())
        await write(connection, [item.append for item in winners], unix_ms(self._clock.now()))
        await self._outbox.add(connection, [row for item in winners for row in item.rows])
        return results


async def _answers(
    connection: AsyncConnection, keys: list[tuple[str, str, str]]
) -> dict[tuple[str, str, str], KeptAnswer]:
    query = select(KEY).where(among((KEY.c.campaign, KEY.c.account, KEY.c.key), keys))
    return {
        (row.campaign, row.account, row.key): KeptAnswer(digest=row.digest, viewer=row.viewer, n=row.n, facts=row.facts)
        for row in await connection.execute(query)
    }


def _numbers(stored: str) -> dict[int, int]:
    return {int(viewer): n for viewer, n in msgspec.json.decode(stored).items()}


def _time(unix_us: int) -> datetime:
    return EPOCH + unix_us * MICROSECOND
