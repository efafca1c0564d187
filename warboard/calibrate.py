"""`warboard calibrate-bots`: the levels play one another and Stockfish, and their ratings are fitted."""

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import chess.engine
import msgspec
import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from chassis.timekeeping import SystemClock
from services.chessgate.adapters.engine_process import EngineProcess
from services.chessgate.adapters.uci import command_of
from services.chessgate.core.levels import LEVELS, PINNED
from warboard.calibration.match import Fixture, Played, fixtures, open_to_add, play, read
from warboard.calibration.page import page, table
from warboard.calibration.report import LEAST, Report, counted, plain, report
from warboard.plan import ROOT

_TRIES = 3


def calibrate_bots(
    games: Annotated[int, typer.Option(help="Games a pair of neighbours; levels two apart play half.", min=2)] = 100,
    seed: Annotated[int, typer.Option(help="Draws the openings and what weak levels do.")] = 1,
    minutes: Annotated[float, typer.Option(help="Stop after so long; run it again to go on. 0: play all.")] = 0,
    at_once: Annotated[int, typer.Option(help="Games at a time, each on two engines.", min=1)] = 1,
    results: Annotated[Path, typer.Option(help="File of finished games; those in it aren't played again.")] = Path(
        "var/calibration.jsonl"
    ),
    engine: Annotated[str, typer.Option(help="Command of a UCI engine, instead of the one bots play with.")] = "",
    write: Annotated[bool, typer.Option(help="Write docs/bots.md and the table that the product shows.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print all figures as JSON.")] = False,
) -> None:
    """Measure the bots' levels; exit status 1 if one scores less than 65 % against the one below."""
    command = command_of(engine)
    pinned = LEVELS[PINNED - 1].elo
    if command is None or pinned is None:
        typer.echo("There is no chess engine: `warboard doctor` says how to get one.", err=True)
        raise typer.Exit(2)
    planned = list(fixtures(range(1, len(LEVELS) + 1), pinned, games, seed))
    known = {game.fixture for game in counted(read(results), pinned)}
    until = time.perf_counter() + 60 * minutes if minutes else None
    asyncio.run(_play_all([one for one in planned if one not in known], len(planned), command, results, until, at_once))
    try:
        made = report(counted(read(results), pinned), pinned)
    except ValueError as error:
        typer.echo(f"That's not enough to fit ratings: {error}. Run it again to go on.", err=True)
        raise typer.Exit(1) from error
    if write:
        (ROOT / "docs" / "bots.md").write_text(page(made, SystemClock().now().date()), "utf-8")
        (ROOT / "chassis" / "bot_ratings.py").write_text(table(made), "utf-8")
    if as_json:
        typer.echo(json.dumps(plain(made)))
    else:
        _show(made)
    for pair in made.too_close:
        share, least = round(100 * pair.share), round(100 * LEAST)
        typer.echo(f"{pair.player} scores {share} % against {pair.against}, under {least} %.", err=True)
    if made.too_close:
        raise typer.Exit(1)


async def _play_all(
    left: list[Fixture], planned: int, command: list[str], results: Path, until: float | None, at_once: int
) -> None:
    waiting = iter(left)
    with Progress(console=Console(stderr=True), transient=True) as shown, open_to_add(results) as file:
        bar = shown.add_task("Playing", total=planned, completed=planned - len(left))

        def finished(game: Played) -> None:
            file.write(msgspec.json.encode(game) + b"\n")
            file.flush()
            shown.advance(bar)

        async with asyncio.TaskGroup() as group:
            for _ in range(at_once):
                group.create_task(_table(waiting, command, until, finished))


async def _table(
    waiting: Iterator[Fixture], command: list[str], until: float | None, finished: Callable[[Played], None]
) -> None:
    """Play one game after another; several tables share what waits."""
    engines = [await EngineProcess.start(command) for _ in range(2)]
    try:
        for fixture in waiting:
            for tried in range(1, _TRIES + 1):
                try:
                    finished(await play(fixture, (engines[0].uci, engines[1].uci)))
                    break
                except (TimeoutError, chess.engine.EngineError):
                    if tried == _TRIES:
                        raise
                    for broken in engines:
                        broken.kill()
                    engines = [await EngineProcess.start(command) for _ in range(2)]
            if until is not None and time.perf_counter() >= until:
                return
    finally:
        for engine in engines:
            await engine.end()


def _show(made: Report) -> None:
    levels = Table("level", "rating", "a move takes")
    for n, (rating, (mean, _)) in enumerate(zip(made.ratings, made.seconds, strict=True), 1):
        levels.add_row(str(n), f"{rating.elo:.0f} ± {rating.margin:.0f}", f"{1000 * mean:.0f} ms")
    pairs = Table("player", "against", "games", "won", "drawn", "lost", "score")
    for pair in made.pairs:
        share = f"{100 * pair.share:.0f} % ± {100 * pair.margin:.0f}"
        pairs.add_row(pair.player, pair.against, *map(str, (pair.games, pair.wins, pair.draws, pair.losses)), share)
    Console().print(levels, pairs)
