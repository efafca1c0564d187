"""One active clock: on PostgreSQL whoever holds the advisory lock; on SQLite the file admits one process anyway."""

from datetime import timedelta

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from chassis.database import migration_engine
from chassis.timekeeping import Clock

_LOCK = 7_210_001
_PERIOD = timedelta(seconds=1)


class LostLock(Exception):  # noqa: N818 - says what happened
    """The connection that held the lock is gone: another clock may be active by now, so this process ends."""


class Standby:
    """Waits until this process may be the active clock, and notices when it may no longer."""

    def __init__(self, database_url: str, clock: Clock) -> None:
        self._engine: AsyncEngine | None = None
        self._connection: AsyncConnection | None = None
        self._url = database_url
        self._clock = clock

    async def active(self) -> None:
        """Return once this is the active clock."""
        if self._url.startswith("sqlite"):
            return
        self._engine = migration_engine(self._url)
        while True:
            try:
                connection = self._connection or await self._engine.connect()
                self._connection = connection
                got = await connection.scalar(text("SELECT pg_try_advisory_lock(:lock)"), {"lock": _LOCK})
                await connection.commit()
                if got:
                    return
            except (SQLAlchemyError, OSError):
                self._connection = None
            await self._clock.sleep(_PERIOD)

    async def hold(self) -> None:
        """Look after the lock for ever.

        :raises LostLock: its connection broke.
        """
        while self._connection is not None:
            await self._clock.sleep(_PERIOD)
            try:
                await self._connection.execute(text("SELECT 1"))
                await self._connection.commit()
            except (SQLAlchemyError, OSError) as error:
                raise LostLock from error

    async def close(self) -> None:
        """Let another clock take over."""
        if self._connection is not None:
            await self._connection.close()
        if self._engine is not None:
            await self._engine.dispose()
