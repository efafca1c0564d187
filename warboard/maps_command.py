"""`warboard map`: check and build map files."""

import json
from pathlib import Path
from typing import Annotated

import typer

from warboard import maps

app = typer.Typer(no_args_is_help=True, help="Map files.")


@app.command()
def check(file: Annotated[Path, typer.Argument(help="A map in the project's own format.")]) -> None:
    """Check a map: borders, lanes, figures, connection; exit status 1 if a rule is broken."""
    try:
        board = json.loads(file.read_text())
    except (OSError, ValueError) as error:
        typer.echo(f"{file} can't be read: {error}", err=True)
        raise typer.Exit(1) from error
    faults = maps.check(board)
    for fault in faults:
        typer.echo(fault, err=True)
    if faults:
        raise typer.Exit(1)
    typer.echo(f"{file} is a good map of {len(board['places'])} places.")


@app.command()
def build(
    source: Annotated[Path, typer.Argument(help="Folder with the source tables.")],
    out: Annotated[Path, typer.Argument(help="File to write.")],
) -> None:
    """Build the world map from its source tables."""
    out.write_bytes(maps.build_world(source))
    typer.echo(f"{out} written.")
