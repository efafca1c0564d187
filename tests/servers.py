"""Real servers for tests: each is started once a session, and every test gets a place of its own in it.

`pytest` fails, rather than skips, where one can't be had.
"""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import asyncpg
import nats
import pytest

from chassis.ids import new_id
from warboard.nats_config import RIGHTS, nats_config
from warboard.postgres import PostgresServer
from warboard.servers import NatsServer, Server, ValkeyServer, free_port, start, stop


class RunningServer:
    """A server that a test may also kill and start again."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.process: subprocess.Popen[bytes] | None = start(server)

    @property
    def url(self) -> str:
        return self.server.url

    def kill(self) -> None:
        """kill -9, with whatever it started: PostgreSQL doesn't start while a process of the last one lives."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)  # `start` gave it a session of its own
            self.process.wait()
            self.process = None

    def start(self) -> None:
        if self.process is None:
            self.process = start(self.server)

    def stop(self) -> None:
        if self.process is not None:
            stop(self.server, self.process)
            self.process = None


def start_nats(directory: Path, passwords: dict[str, str] | None = None) -> RunningServer:
    """An own broker, for tests that kill it or that need other rights."""
    port = free_port()
    return RunningServer(
        NatsServer(directory, port, nats_config(port=port, store=directory / "store", passwords=passwords))
    )


def start_valkey(directory: Path) -> RunningServer:
    """An own cache, for tests that kill it."""
    return RunningServer(ValkeyServer(directory, free_port()))


@pytest.fixture(scope="session")
def servers_directory() -> Iterator[Path]:
    # Not pytest's own: PostgreSQL's user couldn't enter that.
    directory = Path(tempfile.mkdtemp(prefix="warboard-tests-"))
    directory.chmod(0o755)
    yield directory
    shutil.rmtree(directory, ignore_errors=True)


@pytest.fixture(scope="session")
def shared_nats(servers_directory: Path) -> Iterator[RunningServer]:
    running = start_nats(servers_directory / "nats")
    yield running
    running.stop()


@pytest.fixture
async def nats_url(shared_nats: RunningServer) -> AsyncIterator[str]:
    """A broker without users and without streams."""
    yield shared_nats.url
    client = await nats.connect(shared_nats.url)
    jetstream = client.jetstream()
    for stream in await jetstream.streams_info():
        await jetstream.delete_stream(stream.config.name)
    await client.close()


NATS_PASSWORDS = {part: f"secret-of-{part}" for part in RIGHTS}


@pytest.fixture(scope="session")
def guarded_nats(servers_directory: Path) -> Iterator[RunningServer]:
    """A broker with a user a part and their rights; passwords in `NATS_PASSWORDS`. Its streams stay."""
    running = start_nats(servers_directory / "guarded-nats", NATS_PASSWORDS)
    yield running
    running.stop()


@pytest.fixture(scope="session")
def shared_valkey(servers_directory: Path) -> Iterator[RunningServer]:
    running = start_valkey(servers_directory / "valkey")
    yield running
    running.stop()


@pytest.fixture
def redis_url(shared_valkey: RunningServer) -> str:
    """A cache; use fresh names, since tests share it."""
    return shared_valkey.url


@pytest.fixture(scope="session")
def shared_postgres(servers_directory: Path) -> Iterator[PostgresServer]:
    server = PostgresServer(servers_directory / "postgres", free_port(), durable=False)
    process = start(server)
    yield server
    stop(server, process)


@pytest.fixture
async def postgres_url(shared_postgres: PostgresServer) -> AsyncIterator[str]:
    """A fresh, empty database."""
    name = f"t_{new_id()}"
    connection = await asyncpg.connect(shared_postgres.url)
    await connection.execute(f'CREATE DATABASE "{name}"')
    yield shared_postgres.database_url(name)
    await connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
    await connection.close()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A database file that isn't there yet."""
    return f"sqlite:///{tmp_path / 'warboard.db'}"


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    """Each test twice: on SQLite and on PostgreSQL."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url
