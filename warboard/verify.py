"""`warboard verify`: check an exported campaign, without the server that ran it (docs/fairness.md)."""

from pathlib import Path
from typing import Annotated

import typer

from services.engine.core.rulesets.registry import Registry
from warboard.checking import checked
from warboard.exports import BadExport


def verify(file: Annotated[Path, typer.Argument(help="A file made by `warboard export`.")]) -> None:
    """Compute every draw again and decide every command again; exit status 1 if something doesn't add up."""
    try:
        found = checked(file, Registry())
    except BadExport as error:
        typer.echo(f"{file}: {error}", err=True)
        raise typer.Exit(1) from error
    for line in found.faults:
        typer.echo(f"{file}: {line}", err=True)
    if found.faults:
        raise typer.Exit(1)
    what = "the draws follow from the sealed secret, the facts from the rules"
    typer.echo(f"{file}: all {found.appends} appends add up: {what}.")
