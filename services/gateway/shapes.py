"""What the calls answer (docs/api.md), as types: the documents and the clients' types are made from them.

The routers build plain objects; a test holds real answers against these shapes.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

UnixMs = Annotated[int, msgspec.Meta(description="Milliseconds since 1970 UTC.")]
Colour = Literal["white", "black"]


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all answers; UNSET means left out."""


class Account(Shape, frozen=True, kw_only=True):
    """A person."""

    id: str
    name: str
    guest: bool
    language: str


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


RatingKind = Literal["bullet", "blitz", "rapid", "classical", "correspondence"]


class LichessRating(Shape, frozen=True, kw_only=True):
    """A rating on Lichess."""

    kind: RatingKind
    rating: int
    games: int
    established: bool
    """Lichess knows it well enough; else it counts for nothing."""


class LichessUser(Shape, frozen=True, kw_only=True):
    """Who somebody is on Lichess."""

    name: str
    ratings: list[LichessRating]
    fetched_unix_ms: UnixMs


class SeatRating(Shape, frozen=True, kw_only=True):
    """How strong a seat's player is."""

    rating: int
    mark: Literal["established", "unestablished", "own"]
    """An unestablished one counts for nothing; an own one is the player's word."""
    kind: RatingKind | UnsetType = UNSET
    """Of Lichess's kinds, unless it is the player's own word."""


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


class LoggedSide(Shape, frozen=True, kw_only=True):
    """One side of a battle as a server's log has it."""

    name: str
    wins: int


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
    detail: dict[str, Any] = {}
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


class PurseLine(Shape, frozen=True, kw_only=True):
    """One transfer of the reader's coins."""

    kind: Literal["grant", "entry", "return", "refund", "payout"]
    amount: int
    """Below 0 if it took coins."""
    at_unix_ms: UnixMs
    campaign: str | UnsetType = UNSET


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
    parameters: dict[str, Any] = {}


class LogEntry(Shape, frozen=True, kw_only=True):
    """What one append showed."""

    n: int
    at_unix_ms: UnixMs
    lines: list[LogLine] = []
    patch: Any = UNSET


class InboxItem(Shape, frozen=True, kw_only=True):
    """A notice: a text key and what it speaks of."""

    n: int
    campaign: str
    key: str
    parameters: dict[str, Any]
    at_unix_ms: UnixMs
    read: bool
    owes: bool


class TalkMessage(Shape, frozen=True, kw_only=True):
    """Something said in a channel; without a text if it was erased."""

    n: int
    seat: int
    at_unix_ms: UnixMs
    name: str | UnsetType = UNSET
    text: str | UnsetType = UNSET
    erased: Literal[True] | UnsetType = UNSET


class TalkChannel(Shape, frozen=True, kw_only=True):
    """A channel as the reader finds it."""

    channel: str
    """`all`, or `<low>-<high>` of two seats."""
    unread: int
    read: int
    muted: bool
    last: TalkMessage | UnsetType = UNSET


class Token(Shape, frozen=True, kw_only=True):
    """A token of a native client, without its secret."""

    id: str
    label: str
    scopes: list[str]
    created_unix_ms: UnixMs
    expires_unix_ms: UnixMs | UnsetType = UNSET
    """Left out if it never runs out."""


class Player(Shape, frozen=True, kw_only=True):
    """One side of a game of chess."""

    seat: int
    name: str | UnsetType = UNSET
    bot_level: int | UnsetType = UNSET


class GameMove(Shape, frozen=True, kw_only=True):
    """A half-move; `ply` counts from 0."""

    ply: int
    uci: str
    san: str
    clock_ms: int
    at_unix_ms: UnixMs
    lag_ms: int | UnsetType = UNSET
    """Of a live move's time, what it was granted for its way."""


class Report(Shape, frozen=True, kw_only=True):
    """How a game over the board ended, as one side says."""

    number: int
    by: Colour
    result: Literal["white", "black", "draw"]


class OverTheBoard(Shape, frozen=True, kw_only=True):
    """Offered, or with `there` played on a real board."""

    offer: int
    by: Colour
    there: bool
    due_unix_ms: UnixMs | UnsetType = UNSET
    """When the report stands; without one, when the game is online again."""
    report: Report | UnsetType = UNSET


class OnLichess(Shape, frozen=True, kw_only=True):
    """Offered, or with `there` played on Lichess."""

    offer: int
    by: Colour
    there: bool
    began: bool | UnsetType = UNSET
    """Both have opened it there."""
    url: str | UnsetType = UNSET
    """Where both players open it; left out until Lichess has the challenge."""
    due_unix_ms: UnixMs | UnsetType = UNSET
    """When it is online here again if nobody opens it, or nothing more is heard of it."""


class Increment(Shape, frozen=True, kw_only=True):
    """Milliseconds added a move."""

    white_ms: int
    black_ms: int


class GameClocks(Shape, frozen=True, kw_only=True):
    """Both clocks as they stood at `since_unix_ms`."""

    white_ms: int
    black_ms: int
    increment: Increment
    running: Colour | UnsetType = UNSET
    since_unix_ms: UnixMs | UnsetType = UNSET


class Credit(Shape, frozen=True, kw_only=True):
    """Milliseconds given back before the move of a `ply`, since a part of the server was away."""

    ply: int
    ms: int


class Game(Shape, frozen=True, kw_only=True):
    """A game of chess."""

    id: str
    campaign: str
    war: str
    white: Player
    black: Player
    live: bool
    state: Literal["waiting", "playing", "over"]
    ply: int
    fen: str
    moves: list[GameMove]
    clocks: GameClocks
    version: int
    draw_offer: Colour | UnsetType = UNSET
    takeback: bool | UnsetType = UNSET
    """Moves are taken back if both agree."""
    takeback_offer: Colour | UnsetType = UNSET
    over_the_board: OverTheBoard | UnsetType = UNSET
    lichess_possible: bool | UnsetType = UNSET
    """Both clocks are such that the game may be offered to be played on Lichess."""
    lichess: OnLichess | UnsetType = UNSET
    back_from_lichess: Literal["not_taken", "aborted", "foreign", "refused", "silent", "left"] | UnsetType = UNSET
    """Why a game that was to be played on Lichess is here again."""
    spectator_delay_ms: int | UnsetType = UNSET
    """While a live game lasts, who plays neither side gets it so much later."""
    no_engine: bool | UnsetType = UNSET
    """A bot owes something and can't think: the server has no chess engine now."""
    credits: list[Credit] | UnsetType = UNSET
    result: Literal["white", "black", "draw", "stopped"] | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    legal: dict[str, list[str]] | UnsetType = UNSET
    """Targets by origin square; there when the reader is to move."""
    you: Colour | UnsetType = UNSET
