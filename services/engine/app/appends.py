"""What one command leaves behind, as plain data: the store writes it in one transaction, the bus tells of it after."""

from datetime import datetime

import msgspec

from chassis.keys import Key
from services.engine.core.kernel import GameWant, Notice, Outcome, Owed


class KeptAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The first answer a key got."""

    digest: str
    viewer: int
    n: int
    facts: int


class Occupant(msgspec.Struct, frozen=True, kw_only=True):
    """Who holds a seat outside the facts."""

    seat: int
    account: str
    """Empty for a seat that began as a bot."""
    bot_level: int
    """1-8 while a bot plays, else 0."""
    left: bool = False
    """The person left for good; not stored beside the seating, since the campaign's own facts say so."""
    since_unix_ms: int = 0
    """When the seat last changed hands, later with every change; 0: never."""


class Update(msgspec.Struct, frozen=True, kw_only=True):
    """What one viewer class is shown."""

    viewer: int
    """-1 the public, else the seat."""
    n: int
    body: bytes
    """Empty: the same as the public's."""


class Deadline(msgspec.Struct, frozen=True, kw_only=True):
    """One thing for the clock to watch."""

    what: str
    since: datetime
    due: datetime
    account: str
    needs: tuple[str, ...]
    credited: bool


class WantedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game for chessgate, with the people and bots of its seats."""

    game: str
    want: GameWant
    white: Occupant
    black: Occupant
    paused: bool


class Neutral(msgspec.Struct, frozen=True, kw_only=True):
    """What services may know of an append without knowing the ruleset."""

    seats: tuple[Occupant, ...] = ()
    """Set at the start, at the end and when it changed."""
    changed: tuple[Occupant, ...] = ()
    replaced: frozenset[int] = frozenset()
    """Seats of `changed` that another person has now."""
    notices: tuple[Notice, ...] = ()
    started: bool = False
    outcome: Outcome | None = None
    parked: bool | None = None
    deleted: bool = False
    owed: tuple[Owed, ...] | None = None
    """Set when it changed."""
    games: tuple[WantedGame, ...] = ()
    """New ones."""


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """The campaign's head row: its version, and the number each viewer class has reached."""

    campaign: str
    room: str
    name: str
    ruleset: str
    version: int
    map_id: str
    spectators: str
    epoch: int
    seq: int
    status: str
    numbers: dict[int, int]
    marked: str = ""
    """Why a watchdog ended the process that worked on it; empty if none did."""
    imported: bool = False
    """It was played before, perhaps elsewhere, and is only looked at (`services/engine/app/importing.py`)."""


class Text(msgspec.Struct, frozen=True, kw_only=True):
    """Words of a player, which facts and views know by their id alone."""

    id: str
    seq: int
    """The append that brought them."""
    author: str
    """Account; empty for a bot."""
    words: str | None
    """None: erased."""


class StoredAppend(msgspec.Struct, frozen=True, kw_only=True):
    """One append as it was stored."""

    seq: int
    at: datetime
    facts: bytes


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """Everything one command changes, whole."""

    head: Head
    """As it will be; `head.seq - 1` is what must be stored now (0: the campaign is new)."""
    at: datetime
    facts: bytes
    seat: int | None
    """Who commanded; None for time, games and the platform."""
    command: bytes
    key: Key | None
    answer: KeptAnswer | None
    updates: tuple[Update, ...]
    neutral: Neutral
    deadlines: tuple[Deadline, ...] | None
    """The whole list for the clock; None if it is as before."""
    games: tuple[WantedGame, ...] | None
    """The whole list for chessgate; None if it is as before."""
    seating: tuple[Occupant, ...] | None
    replaced: str
    """Account of a person in whose place another one plays from here on; empty if nobody was replaced."""
    snapshot: bytes | None
    texts: tuple[Text, ...] = ()
    """Words that came with the command."""


class Committed(msgspec.Struct, frozen=True, kw_only=True):
    """The append is stored."""


class Conflict(msgspec.Struct, frozen=True, kw_only=True):
    """Another append came first: reload and decide again."""


class Repeated(msgspec.Struct, frozen=True, kw_only=True):
    """The key has an answer already; nothing was stored."""

    answer: KeptAnswer


CommitResult = Committed | Conflict | Repeated
