"""What is wrong with JSON that isn't of the kind asked for, in our own words: msgspec's are about Python."""

import re

from services.engine.core.refusing import quoted

_PLACE = re.compile(r" - at `\$\.?([^`]*)`$")
_LONGEST = 100
"""Letters of a field's place: fields are ours, but a key may be anything."""
_FIELD = re.compile(r"Object (missing required|contains unknown) field `([^`]*)`")


def reason(error: Exception) -> str:
    """The field, and whether it is missing, unknown or not of its kind; without a full stop.

    :param error: msgspec's refusal of a value.
    """
    text = str(error)
    place = _PLACE.search(text)
    inside = f" in `{quoted(place[1], _LONGEST)}`" if place is not None and place[1] else ""
    field = _FIELD.match(text)
    if field is not None:
        return f"`{quoted(field[2])}` {'is missing' if field[1].startswith('missing') else 'is not known'}{inside}"
    if place is not None and place[1]:
        return f"`{quoted(place[1], _LONGEST)}` is not of the kind asked for"
    return "it must be a JSON object of the kind asked for"
