"""A position of chess wars in which every kind of mission is played: public ones, and secrets to choose from."""

from typing import Any

import msgspec

from services.engine.adapters.maps import load_board
from services.engine.core.rulesets.chess_wars.dealing import Stream
from services.engine.core.rulesets.chess_wars.missions.catalogue import PUBLIC, drawn
from services.engine.core.rulesets.chess_wars.missions.ground import Ground

_WEST, _EAST = ["CHL", "PER", "BOL"], ["BRA", "GUY", "SUR"]
_SECRETS: list[dict[str, Any]] = [
    {"type": "NamedGroup", "group": "andes", "countries": _WEST, "need": 2},
    {"type": "IslandEmpire", "countries": _EAST},
    {"type": "MountainKingdom", "countries": _WEST, "need": 2},
    {"type": "BufferZone", "country": "BOL", "neighbours": ["BRA", "PER", "CHL"]},
    {"type": "Encirclement", "country": "PRY", "neighbours": ["BRA", "ARG", "BOL"]},
    {"type": "Unification", "pieces": [["CHL"], ["VEN"]]},
    {"type": "HiddenTriangle", "countries": ["COL", "SUR", "ARG"], "need": 2},
    {"type": "Route", "route": "coast", "ends": ["COL", "CHL"]},
    {"type": "StraitKeeper", "strait": "magellan", "shores": [["CHL"], ["ARG"]]},
    {"type": "TwoTheater", "continents": ["South America", "Europe"], "goals": [3, 1]},
    {"type": "ProtectedExpansion", "goal": 20},
    {"type": "HalfOfHumanity", "people": 200_000_000},
    {"type": "Nemesis", "rival": 0},
    {"type": "Backstab"},
    {"type": "IronWall"},
    {"type": "CheckmateArtist"},
    {"type": "MeasuredExpansion", "goal": 20},
]
"""Over South America; a seat may be given as many as one likes in a position."""


def every_mission() -> dict[str, Any]:
    """The option `position`: South America among four, one of whom has nothing to choose from and one but a country."""
    board = load_board("world")
    ground = Ground(board=board, theatre=board.everywhere, seats=2, free_draft=True)
    missions = [drawn(name, ground, Stream(number)) for number, name in enumerate(PUBLIC)]
    return {
        "missions": msgspec.to_builtins([mission for mission in missions if mission is not None]),
        "empires": [
            {"countries": ["BRA", "GUY", "SUR", "URY"], "secret_options": _SECRETS[:2]},
            {"countries": ["ARG", "CHL", "PRY"], "secret_options": _SECRETS},
            {"countries": ["PER", "ECU", "BOL", "COL"], "secret_options": []},
            {"countries": ["VEN"], "secret_options": _SECRETS[-2:]},
        ],
    }
