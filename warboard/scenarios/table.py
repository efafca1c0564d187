"""The tables of sentences (docs/rules/<ruleset>.md): which file makes each true, and which scenarios show it."""

import re
from collections import defaultdict
from pathlib import Path

from warboard.scenarios.reading import read

ROOT = Path(__file__).resolve().parents[2]
_ROW = re.compile(
    r"^\| (?P<no>\d+(?:\.\d+)+) \| (?P<sentence>[^|]+) \| (?P<file>[^|]+) \|(?P<scenarios>[^|]*)\|$", re.M
)


RULES = ROOT / "docs" / "rules"
"""One table a ruleset."""


def table_of(ruleset: str) -> Path:
    """The file of a ruleset's table."""
    return RULES / f"{ruleset}.md"


def sentences(ruleset: str) -> dict[str, Path]:
    """Every sentence's number, and the file that makes it true."""
    folder = ROOT / "services" / "engine" / "core" / "rulesets" / ruleset
    rows = _ROW.finditer(table_of(ruleset).read_text("utf-8"))
    return {row["no"]: folder / row["file"].strip() for row in rows}


def shown(folder: Path) -> dict[str, list[str]]:
    """The scenarios of a folder by the sentences they show, as paths without their ending."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("*.yaml")):
        if path.parent.name != "maps":
            for number in read(path).shows:
                found[number].append(path.relative_to(folder).with_suffix("").as_posix())
    return found


def filled_in(ruleset: str) -> str:
    """The table with its last column as the scenarios say."""
    scenarios = shown(ROOT / "tests" / "scenarios" / ruleset)

    def row(found: re.Match[str]) -> str:
        named = ", ".join(scenarios.get(found["no"], ()))
        return f"| {found['no']} | {found['sentence']} | {found['file']} | {named} |".replace("|  |", "| |")

    return _ROW.sub(row, table_of(ruleset).read_text("utf-8"))
