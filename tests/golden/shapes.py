"""What is stored under a version of a ruleset: the shape of its facts and commands, and every kind of thing in them."""

import functools
import operator
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from services.engine.core.kernel_facts import KernelFact
from services.engine.core.ruleset import Ruleset

SEAT_REPLACED = "SeatReplaced"
"""The kernel stores it only where the rules replace players."""


def shape(ruleset: Ruleset) -> dict[str, str]:
    """JSON Schema of each field of all that is stored, by `Struct.field`; docstrings are no part of it."""
    found = {}
    for name, one in _components(ruleset).items():
        if "properties" not in one:
            found[name] = _text(one)
            continue
        needed = one.get("required", ())
        for field, schema in one["properties"].items():
            found[f"{name}.{field}"] = ("" if field in needed else "optional ") + _text(schema)
    return dict(sorted(found.items()))


def changes(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """What differs between two shapes, a line a field."""
    return [
        f"{name}: {before.get(name, 'nothing')} -> {after.get(name, 'nothing')}"
        for name in sorted(before.keys() | after.keys())
        if before.get(name) != after.get(name)
    ]


def kinds(ruleset: Ruleset) -> set[str]:
    """Names of all facts, commands, and things in them that come in several kinds."""
    tagged = {one["title"] for one in _components(ruleset).values() if any(map(_is_tag, _fields(one)))}
    return tagged if ruleset.replaces else tagged - {SEAT_REPLACED}


def met(stored: Any) -> Iterator[str]:
    """The names among `kinds` that stand in decoded facts and commands."""
    if isinstance(stored, msgspec.Struct):
        yield type(stored).__name__
        yield from (name for field in stored.__struct_fields__ for name in met(getattr(stored, field)))
    elif isinstance(stored, dict):
        yield from met(tuple(stored.values()))
    elif isinstance(stored, Iterable) and not isinstance(stored, str):
        yield from (name for one in stored for name in met(one))


def _components(ruleset: Ruleset) -> dict[str, Any]:
    facts = functools.reduce(operator.or_, (KernelFact, ruleset.facts))
    return msgspec.json.schema_components([facts, ruleset.commands], ref_template="{name}")[1]


def _fields(component: dict[str, Any]) -> Iterable[dict[str, Any]]:
    fields: dict[str, dict[str, Any]] = component.get("properties", {})
    return fields.values()


def _is_tag(schema: dict[str, Any]) -> bool:
    return len(schema.get("enum", ())) == 1


def _text(schema: dict[str, Any]) -> str:
    return msgspec.json.encode(_plain(schema), order="sorted").decode()


def _plain(schema: Any) -> Any:
    """Without what is only said to readers and makers of forms."""
    if isinstance(schema, dict):
        return {
            key: _plain(value)
            for key, value in schema.items()
            if key not in ("description", "title", "examples") and not key.startswith("x-")
        }
    return [_plain(one) for one in schema] if isinstance(schema, list) else schema
