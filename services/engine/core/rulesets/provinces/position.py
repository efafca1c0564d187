"""Starting from a position instead of a deal: for scenarios, puzzles and lessons."""

from typing import Annotated

import msgspec

from services.engine.core.board import Board
from services.engine.core.rulesets.provinces.refusals import Refusal, malformed, quoted
from services.engine.core.values import PlaceId, Seat

Units = Annotated[int, msgspec.Meta(ge=1, le=1000)]


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who owns what at the start."""

    owners: dict[PlaceId, Annotated[int, msgspec.Meta(ge=0)]]
    """Seat of the owner, by province; what isn't named is neutral."""
    units: dict[PlaceId, Units] = {}
    """What isn't named holds three."""
    turn: Annotated[int, msgspec.Meta(ge=0)] = 0
    """Whose turn is the first."""


def check_position(position: Position, seats: int, board: Board, to_win: int) -> None:
    """Refuse a position nobody could play.

    :raises Rejected: `bad_option`: an unknown province, a seat that isn't there, one without provinces, or one that has
        won.
    """
    unknown = sorted({*position.owners, *position.units} - set(board.places))
    if unknown:
        reason = f"unknown province {quoted(unknown[0])}"
        malformed(Refusal.BAD_OPTION, "Map", option="position", reason=reason)
    counts = [list(position.owners.values()).count(seat) for seat in range(seats)]
    if max(position.turn, *position.owners.values(), 0) >= seats:
        malformed(Refusal.BAD_OPTION, "Map", option="position", reason=f"there are {seats} seats")
    if not all(0 < count < to_win for count in counts):
        reason = f"everyone needs a province, and nobody {to_win} or more"
        malformed(Refusal.BAD_OPTION, "Map", option="position", reason=reason)


def owners_of(position: Position, board: Board, neutral: Seat) -> dict[PlaceId, Seat]:
    """The owner of every province, in map order."""
    return {place: Seat(position.owners.get(place, neutral)) for place in board.places}
