"""Refusing a command, by whose fault it is: the same for every ruleset, which brings its own codes."""

from enum import StrEnum
from typing import Any, NoReturn

from services.engine.core.kernel import Kind, Rejected


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
