"""`warboard map`: check and build map files."""

import json
from pathlib import Path
from typing import Annotated

import typer

from services.engine.core.maps import checks
from warboard import maps

app = typer.Typer(no_args_is_help=True, help="Map files.")


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="A map file (docs/maps.md).")],
    shapes: Annotated[Path | None, typer.Option(help="Its TopoJSON, where it is kept apart.")] = None,
) -> None:
    """Check a map as an upload would; exit status 1 if a rule is broken, each of which is named."""
    try:
        content, drawing = file.read_bytes(), None if shapes is None else shapes.read_bytes()
    except OSError as error:
        typer.echo(f"{error.filename} can't be read: {error.strerror}", err=True)
        raise typer.Exit(1) from error
    found = checks.check(content, drawing, world=True)
    wrong = [fault.sentence for fault in found.faults]
    if found.more:
        wrong.append(f"And {found.more} more.")
    if found.file is not None and found.file.id == "world" and not wrong:
        wrong = maps.check_world(json.loads(content))
    for sentence in wrong or [f"Not wrong, but: {warning.sentence}" for warning in found.warnings]:
        typer.echo(f"{file}: {sentence}", err=True)
    if wrong or found.file is None:
        raise typer.Exit(1)
    typer.echo(f"{file} is a good map of {len(found.file.places)} places.")


@app.command()
def build(
    source: Annotated[Path, typer.Argument(help="Folder with the source tables.")],
    out: Annotated[Path, typer.Argument(help="File to write.")],
) -> None:
    """Build the world map from its source tables."""
    out.write_bytes(maps.build_world(source))
    typer.echo(f"{out} written.")
