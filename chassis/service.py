"""The frame of a service: it starts in order, supervises its long tasks, and stops so that nothing is lost.

A service's `__main__` loads its settings and calls `run("engine", settings, build, migrations=...)`; `build(service)`
makes the adapters, registers them and returns. The order of stopping: unready → stop pulling → drain within a limit →
close servers → flush the outbox → drain the bus → close the rest, the newest first.
"""

import asyncio
import gc
import signal
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from datetime import timedelta
from enum import IntEnum
from pathlib import Path
from typing import Any

import uvloop
from sqlalchemy.exc import ArgumentError

from chassis import logs, rpc
from chassis.beat import Beat
from chassis.bus import Bus
from chassis.cache import Cache
from chassis.common_settings import ChassisSettings, Limits
from chassis.database import Database, DatabaseInUse
from chassis.health import HealthServer
from chassis.ids import is_id
from chassis.metrics import Metrics
from chassis.migrations import migrate
from chassis.outbox import Outbox
from chassis.settings import SettingsError
from chassis.streams import owned_by
from chassis.tasks import Background, Workers, done_before
from chassis.timekeeping import Clock, SystemClock

_LOG = logs.logger(__name__)

EXIT_OK = 0
EXIT_CRASHED = 1
"""A start that failed, a background task that crashed, or a stop that took too long; the supervisor starts us again."""
EXIT_SETTINGS = 2
"""Settings that can't be right; starting again won't help."""

Stop = Callable[[], Awaitable[object]]
Build = Callable[["Service"], Awaitable[None]]


class Phase(IntEnum):
    """When something is stopped; within a phase, the newest first."""

    PULLING = 1
    """What brings new work: requests, consumers, sockets, timers."""
    DRAINING = 2
    """Work that was taken."""
    SERVERS = 3
    """What others still read from while we drain."""
    FLUSHING = 4
    """What must leave: the outbox, the bus."""
    POOLS = 5
    """Connections that everything before needed."""


class Service:
    """What a running service has; `build` gets it with everything started except its own parts."""

    def __init__(self, name: str, settings: ChassisSettings, clock: Clock, metrics: Metrics) -> None:
        self.name = name
        self.settings = settings
        self.limits: Limits = settings.limits
        self.clock = clock
        self.metrics = metrics
        self.background = Background()
        self.workers = Workers(self.limits.requests_in_flight, queue_per_key=self.limits.requests_per_key)
        """For play requests: one at a time a campaign or game."""
        self.cache = Cache(settings.redis_url, clock, metrics)
        self.bus: Bus
        self._database: Database | None = None
        self._outbox: Outbox | None = None
        self._rpc: rpc.RpcServer | None = None
        self._ready = False
        self._stops: list[tuple[Phase, str, Stop]] = []

    @property
    def database(self) -> Database:
        """The service's own database; a service without one must not ask."""
        assert self._database is not None, "this service has no database"
        return self._database

    @property
    def outbox(self) -> Outbox:
        """The relay of this service's committed messages."""
        assert self._outbox is not None, "this service has no database"
        return self._outbox

    @property
    def grpc_port(self) -> int:
        """Where `serve_rpc` listens."""
        assert self._rpc is not None, "this service serves no gRPC"
        return self._rpc.port

    def on_stop(self, name: str, stop: Stop, phase: Phase = Phase.POOLS) -> None:
        """Have `stop` awaited when the service ends; an error in it is logged and the next goes on."""
        self._stops.append((phase, name, stop))

    def spawn(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        """Run a long task; if it crashes, the whole service stops and is started again."""
        self.background.start(name, work)

    async def serve_rpc(self, services: Sequence[rpc.RpcService]) -> None:
        """Serve gRPC where the settings say, with health and reflection, until the servers' phase."""
        address = f"{self.settings.grpc_host}:{self.settings.grpc_port}"
        most = self.limits.requests_in_flight
        server = await rpc.serve(services, address, clock=self.clock, metrics=self.metrics, most_calls=most)
        self._rpc = server
        self.on_stop("gRPC", lambda: server.stop(self.settings.drain / 2), Phase.SERVERS)

    def channel(self, address: str) -> Any:
        """A gRPC channel to another part, closed at the end."""
        made = rpc.channel(address)
        self.on_stop(f"channel {address}", lambda: made.close(None))
        return made

    def why_not_ready(self) -> str | None:
        """None if this service takes work, else why not."""
        if not self._ready:
            return "starting or stopping"
        return None if self.bus.connected else "the bus is away"

    async def start(self, build: Build, migrations: Path | None) -> None:
        """Start the common parts in order, then the service's own, then say that it is ready."""
        settings = self.settings
        if not is_id(settings.replica):
            raise SettingsError("WARBOARD_REPLICA must be an id: letters, digits, hyphens and underscores")
        health = HealthServer(self.metrics, self.why_not_ready)
        await health.start(settings.http_host, settings.http_port)
        self.on_stop("health", health.close)
        self.on_stop("cache", self.cache.close)
        if migrations is not None:
            await self._open_database(migrations)
        await self._connect()
        await build(self)
        probe = None if self._database is None else self._database.writable
        self.spawn("beat", Beat(self.bus, self.name, settings.replica, probe).run())
        await self._set_ready(True)
        _LOG.info("ready", http_port=health.port, grpc_port=self._rpc and self._rpc.port)

    async def stop(self) -> bool:
        """Stop everything in order; whether all of it went well and in time."""
        _LOG.info("stopping")
        await self._set_ready(False)
        well = True
        newest_first = list(enumerate(self._stops))
        newest_first.sort(key=lambda entry: (entry[1][0], -entry[0]))
        for _, (_, name, stop) in newest_first:
            try:
                async with asyncio.timeout((self.settings.drain + timedelta(seconds=2)).total_seconds()):
                    await stop()
            except Exception:  # noqa: BLE001 - one part that can't stop must not keep the others from it
                _LOG.exception("a part did not stop well", part=name)
                well = False
        self._stops.clear()
        return well

    async def _open_database(self, migrations: Path) -> None:
        url = self.settings.database_url
        if url is None:
            raise SettingsError(f"WARBOARD_DATABASE_URL is missing: {self.name} keeps its state in a database")
        try:
            database = Database(url, connections=self.settings.database_connections)
        except (ValueError, ArgumentError) as error:
            raise SettingsError(f"WARBOARD_DATABASE_URL: {error}") from error
        self._database = database
        self.on_stop("database", database.close)
        await migrate(url, migrations)

    async def _connect(self) -> None:
        settings = self.settings
        self.bus = await Bus.connect(
            settings.nats_url,
            name=self.name,
            clock=self.clock,
            metrics=self.metrics,
            background=self.background,
            user=settings.nats_user,
            password=settings.nats_password,
        )
        # Tasks end before the connections that they use: registered later, they are stopped earlier within the phase.
        self.on_stop("bus", self.bus.close, Phase.FLUSHING)
        await self.bus.ensure_streams(owned_by(self.name), settings.nats_replicas)
        self.on_stop("background", self.background.stop, Phase.FLUSHING)
        if self._database is not None:
            outbox = Outbox(self._database, self.bus, self.clock, self.metrics)
            outbox.start(self.background)
            self._outbox = outbox
            self.on_stop("outbox", lambda: outbox.flush(settings.drain), Phase.FLUSHING)
        self.on_stop("workers", lambda: self.workers.close(settings.drain), Phase.DRAINING)
        self.on_stop("pulling", lambda: self.bus.stop_pulling(settings.drain), Phase.PULLING)

    async def _set_ready(self, ready: bool) -> None:
        self._ready = ready
        if self._rpc is not None:
            await self._rpc.set_ready(ready)


def run(
    name: str,
    settings: ChassisSettings,
    build: Build,
    *,
    migrations: Path | None = None,
    clock: Clock | None = None,
) -> int:
    """Run a service until SIGTERM, SIGINT or a crash; the exit code for `sys.exit`.

    :param migrations: the folder of its Alembic migrations; None for a service without a database.
    """
    logs.configure(name, settings.replica, form=settings.log_format, level=settings.log_level)

    async def build_and_settle(service: Service) -> None:
        await build(service)
        # Modules and long-lived objects are looked at no more: else a full collection takes tens of milliseconds, and
        # whatever is played in that moment waits for it.
        gc.collect()
        gc.freeze()

    return uvloop.run(run_async(name, settings, build_and_settle, migrations=migrations, clock=clock))


async def run_async(
    name: str,
    settings: ChassisSettings,
    build: Build,
    *,
    migrations: Path | None = None,
    clock: Clock | None = None,
    stop: asyncio.Event | None = None,
) -> int:
    """As `run`, on the present loop; tests set `stop` instead of sending a signal."""
    stopping = stop or asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping.set)
    service = Service(name, settings, clock or SystemClock(), Metrics(name))
    code = EXIT_OK
    try:
        try:
            if await done_before(stopping, service.start(build, migrations)):
                await done_before(stopping, service.background.failed())
            if not stopping.is_set():
                code = EXIT_CRASHED
        except SettingsError as error:
            _LOG.error("wrong settings", error=str(error))
            code = EXIT_SETTINGS
        except DatabaseInUse as error:
            _LOG.error("the start failed", error=str(error))
            code = EXIT_CRASHED
        except Exception:  # noqa: BLE001 - whatever it was, what did start is stopped in order
            _LOG.exception("the start failed")
            code = EXIT_CRASHED
        if not await service.stop():
            code = code or EXIT_CRASHED
    finally:
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)
    _LOG.info("stopped", exit_code=code)
    return code
