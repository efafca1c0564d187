"""What must hold for the places of a map, their names, figures, tags and unities."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from chassis.plain_text import harmless
from services.engine.core.maps.faults import Found
from services.engine.core.maps.form import (
    CODE_ID,
    LANGUAGE,
    LEAST_PLACES,
    MOST_EXTRA,
    MOST_FIGURE,
    MOST_FIGURES,
    MOST_NAME,
    MOST_NAMES,
    MOST_TAGS,
    MOST_UNITIES,
    PLACE_ID,
    UNITY,
    MapFile,
    Place,
    Point,
    Unity,
)
from services.engine.core.maps.parts import part


def check_head(file: MapFile, found: Found) -> None:
    """The map's own id and name, and how much more there is for rules to read."""
    extra = len(msgspec.json.encode(file.extra))
    if extra > MOST_EXTRA:
        found.wrong("too_many", part="bytes of extra", have=extra, most=MOST_EXTRA)
    if not PLACE_ID.fullmatch(file.id):
        found.wrong("bad_map_id")
    if not ((file.name == "" and not file.names) or _named(file.name, file.names)):
        found.wrong("bad_map_name", most=MOST_NAME)


def check_places(places: tuple[Place, ...], found: Found, *, codes: bool) -> None:
    """Every place by itself, and all of them together.

    :param codes: ids are codes of countries.
    """
    if len(places) < LEAST_PLACES:
        found.wrong("too_few_places", have=len(places), least=LEAST_PLACES)
    pattern = CODE_ID if codes else PLACE_ID
    for place in places:
        _check_place(place, pattern, found)
        if place.figures.keys() != places[0].figures.keys():
            found.wrong("other_figures", place=place.id)
    for here, _ in _again((place.id, place.id) for place in places):
        found.wrong("doubled_place", place=here)
    for here, other in _again((place.id, place.name) for place in places):
        found.wrong("doubled_name", place=here, other=other)
    for here, other in _again((place.id, place.at) for place in places):
        found.wrong("same_point", place=here, other=other)
    for language, named in Counter(language for place in places for language in place.names).items():
        if named < len(places):
            found.warn("unnamed_in", language=language, have=len(places) - named)


def check_unities(file: MapFile, found: Found) -> None:
    """Each place is in one unity at most, and each unity has a name."""
    plain = file.extra.get("unities", {})
    if not isinstance(plain, dict) or len(plain) > MOST_UNITIES:
        found.wrong("bad_unities", most=MOST_UNITIES)
        return
    for name, one in plain.items():
        unity = part(f"extra.unities.{name}", one, Unity, found)
        if unity is not None and not (PLACE_ID.fullmatch(name) and _named(unity.name, unity.names)):
            found.wrong("bad_unity", unity=name, most=MOST_NAME)
    used: set[str] = set()
    for place in file.places:
        mine = {tag.removeprefix(UNITY) for tag in place.tags if tag.startswith(UNITY)}
        used |= mine
        if len(mine) > 1:
            found.wrong("two_unities", place=place.id)
        for unity_id in sorted(mine - plain.keys()):
            found.wrong("unknown_unity", place=place.id, unity=unity_id)
    for name in sorted(plain.keys() - used):
        found.warn("unused_unity", unity=name)


def on_the_globe(point: Point) -> bool:
    """Latitude and longitude are finite and in range."""
    return -90 <= point[0] <= 90 and -180 <= point[1] <= 180  # false for NaN and infinities


def _check_place(place: Place, pattern: re.Pattern[str], found: Found) -> None:
    if not pattern.fullmatch(place.id):
        found.wrong("bad_id", place=place.id)
    if not _named(place.name, place.names):
        found.wrong("bad_name", place=place.id, most=MOST_NAME)
    if not on_the_globe(place.at):
        found.wrong("off_the_globe", place=place.id)
    if len(place.figures) > MOST_FIGURES:
        found.wrong("too_many", part=f"figures of {place.id}", have=len(place.figures), most=MOST_FIGURES)
    for figure, number in place.figures.items():
        if not 0 <= number <= MOST_FIGURE or not _plain(figure):
            found.wrong("bad_figure", place=place.id, figure=figure)
    if len(place.tags) > MOST_TAGS:
        found.wrong("too_many", part=f"tags of {place.id}", have=len(place.tags), most=MOST_TAGS)
    if len(set(place.tags)) < len(place.tags) or not all(map(_plain, place.tags[:MOST_TAGS])):
        found.wrong("bad_tag", place=place.id, most=MOST_NAME)
    if place.iso_a2 and not re.fullmatch("[A-Z]{2}", place.iso_a2):
        found.unreadable("bad_part", "not_capitals", {}, part=f"iso_a2 of {place.id}")


def _named(name: str, names: Mapping[str, str]) -> bool:
    """A name, and in other languages."""
    return (
        _plain(name)
        and len(names) <= MOST_NAMES
        and all(LANGUAGE.fullmatch(language) and _plain(other) for language, other in names.items())
    )


def _plain(text: str) -> bool:
    """One line on which something can be seen, and nothing that acts on the text around it."""
    return 0 < len(text) <= MOST_NAME and harmless(text, MOST_NAME) == unicodedata.normalize("NFC", text)


def _again(values: Iterable[tuple[str, object]]) -> Iterable[tuple[str, str]]:
    """(Place, the place before it) wherever a value stands once more."""
    first: dict[object, str] = {}
    for place, value in values:
        if value in first:
            yield place, first[value]
        else:
            first[value] = place
