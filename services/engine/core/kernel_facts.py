"""The kernel's own facts: seats, draws, given-back time, parking, the end. `campaign.fold` evolves them."""

from typing import Any

import msgspec

from services.engine.core.fairness import Draw
from services.engine.core.kernel import Outcome, SeatHolder


class Started(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="kernel.Started"):
    """The first fact of every campaign."""

    campaign: str
    ruleset: str
    version: int
    map_id: str
    map_sha256: str
    seats: tuple[SeatHolder, ...]
    """In campaign order."""
    room_seats: tuple[int, ...]
    """Campaign seat of each room seat."""
    host: int | None
    options: dict[str, Any]
    """As `Ruleset.options` completed them."""
    secret_hash: str
    salt: str
    """Hex."""
    spectators: str = "public"
    simulated: bool = False


class SeatHeld(msgspec.Struct, frozen=True, kw_only=True, tag="kernel.SeatHeld"):
    """A bot stands in for a person, or the person is back, or left for good."""

    seat: int
    holder: SeatHolder


class SeatReplaced(msgspec.Struct, frozen=True, kw_only=True, tag="kernel.SeatReplaced"):
    """Another person plays the seat from here on; who they are stands outside the facts."""

    seat: int
    holder: SeatHolder


class HostPassed(msgspec.Struct, frozen=True, kw_only=True, tag="kernel.HostPassed"):
    """The host's role went to another seat, or to nobody."""

    host: int | None


class DrawsMade(msgspec.Struct, frozen=True, kw_only=True, tag="kernel.DrawsMade"):
    """What this command drew; shown to nobody before the end."""

    draws: tuple[Draw, ...]


class TimeCredited(msgspec.Struct, frozen=True, kw_only=True, tag="kernel.TimeCredited"):
    """Waiting time that an outage cost was given back before a window ended."""

    what: str
    credited_ms: int


class Parked(msgspec.Struct, frozen=True, kw_only=True, tag="kernel.Parked"):
    """The campaign stands still until an adjudicator looks at it."""

    reason: str


class Unparked(msgspec.Struct, frozen=True, kw_only=True, tag="kernel.Unparked"):
    """The campaign goes on."""


class Ended(msgspec.Struct, frozen=True, kw_only=True, tag="kernel.Ended"):
    """The campaign is over and can no longer change."""

    outcome: Outcome


KernelFact = Started | SeatHeld | SeatReplaced | HostPassed | DrawsMade | TimeCredited | Parked | Unparked | Ended
