"""`warboard doctor`: what is missing on this machine, and how to get it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from warboard import postgres, servers
from warboard.plan import ROOT, bind_address, internal_ports, is_free, wanted_parts


class Missing(Exception):  # noqa: N818 - says what is the case
    """Something isn't here; the message says how to get it."""


def _python() -> str:
    if sys.version_info < (3, 11):  # noqa: UP036 - a checkout may be run with anything
        raise Missing(f"this is {sys.version.split()[0]}; install Python 3.11 or newer")
    return sys.version.split()[0]


def _node() -> str:
    node = shutil.which("node")
    if node is None:
        raise Missing("install Node 20.19 or newer: https://nodejs.org")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603
    numbers = tuple(int(part) for part in version.lstrip("v").split(".")[:2])
    if numbers < (20, 19):
        raise Missing(f"{version} is too old; install Node 20.19 or newer: https://nodejs.org")
    return version


def _client() -> str:
    if not (ROOT / "web" / "dist" / "index.html").is_file():
        raise Missing("run `make setup`")
    return "built"


def _contracts() -> str:
    if not (ROOT / "gen" / "warboard_pb").is_dir():
        raise Missing("run `make proto`")
    return "generated"


def _stockfish() -> str:
    for place in ("stockfish", "/usr/games/stockfish"):
        if found := shutil.which(place):
            return found
    folder = ROOT / "engines" / "node_modules" / "stockfish" / "bin"
    script = next(iter(sorted(folder.glob("stockfish-*-lite-single.js"))), None)
    if script is None:
        raise Missing("run `make setup`, or install it: apt-get install stockfish")
    return f"{script}, by node"


def _chromium() -> str:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    raise Missing("only `make e2e` needs it: apt-get install chromium")


def _address(host: str, port: int) -> str:
    bind = bind_address(host, port, os.environ)
    text = f"{bind[0]}:{bind[1]}"
    if not is_free(*bind):
        raise Missing(f"{text} is taken, maybe by a running Warboard; choose another with `warboard up --port`")
    return f"{text} is free"


def _inner_ports(base: int, wanted: Collection[str]) -> str:
    ports = internal_ports(base, wanted)
    if not ports:
        return "any free ones"
    taken = [f"{port} ({whose})" for port, whose in sorted(ports.items()) if not is_free("127.0.0.1", port)]
    if taken:
        raise Missing(f"taken: {', '.join(taken)}; `warboard up` takes other free ports in their place")
    return f"{min(ports)} to {max(ports)} are free"


def _writable(data: Path) -> str:
    folder = data.resolve()
    while not folder.exists():
        folder = folder.parent
    if not os.access(folder, os.W_OK | os.X_OK):
        raise Missing(f"{folder} can't be written; choose another folder with `warboard up --data`")
    free = shutil.disk_usage(folder).free / 1e9
    if free < 1:
        raise Missing(f"{folder} has {free:.1f} GB left; keep 1 GB free")
    return f"{data} can be written, {free:.0f} GB free"


Checks = dict[str, tuple[bool, Callable[[], object]]]
"""By name: whether Warboard can't run without it, and how to look."""


def checks(data: Path, host: str, port: int, base_port: int, wanted: Collection[str]) -> Checks:
    """What is looked at for a run of `wanted` parts with these options of `warboard up`."""
    address: Checks = {"address": (True, lambda: _address(host, port))} if "gateway" in wanted else {}
    return {
        "Python": (True, _python),
        "Node": (True, _node),
        "NATS server": (True, servers.find_nats_server),
        "Valkey": (True, servers.find_valkey_server),
        "Stockfish": (True, _stockfish),
        "web client": (True, _client),
        "contracts": (True, _contracts),
        "data folder": (True, lambda: _writable(data)),
        **address,
        "inner ports": (False, lambda: _inner_ports(base_port, wanted)),
        "Chromium": (False, _chromium),
        "PostgreSQL": (False, postgres.find_postgres),
    }


def doctor(
    data: Annotated[Path, typer.Option(help="As for `warboard up`, like all that follows.")] = Path("var"),
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "",
    port: Annotated[int, typer.Option(help="Port to listen on.", min=0)] = 0,
    base_port: Annotated[int, typer.Option(help="Where internal ports begin.")] = 9100,
    only: Annotated[list[str] | None, typer.Option(help="These parts only.")] = None,
    without: Annotated[list[str] | None, typer.Option(help="Without these parts.")] = None,
) -> None:
    """Say what is missing here for `warboard up`, and how to get it; exit status 1 if anything that's needed is."""
    try:
        wanted = wanted_parts(only or (), without or ())
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    console = Console(soft_wrap=True, highlight=False)
    lacking = 0
    for name, (needed, check) in checks(data, host, port, base_port, wanted).items():
        try:
            state, colour, text = "ok", "green", str(check())
        except (Missing, OSError, servers.MissingServer, subprocess.SubprocessError, ValueError) as error:
            lacking += needed
            state, colour, text = ("missing", "red", str(error)) if needed else ("without", "yellow", str(error))
        console.print(f"[{colour}]{state:8}[/] {name:12} ", end="")
        console.print(text, markup=False)
    raise typer.Exit(1 if lacking else 0)
