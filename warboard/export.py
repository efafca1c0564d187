"""`warboard export`: everything stored of a campaign, as a file that `warboard verify` can check."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from warboard_pb.campaign.v1 import engine_pb2
from warboard_pb.campaign.v1.engine_pb2_grpc import EngineStub

from warboard.exports import FORMAT, FORMAT_VERSION, Head, written
from warboard.running import ask


def export(
    campaign: Annotated[str, typer.Argument(help="The campaign's id.")],
    out: Annotated[Path, typer.Option(help="File to write; - for the standard output.")] = Path("-"),
    data: Annotated[Path, typer.Option(help="Data folder of the running platform.")] = Path("var"),
) -> None:
    """Write a campaign to a file; it has the campaign's secrets, and after the end the seal of its draws too."""
    first = _page(data, campaign, 0)
    head = Head(
        format=FORMAT, format_version=FORMAT_VERSION, campaign=campaign, room=first.room, name=first.name,
        ruleset=first.ruleset, version=first.version, map=first.map, status=first.status, secret=first.secret.hex(),
        map_file=first.map_file.decode(),
    )  # fmt: skip
    lines = written(head, _appends(data, campaign, first))
    if str(out) == "-":
        sys.stdout.buffer.writelines(lines)
        return
    try:
        _write(out, lines)
    except OSError as error:
        typer.echo(f"{out} can't be written: {error.strerror}", err=True)
        raise typer.Exit(1) from error
    typer.echo(f"{out} written.")


def _write(out: Path, lines: Iterator[bytes]) -> None:
    """The whole file or none: the platform may be stopped between two pages."""
    part = out.with_name(f"{out.name}.part")
    try:
        with part.open("wb") as file:
            file.writelines(lines)
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)


def _page(data: Path, campaign: str, after: int) -> Any:
    return ask(data, "engine", EngineStub, "Export", engine_pb2.ExportRequest(campaign=campaign, after_seq=after))


def _appends(data: Path, campaign: str, page: Any) -> Iterator[Any]:
    while True:
        yield from page.appends
        if not page.more:
            return
        page = _page(data, campaign, page.appends[-1].seq)
