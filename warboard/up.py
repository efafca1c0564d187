"""`warboard up`: the whole platform as processes of one machine, on SQLite, from Python and npm packages alone."""

import fcntl
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Annotated, Any

import typer
from rich.console import Console

from warboard import servers
from warboard.nats_config import RIGHTS, nats_config

PARTS = ("engine", "lobby", "clock", "chessgate", "notify", "gateway")
COLOURS = {"engine": "cyan", "lobby": "green", "clock": "yellow", "chessgate": "magenta", "notify": "blue",
           "gateway": "bright_white", "nats": "bright_black", "valkey": "bright_black"}  # fmt: skip
BACK_OFF_S = (1.0, 2.0, 5.0)
READY_WITHIN_S = 60.0
STOP_WITHIN_S = 15.0
WRONG_SETTINGS = 2
ROOT = Path(__file__).resolve().parents[1]


@dataclass
class Part:
    """One supervised process."""

    name: str
    command: list[str]
    environ: dict[str, str]
    http_port: int
    process: "subprocess.Popen[bytes] | None" = None
    restarts: int = 0
    restart_at: float = 0.0
    given_up: bool = False


@dataclass
class Supervisor:
    """Starts the parts, shows their logs, starts dead ones again, and stops all in order."""

    data: Path
    console: Console
    quiet: bool
    parts: list[Part] = field(default_factory=list)
    stopping: bool = False
    impatient: bool = False

    def start(self, part: Part) -> None:
        """Start one part and follow its output."""
        part.process = subprocess.Popen(  # noqa: S603 - our own command
            part.command, env=part.environ, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        assert part.process.stdout is not None
        threading.Thread(target=self._follow, args=(part.name, part.process.stdout), daemon=True).start()

    def _follow(self, name: str, output: IO[bytes]) -> None:
        colour = COLOURS.get(name, "white")
        with (self.data / "logs" / f"{name}.log").open("ab") as log:
            for line in output:
                log.write(line)
                log.flush()
                text = line.decode(errors="replace").rstrip()
                if not self.quiet or '"level":"error"' in text or '"level":"critical"' in text or text[:1] != "{":
                    self.console.print(f"[{colour}]{name:>9}[/] ", end="")
                    self.console.print(text, markup=False, highlight=False)

    def look_after(self) -> None:
        """Start dead parts again until it is time to stop."""
        while not self.stopping:
            now = time.monotonic()  # noqa: TID251 - the supervisor is no service
            for part in self.parts:
                self._look(part, now)
            time.sleep(0.1)

    def _look(self, part: Part, now: float) -> None:
        if part.given_up or part.process is None:
            return
        code = part.process.poll()
        if code is None:
            return
        if code == WRONG_SETTINGS:
            part.given_up = True
            self.console.print(f"[red]{part.name} has wrong settings and is not started again; see above.[/]")
        elif part.restart_at == 0.0:
            pause = BACK_OFF_S[min(part.restarts, len(BACK_OFF_S) - 1)]
            part.restart_at = now + pause
            self.console.print(f"[yellow]{part.name} ended with {code}; starting it again in {pause:.0f} s[/]")
        elif now >= part.restart_at:
            part.restarts += 1
            part.restart_at = 0.0
            self.start(part)
            write_state(self.data, self.parts)

    def stop(self) -> None:
        """Stop all parts, the edge first, the foreign servers last; a second signal ends them at once."""
        self.stopping = True
        for part in reversed(self.parts):
            if part.process is not None and part.process.poll() is None:
                part.process.send_signal(signal.SIGTERM)
                if part.name in ("valkey", "nats", "gateway"):
                    self._wait(part)
        for part in self.parts:
            self._wait(part)

    def _wait(self, part: Part) -> None:
        if part.process is None:
            return
        for _ in range(int(STOP_WITHIN_S * 10)):
            if self.impatient or part.process.poll() is not None:
                break
            time.sleep(0.1)
        if part.process.poll() is None:
            part.process.kill()
            part.process.wait()


def up(
    data: Annotated[Path, typer.Option(help="Where everything is kept.")] = Path("var"),
    host: Annotated[str, typer.Option(help="Address to listen on; default from WARBOARD_BIND, else loopback.")] = "",
    port: Annotated[int, typer.Option(help="Port to listen on; default from WARBOARD_BIND, else 8000.")] = 0,
    fresh: Annotated[bool, typer.Option("--fresh", help="Throw all data away first.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before --fresh.")] = False,
    without: Annotated[list[str] | None, typer.Option(help="Parts not to start.")] = None,
    verbose: Annotated[bool, typer.Option("--verbose", help="Show every log line, not errors only.")] = False,
) -> None:
    """Run the whole platform; Ctrl-C stops it."""
    began = time.monotonic()  # noqa: TID251
    console = Console(stderr=False, soft_wrap=True)
    data = data.resolve()
    if fresh and data.exists():
        if not yes:
            typer.confirm(f"Delete all campaigns and accounts in {data}?", abort=True)
        shutil.rmtree(data)
    (data / "logs").mkdir(parents=True, exist_ok=True)
    lock = _lock(data, console)
    bind_host, _, bind_port = os.environ.get("WARBOARD_BIND", "127.0.0.1:8000").rpartition(":")
    bind = f"{host or bind_host}:{port or bind_port}"
    supervisor = Supervisor(data, console, quiet=not verbose)
    _on_signals(supervisor)
    supervisor.parts = plan(data, bind, kept_secrets(data), set(without or ()))
    foreign = [part for part in supervisor.parts if part.name in ("nats", "valkey")]
    for part in foreign:
        supervisor.start(part)
    _await_foreign(foreign)
    for part in supervisor.parts:
        if part not in foreign:
            supervisor.start(part)
    write_state(data, supervisor.parts, bind)
    keeper = threading.Thread(target=supervisor.look_after, daemon=True)
    keeper.start()
    if _all_ready(supervisor):
        spent = time.monotonic() - began  # noqa: TID251
        console.print(f"[bold green]Warboard is ready:[/] http://{bind}  (after {spent:.1f} s; Ctrl-C stops it)")
    while keeper.is_alive() and not supervisor.stopping:
        time.sleep(0.2)
    console.print("Stopping ...")
    supervisor.stop()
    os.close(lock)
    console.print("Stopped.")


def plan(data: Path, bind: str, kept: dict[str, Any], without: set[str]) -> list[Part]:
    """All parts with their ports and settings, in the order of starting."""
    ports = iter(servers.free_port, None)
    nats_port, valkey_port = next(ports), next(ports)
    config = nats_config(port=nats_port, store=data / "nats", passwords=kept["nats"])
    nats = servers.NatsServer(data, nats_port, config)
    valkey = servers.ValkeyServer(data, valkey_port)
    nats.prepare()
    valkey.prepare()
    plain = dict(os.environ)
    parts = [Part("nats", nats.command(), plain, nats_port), Part("valkey", valkey.command(), plain, valkey_port)]
    grpc_ports = {name: next(ports) for name in PARTS}
    addresses = {f"WARBOARD_{name.upper()}_ADDRESS": f"127.0.0.1:{grpc_ports[name]}" for name in PARTS[:-1]}
    for name in PARTS:
        if name in without:
            continue
        http_port = next(ports)
        environ = {
            **plain,
            **addresses,
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "gen"), plain.get("PYTHONPATH", "")]),
            "MALLOC_ARENA_MAX": "2",
            "WARBOARD_NATS_URL": nats.url,
            "WARBOARD_NATS_USER": name,
            "WARBOARD_NATS_PASSWORD": kept["nats"][name],
            "WARBOARD_REDIS_URL": valkey.url,
            "WARBOARD_SECRET_KEY": kept["secret_key"],
            "WARBOARD_HTTP_PORT": str(http_port),
            "WARBOARD_GRPC_PORT": str(grpc_ports[name]),
            "WARBOARD_DATABASE_URL": f"sqlite:///{data / f'{name}.db'}",
            "WARBOARD_BIND": bind,
            "WARBOARD_WEB_ROOT": plain.get("WARBOARD_WEB_ROOT", str(ROOT / "web" / "dist")),
        }
        parts.append(Part(name, [sys.executable, "-m", f"services.{name}"], environ, http_port))
    return parts


def kept_secrets(data: Path) -> dict[str, Any]:
    """The installation's secrets, made at the first start; without them its databases can't be read."""
    file = data / "secrets.json"
    if file.exists():
        kept: dict[str, Any] = json.loads(file.read_text())
        return kept
    made = {"secret_key": secrets.token_hex(32), "nats": {part: secrets.token_urlsafe(24) for part in RIGHTS}}
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w") as out:
        json.dump(made, out)
    return made


def write_state(data: Path, parts: list[Part], bind: str = "") -> None:
    """`up.json`: pids, ports and addresses, for `warboard account` and the tests."""
    file = data / "up.json"
    before = json.loads(file.read_text()) if file.exists() else {}
    state = {
        "bind": bind or before.get("bind", ""),
        "parts": {
            part.name: {
                "pid": part.process.pid if part.process else None,
                "http_port": part.http_port,
                "grpc_port": int(part.environ.get("WARBOARD_GRPC_PORT", "0")),
            }
            for part in parts
        },
    }
    draft = file.with_suffix(".new")
    draft.write_text(json.dumps(state, indent=1))
    draft.replace(file)


def _lock(data: Path, console: Console) -> int:
    handle = os.open(data / "up.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        console.print(f"[red]Warboard already runs on {data}; stop it first, or take another folder with --data.[/]")
        raise typer.Exit(1) from None
    return handle


def _on_signals(supervisor: Supervisor) -> None:
    def stop(_number: int, _frame: object) -> None:
        supervisor.impatient = supervisor.stopping
        supervisor.stopping = True

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)


def _await_foreign(parts: list[Part]) -> None:
    for part in parts:
        for _ in range(400):
            if servers.listens(part.http_port):
                break
            time.sleep(0.02)


def _all_ready(supervisor: Supervisor) -> bool:
    end = time.monotonic() + READY_WITHIN_S  # noqa: TID251
    waiting = [part for part in supervisor.parts if part.name in PARTS]
    while waiting and not supervisor.stopping:
        waiting = [part for part in waiting if not part.given_up and not ready(part.http_port)]
        if time.monotonic() > end:  # noqa: TID251
            names = ", ".join(part.name for part in waiting)
            supervisor.console.print(
                f"[red]Not ready after {READY_WITHIN_S:.0f} s: {names}; see {supervisor.data}/logs[/]"
            )
            return False
        time.sleep(0.05)
    return not supervisor.stopping


def ready(http_port: int) -> bool:
    """Whether a part says that it takes work."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{http_port}/readyz", timeout=1) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
