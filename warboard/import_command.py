"""`warboard import`: look again at a campaign that has ended, here or elsewhere, from the file it was exported to."""

from datetime import timedelta
from pathlib import Path
from typing import Annotated, NoReturn
from urllib.parse import quote

import typer
from warboard_pb.campaign.v1 import engine_pb2
from warboard_pb.campaign.v1.engine_pb2_grpc import EngineStub

from chassis.crypto import LinkSigner, SecretKey
from chassis.timekeeping import SystemClock
from services.engine.core.option_forms import Spectators
from services.engine.core.rulesets.registry import Registry
from warboard.checking import checked
from warboard.exports import BadExport, read
from warboard.imports import requests
from warboard.plan import kept_secrets
from warboard.running import address, ask

_LINK_IS_GOOD = timedelta(days=3_650)


def import_(
    file: Annotated[Path | None, typer.Argument(help="A file made by `warboard export` after the end.")] = None,
    spectators: Annotated[Spectators | None, typer.Option(help="Who may look at it; else as it was.")] = None,
    remove: Annotated[str, typer.Option(help="Delete the imported campaign of this id instead.")] = "",
    data: Annotated[Path, typer.Option(help="Data folder of the running platform.")] = Path("var"),
) -> None:
    """Check an ended campaign's file as `verify` does, and show the campaign under the id it had, to be looked at."""
    if bool(remove) == bool(file):
        _refuse("malformed", "name either a file or, with --remove, an imported campaign")
    if file is None:
        ask(data, "engine", EngineStub, "RemoveImported", engine_pb2.RemoveImportedRequest(campaign=remove))
        typer.echo(f"{remove} is deleted.")
        return
    try:
        campaign, watched_by = _imported(file, "" if spectators is None else spectators.value, data)
    except BadExport as error:
        _refuse(error.code, f"{file}: {error}")
    typer.echo(f"{campaign} is there: {_way_in(campaign, watched_by, data)}")


def _imported(file: Path, spectators: str, data: Path) -> tuple[str, str]:
    """The campaign's id and who may look at it.

    :raises BadExport: as `checked` and `requests`; `does_not_add_up`.
    """
    found = checked(file, Registry())
    for line in found.faults:
        typer.echo(f"{file}: {line}", err=True)
    if found.faults:
        raise BadExport("it isn't what the rules and the sealed secret make of it", "does_not_add_up")
    _, appends = read(file)
    pages = list(requests(found.head, found.ruleset, found.board, appends, spectators))
    for page in pages:
        ask(data, "engine", EngineStub, "Import", page)
    return found.head.campaign, pages[-1].head.spectators


def _way_in(campaign: str, watched_by: str, data: Path) -> str:
    if watched_by == "none":
        return "nobody may look at it; remove it and import it with --spectators public or link"
    if watched_by == "public":
        return f"{address(data)}/campaigns/{campaign}"
    signer = LinkSigner(SecretKey(kept_secrets(data)["secret_key"]))
    link = signer.sign({"watch": campaign}, SystemClock().now() + _LINK_IS_GOOD)
    return f"{address(data)}/campaigns/{campaign}?link={quote(link)}"


def _refuse(code: str, sentence: str) -> NoReturn:
    typer.echo(f"{code}: {sentence}", err=True)
    raise typer.Exit(1)
