"""`warboard scenario`: play scenario files against the rules."""

import json
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from warboard.scenarios.form import Scenario
from warboard.scenarios.playing import faults
from warboard.scenarios.table import RULES, filled_in

app = typer.Typer(no_args_is_help=True, help="Scenarios of the rules, in YAML (docs/scenarios.md).")
SCHEMA = Path(__file__).resolve().parents[1] / "docs" / "scenarios.schema.json"


@app.command()
def run(files: Annotated[list[Path], typer.Argument(help="Files, or folders of them.")]) -> None:
    """Play scenarios; exit status 1 if one fails."""
    passed = failed = 0
    for path in [found for file in files for found in (scenarios_in(file) if file.is_dir() else [file])]:
        found = faults(path)
        passed, failed = passed + (not found), failed + bool(found)
        for line in found:
            typer.echo(f"{path}: {line}", err=True)
    typer.echo(f"{passed} passed, {failed} failed")
    raise typer.Exit(1 if failed or not passed else 0)


@app.command()
def schema(
    check: Annotated[bool, typer.Option("--check", help="Only say whether the file is up to date.")] = False,
) -> None:
    """Write the JSON Schema of scenario files."""
    made = schema_text()
    if not check:
        SCHEMA.write_text(made, "utf-8")
    elif not SCHEMA.exists() or SCHEMA.read_text("utf-8") != made:
        typer.echo("docs/scenarios.schema.json is out of date; run `make docs`.", err=True)
        raise typer.Exit(1)


@app.command()
def table() -> None:
    """Write which scenarios show each sentence into docs/rules/*.md."""
    for file in sorted(RULES.glob("*.md")):
        file.write_text(filled_in(file.stem), "utf-8")


def schema_text() -> str:
    """The JSON Schema of scenario files."""
    made = {"$schema": "https://json-schema.org/draft/2020-12/schema", **msgspec.json.schema(Scenario)}
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def scenarios_in(folder: Path) -> list[Path]:
    """The scenario files of a folder; what lies in a folder `maps` are maps."""
    return [path for path in sorted(folder.rglob("*.yaml")) if path.parent.name != "maps"]
