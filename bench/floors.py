"""The physical floors: the least that a round trip of the bus, a commit and a socket's echo take on this machine.

Each is measured alone, one after another, with the same servers and libraries that the platform uses.
"""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import asyncpg
import nats
import uvicorn
import uvloop

from bench.figures import Figure, Floor, latency
from warboard.nats_config import nats_config
from warboard.postgres import PostgresServer
from warboard.servers import NatsServer, free_port, start, stop

TIMES = 1_000
COMMITS = 300
PAYLOAD = b"x" * 200
"""About a chess move with its envelope."""


@dataclass(frozen=True)
class Floors:
    """What was measured; a figure names those it stands on."""

    bus: Figure
    sqlite_commit: Figure
    postgres_commit: Figure
    socket: Figure

    @property
    def all(self) -> list[Figure]:
        """As lines of the table."""
        return [self.bus, self.sqlite_commit, self.postgres_commit, self.socket]

    @property
    def play(self) -> Floor:
        """A socket's echo, a round trip of the bus and a commit: the least from one player's socket to another's."""
        parts = (self.socket, self.bus, self.sqlite_commit)
        return Floor(name="echo + bus + commit", value=sum(part.value for part in parts))


def measure(folder: Path) -> Floors:
    """Measure all floors.

    :param folder: on the disk whose commits count; PostgreSQL's user must be able to enter it.
    """
    return Floors(
        bus=uvloop.run(_bus(folder / "nats")),
        sqlite_commit=_sqlite(folder / "floor.db"),
        postgres_commit=uvloop.run(_postgres(folder / "postgres")),
        socket=uvloop.run(_socket()),
    )


async def timed(work: Callable[[], Awaitable[Any]], times: int) -> list[float]:
    """Seconds of each of many calls, after some that warm up."""
    for _ in range(times // 10):
        await work()
    spent = []
    for _ in range(times):
        began = time.perf_counter()
        await work()
        spent.append(time.perf_counter() - began)
    return spent


async def _bus(folder: Path) -> Figure:
    port = free_port()
    server = NatsServer(folder, port, nats_config(port=port, store=folder / "store", passwords=None))
    process = start(server)
    try:
        asking, answering = await nats.connect(server.url), await nats.connect(server.url)

        async def answer(message: Any) -> None:
            await message.respond(message.data)

        await answering.subscribe("floor", cb=answer)
        await answering.flush()
        spent = await timed(lambda: asking.request("floor", PAYLOAD, timeout=5), TIMES)
        await asking.close()
        await answering.close()
    finally:
        stop(server, process)
    return latency("floor: NATS round trip", spent)


def _sqlite(file: Path) -> Figure:
    spent = []
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for statement in ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "CREATE TABLE floor (body BLOB)"):
            connection.execute(statement)
        for _ in range(COMMITS):
            began = time.perf_counter()
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO floor VALUES (?)", (PAYLOAD,))
            connection.execute("COMMIT")
            spent.append(time.perf_counter() - began)
    return latency("floor: one commit, SQLite", spent)


async def _postgres(folder: Path) -> Figure:
    server = PostgresServer(folder, free_port())
    process = start(server)
    try:
        connection = await asyncpg.connect(server.url)
        await connection.execute("CREATE TABLE floor (body BYTEA)")
        spent = await timed(lambda: connection.execute("INSERT INTO floor VALUES ($1)", PAYLOAD), COMMITS)
        await connection.close()
    finally:
        stop(server, process)
    return latency("floor: one commit, PostgreSQL", spent)


async def _socket() -> Figure:
    async def echo(_: Any, receive: Any, send: Any) -> None:
        while (message := await receive())["type"] != "websocket.disconnect":
            if message["type"] == "websocket.connect":
                await send({"type": "websocket.accept"})
            else:
                await send({"type": "websocket.send", "text": message["text"]})

    config = uvicorn.Config(
        echo, port=free_port(), lifespan="off", ws="websockets-sansio", log_config=None, ws_per_message_deflate=False
    )
    server = uvicorn.Server(config)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(server.serve())
        while not server.started:  # noqa: ASYNC110 - uvicorn tells it no other way
            await asyncio.sleep(0.01)
        async with (
            aiohttp.ClientSession() as http,
            http.ws_connect(f"http://127.0.0.1:{config.port}/") as socket,
        ):

            async def once() -> None:
                await socket.send_str(PAYLOAD.decode())
                await socket.receive_str()

            spent = await timed(once, TIMES)
        server.should_exit = True
    return latency("floor: one socket echo", spent)
