"""Before the start: games and maps to choose from, and rooms."""

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from services.gateway.shapes.accounts import RatingKind, SeatRating
from services.gateway.shapes.shape import Shape, UnixMs


class RulesetInfo(Shape, frozen=True, kw_only=True):
    """A game this server plays."""

    name: str
    version: int
    min_seats: int
    max_seats: int
    options_schema: dict[str, Any]
    defaults: dict[str, Any]
    command_schemas: dict[str, Any]
    refusals: list[str]


class BotLevel(Shape, frozen=True, kw_only=True):
    """What a level of bots is worth, as measured (docs/bots.md)."""

    level: int
    rating: int
    margin: int
    """Half of the rating's 95 % interval."""


class MapInfo(Shape, frozen=True, kw_only=True):
    """A map that a game can be played on."""

    id: str
    sha256: str
    """Of the map file."""
    name: str
    names: dict[str, str]
    """In other languages, by code."""
    places: int
    own: bool
    """I have uploaded it."""


class MapFault(Shape, frozen=True, kw_only=True):
    """Something that is wrong with a map file, or looks so."""

    code: str
    sentence: str
    detail: dict[str, Any]


class RoomSeat(Shape, frozen=True, kw_only=True):
    """A seat at a table: a person's, a bot's, or free."""

    seat: int
    account: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    guest: bool | UnsetType = UNSET
    bot_level: int | UnsetType = UNSET
    rating: SeatRating | UnsetType = UNSET
    """Left out if the player is unrated."""


class RoomViewer(Shape, frozen=True, kw_only=True):
    """What the reader is in a room."""

    host: bool
    seat: int | UnsetType = UNSET


class StartRefused(Shape, frozen=True, kw_only=True):
    """Why the rules would not start."""

    code: str
    sentence: str
    detail: dict[str, Any] = msgspec.field(default_factory=dict)
    """What the sentence speaks of, as in a problem."""


class Room(Shape, frozen=True, kw_only=True):
    """A table before its campaign."""

    id: str
    ruleset: str
    name: str
    host: str
    state: Literal["open", "starting", "started", "closed"]
    public: bool
    seats: list[RoomSeat]
    seat_count: int
    options: dict[str, Any]
    secret_hash: str
    created_unix_ms: UnixMs
    version: int
    rating_kinds: list[RatingKind]
    """Which kinds of rating count under these options, the best first; none if ratings mean nothing."""
    own_ratings: bool
    """Whether players without an established rating may give their own."""
    entry: int
    """Coins everybody stakes; 0: free."""
    locked: bool
    """Who isn't invited needs the room's password to sit down."""
    mode: Literal["practice", "friendly", "competitive"]
    """With bots; among people; for coins."""
    bot_levels: int
    """Bots have levels 1 to so many."""
    campaign: str | UnsetType = UNSET
    you: RoomViewer | UnsetType = UNSET
    start_refused: StartRefused | UnsetType = UNSET
