"""Starting from a position instead of the starting turns: for scenarios, puzzles and lessons."""

from enum import StrEnum
from typing import Annotated

import msgspec

from services.engine.core.board import Board
from services.engine.core.rulesets.kingdoms.refusals import Refusal, malformed, quoted
from services.engine.core.values import PlaceId

Units = Annotated[int, msgspec.Meta(ge=1, le=100_000)]


class Stage(StrEnum):
    """Which step of the turn is the first."""

    PROVISION = "provision"
    ATTACKS = "attacks"


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who owns what at the start."""

    owners: dict[PlaceId, Annotated[int, msgspec.Meta(ge=0)]]
    """Seat of the owner, of every province."""
    units: dict[PlaceId, Units] = {}
    """What isn't named holds one."""
    turn: Annotated[int, msgspec.Meta(ge=1, le=500)] = 1
    stage: Stage = Stage.PROVISION


def check_position(position: Position, seats: int, board: Board, need: int) -> None:
    """Refuse a position nobody could play.

    :raises Rejected: `bad_option`: an unknown province, one without an owner, a seat that isn't there or has none, or
        one that has won.
    """
    unknown = sorted({*position.owners, *position.units} - set(board.places))
    if unknown:
        reason = f"unknown province {quoted(unknown[0])}"
        malformed(Refusal.BAD_OPTION, "Map and seats", option="position", reason=reason)
    free = [place for place in board.places if place not in position.owners]
    if free:
        malformed(Refusal.BAD_OPTION, "Map and seats", option="position", reason=f"nobody owns {free[0]}")
    if max(position.owners.values()) >= seats:
        malformed(Refusal.BAD_OPTION, "Map and seats", option="position", reason=f"there are {seats} seats")
    owners = list(position.owners.values())
    if not all(0 < owners.count(seat) < need for seat in range(seats)):
        reason = f"everyone needs a province, and nobody {need} or more"
        malformed(Refusal.BAD_OPTION, "Map and seats", option="position", reason=reason)
