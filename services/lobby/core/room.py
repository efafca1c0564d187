"""A room: who sits where and what was chosen, until the campaign starts; and what can be read from it."""

from datetime import datetime
from enum import StrEnum

import msgspec


class State(StrEnum):
    """Where a room stands."""

    OPEN = "open"
    STARTING = "starting"
    """Frozen: the engine is being asked to start the campaign."""
    STARTED = "started"
    CLOSED = "closed"


class Mode(StrEnum):
    """Kinds of tables (provinces, "Rooms and modes"); it follows from what the room is."""

    PRACTICE = "practice"
    """With bots; always free."""
    FRIENDLY = "friendly"
    """Among people; free."""
    COMPETITIVE = "competitive"
    """Everybody stakes the same entry, and the pot goes to the winner; no bots."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that somebody or something holds."""

    seat: int
    account: str = ""
    """Empty for a bot."""
    bot_level: int = 0
    """1-8 for a bot, else 0."""
    entropy: bytes = b""
    """32 random bytes of the person's client; empty for a bot."""
    own_rating: int = 0
    """What the person says of their own strength; 0 if they said nothing."""


class StartRefusal(msgspec.Struct, frozen=True, kw_only=True):
    """Why the engine refused the last start."""

    code: str
    sentence: str
    detail: bytes = b""
    """JSON object; empty if there is none."""


class RoomRules(msgspec.Struct, frozen=True, kw_only=True):
    """What a game's rules ask of its rooms."""

    bot_levels: int
    closes_with_host: bool
    entries: bool
    """Players may stake an entry."""


class Room(msgspec.Struct, frozen=True, kw_only=True):
    """A room whole."""

    id: str
    campaign: str
    ruleset: str
    name: str
    host: str
    """Account of the host; always seated while the room is open."""
    state: State
    public: bool
    seat_count: int
    seats: tuple[Seat, ...]
    """The held seats, by number."""
    options: bytes
    """JSON object, as the engine completed it."""
    secret_hash: str
    created: datetime
    changed: datetime
    version: int
    rating_kinds: tuple[str, ...] = ()
    """Lichess's kinds of rating that count under these options, the best first, as the rules say."""
    own_ratings: bool = False
    """Whether players without an established rating may give their own."""
    refusal: StartRefusal | None = None
    entry: int = 0
    """Coins everybody stakes; 0: free. Set once, at the creation."""
    password_hash: str = ""
    """argon2id; empty if none is needed."""
    bot_levels: int = 8
    """Bots have levels 1 to so many."""
    closes_with_host: bool = False
    """A host who leaves before the start closes the room; else the next person is host."""

    @property
    def mode(self) -> "Mode":
        """What kind of table it is."""
        if self.entry:
            return Mode.COMPETITIVE
        return Mode.PRACTICE if any(seat.bot_level for seat in self.seats) else Mode.FRIENDLY


def seat_of(room: Room, account: str) -> Seat | None:
    """The seat the account holds."""
    return next((seat for seat in room.seats if account and seat.account == account), None)


def may_see(room: Room, account: str, *, invited: bool) -> bool:
    """Whether the account may look into the room."""
    return room.public or invited or seat_of(room, account) is not None


def free_numbers(room: Room) -> tuple[int, ...]:
    """Numbers of the free seats."""
    held = {seat.seat for seat in room.seats}
    return tuple(number for number in range(room.seat_count) if number not in held)
