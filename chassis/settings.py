"""Typed settings from the environment: each field names its variable, what it means and its default.

A settings class is declared with `@settings_class` and `setting(...)`; `load` builds it, `document` describes it. Only
a service's `__main__` loads settings; everything else is handed values.
"""

import dataclasses
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")
_MISSING = dataclasses.MISSING
_MASK = "***"


class SettingsError(Exception):
    """Settings that can't be used; the message has one line a variable, and never a secret's value."""


def setting(
    env: str, meaning: str, *, default: Any = _MISSING, secret: bool = False, within: range | None = None
) -> Any:
    """A field of a settings class.

    :param env: the variable's name. A `timedelta` field's name ends in `_MS` or `_S`, which is its unit.
    :param meaning: one sentence with the unit, for the documented table.
    :param default: without one, the variable must be set.
    :param secret: never printed.
    :param within: the whole numbers that can be; the meaning tells of them.
    """
    told = {"env": env, "meaning": meaning, "secret": secret, "within": within}
    return dataclasses.field(default=default, metadata=told)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(setting,))
def settings_class(cls: type[T]) -> type[T]:
    """Make `cls` a frozen settings class whose secrets print masked."""
    made = dataclasses.dataclass(frozen=True, kw_only=True, repr=False)(cls)
    made.__repr__ = _masked  # type: ignore[method-assign]
    return made


def load(cls: type[T], environ: Mapping[str, str]) -> T:
    """Build `cls` from `environ`; fields that are settings classes are built from the same variables.

    :raises SettingsError: naming each variable that is missing or wrong, and what it should be.
    """
    faults: list[str] = []
    made = _build(cls, environ, faults)
    if faults:
        raise SettingsError("\n".join(faults))
    return made


def document(classes: Iterable[type[Any]]) -> str:
    """The Markdown table of all variables of `classes`, each once, in the order of the fields."""
    lines = ["| variable | meaning | default |", "|---|---|---|"]
    seen: set[str] = set()
    for cls in classes:
        for field, kind in _fields(cls):
            if dataclasses.is_dataclass(kind):
                rows = document([typing.cast("type[Any]", kind)]).splitlines()[2:]
            else:
                meaning = f"{field.metadata['meaning']} ({_expected(kind, field.metadata['env'])})"
                rows = [f"| `{field.metadata['env']}` | {meaning} | {_shown_default(field, kind)} |"]
            for row in rows:
                name = row.split("`")[1]
                if name not in seen:
                    seen.add(name)
                    lines.append(row)
    return "\n".join(lines) + "\n"


def variables(cls: type[Any]) -> dict[str, bool]:
    """Every variable that `cls` reads, and whether it is a secret; for the supervisor and the manifests."""
    found: dict[str, bool] = {}
    for field, kind in _fields(cls):
        if dataclasses.is_dataclass(kind):
            found.update(variables(typing.cast("type[Any]", kind)))
        else:
            found[field.metadata["env"]] = field.metadata["secret"]
    return found


def _masked(self: Any) -> str:
    parts = []
    for field in dataclasses.fields(self):
        value = getattr(self, field.name)
        parts.append(f"{field.name}={_MASK if field.metadata.get('secret') and value else repr(value)}")
    return f"{type(self).__name__}({', '.join(parts)})"


def _fields(cls: type[Any]) -> list[tuple["dataclasses.Field[Any]", Any]]:
    hints = typing.get_type_hints(cls)
    return [(field, hints[field.name]) for field in dataclasses.fields(cls)]


def _build(cls: type[T], environ: Mapping[str, str], faults: list[str]) -> T:
    values: dict[str, Any] = {}
    for field, kind in _fields(cls):
        if dataclasses.is_dataclass(kind):
            values[field.name] = _build(typing.cast("type[Any]", kind), environ, faults)
            continue
        env, meaning = field.metadata["env"], field.metadata["meaning"]
        text = environ.get(env, "").strip()
        if text:
            try:
                values[field.name] = _in_range(_parse(kind, env, text), field.metadata["within"])
            except (ValueError, OverflowError):
                shown = "" if field.metadata["secret"] else f", not {text[:80]!r}"
                faults.append(f"{env} must be {_expected(kind, env)}{shown}. {meaning}")
        elif field.default is _MISSING:
            faults.append(f"{env} is missing: {_expected(kind, env)}. {meaning}")
    return typing.cast("T", None) if faults else cls(**values)


def _in_range(value: Any, within: range | None) -> Any:
    if within is not None and value not in within:
        raise ValueError(f"{value} is outside {within}")
    return value


def _core(kind: Any) -> Any:
    """The type inside `X | None`."""
    if isinstance(kind, types.UnionType) or typing.get_origin(kind) is typing.Union:
        return next(inner for inner in typing.get_args(kind) if inner is not type(None))
    return kind


def _number(text: str) -> int:
    return int(text.replace("_", ""))


def _truth(text: str) -> bool:
    return {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}[text.lower()]


_PARSERS: Mapping[type, Callable[[str], Any]] = {str: str, int: _number, float: float, bool: _truth, Path: Path}
_NAMES: Mapping[type, str] = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    Path: "a path",
}


def _parse(kind: Any, env: str, text: str) -> Any:
    kind = _core(kind)
    if typing.get_origin(kind) is tuple:
        return tuple(part.strip() for part in text.split(",") if part.strip())
    if kind is timedelta:
        amount = float(text)
        if amount < 0:
            raise ValueError(text)
        return timedelta(milliseconds=amount) if env.endswith("_MS") else timedelta(seconds=amount)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return kind(text)
    try:
        return _PARSERS[kind](text)
    except KeyError as error:
        raise ValueError(text) from error


def _expected(kind: Any, env: str) -> str:
    kind = _core(kind)
    if typing.get_origin(kind) is tuple:
        return "a list separated by commas"
    if kind is timedelta:
        return "milliseconds" if env.endswith("_MS") else "seconds"
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return " or ".join(kind)
    return _NAMES[kind]


def _shown_default(field: "dataclasses.Field[Any]", kind: Any) -> str:
    default: Any = field.default
    if default is _MISSING:
        return "must be set"
    if default is None or default in ("", ()):
        return "none"
    if field.metadata["secret"]:
        return _MASK
    if isinstance(default, timedelta):
        unit = timedelta(milliseconds=1) if field.metadata["env"].endswith("_MS") else timedelta(seconds=1)
        return f"`{default / unit:g}`"
    if typing.get_origin(_core(kind)) is tuple:
        return f"`{','.join(default)}`"
    return f"`{str(default).lower() if isinstance(default, bool) else default}`"
