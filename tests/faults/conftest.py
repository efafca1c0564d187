"""Running clusters for the fault tests: one replica of each part on SQLite, and two of most on PostgreSQL."""

import asyncio
import os
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from chassis.ids import new_id
from tests.faults.cluster import Cluster, running_cluster
from warboard.postgres import PostgresServer

SOAK = bool(os.environ.get("SOAK"))
"""The long forms (`make soak`)."""
SETTINGS = {
    "WARBOARD_STOCKFISH": shlex.join([sys.executable, str(Path(__file__).with_name("fake_uci.py"))]),
    "WARBOARD_BOT_PAUSE_MS": "250",
    "WARBOARD_LIMIT_COMMANDS_PER_S": "5000",
    "WARBOARD_RECONCILE_S": "2",
    "WARBOARD_DATABASE_CONNECTIONS": "4",
}
STORED = ("engine", "lobby", "clock", "chessgate", "notify")


@pytest.fixture(scope="session")
def solo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Every part once, on SQLite."""
    with running_cluster(tmp_path_factory.mktemp("solo"), SETTINGS) as cluster:
        yield cluster


@pytest.fixture(scope="session")
def pair(tmp_path_factory: pytest.TempPathFactory, shared_postgres: PostgresServer) -> Iterator[Cluster]:
    """Two of each part that plays, and a clock with a standby, on PostgreSQL."""
    databases = {part: f"faults_{part}_{new_id()}" for part in STORED}
    asyncio.run(create(shared_postgres, list(databases.values())))
    with running_cluster(
        tmp_path_factory.mktemp("pair"),
        SETTINGS,
        replicas={"engine": 2, "gateway": 2, "chessgate": 2, "clock": 2},
        databases={part: shared_postgres.database_url(name) for part, name in databases.items()},
        without=("notify",),
    ) as cluster:
        yield cluster


async def create(server: PostgresServer, names: list[str]) -> None:
    connection = await asyncpg.connect(server.url)
    for name in names:
        await connection.execute(f'CREATE DATABASE "{name}"')
    await connection.close()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[Any]:
    """A failed test shows the ends of the logs of what it ran on."""
    report = yield
    if report.when == "call" and report.failed:
        for used in getattr(item, "funcargs", {}).values():
            if isinstance(used, Cluster):
                report.sections += [(f"end of {name}'s log", used.tail(name)) for name in used.tasks]
    return report
