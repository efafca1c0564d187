"""Uploaded maps in the engine's tables."""

from datetime import datetime

import msgspec
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from chassis.database import Database
from chassis.timekeeping import unix_ms
from services.engine.adapters.tables import MAP, MAP_OWNER
from services.engine.app.maps import About


class SqlMapStore:
    """The `MapStore` on SQLite and PostgreSQL."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, about: About, content: bytes, account: str, at: datetime, most: int) -> bool:
        """Keep a map, as one of the account's unless that is empty; False if the account has so many others already."""
        now = unix_ms(at)
        async with self._database.write() as connection:
            await _alone(connection)
            own = set(await connection.scalars(select(MAP_OWNER.c.map).where(MAP_OWNER.c.account == account)))
            if account and about.id not in own:
                if len(own) >= most:
                    return False
                row = {"account": account, "map": about.id, "uploaded_unix_ms": now}
                await connection.execute(insert(MAP_OWNER), [row])
            if await connection.scalar(select(MAP.c.id).where(MAP.c.id == about.id)) is None:
                row = {
                    "id": about.id, "sha256": about.sha256, "name": about.name, "places": about.places,
                    "names": msgspec.json.encode(about.names).decode(), "content": content, "uploaded_unix_ms": now,
                }  # fmt: skip
                await connection.execute(insert(MAP), [row])
        return True

    async def content(self, map_id: str) -> bytes | None:
        """The file, or None if there is no such map."""
        async with self._database.read() as connection:
            content = await connection.scalar(select(MAP.c.content).where(MAP.c.id == map_id))
        return None if content is None else bytes(content)

    async def of(self, account: str) -> tuple[About, ...]:
        """An account's maps, newest first."""
        query = (
            select(MAP.c.id, MAP.c.sha256, MAP.c.name, MAP.c.names, MAP.c.places)
            .join(MAP_OWNER, MAP_OWNER.c.map == MAP.c.id)
            .where(MAP_OWNER.c.account == account)
            .order_by(MAP_OWNER.c.uploaded_unix_ms.desc(), MAP.c.id)
        )
        async with self._database.read() as connection:
            rows = await connection.execute(query)
        return tuple(
            About(
                id=row.id, sha256=row.sha256, name=row.name, names=msgspec.json.decode(row.names), places=row.places,
                own=True,
            )
            for row in rows
        )  # fmt: skip


async def _alone(connection: AsyncConnection) -> None:
    """One upload at a time, until the end of the transaction; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended("map", 0))))
