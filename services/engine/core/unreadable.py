"""What is wrong with JSON that isn't of the kind asked for, in our own words: msgspec's are about Python."""

import re
from collections.abc import Mapping

from services.engine.core.refusing import quoted

_PLACE = re.compile(r" - at `\$\.?([^`]*)`$")
_LONGEST = 100
"""Letters of a field's place: fields are ours, but a key may be anything."""
_FIELD = re.compile(r"Object (missing required|contains unknown) field `([^`]*)`")

SENTENCES: Mapping[str, str] = {
    "missing_field": "`{field}` is missing",
    "missing_field_inside": "`{field}` is missing in `{inside}`",
    "unknown_field": "`{field}` is not known",
    "unknown_field_inside": "`{field}` is not known in `{inside}`",
    "wrong_kind": "`{field}` is not of the kind asked for",
    "wrong_whole": "it must be a JSON object of the kind asked for",
}
"""By code; without a full stop."""


def slip(error: Exception) -> tuple[str, dict[str, str]]:
    """A code of `SENTENCES`, and what its sentence speaks of.

    :param error: msgspec's refusal of a value.
    """
    text = str(error)
    place = _PLACE.search(text)
    inside = quoted(place[1], _LONGEST) if place is not None else ""
    field = _FIELD.match(text)
    if field is not None:
        code = "missing_field" if field[1].startswith("missing") else "unknown_field"
        found = {"field": quoted(field[2])}
        return (f"{code}_inside", {**found, "inside": inside}) if inside else (code, found)
    return ("wrong_kind", {"field": inside}) if inside else ("wrong_whole", {})


def reason(error: Exception) -> str:
    """The field, and whether it is missing, unknown or not of its kind; without a full stop.

    :param error: msgspec's refusal of a value.
    """
    code, detail = slip(error)
    return SENTENCES[code].format_map(detail)
