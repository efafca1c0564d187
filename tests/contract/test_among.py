"""Rows named by several columns at once, on SQLite and PostgreSQL."""

from collections.abc import AsyncIterator

import pytest
from sqlalchemy import BigInteger, Column, MetaData, Table, Text, delete, insert, select, text

from chassis.among import among
from chassis.database import Database

ROW = Table(
    "row",
    MetaData(),
    Column("campaign", Text, primary_key=True),
    Column("n", BigInteger, primary_key=True, autoincrement=False),
)
COLUMNS = (ROW.c.campaign, ROW.c.n)
ODD = 'it\'s "odd" \\ [0] فارسی'


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    made = Database(database_url)
    async with made.write() as connection:
        await connection.run_sync(ROW.metadata.create_all)
        rows = [{"campaign": f"c{i % 7}", "n": i} for i in range(1_000)]
        await connection.execute(insert(ROW), [*rows, {"campaign": ODD, "n": 2**53}])
    yield made
    await made.close()


async def test_rows_are_those_named(database: Database) -> None:
    asked = [("c0", 7), ("c1", 7), ("c1", 8), ("c1", 8), (ODD, 2**53)]
    async with database.read() as connection:
        found = await connection.execute(select(ROW).where(among(COLUMNS, "asked")), {"asked": asked})
    assert set(map(tuple, found)) == {("c0", 7), ("c1", 8), (ODD, 2**53)}


@pytest.mark.parametrize(("asked", "left"), [([], 1_001), ([["c0", 0]], 1_000), ([["c0", 0], ["c1", 1]], 999)])
async def test_as_many_go_as_are_named(database: Database, asked: list[list[object]], left: int) -> None:
    async with database.write() as connection:
        await connection.execute(delete(ROW).where(among(COLUMNS, asked)))
        assert len((await connection.execute(select(ROW))).all()) == left


async def test_sqlite_takes_the_index(database: Database) -> None:
    """For two rows and more, too: the whole table is read for `IN (VALUES (...), (...))`."""
    if not database.is_sqlite:
        return
    asked = [["c0", 0], ["c1", 1], ["c2", 2]]
    async with database.read() as connection:
        query = (
            select(ROW)
            .where(among(COLUMNS, asked))
            .compile(dialect=connection.dialect, compile_kwargs={"literal_binds": True})
        )
        plan = [row[3] for row in await connection.execute(text(f"EXPLAIN QUERY PLAN {query}"))]
    assert any(step.startswith("SEARCH row") for step in plan), plan
    assert not any(step.startswith("SCAN row") for step in plan), plan
