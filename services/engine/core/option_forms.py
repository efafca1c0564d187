"""What the options of every ruleset are made of: the choice that all have, and hints for clients.

Clients make the form of a room from the options' JSON Schema with these hints (docs/api.md, "Options").
"""

from enum import StrEnum
from functools import cache

import msgspec


class Spectators(StrEnum):
    """Who may watch."""

    PUBLIC = "public"
    LINK = "link"
    NONE = "none"


def whole(least: int, most: int) -> msgspec.Meta:
    """The range of a whole-number option, both ends allowed."""
    return msgspec.Meta(ge=least, le=most)


def form(
    choice: type[StrEnum] | None = None, *, first: bool = False, hidden: bool = False, maps: bool = False, **when: str
) -> msgspec.Meta:
    """Hints for whoever makes a form of the options' JSON Schema (docs/api.md, "Options").

    :param choice: of which one is chosen: in this order, msgspec sorts them.
    :param first: among the few that matter first.
    :param hidden: nothing to choose in a form made from the schema alone.
    :param maps: any map may be chosen, uploaded ones too.
    :param when: values of other options without which this one says nothing.
    """
    values = [] if choice is None else [one.value for one in choice]
    hints = {"enum": values, "x-first": first, "x-hidden": hidden, "x-maps": maps, "x-when": when}
    return msgspec.Meta(extra_json_schema={name: hint for name, hint in hints.items() if hint})


@cache
def takes_maps(options: type[msgspec.Struct]) -> bool:
    """Whether a game with these options may be played on any map (docs/maps.md), by the hint of its option `map`."""
    (schema,), parts = msgspec.json.schema_components([options])
    shape = parts[schema["$ref"].rsplit("/", 1)[-1]]
    return bool(shape["properties"].get("map", {}).get("x-maps"))
