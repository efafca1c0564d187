"""`python -m tests.golden write`: play the golden campaigns of the newest rules and write their files.

It refuses to touch files of a released version. `python -m tests.golden write chess_wars` writes one ruleset's.
"""

import sys

import typer

from services.engine.core.rulesets.registry import Registry
from tests.golden.campaigns import GOLDEN, recorded
from tests.golden.files import Released, refuse_released, version_of, write


def main(arguments: list[str]) -> int:
    """Exit status."""
    if arguments[:1] != ["write"]:
        typer.echo(__doc__)
        return 2
    status = 0
    for rules in Registry().all():
        if arguments[1:] and rules.name not in arguments[1:]:
            continue
        try:
            refuse_released(version_of(rules))
        except Released as refused:
            typer.echo(str(refused), err=True)
            status = 1
            continue
        tables = {golden.name: recorded(golden) for golden in GOLDEN if golden.ruleset == rules.name}
        for path in write(rules, tables):
            typer.echo(f"{path.name}: {path.stat().st_size} bytes")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
