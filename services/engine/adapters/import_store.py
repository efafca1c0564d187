"""Imported campaigns in the engine's tables. Until the head row is written nobody sees the other rows."""

from typing import Any

import msgspec
from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from chassis.crypto import Vault
from chassis.database import Database
from chassis.timekeeping import EPOCH, Clock, unix_ms
from services.engine.adapters.tables import APPEND, CAMPAIGN, OF_A_CAMPAIGN, SEATING, SECRET, SHOWN, SNAPSHOT
from services.engine.adapters.writing import MICROSECOND, head_row
from services.engine.app.assembling import PUBLIC
from services.engine.app.importing import Revealed, Told, Whole


class SqlImportStore:
    """The `ImportStore` on SQLite and PostgreSQL."""

    def __init__(self, database: Database, vault: Vault, clock: Clock) -> None:
        self._database = database
        self._vault = vault
        self._clock = clock

    async def stage(self, campaign: str, appends: tuple[Told, ...]) -> bool:
        """Keep appends in place of those of the same and later numbers, unseen; False if the id is taken."""
        async with self._database.write() as connection:
            await _alone(connection, campaign)
            if await _is_taken(connection, campaign):
                return False
            if appends:
                first = appends[0].recorded.seq
                for table in (APPEND, SHOWN):
                    await connection.execute(delete(table).where(table.c.campaign == campaign, table.c.seq >= first))
                await connection.execute(insert(APPEND), [_append(campaign, told) for told in appends])
                shown = [_shown(campaign, told) for told in appends if told.n]
                if shown:
                    await connection.execute(insert(SHOWN), shown)
            return True

    async def reveal(self, whole: Whole) -> Revealed:
        """Make what was staged a campaign, if all of it is there: another import of this id may have replaced some."""
        campaign, now = whole.head.campaign, unix_ms(self._clock.now())
        sealed = self._vault.encrypt(whole.secret, campaign)
        seating = [
            {"campaign": campaign, "seat": seat, "account": "", "bot_level": level, "since_unix_ms": now}
            for seat, level in enumerate(whole.bot_levels)
        ]
        try:
            async with self._database.write() as connection:
                await _alone(connection, campaign)
                if await _is_taken(connection, campaign):
                    return Revealed.TAKEN
                appends, shown = await _staged(connection, campaign)
                if appends != whole.head.seq:
                    return Revealed.BROKEN
                head = msgspec.structs.replace(whole.head, numbers={PUBLIC: shown})
                await connection.execute(insert(CAMPAIGN), [head_row(head, now)])
                row = {"campaign": campaign, "sealed": sealed, "created_unix_ms": now, "used": True}
                await connection.execute(insert(SECRET), [row])
                await connection.execute(insert(SEATING), seating)
                snapshot = {"campaign": campaign, "seq": whole.head.seq, "body": whole.snapshot}
                await connection.execute(insert(SNAPSHOT), [snapshot])
        except IntegrityError:  # a room reserved the id in the same moment
            return Revealed.TAKEN
        return Revealed.DONE

    async def remove(self, campaign: str) -> bool:
        """Delete an imported campaign; False if there is none of this id."""
        async with self._database.write() as connection:
            gone = await connection.execute(
                delete(CAMPAIGN).where(CAMPAIGN.c.id == campaign, CAMPAIGN.c.imported.is_(True))
            )
            if not gone.rowcount:
                return False
            for table in OF_A_CAMPAIGN:
                await connection.execute(delete(table).where(table.c.campaign == campaign))
        return True


async def _alone(connection: AsyncConnection, campaign: str) -> None:
    """One import of an id at a time, until the end of the transaction; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(campaign, 0))))


async def _staged(connection: AsyncConnection, campaign: str) -> tuple[int, int]:
    """How many appends lie there, and the number of the last update."""
    count = select(func.count()).select_from(APPEND).where(APPEND.c.campaign == campaign)
    newest = select(func.max(SHOWN.c.n)).where(SHOWN.c.campaign == campaign)
    return await connection.scalar(count) or 0, await connection.scalar(newest) or 0


async def _is_taken(connection: AsyncConnection, campaign: str) -> bool:
    """Whether there is a campaign of this id, or a room has reserved it."""
    for query in (select(CAMPAIGN.c.id).where(CAMPAIGN.c.id == campaign),
                  select(SECRET.c.campaign).where(SECRET.c.campaign == campaign)):  # fmt: skip
        if await connection.scalar(query) is not None:
            return True
    return False


def _append(campaign: str, told: Told) -> dict[str, Any]:
    recorded = told.recorded
    return {
        "campaign": campaign, "seq": recorded.seq, "at_unix_us": (recorded.at - EPOCH) // MICROSECOND,
        "facts": recorded.facts, "seat": recorded.seat, "command": recorded.command,
    }  # fmt: skip


def _shown(campaign: str, told: Told) -> dict[str, Any]:
    return {"campaign": campaign, "viewer": PUBLIC, "n": told.n, "seq": told.recorded.seq, "body": told.shown}
