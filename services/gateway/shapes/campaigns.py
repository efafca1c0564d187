"""Campaigns: lists of them, views, the log, and what the inbox says of them."""

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from services.gateway.shapes.shape import Shape, UnixMs


class Owed(Shape, frozen=True, kw_only=True):
    """Something a campaign waits for from the reader."""

    what: str
    due_unix_ms: UnixMs | UnsetType = UNSET


class CampaignSeat(Shape, frozen=True, kw_only=True):
    """Who sits where, briefly."""

    seat: int
    name: str | UnsetType = UNSET
    bot_level: int | UnsetType = UNSET


class CampaignSummary(Shape, frozen=True, kw_only=True):
    """One of the reader's campaigns."""

    id: str
    ruleset: str
    name: str
    status: Literal["playing", "parked", "ended"]
    seats: list[CampaignSeat]
    your_seat: int
    owed: list[Owed]
    started_unix_ms: UnixMs
    map: str
    """Id of the map it is played on."""


class Cursor(Shape, frozen=True, kw_only=True, rename={"viewer": "class"}):
    """How far a viewer class has read."""

    epoch: int
    viewer: int
    n: int


class ViewSeat(Shape, frozen=True, kw_only=True):
    """A seat in a view; names and accounts are joined by the gateway."""

    seat: int
    person: bool = False
    name: str | UnsetType = UNSET
    account: str | UnsetType = UNSET
    bot_level: int | UnsetType = UNSET
    rating: int | UnsetType = UNSET
    own_rating: Literal[True] | UnsetType = UNSET
    """The rating is the player's own word."""
    left: Literal[True] | UnsetType = UNSET
    """The person left for good."""
    replaced: Literal[True] | UnsetType = UNSET
    """Another person plays in the place of who sat here at the start."""


class ViewMap(Shape, frozen=True, kw_only=True):
    """The map, by id and content."""

    id: str
    sha256: str


class ViewCampaign(Shape, frozen=True, kw_only=True):
    """The kernel's part of a view."""

    id: str
    ruleset: str
    version: int
    name: str
    status: Literal["playing", "parked", "ended"]
    seats: dict[str, ViewSeat]
    map: ViewMap
    secret_hash: str
    salt: str
    """Hex: the hash of everybody's random bytes; with it a shown draw is checked (docs/fairness.md, "Dice")."""
    host: int | UnsetType = UNSET
    imported: Literal[True] | UnsetType = UNSET
    """It is only looked at: nobody sits in it, and it has neither games nor talk here."""


class Viewer(Shape, frozen=True, kw_only=True):
    """The reader's seat."""

    seat: int


class View(Shape, frozen=True, kw_only=True):
    """A campaign as one viewer class sees it; `game` and `mine` are the ruleset's."""

    campaign: ViewCampaign
    game: dict[str, Any]
    mine: dict[str, Any] | UnsetType = UNSET
    you: Viewer | UnsetType = UNSET


class LogLine(Shape, frozen=True, kw_only=True):
    """One line of the log: a text key and what it speaks of."""

    key: str
    parameters: dict[str, Any] = msgspec.field(default_factory=dict)


class LogEntry(Shape, frozen=True, kw_only=True):
    """What one append showed."""

    n: int
    at_unix_ms: UnixMs
    lines: list[LogLine] = msgspec.field(default_factory=list)
    patch: Any = UNSET


class LoggedSide(Shape, frozen=True, kw_only=True):
    """One side of a battle as a server's log has it."""

    name: str
    wins: int


class InboxItem(Shape, frozen=True, kw_only=True):
    """A notice: a text key and what it speaks of."""

    n: int
    campaign: str
    key: str
    parameters: dict[str, Any]
    at_unix_ms: UnixMs
    read: bool
    owes: bool
