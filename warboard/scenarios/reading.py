"""Reading a scenario file: YAML to its form, players' names to seats, small maps to boards."""

import hashlib
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import yaml

from services.engine.adapters.maps import known, load_board
from services.engine.core.board import Board
from services.engine.core.values import PlaceId
from warboard.scenarios.form import Player, Scenario, SmallMap

_WAIT = re.compile(r"(\d+)([smhd])")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


class BadScenario(Exception):  # noqa: N818 - the file says something that can't be
    """A scenario file that can't be read; the text says where."""


def read(path: Path) -> Scenario:
    """A scenario file.

    :raises BadScenario: no YAML, an unknown key, or something of the wrong kind.
    """
    try:
        plain = yaml.safe_load(path.read_text("utf-8"))
        if isinstance(plain, dict) and str(plain.get("map")).endswith(".yaml"):
            plain["map"] = yaml.safe_load((path.parent / plain["map"]).read_text("utf-8"))
        scenario = msgspec.convert(plain, Scenario)
    except (OSError, UnicodeDecodeError, yaml.YAMLError, msgspec.ValidationError) as error:
        raise BadScenario(str(error)) from error
    places = set(board_of(scenario).index)
    for player in people(scenario):
        if player.name in places or player.name in ("public", "draw"):
            raise BadScenario(f"a player can't be called {player.name}: it means something else")
    return scenario


def people(scenario: Scenario) -> tuple[Player, ...]:
    """The players by seat."""
    return tuple(Player(name=entry) if isinstance(entry, str) else entry for entry in scenario.players)


def board_of(scenario: Scenario) -> Board:
    """The map it is played on.

    :raises BadScenario: a map nobody knows, or a border of places it hasn't.
    """
    if isinstance(scenario.map, SmallMap):
        return _small(scenario.map)
    if scenario.map not in known():
        raise BadScenario(f"map: there is none called {scenario.map}; there are {', '.join(known())}")
    return load_board(scenario.map)


def _small(drawn: SmallMap) -> Board:
    places = tuple(PlaceId(place) for place in drawn.values)
    index = {place: i for i, place in enumerate(places)}

    def masks(pairs: tuple[str, ...]) -> tuple[int, ...]:
        found = [0] * len(places)
        for joined in pairs:
            ends = [PlaceId(end) for end in joined.split("-")]
            if len(ends) != 2 or not all(end in index for end in ends):
                raise BadScenario(f"map: {joined} is no border between two of its places")
            a, b = (index[end] for end in ends)
            found[a] |= 1 << b
            found[b] |= 1 << a
        return tuple(found)

    columns = {"value": tuple(drawn.values.values())}
    for name in ("population", "area", "gdp", "might"):
        given = drawn.figures.get(name, {})
        columns[name] = tuple(given.get(place, 1 if name == "might" else drawn.values[place]) for place in places)
    return Board(
        id="small",
        sha256=hashlib.sha256(msgspec.json.encode(drawn)).hexdigest(),
        places=places,
        names=places,
        land=masks(drawn.land),
        sea=masks(drawn.sea),
        figures=columns,
        tags={tag: sum(1 << index[PlaceId(place)] for place in members) for tag, members in drawn.tags.items()},
    )


def seated(plain: Any, seats: dict[str, int]) -> Any:
    """Plain data with the players' names replaced by their seats, in keys (as text) and values."""
    if isinstance(plain, dict):
        return {str(seats.get(key, key)): seated(value, seats) for key, value in plain.items()}
    if isinstance(plain, list | tuple):
        return [seated(value, seats) for value in plain]
    return seats.get(plain, plain) if isinstance(plain, str) else plain


def duration(text: str) -> timedelta:
    """`90s`, `5m`, `24h`, `7d`.

    :raises BadScenario: anything else.
    """
    found = _WAIT.fullmatch(text)
    if found is None:
        raise BadScenario(f"wait: {text!r} is no time; write 90s, 5m, 24h or 7d")
    return timedelta(**{_UNITS[found[2]]: int(found[1])})
