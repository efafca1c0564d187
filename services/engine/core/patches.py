"""JSON merge patches (RFC 7396): what a client applies blindly to keep its view up to date."""

from typing import Any


def diff(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """The patch that turns `before` into `after`; empty if they are equal.

    Both are JSON objects without nulls: a null in a patch deletes its key.
    """
    patch: dict[str, Any] = {key: None for key in before if key not in after}
    for key, value in after.items():
        if key not in before:
            patch[key] = value
            continue
        old = before[key]
        if old is value or old == value:
            continue
        if isinstance(old, dict) and isinstance(value, dict):
            patch[key] = diff(old, value)
        else:
            patch[key] = value
    return patch


def apply(target: Any, patch: Any) -> Any:
    """The target after a patch, as RFC 7396 section 2 defines it; the target itself stays as it is."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = apply(result.get(key), value)
    return result
