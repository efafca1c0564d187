"""Databases, migrations and group commit on SQLite and PostgreSQL."""

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import inspect, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from chassis.database import Database, DatabaseInUse, is_away, lock_rows
from chassis.group_commit import Failed, GroupCommit, run_units
from chassis.metrics import Metrics
from chassis.migrations import migrate, newest_revisions
from chassis.problems import Busy, Unavailable
from chassis.tasks import Background
from tests.servers import RunningServer
from warboard.postgres import PostgresServer
from warboard.servers import free_port

MIGRATIONS = Path(__file__).parent / "migrations"

Append = tuple[str, int, bytes]
"""Campaign, expected seq, the fact's body."""


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    await migrate(database_url, MIGRATIONS)
    made = Database(database_url)
    yield made
    await made.close()


async def appends(connection: AsyncConnection, items: Sequence[Append]) -> Sequence[bool | Failed]:
    """The engine's way: lock the heads, compare, set, and write the facts of the winners only."""
    heads = await lock_rows(connection, "head", "id", ("seq",), [campaign for campaign, _, _ in items])
    won = [heads.get(campaign) == (expected,) for campaign, expected, _ in items]
    rows = [
        {"id": campaign, "seq": expected + 1, "body": body}
        for (campaign, expected, body), winner in zip(items, won, strict=True)
        if winner
    ]
    if rows:
        await connection.execute(text("UPDATE head SET seq = :seq WHERE id = :id"), rows)
        await connection.execute(text("INSERT INTO fact (campaign, seq, body) VALUES (:id, :seq, :body)"), rows)
    return won


async def add_heads(database: Database, *campaigns: str) -> None:
    async with database.write() as connection:
        await connection.execute(
            text("INSERT INTO head (id, seq) VALUES (:id, 0)"), [{"id": campaign} for campaign in campaigns]
        )


async def facts(database: Database) -> list[tuple[str, int]]:
    async with database.read() as connection:
        found = await connection.execute(text("SELECT campaign, seq FROM fact ORDER BY campaign, seq"))
        return [(row[0], row[1]) for row in found]


async def test_a_write_that_raises_leaves_nothing(database: Database) -> None:
    async def fails() -> None:
        async with database.write() as connection:
            await connection.execute(text("INSERT INTO head (id, seq) VALUES ('a1', 0)"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fails()
    async with database.read() as connection:
        assert (await connection.execute(text("SELECT count(*) FROM head"))).scalar_one() == 0


async def test_a_reader_sees_one_moment(database: Database) -> None:
    await add_heads(database, "a1")
    async with database.read() as connection:
        assert (await connection.execute(text("SELECT count(*) FROM head"))).scalar_one() == 1
        await add_heads(database, "a2")
        seen = (await connection.execute(text("SELECT count(*) FROM head"))).scalar_one()
    assert seen == (1 if database.is_sqlite else 2)  # PostgreSQL reads what is committed, statement by statement


async def test_a_working_database_is_writable(database: Database) -> None:
    assert await database.writable()


async def test_two_replicas_may_migrate_at_once(postgres_url: str) -> None:
    await asyncio.gather(*(migrate(postgres_url, MIGRATIONS) for _ in range(3)))


async def test_migrating_again_changes_nothing(database_url: str) -> None:
    await migrate(database_url, MIGRATIONS)
    await migrate(database_url, MIGRATIONS)


async def test_an_older_database_is_brought_to_the_newest_form(database_url: str, tmp_path: Path) -> None:
    copy = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, copy)
    await migrate(database_url, copy)
    assert newest_revisions(copy) == {"0001"}
    (copy / "versions" / "0002_more.py").write_text(
        "from alembic import op\nimport sqlalchemy as sa\n"
        "revision: str = '0002'\ndown_revision: str | None = '0001'\n"
        "def upgrade() -> None:\n    op.add_column('head', sa.Column('epoch', sa.Integer))\n"
    )
    assert newest_revisions(copy) == {"0002"}
    await migrate(database_url, copy)
    database = Database(database_url)
    async with database.read() as connection:
        assert (await connection.execute(text("SELECT epoch FROM head"))).all() == []
    await database.close()


async def test_a_migration_that_fails_leaves_the_old_form(database_url: str, tmp_path: Path) -> None:
    copy = tmp_path / "migrations"
    shutil.copytree(MIGRATIONS, copy)
    await migrate(database_url, copy)
    (copy / "versions" / "0002_bad.py").write_text(
        "from alembic import op\nimport sqlalchemy as sa\nrevision = '0002'\ndown_revision = '0001'\n"
        "def upgrade() -> None:\n    op.add_column('head', sa.Column('epoch', sa.Integer))\n    1 / 0\n"
    )
    with pytest.raises(ZeroDivisionError):
        await migrate(database_url, copy)
    database = Database(database_url)
    async with database.read() as connection:
        columns = await connection.run_sync(lambda sync: [c["name"] for c in inspect(sync).get_columns("head")])
    assert columns == ["id", "seq"]
    await database.close()


async def test_a_second_process_is_told_that_the_file_is_in_use(sqlite_url: str) -> None:
    database = Database(sqlite_url)
    program = f"from chassis.database import Database\nDatabase({sqlite_url!r})"
    other = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert "DatabaseInUse" in other.stderr
    assert "several need PostgreSQL" in other.stderr
    with pytest.raises(DatabaseInUse):
        Database(sqlite_url)
    await database.close()
    await Database(sqlite_url).close()


async def test_readers_of_sqlite_can_not_write(sqlite_url: str) -> None:
    await migrate(sqlite_url, MIGRATIONS)
    database = Database(sqlite_url)
    async with database.read() as connection:
        with pytest.raises(DBAPIError) as caught:
            await connection.execute(text("INSERT INTO head (id, seq) VALUES ('a1', 0)"))
    assert not is_away(caught.value)
    await database.close()


async def test_errors_of_statements_do_not_quote_what_was_written(database: Database) -> None:
    """What people wrote must not reach the logs."""
    with pytest.raises(DBAPIError) as caught:
        async with database.write() as connection:
            await connection.execute(text("INSERT INTO nowhere VALUES (:secret)"), {"secret": "my address"})
    assert "my address" not in str(caught.value)


async def test_a_database_that_is_away_is_told_from_a_bug(shared_postgres: object) -> None:
    database = Database("postgresql://warboard@127.0.0.1:1/nothing")
    with pytest.raises(OSError) as caught:  # noqa: PT011
        async with database.read():
            pass
    assert is_away(caught.value)
    assert is_away(ExceptionGroup("of tasks", [caught.value, ExceptionGroup("inside", [caught.value])]))
    assert not is_away(ExceptionGroup("of tasks", [caught.value, ValueError()]))
    assert not await database.writable()
    await database.close()


async def test_of_many_writers_of_one_campaign_one_wins_each_seq(
    database: Database, metrics: Metrics, background: Background
) -> None:
    await add_heads(database, *(f"a{n}" for n in range(5)))
    writer = GroupCommit(database, appends, key=lambda item: item[0], metrics=metrics)
    writer.start(background)
    results = await asyncio.gather(*(writer.submit((f"a{n % 5}", 0, b"fact")) for n in range(50)))
    assert sum(result for result in results if isinstance(result, bool)) == 5
    assert await facts(database) == [(f"a{n}", 1) for n in range(5)]


async def test_two_replicas_tear_no_append_and_never_deadlock(
    postgres_url: str, metrics: Metrics, background: Background
) -> None:
    await migrate(postgres_url, MIGRATIONS)
    databases = [Database(postgres_url) for _ in range(2)]
    campaigns = [f"a{n:02}" for n in range(40)]
    await add_heads(databases[0], *campaigns)
    writers = [
        GroupCommit(one, appends, key=lambda item: item[0], metrics=Metrics(f"r{n}")) for n, one in enumerate(databases)
    ]
    for writer in writers:
        writer.start(background)
    won = 0

    async def play(writer: GroupCommit[Append, bool], campaign: str, lost: list[int]) -> int:
        wins, seq = 0, 0
        while seq < 20:
            if await writer.submit((campaign, seq, b"x" * 100)):
                wins += 1
            else:
                lost.append(seq)
            seq += 1
        return wins

    lost: list[int] = []
    wins = await asyncio.gather(*(play(writer, campaign, lost) for writer in writers for campaign in campaigns))
    won = sum(wins)
    written = await facts(databases[0])
    assert len(written) == won == len(set(written))
    for campaign in campaigns:  # gapless
        seqs = [seq for name, seq in written if name == campaign]
        assert seqs == list(range(1, len(seqs) + 1))
    for one in databases:
        await one.close()


async def test_one_bad_unit_fails_alone(database: Database, metrics: Metrics, background: Background) -> None:
    """Also when its error breaks the whole batch: each is then done again alone."""
    await add_heads(database, *(f"a{n}" for n in range(6)))

    async def breaking(connection: AsyncConnection, items: Sequence[Append]) -> Sequence[bool | Failed]:
        done = await appends(connection, items)
        if any(body == b"bad" for _, _, body in items):
            await connection.execute(text("SELECT * FROM nowhere"))
        return done

    writer = GroupCommit(database, breaking, key=lambda item: item[0], metrics=metrics)
    work = [writer.submit((f"a{n}", 0, b"bad" if n == 3 else b"good")) for n in range(6)]
    writing = asyncio.gather(*work, return_exceptions=True)
    await asyncio.sleep(0)
    writer.start(background)
    results = await writing
    assert isinstance(results[3], DBAPIError)
    assert results[:3] + results[4:] == [True] * 5
    assert await facts(database) == [(f"a{n}", 1) for n in (0, 1, 2, 4, 5)]
    assert await writer.submit(("a3", 0, b"good"))


async def test_units_of_one_transaction_undo_only_themselves(
    database: Database, metrics: Metrics, background: Background
) -> None:
    writer = GroupCommit(database, run_units, key=lambda _: "", metrics=metrics)
    writer.start(background)

    def unit(campaign: str):  # type: ignore[no-untyped-def]
        async def insert(connection: AsyncConnection) -> str:
            await connection.execute(text("INSERT INTO head (id, seq) VALUES (:id, 0)"), {"id": campaign})
            return campaign

        return insert

    results = await asyncio.gather(*(writer.submit(unit(name)) for name in "abca"), return_exceptions=True)
    assert results[:3] == ["a", "b", "c"]
    assert isinstance(results[3], DBAPIError)
    async with database.read() as connection:
        assert (await connection.execute(text("SELECT count(*) FROM head"))).scalar_one() == 3


async def test_after_a_shared_transaction_the_next_waits_for_more(
    database: Database, metrics: Metrics, background: Background
) -> None:
    """And one that nothing was shared with is followed at once."""
    await add_heads(database, *(f"a{n}" for n in range(6)))
    sizes: list[int] = []

    async def counted(connection: AsyncConnection, items: Sequence[Append]) -> Sequence[bool | Failed]:
        sizes.append(len(items))
        return await appends(connection, items)

    waits = timedelta(seconds=1)
    writer = GroupCommit(database, counted, key=lambda item: item[0], metrics=metrics, gather=waits)
    shared = asyncio.gather(*(writer.submit((f"a{n}", 0, b"fact")) for n in range(2)))
    await asyncio.sleep(0)
    writer.start(background)
    await shared
    gathered = [asyncio.ensure_future(writer.submit(("a2", 0, b"fact")))]
    await asyncio.sleep(0.1)
    gathered.append(asyncio.ensure_future(writer.submit(("a3", 0, b"fact"))))
    assert await asyncio.gather(*gathered) == [True, True]
    assert await writer.submit(("a4", 0, b"fact"))
    async with asyncio.timeout(waits.total_seconds() / 2):
        assert await writer.submit(("a5", 0, b"fact"))
    assert sizes == [2, 2, 1, 1]


async def test_a_full_queue_is_busy_and_takes_nothing(database: Database, metrics: Metrics) -> None:
    writer = GroupCommit(database, appends, key=lambda item: item[0], metrics=metrics, queue_limit=2)
    waiting = [asyncio.ensure_future(writer.submit((f"a{n}", 0, b""))) for n in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(Busy):
        await writer.submit(("a9", 0, b""))
    for task in waiting:
        task.cancel()


async def test_who_waits_when_the_writer_ends_is_told(database: Database, metrics: Metrics) -> None:
    tasks = Background()
    started = asyncio.Event()

    async def never(_: AsyncConnection, __: Sequence[Append]) -> Sequence[bool | Failed]:
        started.set()
        await asyncio.Event().wait()
        return []

    writer = GroupCommit(database, never, key=lambda item: item[0], metrics=metrics)
    writer.start(tasks)
    waiting = [asyncio.ensure_future(writer.submit((f"a{n}", 0, b""))) for n in range(2)]
    await started.wait()
    await tasks.stop()
    for task in waiting:
        with pytest.raises(Unavailable):
            await task


async def test_a_database_that_goes_away_under_the_writer_is_unavailable(
    postgres_url: str, metrics: Metrics, background: Background
) -> None:
    await migrate(postgres_url, MIGRATIONS)
    database = Database(postgres_url, connections=2)
    await add_heads(database, "a1")

    async def suicidal(connection: AsyncConnection, items: Sequence[Append]) -> Sequence[bool | Failed]:
        if items[0][2] == b"die":
            await connection.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))
        return await appends(connection, items)

    writer = GroupCommit(database, suicidal, key=lambda item: item[0], metrics=metrics)
    writer.start(background)
    with pytest.raises(Unavailable):
        await writer.submit(("a1", 0, b"die"))
    assert await writer.submit(("a1", 0, b"live"))
    await database.close()


async def test_a_file_that_a_backup_holds_is_away_not_broken(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chassis.database._LOCK_WAIT", timedelta(milliseconds=50))
    await migrate(sqlite_url, MIGRATIONS)
    database = Database(sqlite_url)
    held = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
    held.execute("BEGIN IMMEDIATE")
    with pytest.raises(DBAPIError) as caught:
        await add_heads(database, "a1")
    assert is_away(caught.value)
    assert is_away(ExceptionGroup("of tasks", [caught.value, ExceptionGroup("inside", [caught.value])]))
    assert not is_away(ExceptionGroup("of tasks", [caught.value, ValueError()]))
    assert not await database.writable()
    held.execute("ROLLBACK")
    held.close()
    assert await database.writable()
    await database.close()


async def test_waiting_for_another_process_does_not_hold_the_loop(sqlite_url: str) -> None:
    await migrate(sqlite_url, MIGRATIONS)
    database = Database(sqlite_url)
    held = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
    held.execute("BEGIN IMMEDIATE")
    writing = asyncio.ensure_future(add_heads(database, "a1"))
    async with asyncio.timeout(2):
        for _ in range(20):
            await asyncio.sleep(0.005)
    assert not writing.done()
    held.execute("ROLLBACK")
    held.close()
    await writing
    await database.close()


async def test_a_write_cancelled_at_any_point_is_whole_or_undone(sqlite_url: str) -> None:
    """The next one finds the connection free, and no half of the cancelled one."""
    await migrate(sqlite_url, MIGRATIONS)
    database = Database(sqlite_url)
    for steps in range(12):
        writing = asyncio.ensure_future(add_heads(database, f"a{steps}", f"b{steps}"))
        for _ in range(steps):
            await asyncio.sleep(0)
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
        await add_heads(database, f"c{steps}")
    async with database.read() as connection:
        kept = set((await connection.execute(text("SELECT id FROM head"))).scalars())
    assert kept >= {f"c{steps}" for steps in range(12)}
    assert [steps for steps in range(12) if (f"a{steps}" in kept) != (f"b{steps}" in kept)] == []
    await database.close()


async def test_a_killed_postgres_is_away_and_comes_back(servers_directory: Path) -> None:
    server = RunningServer(PostgresServer(servers_directory / "killed", free_port()))
    try:
        await migrate(server.url, MIGRATIONS)
        database = Database(server.url)
        assert await database.writable()
        server.kill()
        for _ in range(200):  # its children outlive it by a moment
            if not await database.writable():
                break
            await asyncio.sleep(0.05)
        else:
            pytest.fail("a killed database takes writes")
        with pytest.raises((DBAPIError, OSError)) as caught:
            await add_heads(database, "a1")
        assert is_away(caught.value)
        await asyncio.to_thread(server.start)
        assert await database.writable()
        await database.close()
    finally:
        server.stop()
