"""`warboard verify`: check an exported campaign, without the server that ran it (docs/fairness.md)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from services.engine.adapters.maps import known, load_board
from services.engine.core.rulesets.registry import Registry
from services.engine.core.storage import UnknownFact
from services.engine.core.verifying import Recorded, faults
from warboard.exports import BadExport, read


def verify(file: Annotated[Path, typer.Argument(help="A file made by `warboard export`.")]) -> None:
    """Compute every draw again and decide every command again; exit status 1 if something doesn't add up."""
    checked = 0

    def counted(appends: Iterator[Recorded]) -> Iterator[Recorded]:
        nonlocal checked
        for append in appends:
            checked += 1
            yield append

    try:
        head, appends = read(file)
        if not head.secret:
            raise BadExport("the campaign hasn't ended, so its secret is still sealed; export it again after the end")
        if head.map not in known():
            raise BadExport(f"this version has no map {head.map}")
        ruleset = Registry().find(head.ruleset, head.version)
        found = list(faults(ruleset, load_board(head.map), bytes.fromhex(head.secret), counted(appends)))
    except (BadExport, UnknownFact, ValueError) as error:
        typer.echo(f"{file}: {error}", err=True)
        raise typer.Exit(1) from error
    except KeyError as error:
        typer.echo(f"{file}: this version doesn't know {head.ruleset} {head.version}", err=True)
        raise typer.Exit(1) from error
    for line in found:
        typer.echo(f"{file}: {line}", err=True)
    if found:
        raise typer.Exit(1)
    typer.echo(
        f"{file}: all {checked} appends add up: the draws follow from the sealed secret, the facts from the rules."
    )
