"""One database of a service: SQLite with one writer, or PostgreSQL, behind the same two doors, `read` and `write`."""

import fcntl
import json
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import TextClause, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from chassis.problems import Unavailable
from chassis.sqlite import DRIVER, Connection

_STATEMENT = timedelta(seconds=5)
_POOL_WAIT = timedelta(seconds=5)
_CONNECT = timedelta(seconds=5)
_LOCK_WAIT = timedelta(seconds=5)
_WRITER_CACHE_KB = 8_000
_READER_CACHE_KB = 1_000
"""Of each of several, and void after every write: the system keeps the file's pages once for all of them anyway."""


class DatabaseInUse(Exception):  # noqa: N818 - says what is the case
    """Another process has the SQLite file open."""


class FileLock:
    """One process a SQLite file: an advisory lock on `<file>.lock`, freed by the system when the process ends."""

    def __init__(self, file: Path) -> None:
        """
        :raises DatabaseInUse: at once, if another process holds it.
        """
        file.parent.mkdir(parents=True, exist_ok=True)
        path = file.with_name(file.name + ".lock")
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._handle)
            raise DatabaseInUse(
                f"{file} is used by another process; SQLite serves one process a file, several need PostgreSQL"
            ) from error

    def release(self) -> None:
        """Let another process have the file."""
        os.close(self._handle)


class Database:
    """Connections to one database.

    On SQLite there is one writing connection, its transactions begin with `BEGIN IMMEDIATE`, and several reading ones;
    on PostgreSQL one pool serves both. All errors of a lost connection pass as SQLAlchemy raises them;
    `is_away` tells them from bugs.
    """

    def __init__(self, url: str, *, connections: int = 8) -> None:
        """
        :param url: `sqlite:///path` or `postgresql://user:password@host/name`.
        :param connections: at most so many to PostgreSQL, or so many readers on SQLite.
        :raises DatabaseInUse: see `FileLock`.
        """
        parsed = async_url(url)
        self.is_sqlite = parsed.get_backend_name() == "sqlite"
        self._lock: FileLock | None = None
        if self.is_sqlite:
            self._lock = FileLock(Path(parsed.database or ""))
            self._writer = _sqlite_engine(parsed, size=1, writing=True)
            self._reader = _sqlite_engine(parsed, size=connections, writing=False)
        else:
            self._writer = self._reader = _postgres_engine(parsed, connections)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection in one reading transaction; on SQLite it can't write."""
        async with self._connection(self._reader) as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A connection in one transaction, committed at the end, rolled back if what is inside raises.

        On SQLite all writes of the process queue for it; hold it shortly and never across a remote call.
        """
        async with self._connection(self._writer) as connection:
            yield connection

    @asynccontextmanager
    async def _connection(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        try:
            connection = await engine.connect()
        except PoolTimeoutError as error:
            raise Unavailable("The database is too busy; try again in a moment.") from error
        try:
            async with connection.begin():
                yield connection
        finally:
            await connection.close()

    async def writable(self) -> bool:
        """Whether a write commits now; the probe of the beat. Needs `chassis.tables`."""
        try:
            async with self.write() as connection:
                await connection.execute(text("UPDATE beat_probe SET beats = beats + 1"))
        except (SQLAlchemyError, OSError, Unavailable, TimeoutError):
            return False
        return True

    async def close(self) -> None:
        """Close all connections and free the file."""
        await self._reader.dispose()
        if self._writer is not self._reader:
            await self._writer.dispose()
        if self._lock is not None:
            self._lock.release()
            self._lock = None


def is_away(error: BaseException) -> bool:
    """Whether an error says that the database can't be had now, not that the statement is wrong.

    A group of errors, as tasks side by side raise, says so if each of them does.
    """
    if isinstance(error, BaseExceptionGroup):
        return all(map(is_away, error.exceptions))
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or _passes(error.orig)
    return isinstance(error, (OSError, PoolTimeoutError, Unavailable))


def _passes(error: BaseException | None) -> bool:
    """Whether the driver's error is of those that pass: connections, shutdowns, resources, a file held by a backup."""
    state = str(getattr(error, "sqlstate", None) or "")
    held = getattr(error, "sqlite_errorcode", None) in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
    return isinstance(error, OSError) or held or state.startswith(("08", "53", "57P"))


def async_url(url: str) -> URL:
    """The URL with the driver we use.

    :raises ValueError: if it is for neither SQLite nor PostgreSQL.
    """
    parsed = make_url(url)
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
    try:
        return parsed.set(drivername=drivers[parsed.drivername.partition("+")[0]])
    except KeyError:
        raise ValueError(f"a database URL begins with sqlite:// or postgresql://, not {parsed.drivername}://") from None


def migration_engine(url: str) -> AsyncEngine:
    """An engine without a pool and without a limit on a statement's time, for migrations only."""
    parsed = async_url(url)
    if parsed.get_backend_name() == "sqlite":
        # A table is changed by making it anew; with foreign keys on, its old form would take other rows with it.
        return _sqlite_engine(parsed, size=1, writing=True, foreign_keys=False)
    return create_async_engine(parsed, poolclass=NullPool, hide_parameters=True)


def _sqlite_engine(url: URL, *, size: int, writing: bool, foreign_keys: bool = True) -> AsyncEngine:
    patience = {"timeout": _LOCK_WAIT.total_seconds()}
    engine = create_async_engine(
        url.set(drivername=DRIVER) if writing else url,
        pool_size=size,
        max_overflow=0,
        pool_timeout=_POOL_WAIT.total_seconds(),
        pool_use_lifo=True,  # few readers are used while few are needed: each has a thread and pages of its own
        hide_parameters=True,
        # The writer's connection is used by the loop and by its thread, in turn.
        connect_args=patience | {"check_same_thread": False, "factory": Connection} if writing else patience,
    )

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # the driver must not begin transactions by its own rules
        cursor = connection.cursor()
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            f"foreign_keys={'ON' if foreign_keys else 'OFF'}",
            f"busy_timeout={0 if writing else int(_LOCK_WAIT.total_seconds() * 1000)}",
            f"cache_size=-{_WRITER_CACHE_KB if writing else _READER_CACHE_KB}",
            "temp_store=MEMORY",
            f"query_only={'OFF' if writing else 'ON'}",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    if not writing:  # the writer's dialect begins by itself

        @event.listens_for(engine.sync_engine, "begin")
        def begin(connection: Any) -> None:
            connection.exec_driver_sql("BEGIN")

    return engine


def _postgres_engine(url: URL, connections: int) -> AsyncEngine:
    return create_async_engine(
        url,
        pool_size=connections,
        max_overflow=0,
        pool_timeout=_POOL_WAIT.total_seconds(),
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={
            "timeout": _CONNECT.total_seconds(),
            "command_timeout": _STATEMENT.total_seconds(),
            "server_settings": {
                "application_name": "warboard",
                "jit": "off",
                "lock_timeout": str(int(_LOCK_WAIT.total_seconds() * 1000)),
                "idle_in_transaction_session_timeout": "30000",
            },
        },
    )


async def lock_rows(
    connection: AsyncConnection, table: str, key: str, columns: tuple[str, ...], keys: list[str]
) -> dict[str, tuple[Any, ...]]:
    """Lock the rows with these keys until the end of the transaction and read their columns as they are now.

    The rows are locked in the order of their keys, so two replicas never wait for each other. Compare the columns with
    what was expected, then update the winners in any way: nobody else can, meanwhile.

    :param table: this and the names of columns must be constants of the program.
    :returns: key → columns; keys without a row are left out.
    """
    on_sqlite = connection.dialect.name == "sqlite"
    query = _locking(table, key, columns, on_sqlite=on_sqlite)
    found = await connection.execute(query, {"keys": json.dumps(keys) if on_sqlite else keys})
    return {row[0]: tuple(row[1:]) for row in found}


@cache
def _locking(table: str, key: str, columns: tuple[str, ...], *, on_sqlite: bool) -> TextClause:
    names = ", ".join((key, *columns))
    if on_sqlite:  # BEGIN IMMEDIATE has locked everything already
        return text(f"SELECT {names} FROM {table} WHERE {key} IN (SELECT value FROM json_each(:keys))")  # noqa: S608
    return text(f"SELECT {names} FROM {table} WHERE {key} = ANY(:keys) ORDER BY {key} FOR UPDATE")  # noqa: S608
