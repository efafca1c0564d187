"""`warboard doctor`: what is missing on this machine, and how to get it."""

import shutil
import subprocess
import sys
from collections.abc import Callable

import typer
from rich.console import Console

from warboard import servers
from warboard.plan import ROOT


def _python() -> str:
    return sys.version.split()[0]


def _node() -> str:
    node = shutil.which("node")
    if node is None:
        raise LookupError("install Node 20.19 or newer")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603
    numbers = tuple(int(part) for part in version.lstrip("v").split(".")[:2])
    if numbers < (20, 19):
        raise LookupError(f"{version} is too old; install Node 20.19 or newer")
    return version


def _client() -> str:
    if not (ROOT / "web" / "dist" / "index.html").is_file():
        raise LookupError("run `make setup`")
    return "built"


def _contracts() -> str:
    if not (ROOT / "gen" / "warboard_pb").is_dir():
        raise LookupError("run `make setup`")
    return "generated"


def _stockfish() -> str:
    for place in (shutil.which("stockfish"), "/usr/games/stockfish"):
        if place and shutil.which(place):
            return place
    script = ROOT / "engines" / "node_modules" / "stockfish" / "bin" / "stockfish-19-lite-single.js"
    if script.is_file():
        return "from the npm package"
    raise LookupError("run `make setup`, or install Debian's package stockfish")


CHECKS: dict[str, Callable[[], object]] = {
    "Python": _python,
    "Node": _node,
    "NATS server": servers.find_nats_server,
    "Valkey": servers.find_valkey_server,
    "Stockfish": _stockfish,
    "web client": _client,
    "contracts": _contracts,
}


def doctor() -> None:
    """Say what is missing here and how to get it; exit status 1 if anything is."""
    console = Console()
    missing = 0
    for name, check in CHECKS.items():
        try:
            found = check()
        except (LookupError, OSError, servers.MissingServer, subprocess.SubprocessError) as error:
            missing += 1
            console.print(f"[red]missing[/]  {name}: {error}")
        else:
            console.print(f"[green]ok[/]       {name}: {found}")
    raise typer.Exit(1 if missing else 0)
