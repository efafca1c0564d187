"""`warboard up`: the whole platform as processes of one machine, on SQLite, from Python and npm packages alone."""

import asyncio
import contextlib
import fcntl
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console

from warboard.plan import Plan, bind_address, is_free, kept_secrets, make_plan, wanted_parts
from warboard.servers import MissingServer
from warboard.supervisor import Supervisor, end_leftovers

COLOURS = {"engine": 36, "lobby": 32, "clock": 33, "chessgate": 35, "notify": 34, "gateway": 96}
"""ANSI colours; grey for the rest."""
_LOCK = "up.lock"
_LOGGED = ("{", "2", "[info", "[debug")
"""How lines of logs begin, those of trouble in JSON among them."""
_TROUBLE = ("[warning", "[error", "[critical", '"level": "warning"', '"level": "error"', '"level": "critical"')


def up(
    data: Annotated[Path, typer.Option(help="Where everything is kept.")] = Path("var"),
    host: Annotated[str, typer.Option(help="Address to listen on; else WARBOARD_BIND's, else 127.0.0.1.")] = "",
    port: Annotated[int, typer.Option(help="Port to listen on; else WARBOARD_BIND's, else 8000.", min=0)] = 0,
    base_port: Annotated[
        int, typer.Option(help="Where internal ports begin; taken ones are replaced, 0 takes any free ones.")
    ] = 9100,
    fresh: Annotated[bool, typer.Option("--fresh", help="Throw all data away first.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Don't ask before --fresh.")] = False,
    only: Annotated[list[str] | None, typer.Option(help="Start these parts only.")] = None,
    without: Annotated[list[str] | None, typer.Option(help="Don't start these parts.")] = None,
    log_format: Annotated[str, typer.Option(help="Form of the log lines: console or json.")] = "",
    quiet: Annotated[bool, typer.Option("--quiet", help="Show warnings and errors only; var/logs has all.")] = False,
) -> None:
    """Run the whole platform; Ctrl-C stops it."""
    began = time.monotonic()  # noqa: TID251 - only to say how long the start took
    out = Output(Console(soft_wrap=True, highlight=False), quiet=quiet)
    try:
        wanted = wanted_parts(only or (), without or ())
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    data = data.resolve()
    held = _hold(data, out)
    if fresh:
        _wipe(data, out, yes=yes)
    left = end_leftovers(data)
    if left:
        out.say("yellow", f"Ended what an earlier run had left: {', '.join(left)}.")
    plan = _plan(data, _bind(host, port, out), wanted, base_port, log_format, out)
    if "gateway" in wanted and not (Path(plan.parts[-1].environ["WARBOARD_WEB_ROOT"]) / "index.html").is_file():
        out.say("yellow", "The web client isn't built, so browsers will find nothing: run `make setup`.")

    def ready() -> None:
        spent = time.monotonic() - began  # noqa: TID251
        out.say("bold green", f"Warboard is ready: {plan.url}  (after {spent:.1f} s; Ctrl-C stops it)")

    code = asyncio.run(_run(Supervisor(plan, data, out.say, out.show), ready, out))
    os.close(held)
    raise typer.Exit(code)


async def _run(supervisor: Supervisor, ready: Callable[[], None], out: "Output") -> int:
    loop = asyncio.get_running_loop()
    asked = False

    def stop() -> None:
        nonlocal asked
        out.say("bold", "Ending everything at once." if asked else "Stopping ... (Ctrl-C again: at once)")
        asked = True
        supervisor.stop()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, stop)
    code = await supervisor.run(ready)
    out.say("bold", "Stopped.")
    return code


class Output:
    """The terminal: our own sentences, and the parts' lines with their names before them."""

    def __init__(self, console: Console, *, quiet: bool) -> None:
        self._console = console
        self._coloured = console.is_terminal and not console.no_color
        self._quiet = quiet

    def say(self, style: str, text: str) -> None:
        """A sentence of the supervisor."""
        with contextlib.suppress(OSError):
            self._console.print(text, style=style, markup=False)

    def show(self, name: str, line: str) -> None:
        """A line of a part's log."""
        if self._quiet and line.startswith(_LOGGED) and not any(word in line for word in _TROUBLE):
            return
        before = f"\x1b[{COLOURS.get(name, 90)}m{name:>9}\x1b[0m" if self._coloured else f"{name:>9}"
        with contextlib.suppress(OSError):  # whoever read our output may be gone; the parts go on
            sys.stdout.write(f"{before} {line}\n")
            sys.stdout.flush()


def _fail(out: Output, text: str) -> NoReturn:
    out.say("red", text)
    raise typer.Exit(1)


def _bind(host: str, port: int, out: Output) -> tuple[str, int]:
    try:
        return bind_address(host, port, os.environ)
    except ValueError as error:
        _fail(out, str(error))


def _plan(
    data: Path, address: tuple[str, int], wanted: list[str], base_port: int, log_format: str, out: Output
) -> Plan:
    bind = f"{address[0]}:{address[1]}"
    if "gateway" in wanted and not is_free(*address):
        _fail(out, f"{bind} is taken by another program, or isn't ours to take; choose another with --port or --host.")
    environ = {**os.environ, "WARBOARD_LOG_FORMAT": log_format or os.environ.get("WARBOARD_LOG_FORMAT", "console")}
    try:
        return make_plan(data, bind, kept_secrets(data), wanted, environ, base_port)
    except MissingServer as missing:
        _fail(out, f"{missing}. `warboard doctor` tells all that is missing.")


def _hold(data: Path, out: Output) -> int:
    """Take the data folder for ourselves; the system frees it when we end, however that happens."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(data / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        _fail(out, f"{data} can't be written: {error.strerror}.")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        _fail(out, f"Warboard already runs on {data}; stop it first, or take another folder with --data.")
    return handle


def _wipe(data: Path, out: Output, *, yes: bool) -> None:
    """Empty the data folder, if it is one of ours."""
    inside = [path for path in data.iterdir() if path.name != _LOCK]
    if not inside:
        return
    if not (data / "secrets.json").is_file():
        _fail(out, f"{data} doesn't look like Warboard's data, so nothing was deleted.")
    if not yes:
        typer.confirm(f"Delete all campaigns and accounts in {data}?", abort=True)
    end_leftovers(data)
    for path in inside:
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
