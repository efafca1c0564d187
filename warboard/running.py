"""Asking the running platform: where its parts are, from `var/up.json`."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer

from chassis import rpc
from chassis.problems import Problem
from chassis.timekeeping import SystemClock


def address(data: Path) -> str:
    """Where players reach the running platform, without a slash at its end; empty if that isn't noted."""
    try:
        noted = json.loads((data / "up.json").read_text())
        return str(noted["public_url"] or noted["url"]).rstrip("/")
    except (OSError, KeyError, ValueError):
        return ""


def ask(data: Path, part: str, stub: Callable[[Any], Any], method: str, request: Any) -> Any:
    """Call one gRPC method of a running part; a refusal ends the command with its sentence."""
    try:
        port = json.loads((data / "up.json").read_text())["parts"][part]["grpc_port"]
    except (OSError, KeyError, ValueError):
        typer.echo(f"No running Warboard is noted in {data}; start it with `make run`.", err=True)
        raise typer.Exit(1) from None

    async def call() -> Any:
        channel = rpc.channel(f"127.0.0.1:{port}")
        try:
            return await rpc.call(getattr(stub(channel), method), request, clock=SystemClock())
        finally:
            await channel.close(None)

    try:
        return asyncio.run(call())
    except Problem as problem:
        typer.echo(f"{problem.code}: {problem.sentence}", err=True)
        raise typer.Exit(1) from problem
