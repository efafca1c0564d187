"""`warboard unpark`: put a parked campaign back into play after its cause was mended."""

from pathlib import Path
from typing import Annotated

import typer
from warboard_pb.campaign.v1 import engine_pb2
from warboard_pb.campaign.v1.engine_pb2_grpc import EngineStub

from warboard.running import ask


def unpark(
    campaign: Annotated[str, typer.Argument(help="The campaign's id.")],
    data: Annotated[Path, typer.Option(help="Data folder of the running platform.")] = Path("var"),
) -> None:
    """Put a parked campaign back into play."""
    ask(data, "engine", EngineStub, "Unpark", engine_pb2.UnparkRequest(campaign=campaign))
    typer.echo("It goes on.")
