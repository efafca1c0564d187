"""Everything wrong with a map file at once: used by `warboard map check`, by uploads and by imports alike."""

from typing import Any

import msgspec

from services.engine.core.maps.borders import Ids, check_borders, excused
from services.engine.core.maps.faults import Fault, Found
from services.engine.core.maps.form import MapFile, read_board
from services.engine.core.maps.parts import decoded, ids_of, parts
from services.engine.core.maps.places import check_head, check_places, check_unities
from services.engine.core.maps.shapes import check_shapes

_NONE = object()


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """What was found."""

    file: MapFile | None
    """What of the file can be read, without its shapes; None: nothing."""
    faults: tuple[Fault, ...]
    """At most 100; none: the map can be played."""
    more: int
    """Faults beyond those."""
    warnings: tuple[Fault, ...]


def check(content: bytes, shapes: bytes | None = None, *, world: bool = False) -> Checked:
    """Judge a map file.

    It takes less than a second for the largest file, whatever is in it.

    :param shapes: a TopoJSON topology, where it isn't in the file.
    :param world: the map called `world` comes with Warboard, and its ids are codes of countries.
    """
    found = Found()
    plain = decoded(content, found)
    file = None if found.faults else parts(plain, found)
    if file is not None:
        drawing = plain.get("shapes", _NONE) if shapes is None else decoded(shapes, found)
        _check(file, ids_of(plain), drawing, found, codes=world and file.id == "world")
        if not found.faults:
            read_board(content)  # what holds can be read
    return Checked(file=file, faults=tuple(found.faults), more=found.more, warnings=tuple(found.warnings))


def _check(file: MapFile, ids: Ids, drawing: Any, found: Found, *, codes: bool) -> None:
    check_head(file, found)
    check_places(file.places, found, codes=codes)
    check_unities(file, found)
    land = check_borders(file, ids, found)
    pairs = excused("extra.excused", file.extra.get("excused", []), ids, found)
    if drawing is _NONE:
        found.warn("no_shapes")
    else:
        check_shapes(drawing, ids, land, pairs, found)
