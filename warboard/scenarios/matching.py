"""Whether plain data is as a scenario expects: objects may have more keys, lists are as long as said."""

from typing import Any


def differences(expected: Any, got: Any, path: str = "") -> list[str]:
    """What is not as expected, one line each: where, what was expected, what was got."""
    if isinstance(expected, dict):
        if not isinstance(got, dict):
            return [_line(path, expected, got)]
        found: list[str] = []
        for key, value in expected.items():
            inner = f"{path}.{key}" if path else str(key)
            if value is None:
                found += [_line(inner, "no such key", got[key])] if key in got else []
            elif key not in got:
                found.append(_line(inner, value, "no such key"))
            else:
                found += differences(value, got[key], inner)
        return found
    if isinstance(expected, list):
        if not isinstance(got, list) or len(got) != len(expected):
            return [_line(path, expected, got)]
        pairs = enumerate(zip(expected, got, strict=True))
        return [line for number, (one, other) in pairs for line in differences(one, other, f"{path}[{number}]")]
    return [] if expected == got and type(expected) is type(got) else [_line(path, expected, got)]


def missing(expected: list[Any], got: list[Any]) -> Any | None:
    """The first of `expected` that isn't found in `got` after the ones before it; None if all are."""
    at = 0
    for wanted in expected:
        while at < len(got) and differences(wanted, got[at]):
            at += 1
        if at == len(got):
            return wanted
        at += 1
    return None


def _line(path: str, expected: Any, got: Any) -> str:
    return f"{path or 'it'}: expected {expected!r}, got {got!r}"
