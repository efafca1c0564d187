"""Outages and signs of life in chessgate's database."""

from collections.abc import Mapping
from datetime import timedelta

from sqlalchemy import delete, insert, select, text

from chassis.database import Database
from services.chessgate.adapters.tables import HEARD, OUTAGE
from services.chessgate.core.spans import Spans

KEPT = timedelta(days=60)
_MS = timedelta(milliseconds=1)
_HEARD = text(
    "INSERT INTO heard (part, at_unix_ms) VALUES (:part, :at) "
    "ON CONFLICT (part) DO UPDATE SET at_unix_ms = excluded.at_unix_ms WHERE heard.at_unix_ms < excluded.at_unix_ms"
)


class SqlOutages:
    """The `OutageStore` on SQLite and PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def outages(self) -> Spans:
        """The clock's list, as (from, until)."""
        async with self._database.read() as connection:
            rows = await connection.execute(select(OUTAGE))
            return Spans(tuple((row.from_unix_ms, row.until_unix_ms) for row in rows))

    async def add_outage(self, part: str, start: int, until: int) -> None:
        """Keep an outage of the clock's list; twice is once."""
        async with self._database.write() as connection:
            await connection.execute(delete(OUTAGE).where(OUTAGE.c.part == part, OUTAGE.c.from_unix_ms == start))
            await connection.execute(insert(OUTAGE), [{"part": part, "from_unix_ms": start, "until_unix_ms": until}])
            await connection.execute(delete(OUTAGE).where(OUTAGE.c.until_unix_ms < until - KEPT // _MS))

    async def heard(self) -> dict[str, int]:
        """When each part was last heard, by any replica."""
        async with self._database.read() as connection:
            return {row.part: row.at_unix_ms for row in await connection.execute(select(HEARD))}

    async def note_heard(self, last: Mapping[str, int]) -> None:
        """Remember when each part was last heard; a later sign of life stands."""
        async with self._database.write() as connection:
            for part, at in sorted(last.items()):
                await connection.execute(_HEARD, {"part": part, "at": at})
