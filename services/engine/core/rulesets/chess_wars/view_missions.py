"""Missions and claims as everybody sees them; view.py says how views are made."""

from msgspec import UNSET, UnsetType

from services.engine.core.rulesets.chess_wars.view_part import Part


class ClaimView(Part, frozen=True, kw_only=True):
    """A position that is complete and must be held: no points yet."""

    round: int
    """Round in which it was made."""
    since_unix_ms: int
    from_round: int
    """It scores no sooner than this round starts."""
    turns_had: bool = False
    """The declaring of a round after its own has run its course."""
    at_risk: bool = False
    """A war could still break it: it doesn't score before that is over."""


class StandView(Part, frozen=True, kw_only=True):
    """How far one player is with one mission."""

    have: int = 0
    need: int = 0
    parts: dict[str, tuple[int, int]] = {}
    """Further conditions, have and need: `won` (countries won since the draft), `opponents`, a shore's name."""
    scored: int = 0
    """Round in which it scored; 0: not yet."""
    claim: ClaimView | UnsetType = UNSET


class MissionView(Part, frozen=True, kw_only=True):
    """One public mission; its exact targets are in `options.played`."""

    points: int
    record: bool = False
    """It scores the moment it is complete; all others must be held."""
    long: bool = False
    seats: dict[str, StandView] = {}
    """By seat."""
