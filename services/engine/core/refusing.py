"""Refusing a command, by whose fault it is: the same for every ruleset, which brings its own codes."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, NoReturn

from services.engine.core.kernel import Kind, Rejected

MOST_LISTED = 100
"""Entries of a refusal's list; nobody reads more, and a command may have thousands."""
MOST_QUOTED = 40
"""Letters of what a refusal repeats of its command: an id of any map, but no essay."""


def listed(name: str, found: Sequence[Any]) -> dict[str, Any]:
    """What is wrong as the detail of a refusal: the first of it under `name`, and in `more` how many more, if any."""
    more = len(found) - MOST_LISTED
    return {name: list(found[:MOST_LISTED]), **({"more": more} if more > 0 else {})}


def quoted(text: str, most: int = MOST_QUOTED) -> str:
    """What came from outside as a refusal repeats it: cut short."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def malformed(code: StrEnum, rule: str, **detail: Any) -> NoReturn:
    """Refuse what makes no sense in any position.

    :raises Rejected: always.
    """
    raise Rejected(code, Kind.MALFORMED, rule, **detail)


def not_allowed(code: StrEnum, rule: str, **detail: Any) -> NoReturn:
    """Refuse what this player may not do in this position.

    :raises Rejected: always.
    """
    raise Rejected(code, Kind.NOT_ALLOWED, rule, **detail)


def not_now(code: StrEnum, rule: str, **detail: Any) -> NoReturn:
    """Refuse what comes at the wrong moment.

    :raises Rejected: always.
    """
    raise Rejected(code, Kind.NOT_NOW, rule, **detail)
