"""Appends: the engine's own store on both databases, 64 campaigns at once, each append published to a real stream."""

import asyncio
import time
from pathlib import Path
from typing import Any

import uvloop
from msgspec.structs import replace

from bench.figures import Figure, Floor
from bench.floors import Floors
from chassis import logs
from chassis.ids import new_key
from chassis.metrics import Metrics
from chassis.service import Service
from chassis.settings import load
from chassis.streams import STREAMS
from chassis.timekeeping import SystemClock
from services.engine.__main__ import MIGRATIONS, build
from services.engine.adapters.store import SqlStore
from services.engine.app.appends import Append, Committed, Key
from services.engine.settings import EngineSettings
from tests.contract.engine.conftest import Engine
from warboard.nats_config import nats_config
from warboard.postgres import PostgresServer
from warboard.servers import NatsServer, free_port, start, stop

CAMPAIGNS = 64
MEASURED_S = 5


def measure(folder: Path, floors: Floors) -> list[Figure]:
    """Appends a second on SQLite and on PostgreSQL."""
    port = free_port()
    nats = NatsServer(folder / "appends-nats", port, nats_config(port=port, store=folder / "streams", passwords=None))
    postgres = PostgresServer(folder / "appends-postgres", free_port())
    running = [(server, start(server)) for server in (nats, postgres)]
    try:
        return [
            _figure("SQLite", uvloop.run(_rate(nats.url, f"sqlite:///{folder / 'appends.db'}")), floors.sqlite_commit),
            _figure("PostgreSQL", uvloop.run(_rate(nats.url, postgres.url)), floors.postgres_commit),
        ]
    finally:
        for server, process in running:
            stop(server, process)


def _figure(database: str, rate: float, commit: Figure) -> Figure:
    floor = Floor(name="commits, one after another", value=1e3 / commit.value)
    note = f"{CAMPAIGNS} campaigns at once share commits"
    return Figure(name=f"appends, {database}", unit="/s", value=rate, floor=floor, note=note)


async def _rate(nats_url: str, database_url: str) -> float:
    settings = load(
        EngineSettings,
        {
            "WARBOARD_NATS_URL": nats_url, "WARBOARD_DATABASE_URL": database_url, "WARBOARD_SECRET_KEY": "11" * 32,
            "WARBOARD_EXTRA_RULESETS": "tests.tally:TALLY",
        },
    )  # fmt: skip
    logs.configure("engine", "r1", form="console", level="error")
    clock = SystemClock()
    service = Service("engine", settings, clock, Metrics("engine"))
    await service.start(lambda made: _build(made, settings), MIGRATIONS)
    engine = Engine(service, service.bus)
    try:
        kept = [await _first_append(engine) for _ in range(CAMPAIGNS)]
        async with asyncio.TaskGroup() as tasks:
            began = clock.monotonic()
            writing = [tasks.create_task(_write(store, append, began + MEASURED_S)) for store, append in kept]
        return sum(task.result() for task in writing) / (clock.monotonic() - began)
    finally:
        await engine.stop()


async def _build(service: Service, settings: EngineSettings) -> None:
    await service.bus.ensure_streams(STREAMS)  # those of other parts, too, which don't run here
    await build(service, settings)


async def _first_append(engine: Engine) -> tuple[SqlStore, Append]:
    """A campaign's first command, as the engine itself handed it to its store."""
    kept: list[tuple[SqlStore, Append]] = []
    campaign = await engine.started(target=1_000_000)
    whole = SqlStore.commit

    async def commit(store: SqlStore, append: Append) -> Any:
        if append.head.campaign == campaign:
            kept.append((store, append))
        return await whole(store, append)

    SqlStore.commit = commit  # type: ignore[method-assign]
    try:
        await engine.add(campaign)
    finally:
        SqlStore.commit = whole  # type: ignore[method-assign]
    return kept[-1]


async def _write(store: SqlStore, append: Append, until: float) -> int:
    """The same append again and again, each as the campaign's next; how many were kept."""
    count = 0
    while time.monotonic() < until:
        append = following(append)
        assert isinstance(await store.commit(append), Committed)
        count += 1
    return count


def following(append: Append) -> Append:
    """The campaign's next append, with the same content."""
    head = append.head
    numbers = {viewer: n + 1 for viewer, n in head.numbers.items()}
    key = None if append.key is None else Key(account=append.key.account, key=new_key(), digest=append.key.digest)
    updates = tuple(replace(update, n=numbers[update.viewer]) for update in append.updates)
    return replace(append, head=replace(head, seq=head.seq + 1, numbers=numbers), key=key, updates=updates)
