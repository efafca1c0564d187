"""What the host sets in the room (rules, "Rooms and modes", "Dice", "Time, disconnection, removal")."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any

import msgspec

from services.engine.core.board import Board
from services.engine.core.option_forms import Spectators, form, whole
from services.engine.core.rulesets.provinces.position import Position, check_position
from services.engine.core.rulesets.provinces.refusals import Refusal, malformed
from services.engine.core.unreadable import reason


class Assault(StrEnum):
    """What one attack is."""

    BY_SEATS = "by_seats"
    """`single` for two or three seats, `blitz` for more: with single throws a table of five takes hundreds of turns."""
    SINGLE = "single"
    """One throw."""
    BLITZ = "blitz"
    """Throws until the province falls or the attacker stops."""


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a game. Every field has a default; numbers outside their range are refused."""

    map: Annotated[str, form(hidden=True, maps=True)] = "iran21"
    """Which map; uploaded ones, too (docs/maps.md)."""
    turn_s: Annotated[int, whole(30, 300), form(first=True)] = 60
    """Seconds a turn."""
    assault: Annotated[Assault, form(Assault, first=True)] = Assault.BY_SEATS
    spectators: Annotated[Spectators, form(Spectators)] = Spectators.PUBLIC
    position: Annotated[Position, form(hidden=True)] | msgspec.UnsetType = msgspec.UNSET
    """Start from here instead of a deal."""

    def assault_for(self, seats: int) -> Assault:
        """What an attack is at a table of so many."""
        if self.assault is not Assault.BY_SEATS:
            return self.assault
        return Assault.SINGLE if seats <= 3 else Assault.BLITZ


def to_win(board: Board) -> int:
    """Provinces that win: more than half of the map (11 of 21)."""
    return len(board.places) // 2 + 1


LEAST_A_SEAT = 3
"""A map has at least as many places for each seat."""


def check_options(raw: Mapping[str, Any], seats: int, board: Board) -> Options:
    """The host's options, checked.

    :param raw: plain JSON values by option name; what is missing takes its default.
    :raises Rejected: `bad_option`, `map_too_small`.
    """
    try:
        options = msgspec.convert(dict(raw), Options)
    except msgspec.ValidationError as wrong:
        malformed(Refusal.BAD_OPTION, "Rooms", reason=reason(wrong))
    if len(board.places) < LEAST_A_SEAT * seats:
        malformed(Refusal.MAP_TOO_SMALL, "Map", need=LEAST_A_SEAT * seats, have=len(board.places))
    if options.position is not msgspec.UNSET:
        check_position(options.position, seats, board, to_win(board))
    return options
