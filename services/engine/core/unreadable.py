"""What is wrong with JSON that isn't of the kind asked for, in our own words: msgspec's are about Python."""

import re

_PLACE = re.compile(r" - at `\$\.?([^`]*)`$")
_FIELD = re.compile(r"Object (missing required|contains unknown) field `([^`]*)`")


def reason(error: Exception) -> str:
    """The field, and whether it is missing, unknown or not of its kind; without a full stop.

    :param error: msgspec's refusal of a value.
    """
    text = str(error)
    place = _PLACE.search(text)
    inside = f" in `{place[1]}`" if place is not None and place[1] else ""
    field = _FIELD.match(text)
    if field is not None:
        return f"`{field[2]}` {'is missing' if field[1].startswith('missing') else 'is not known'}{inside}"
    if place is not None and place[1]:
        return f"`{place[1]}` is not of the kind asked for"
    return "it must be a JSON object of the kind asked for"
