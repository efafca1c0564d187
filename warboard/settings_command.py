"""`warboard settings`: write the table of all settings, or check that the written one is right."""

import importlib
from pathlib import Path
from typing import Annotated, Any

import typer

from chassis.common_settings import ChassisSettings
from chassis.settings import document, variables
from warboard.plan import PARTS, ROOT

_HEAD = """# Settings

Every part reads its settings from environment variables; `warboard up` sets addresses, ports and secrets itself and
passes everything else on. This page is written by `warboard settings`; don't edit it.
"""


def settings_classes() -> dict[str, type[Any]]:
    """The settings class of each part."""
    found: dict[str, type[Any]] = {}
    for part in PARTS:
        if not (ROOT / "services" / part / "settings.py").is_file():
            continue
        module = importlib.import_module(f"services.{part}.settings")
        found[part] = next(
            value
            for value in vars(module).values()
            if isinstance(value, type) and issubclass(value, ChassisSettings) and value.__module__ == module.__name__
        )
    return found


def page() -> str:
    """The page of all settings: the shared ones, then each part's own."""
    text = f"{_HEAD}\n## All parts\n\n{document([ChassisSettings])}"
    shared = variables(ChassisSettings)
    for part, cls in settings_classes().items():
        head, rule, *rows = document([cls]).splitlines()
        own = [row for row in rows if row.split("`")[1] not in shared]
        if own:
            text += "\n".join(["", f"## {part}", "", head, rule, *own, ""])
    return text


def settings(
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit status 1 if the page is out of date.")
    ] = False,
    out: Annotated[Path, typer.Option(help="The page.")] = ROOT / "docs" / "settings.md",
) -> None:
    """Write docs/settings.md from the settings classes."""
    text = page()
    if not check:
        out.write_text(text, "utf-8")
    elif not out.is_file() or out.read_text("utf-8") != text:
        typer.echo(f"{out} is out of date: run `warboard settings`", err=True)
        raise typer.Exit(1)
