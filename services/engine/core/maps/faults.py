"""What can be wrong with a map file: a code for clients, which have words of their own, and a sentence."""

from collections.abc import Mapping
from typing import Any

import msgspec

from services.engine.core import unreadable

MOST = 100
"""Faults that are told; nobody reads more."""

SENTENCES: Mapping[str, str] = {
    "too_large": "The file has {have} bytes; at most {most} are taken.",
    "not_json": "The file isn't JSON: {reason}.",
    "doubled_key": "The key `{key}` stands twice in one object.",
    "not_a_map": "The file can't be read as a map: {reason}.",
    "bad_part": "`{part}` can't be read: {reason}.",
    "bad_map_id": "The map's `id` needs 1 to 40 lower-case letters, digits or underscores, a letter first.",
    "bad_map_name": "The map's name needs 1 to {most} plain characters on one line.",
    "too_few_places": "The map has {have} places; it needs {least}.",
    "too_many": "There are {have} in `{part}`; at most {most} are taken.",
    "bad_id": "The id of place `{place}` needs 1 to 40 lower-case letters, digits or underscores, a letter first.",
    "doubled_place": "Place {place} stands twice.",
    "bad_name": "{place} needs a name of 1 to {most} plain characters on one line, in each language it is named in.",
    "doubled_name": "{place} has the same name as {other}.",
    "off_the_globe": "{place} lies off the globe: `at` is [latitude -90 to 90, longitude -180 to 180].",
    "same_point": "{place} lies where {other} lies.",
    "other_figures": "{place} has other figures than the first place.",
    "bad_figure": "The figure `{figure}` of {place} must be a whole number from 0 to 10¹⁵.",
    "bad_tag": "A tag of {place} isn't 1 to {most} plain characters on one line, or stands twice.",
    "two_unities": "{place} belongs to more than one unity.",
    "unknown_unity": "{place} belongs to the unity {unity}, which `extra.unities` doesn't name.",
    "bad_unities": "`extra.unities` must be an object of at most {most} unities by id, each with a `name`.",
    "bad_unity": "The unity `{unity}` needs an id like a place's and a name of 1 to {most} plain characters.",
    "unknown_place": "`{part}` {a}-{b} names a place that isn't there.",
    "self_border": "{place} borders itself.",
    "doubled_border": "The border {a}-{b} stands twice.",
    "not_connected": "Not connected: {places} can't be reached from the first place.",
    "bad_lane": "The lane {a}-{b} needs two shore points on the globe, and no negative length.",
    "bad_excused": "`{part}` must be a list of pairs of ids of different places.",
    "bad_shapes": "The shapes can't be read: {reason}.",
    "too_many_arcs": "The shapes have {have} arcs; at most {most} are taken.",
    "too_many_points": "The shapes draw more than {most} points.",
    "shape_missing": "{place} has no shape.",
    "shape_unknown": "The shape `{shape}` is of no place.",
    "shape_doubled": "{place} has two shapes.",
    "bad_shape": "The shape of {place} must be a polygon or several, of rings that close and of arcs that are there.",
    "shape_off_the_globe": "The shape of {place} lies off the globe.",
    "undeclared_touch": "{a} and {b} touch in the shapes, but there is no border between them.",
    "undrawn_border": "{a} and {b} have a border by land, but don't touch in the shapes.",
    # Warnings: the map can be played all the same.
    "no_shapes": "Without shapes each place is drawn as a disc.",
    "unused_unity": "No place belongs to the unity {unity}.",
    "unnamed_in": "{have} places have no name in the language `{language}`.",
    "idle_excuse": "{a}-{b} needs no excuse.",
}


REASONS: Mapping[str, str] = {
    **unreadable.SENTENCES,
    "too_deep": "it is nested too deep",
    "cut_off": "it ends too early",
    "malformed": "it is malformed at byte {byte}",
    "other": "it holds what JSON doesn't",
    "not_an_object": "it must be a JSON object",
    "not_a_list": "it must be a list",
    "not_capitals": "it must be two capital letters",
    "not_a_topology": "it must be a `Topology` with one `GeometryCollection`",
}
"""Why something can't be read, by code: `why` in a fault's detail; the sentence is its `reason`."""


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is wrong."""

    code: str
    sentence: str
    detail: dict[str, Any] = {}
    """What the sentence speaks of: plain values by name."""


def fault(code: str, **detail: Any) -> Fault:
    """A fault in words."""
    return Fault(code=code, sentence=SENTENCES[code].format_map(detail), detail=detail)


class Found:
    """Faults and warnings as they are found, up to so many of each."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.warnings: list[Fault] = []
        self.more = 0
        """Faults that weren't kept."""

    def wrong(self, code: str, **detail: Any) -> None:
        """Something is wrong."""
        if len(self.faults) < MOST:
            self.faults.append(fault(code, **{name: _short(value) for name, value in detail.items()}))
        else:
            self.more += 1

    def unreadable(self, code: str, why: str, about: Mapping[str, Any], **detail: Any) -> None:
        """Something can't be read.

        :param why: a code of `REASONS`.
        :param about: what its sentence speaks of.
        """
        self.wrong(code, **detail, **about, why=why, reason=REASONS[why].format_map(about))

    def warn(self, code: str, **detail: Any) -> None:
        """Something looks wrong."""
        if len(self.warnings) < MOST:
            self.warnings.append(fault(code, **{name: _short(value) for name, value in detail.items()}))


def _short(value: Any) -> Any:
    """Ids and the like come from the file and may be anything: short, and on one line."""
    if not isinstance(value, str):
        return value
    plain = "".join(c if c.isprintable() else "?" for c in value[:201])
    return plain if len(plain) <= 200 else f"{plain[:199]}…"
