"""SQLite's one writing connection, driven from the event loop itself; only the commit goes to a thread.

A driver that does everything in a thread (aiosqlite) takes a turn of the thread for each cursor, statement, fetch and
close: some thirty a transaction, each of them longer than the statement, which only touches pages in memory. What
waits is `COMMIT` for the disk, which is done in a thread, and `BEGIN IMMEDIATE` for another process's lock, which is
tried again now and then.
"""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import URL
from sqlalchemy.pool import AsyncAdaptedQueuePool, Pool
from sqlalchemy.util.concurrency import await_

DRIVER = "sqlite+onloop"
"""For URLs: `sqlite+onloop:///file`."""
_NAME = "sqlite.onloop"
_AGAIN_S = 0.01
_PRIMARY = 0xFF
"""SQLite's extended error codes hold the primary one in the lowest byte."""


class _Cursor(sqlite3.Cursor):
    """Holds its rows, so that they can still be read when the transaction is over, as those of other drivers can."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        super().__init__(connection)
        self._rows: list[Any] = []

    def hold(self) -> None:
        """Read all rows of the statement just executed."""
        self._rows = super().fetchall()[::-1]

    async def _async_soft_close(self) -> None:
        """SQLAlchemy's word that it has what it wants of the connection."""

    def fetchone(self) -> Any:
        return self._rows.pop() if self._rows else None

    def fetchmany(self, size: int | None = None) -> list[Any]:
        return [self._rows.pop() for _ in range(min(len(self._rows), size or self.arraysize))]

    def fetchall(self) -> list[Any]:
        return self.fetchmany(len(self._rows))


class Connection(sqlite3.Connection):
    """A connection for `OnLoop`. Once it is set up its `busy_timeout` should be 0: waiting would hold the loop."""

    def __init__(self, database: str, timeout: float = 5.0, **arguments: Any) -> None:
        """
        :param timeout: seconds for which `begin` tries to take the lock.
        """
        super().__init__(database, timeout=timeout, **arguments)
        self._patience = timeout
        self._thread = ThreadPoolExecutor(1, "sqlite")

    async def begin(self) -> None:
        """Take the file's writing lock.

        :raises sqlite3.OperationalError: with `SQLITE_BUSY` if another process holds it for too long.
        """
        loop = asyncio.get_running_loop()
        end = loop.time() + self._patience
        while True:
            try:
                self.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & _PRIMARY != sqlite3.SQLITE_BUSY or loop.time() >= end:
                    raise
                await asyncio.sleep(_AGAIN_S)
            else:
                return

    async def commit_apart(self) -> None:
        """Commit and sync in the thread; a cancelled caller goes on only when that is done."""
        done = asyncio.get_running_loop().run_in_executor(self._thread, self.commit)
        try:
            await asyncio.shield(done)
        except asyncio.CancelledError:
            while not done.done():
                with suppress(asyncio.CancelledError):
                    await asyncio.wait([done])
            raise

    def cursor(self, factory: Any = _Cursor) -> Any:
        """One that holds its rows."""
        return super().cursor(factory)

    def close(self) -> None:
        """Close it and end its thread."""
        super().close()
        self._thread.shutdown(wait=False)


class OnLoop(SQLiteDialect_pysqlite):
    """SQLAlchemy's own dialect for the standard library's driver, made fit for an `AsyncEngine`."""

    driver = "onloop"
    is_async = True
    supports_statement_cache = True

    @classmethod
    def get_pool_class(cls, url: URL) -> type[Pool]:  # noqa: ARG003 - SQLAlchemy's signature
        """One that waits on the loop for a connection."""
        return AsyncAdaptedQueuePool

    def do_begin(self, dbapi_connection: Any) -> None:
        """Take the file's writing lock."""
        await_(dbapi_connection.begin())

    def do_commit(self, dbapi_connection: Any) -> None:
        """Commit and sync."""
        await_(dbapi_connection.commit_apart())

    def do_execute(self, cursor: Any, statement: Any, parameters: Any, context: Any = None) -> None:  # noqa: ARG002
        """A statement, here and now."""
        cursor.execute(statement, parameters)
        cursor.hold()
        await_(_nothing())

    def do_executemany(self, cursor: Any, statement: Any, parameters: Any, context: Any = None) -> None:  # noqa: ARG002
        """A statement for many rows."""
        cursor.executemany(statement, parameters)
        await_(_nothing())


async def _nothing() -> None:
    """SQLAlchemy takes a driver that awaits nothing for one that blocks by mistake."""


registry.register(_NAME, __name__, OnLoop.__name__)
