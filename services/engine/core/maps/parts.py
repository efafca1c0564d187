"""From bytes to the parts of a map file, each judged alone, so that one bad part doesn't hide the others."""

import re
from typing import Any, TypeVar

import msgspec

from services.engine.core.maps.faults import Found
from services.engine.core.maps.form import MOST_BYTES, MOST_INNER, MOST_PLACES, Lane, MapFile, Pair, Place
from services.engine.core.unreadable import slip

_MOST_BORDERS = MOST_PLACES * (MOST_PLACES - 1) // 2
_Part = TypeVar("_Part")
_TOKEN = re.compile(rb'"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}]', re.DOTALL)
"""A string, with the colon that makes it a key, or the edge of an object."""
_BYTE = re.compile(r"\(byte (\d+)\)")


def decoded(content: bytes, found: Found) -> Any:
    """Plain values, or None: too large, no JSON (no UTF-8, NaN, nested too deep), a key twice in one object."""
    if len(content) > MOST_BYTES:
        found.wrong("too_large", have=len(content), most=MOST_BYTES)
        return None
    inner = content.count(b"[") + content.count(b"{")
    if inner > MOST_INNER:
        found.wrong("too_many", part="lists and objects", have=inner, most=MOST_INNER)
        return None
    try:
        plain = msgspec.json.decode(content)
    except RecursionError:
        found.unreadable("not_json", "too_deep", {})
        return None
    except (ValueError, OverflowError) as error:
        found.unreadable("not_json", *_slip(str(error)))
        return None
    doubled = _doubled_key(content)
    if doubled is not None:
        found.wrong("doubled_key", key=doubled)
        return None
    return plain


def _slip(said: str) -> tuple[str, dict[str, int]]:
    """Where the bytes stop being JSON, from the reader's own words."""
    if "truncated" in said:
        return "cut_off", {}
    at = _BYTE.search(said)
    return ("malformed", {"byte": int(at[1])}) if at is not None else ("other", {})


def parts(plain: Any, found: Found) -> MapFile | None:
    """The file with those of its parts that can be read; None if nothing can be said of it."""
    if not isinstance(plain, dict):
        found.unreadable("not_a_map", "not_an_object", {})
        return None
    places = _each("places", plain.get("places"), Place, MOST_PLACES, found)
    land = _each("land", plain.get("land"), Pair, _MOST_BORDERS, found)
    sea = _each("sea", plain.get("sea", []), Lane, _MOST_BORDERS, found)
    rest = {**{key: value for key, value in plain.items() if key != "shapes"}, "places": [], "land": [], "sea": []}
    try:
        file = msgspec.convert(rest, MapFile)
    except (msgspec.ValidationError, OverflowError, RecursionError) as error:
        found.unreadable("not_a_map", *slip(error))
        return None
    return msgspec.structs.replace(file, places=places, land=land, sea=sea)


def ids_of(plain: Any) -> dict[str, None]:
    """The ids of all places in the file's order, also of those that can't be read otherwise."""
    places = plain.get("places")
    listed = places if isinstance(places, list) else []
    return dict.fromkeys(one["id"] for one in listed if isinstance(one, dict) and isinstance(one.get("id"), str))


def part(name: str, plain: Any, kind: type[_Part], found: Found) -> _Part | None:
    """One part, or None and a fault."""
    try:
        return msgspec.convert(plain, kind)
    except (msgspec.ValidationError, OverflowError, RecursionError) as error:
        found.unreadable("bad_part", *slip(error), part=name)
        return None


def _each(name: str, plain: Any, kind: Any, most: int, found: Found) -> tuple[Any, ...]:
    if not isinstance(plain, list):
        found.unreadable("bad_part", "not_a_list", {}, part=name)
        return ()
    if len(plain) > most:
        found.wrong("too_many", part=name, have=len(plain), most=most)
    read = (part(_called(name, i, one), one, kind, found) for i, one in enumerate(plain[:most]))
    return tuple(one for one in read if one is not None)


def _called(name: str, i: int, plain: Any) -> str:
    """A part by its number and, where it has one, its id."""
    called = plain.get("id") if isinstance(plain, dict) else None
    return f"{name}[{i}]" + (f" ({called})" if isinstance(called, str) else "")


def _doubled_key(content: bytes) -> str | None:
    """A key that stands twice in one object of good JSON: readers differ in which of the two counts.

    Told from the text, a little at a time: to read the whole again would let nobody else on for a quarter of a second.
    """
    inside: list[set[bytes]] = []
    for token in _TOKEN.finditer(content):
        key, colon = token.groups()
        if key is None:
            if token[0] == b"{":
                inside.append(set())
            else:
                inside.pop()
        elif colon:
            named = key if b"\\" not in key else msgspec.json.decode(b'"%b"' % key, type=str).encode()
            if named in inside[-1]:
                return named.decode()
            inside[-1].add(named)
    return None
