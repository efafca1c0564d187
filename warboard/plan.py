"""What `warboard up` runs: every part with its command, ports and settings, and the secrets an installation keeps."""

import json
import os
import secrets
import socket
import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from warboard import servers
from warboard.nats_config import RIGHTS, nats_config

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("engine", "lobby", "clock", "chessgate", "notify", "gateway")
"""Our own processes, in the order of starting; they are stopped in the opposite order."""
FOREIGN = ("nats", "valkey")
_GRPC = {"lobby": 1, "engine": 2, "clock": 3, "chessgate": 4, "notify": 5}
_HTTP = {"gateway": 10, "lobby": 11, "engine": 12, "clock": 13, "chessgate": 14, "notify": 15}
_NATS, _VALKEY = 20, 21


def bind_address(host: str, port: int, environ: Mapping[str, str]) -> tuple[str, int]:
    """Where the gateway listens: what was asked for, else `WARBOARD_BIND`'s, else 127.0.0.1:8000.

    :param host: empty for none asked for.
    :param port: 0 for none asked for.
    :raises ValueError: `WARBOARD_BIND` is no host:port.
    """
    known_host, _, known_port = environ.get("WARBOARD_BIND", "127.0.0.1:8000").rpartition(":")
    if not known_port.isdigit() or not 0 < int(known_port) < 65_536:
        raise ValueError("WARBOARD_BIND must be host:port, such as 127.0.0.1:8000.")
    return host or known_host or "127.0.0.1", port or int(known_port)


def wanted_parts(only: Collection[str], without: Collection[str]) -> list[str]:
    """The parts to run, in the order of starting.

    :param only: empty for all.
    :raises ValueError: a name that is no part's.
    """
    for name in (*only, *without):
        if name not in PARTS:
            raise ValueError(f"{name} is no part; the parts are {', '.join(PARTS)}")
    return [name for name in PARTS if (not only or name in only) and name not in without]


def internal_ports(base: int, wanted: Collection[str]) -> dict[int, str]:
    """Ports of loopback that `make_plan` would like, and whose they are; none if `base` is 0.

    Those of gRPC are handed out for parts that don't run, too: the others are told where they would be.
    """
    if not base:
        return {}
    found = {base + _NATS: "NATS", base + _VALKEY: "Valkey"}
    found |= {base + offset: name for name, offset in _GRPC.items()}
    found |= {base + offset: f"{name}'s /readyz" for name, offset in _HTTP.items() if name in wanted}
    return found


@dataclass(frozen=True, kw_only=True)
class Task:
    """One process to run and watch."""

    name: str
    command: tuple[str, ...]
    environ: Mapping[str, str] = field(repr=False)
    port: int
    """Where readiness is asked: the port of `/readyz`, or a foreign server's own."""
    grpc_port: int | None = None
    server: servers.Server | None = None
    """The foreign server this is, if it is one."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Everything `warboard up` runs."""

    foreign: tuple[Task, ...]
    parts: tuple[Task, ...]
    bind: str
    public_url: str = ""
    """What players use, if that is set."""

    @property
    def all(self) -> tuple[Task, ...]:
        """In the order of starting."""
        return (*self.foreign, *self.parts)

    @property
    def url(self) -> str:
        """The address to open in a browser."""
        host, _, port = self.bind.rpartition(":")
        return f"http://{'127.0.0.1' if host in ('', '0.0.0.0', '[::]') else host}:{port}"  # noqa: S104 - compared only


def make_plan(
    data: Path,
    bind: str,
    kept: Mapping[str, Any],
    wanted: Collection[str],
    environ: Mapping[str, str],
    base_port: int,
    replicas: Mapping[str, int] = MappingProxyType({}),
    databases: Mapping[str, str] = MappingProxyType({}),
) -> Plan:
    """The plan for an installation; writes what the foreign servers read.

    :param base_port: internal ports lie from here on where they are free, else anywhere; 0 for anywhere at once.
    :param wanted: names out of `PARTS`.
    :param replicas: how many processes of a part, 1 unless named; several need a PostgreSQL database in `databases`.
        The first is called as the part, the others `engine-2` and so on.
    :param databases: URL by part; SQLite in `data` unless named.
    :raises MissingServer: a foreign server's program isn't installed.
    """
    ports = Ports(base_port)
    nats_port, valkey_port = ports.take(_NATS), ports.take(_VALKEY)
    config = nats_config(port=nats_port, store=data / "nats" / "streams", passwords=kept["nats"])
    foreign: tuple[servers.Server, ...] = (
        servers.NatsServer(data / "nats", nats_port, config),
        servers.ValkeyServer(data / "valkey", valkey_port),
    )
    for server in foreign:
        server.prepare()
    many = {name: replicas.get(name, 1) for name in PARTS}
    grpc = {
        name: [ports.take(offset), *(ports.take_any() for _ in range(1, many[name]))] for name, offset in _GRPC.items()
    }
    shared = {
        **environ,
        **{
            f"WARBOARD_{name.upper()}_ADDRESS": ",".join(f"127.0.0.1:{port}" for port in found)
            for name, found in grpc.items()
        },
        "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), str(ROOT / "gen"), environ.get("PYTHONPATH")))),
        "PYTHONUNBUFFERED": "1",
        # glibc would keep an arena a thread: a good part of each process's memory.
        "MALLOC_ARENA_MAX": "2",
        "WARBOARD_BIND": bind,
        "WARBOARD_NATS_URL": foreign[0].url,
        "WARBOARD_REDIS_URL": foreign[1].url,
        "WARBOARD_SECRET_KEY": kept["secret_key"],
        "WARBOARD_WEB_ROOT": environ.get("WARBOARD_WEB_ROOT", str(ROOT / "web" / "dist")),
    }
    return Plan(
        public_url=environ.get("WARBOARD_PUBLIC_URL", ""),
        foreign=tuple(
            Task(name=server.name, command=tuple(server.command()), environ=environ, port=server.port, server=server)
            for server in foreign
        ),
        parts=tuple(
            _part(
                name,
                place,
                {
                    **shared,
                    "WARBOARD_NATS_PASSWORD": kept["nats"][name],
                    "WARBOARD_DATABASE_URL": databases.get(name, f"sqlite:///{data / name}.db"),
                },
                ports,
                grpc[name][place] if name in grpc else None,
            )
            for name in PARTS
            if name in wanted
            for place in range(many[name])
        ),
        bind=bind,
    )


def _part(name: str, place: int, shared: Mapping[str, str], ports: "Ports", grpc: int | None) -> Task:
    """One process of a part; `place` counts its replicas from 0."""
    http = ports.take_any() if place else ports.take(_HTTP[name])
    environ = {
        **shared,
        "WARBOARD_NATS_USER": name,
        "WARBOARD_HTTP_PORT": str(http),
        "WARBOARD_GRPC_PORT": str(grpc or 0),
    }
    if place:
        environ["WARBOARD_REPLICA"] = f"r{place + 1}"
        environ["WARBOARD_BIND"] = f"{shared['WARBOARD_BIND'].rpartition(':')[0]}:{ports.take_any()}"
    command = (sys.executable, "-m", f"services.{name}")
    called = f"{name}-{place + 1}" if place else name
    return Task(name=called, command=command, environ=environ, port=http, grpc_port=grpc)


class Ports:
    """Hands out ports of loopback: the ones everybody can remember where they are free."""

    def __init__(self, base: int) -> None:
        self._base = base
        self._taken: set[int] = set()

    def take(self, offset: int) -> int:
        """`base + offset` if nobody listens there, else any free port."""
        port = self._base + offset
        if not self._base or port in self._taken or not is_free("127.0.0.1", port):
            return self.take_any()
        self._taken.add(port)
        return port

    def take_any(self) -> int:
        """Any free port."""
        port = servers.free_port()
        while port in self._taken:
            port = servers.free_port()
        self._taken.add(port)
        return port


def is_free(host: str, port: int) -> bool:
    """Whether we could listen there now."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host.strip("[]"), port))
        except OSError:
            return False
    return True


def kept_secrets(data: Path) -> dict[str, Any]:
    """The installation's secrets, made at the first start; without them what is encrypted can't be read again."""
    file = data / "secrets.json"
    kept: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    nats = kept.get("nats", {})
    whole = {
        "secret_key": kept.get("secret_key") or secrets.token_hex(32),
        "nats": nats | {part: secrets.token_urlsafe(24) for part in RIGHTS if part not in nats},
    }
    if whole != kept:
        draft = file.with_suffix(".new")
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w") as out:
            json.dump(whole, out, indent=1)
        draft.replace(file)
    return whole
