"""What happened to missions and claims."""

from services.engine.core.rulesets.chess_wars.happened import Happened
from services.engine.core.rulesets.chess_wars.records import Claim
from services.engine.core.values import Seat


class ClaimMade(Happened, frozen=True, kw_only=True):
    """A player has completed a position, and must hold it now."""

    seat: Seat
    mission: str
    """Its name."""
    claim: Claim
    rivals: tuple[Seat, ...] = ()
    """Who should hear of it."""


class ClaimEnded(Happened, frozen=True, kw_only=True):
    """The position was lost before it scored."""

    seat: Seat
    mission: str


class MissionScored(Happened, frozen=True, kw_only=True):
    """A record was completed, or a claim has held."""

    seat: Seat
    mission: str
    round: int
    points: int
    """What it brought."""
    mission_points: int
    """All mission points of the player now."""
    rivals: tuple[Seat, ...] = ()
    """Who should hear of it."""
