"""`warboard unpark`: put a parked campaign back into play after its cause was mended, and say what came of it."""

import time
from pathlib import Path
from typing import Annotated

import typer
from warboard_pb.campaign.v1 import engine_pb2
from warboard_pb.campaign.v1.engine_pb2_grpc import EngineStub

from warboard.running import ask

WATCHED_S = 2.0
"""How long a campaign is watched: bots act within it, and what they met before parks it again."""
_STEP_S = 0.2
_NEWEST = 1 << 62
"""An append no campaign reaches: asks for the head alone."""


def unpark(
    campaign: Annotated[str, typer.Argument(help="The campaign's id.")],
    data: Annotated[Path, typer.Option(help="Data folder of the running platform.")] = Path("var"),
) -> None:
    """Put a parked campaign back into play; exit status 1 if it parks again."""
    before = _status(data, campaign)
    if before == "ended":
        typer.echo("It has ended, so there is nothing to unpark.")
        return
    ask(data, "engine", EngineStub, "Unpark", engine_pb2.UnparkRequest(campaign=campaign))
    if before != "parked":
        typer.echo("It wasn't parked; it is in play.")
        return
    for _ in range(round(WATCHED_S / _STEP_S)):
        time.sleep(_STEP_S)
        if _status(data, campaign) == "parked":
            typer.echo("It parked again at once: the cause is still there; the engine's log names it.", err=True)
            raise typer.Exit(1)
    typer.echo("It was parked, and is in play again.")


def _status(data: Path, campaign: str) -> str:
    """`playing`, `parked` or `ended`; an unknown campaign ends the command with the engine's sentence."""
    request = engine_pb2.ExportRequest(campaign=campaign, after_seq=_NEWEST)
    status: str = ask(data, "engine", EngineStub, "Export", request).status
    return status
