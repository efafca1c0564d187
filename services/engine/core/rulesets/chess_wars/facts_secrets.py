"""Facts about secret missions (rules section 10)."""

from services.engine.core.rulesets.chess_wars.happened import Happened
from services.engine.core.rulesets.chess_wars.missions.secrets import Secret
from services.engine.core.rulesets.chess_wars.records_secrets import Choosing, PlayerSecret
from services.engine.core.values import Seat


class SecretsDealt(Happened, frozen=True, kw_only=True):
    """Everyone has options to choose from. The options are each player's own business."""

    secrets: dict[str, PlayerSecret]
    """By seat."""
    choosing: Choosing | None
    """None: a position that names secrets which are all chosen."""
    host: Seat | None = None
    """Who is asked whether the campaign goes on although somebody has no options."""


class SecretChosen(Happened, frozen=True, kw_only=True):
    """A player has a secret now. Which one is their own business."""

    seat: Seat
    option: int
    by: str
    """`player` or `clock`."""


class SecretsWaived(Happened, frozen=True, kw_only=True):
    """The host said so, or didn't end the campaign in time: those without options go on without a secret."""

    seats: tuple[Seat, ...]


class SecretRevealed(Happened, frozen=True, kw_only=True):
    """A secret is public from now on."""

    seat: Seat
    mission: Secret
    complete: bool
    """Whether it is complete, or one step from it."""
