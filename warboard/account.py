"""`warboard account`: what an operator does for players."""

from pathlib import Path
from typing import Annotated

import typer
from warboard_pb.lobby.v1 import lobby_pb2
from warboard_pb.lobby.v1.lobby_pb2_grpc import LobbyStub

from warboard.running import ask

app = typer.Typer(no_args_is_help=True, help="Accounts of players.")


@app.callback()
def accounts() -> None:
    """Accounts of players."""


@app.command()
def reset(
    name: Annotated[str, typer.Argument(help="The account's name.")],
    data: Annotated[Path, typer.Option(help="Data folder of the running platform.")] = Path("var"),
) -> None:
    """Give an account a new password, shown here once; its sessions and tokens end."""
    reply = ask(data, "lobby", LobbyStub, "ResetPassword", lobby_pb2.ResetPasswordRequest(name=name))
    typer.echo(f"New password of {name}: {reply.password}")
