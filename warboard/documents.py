"""`warboard documents`: write the API's documents, or check that the written ones are right. No server is needed."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from warboard.plan import ROOT


def written() -> dict[str, str]:
    """The text of each document by its file name."""
    from services.engine.adapters.schemas import info
    from services.engine.core.rulesets.registry import Registry
    from services.gateway.documents import asyncapi_document, openapi_document

    documents: dict[str, dict[str, Any]] = {
        "openapi.json": openapi_document([info(ruleset) for ruleset in Registry().all()]),
        "asyncapi.json": asyncapi_document(),
    }
    return {name: json.dumps(document, ensure_ascii=False, indent=1) + "\n" for name, document in documents.items()}


def documents(
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit status 1 if a document is out of date.")
    ] = False,
    out: Annotated[Path, typer.Option(help="The folder.")] = ROOT / "docs",
) -> None:
    """Write docs/openapi.json and docs/asyncapi.json from the gateway's calls and the rules' commands."""
    for name, text in written().items():
        file = out / name
        if not check:
            file.write_text(text, "utf-8")
        elif not file.is_file() or file.read_text("utf-8") != text:
            typer.echo(f"{file} is out of date: run `warboard documents`", err=True)
            raise typer.Exit(1)
