"""What the use cases need from outside: the two stores, the engine, the passwords' hashing, the limits."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Protocol

import msgspec

from chassis.problems import Problem
from services.lobby.core.ratings import LichessUser
from services.lobby.core.room import Room, RoomRules


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """An account or a guest as it is stored."""

    id: str
    name: str
    guest: bool
    language: str
    password_hash: str = ""
    """Empty for a guest, and for whoever only ever came by Lichess."""
    recovery_hash: str = ""
    """Of a guest's recovery code; empty for an account."""
    lichess: LichessUser | None = None
    """Who they are on Lichess, if they have linked it; no two accounts are the same."""
    created: datetime


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody signed in somewhere."""

    hash: str
    """SHA-256 of the secret, hexadecimal."""
    account: str
    created: datetime
    expires: datetime


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """An API token."""

    id: str
    hash: str
    account: str
    label: str
    scopes: tuple[str, ...]
    created: datetime
    expires: datetime | None = None
    """None: it never runs out."""


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """Which sessions and tokens end with a change of an account."""

    session: str = ""
    """The session with this hash."""
    token: str = ""
    """The token with this id."""
    sessions: bool = False
    """All sessions but `keep`."""
    keep: str = ""
    """Hash of a session that goes on."""
    tokens: bool = False
    """All tokens."""


class Accounts(Protocol):
    """Accounts, sessions and tokens. Every method may raise `Unavailable` when the database is away."""

    async def add(self, account: Account, session: Session, address: str = "") -> None:
        """Store a new account with its first session, and where it is from.

        :raises Refused: `name_taken`, `lichess_taken`.
        """
        ...

    async def by_id(self, account: str) -> Account | None:
        """The account, or None."""
        ...

    async def by_name(self, name: str) -> Account | None:
        """The account (no guest) of this name without regard to case, or None."""
        ...

    async def look_taken(self, name: str) -> bool:
        """Whether an account (no guest) has a name that looks like this one."""
        ...

    async def by_recovery(self, recovery_hash: str) -> Account | None:
        """The guest with this recovery code, or None."""
        ...

    async def by_lichess(self, user: str) -> Account | None:
        """The account that is linked with a user of Lichess, by their id there, or None."""
        ...

    async def some(self, accounts: Sequence[str]) -> list[Account]:
        """Those of the accounts that exist."""
        ...

    async def change(self, account: str, edit: Callable[[Account], Account], ending: Ending) -> Account:
        """Change an account and end what is to end, in one transaction; tell of it if anything became different.

        :raises Refused: `no_such_account`, `name_taken`, `lichess_taken`, and what `edit` raises; then nothing has
            changed.
        """
        ...

    async def open_session(self, session: Session, most: int, address: str = "") -> None:
        """Store a session; of more than `most` the oldest ends.

        :param address: where it is from; the account knows it from now on. Empty: none.
        """
        ...

    async def known_from(self, name: str, address: str) -> bool:
        """Whether the account of this name has signed in from an address."""
        ...

    async def session(self, session_hash: str) -> tuple[Session, Account] | None:
        """A session that was not ended, and whose it is; it may have expired."""
        ...

    async def extend(self, session_hash: str, expires: datetime) -> None:
        """Let a session last longer."""
        ...

    async def add_token(self, token: Token, most: int) -> None:
        """Store a token.

        :raises Refused: `no_such_account`, `too_many_tokens`.
        """
        ...

    async def token(self, token_hash: str) -> tuple[Token, Account] | None:
        """A token and whose it is."""
        ...

    async def tokens(self, account: str) -> list[Token]:
        """The account's tokens, the oldest first."""
        ...

    async def forget_expired(self, now: datetime) -> int:
        """Delete sessions that have expired; how many."""
        ...


class RoomView(msgspec.Struct, frozen=True, kw_only=True):
    """A room and the accounts that it names."""

    room: Room
    accounts: dict[str, Account]


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A room's place in the list of open rooms."""

    created: datetime
    id: str


class Rooms(Protocol):
    """Rooms and who sits in them. Every method may raise `Unavailable` when the database is away."""

    async def add(self, room: Room, most: int) -> RoomView:
        """Store a new room.

        :param most: rooms that its host may have open.
        :returns: the room; the stored one, if one with its id is there.
        :raises Refused: `too_many_rooms`, `no_such_account`.
        """
        ...

    async def get(self, room: str) -> RoomView | None:
        """The room, or None."""
        ...

    async def change(
        self, room: str, edit: Callable[[Room], Room], seats_of: tuple[str, int] | None = None
    ) -> RoomView:
        """Change a room under its lock; a changed one gets the next version and is told of.

        :param seats_of: an account and in how many open rooms it may sit; checked if it takes a seat by this change.
        :raises Refused: `no_such_room`, `seat_taken` if the database refuses a doubled seat, `too_many_seats`, and
            what `edit` raises; then nothing has changed.
        """
        ...

    async def of_campaign(self, campaign: str) -> str | None:
        """The room of a campaign, or None."""
        ...

    async def open_public(self, limit: int, after: Place | None) -> list[RoomView]:
        """Open public rooms after a place in the list, newest first."""
        ...

    async def starting(self, limit: int) -> list[RoomView]:
        """Rooms that wait for the engine, the longest waiting first."""
        ...

    async def idle(self, before: datetime, limit: int) -> list[str]:
        """Open rooms that have not changed since."""
        ...

    async def forget_closed(self, before: datetime) -> int:
        """Delete rooms that closed before; how many."""
        ...


class PurseLine(msgspec.Struct, frozen=True, kw_only=True):
    """One transfer as its person sees it."""

    kind: str
    amount: int
    """Below 0 if it took coins."""
    campaign: str
    """Empty for a grant."""
    at: datetime


class Purse(msgspec.Struct, frozen=True, kw_only=True):
    """A person's coins."""

    balance: int
    held: int
    """In escrow, for tables that are open or being played."""
    lines: tuple[PurseLine, ...]
    """The newest first."""


class Coins(Protocol):
    """The coin ledger. Every method may raise `Unavailable` when the database is away."""

    async def purse(self, account: str) -> Purse:
        """What a person has."""
        ...

    async def settle(self, campaign: str, winner: str) -> None:
        """Pay a table out, once.

        :param winner: account; empty: nobody won, and every entry goes back.
        """
        ...


class StartRefused(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """The engine refuses to start the campaign, for good."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


class CheckedOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What the rules say of a room's options."""

    options: bytes
    """Whole."""
    rating_kinds: tuple[str, ...]
    own_ratings: bool
    rules: RoomRules


class Engine(Protocol):
    """What lobby asks of the engine. Every method may raise the engine's `Problem`."""

    async def reserve(self, campaign: str) -> str:
        """Have the campaign's secret drawn; its SHA-256 in hexadecimal."""
        ...

    async def check_options(self, campaign: str, ruleset: str, seats: int, options: bytes) -> CheckedOptions:
        """The options whole and which ratings count, or a `Problem` that says what is wrong with them."""
        ...

    async def seated(self, campaign: str, account: str) -> tuple[bool, str]:
        """Whether the account holds a seat of the campaign (and has not left it), and who may watch."""
        ...

    async def offer_seat(self, campaign: str, account: str, seat: int) -> int:
        """What a link must name with which somebody may take a seat over, if this account may give it away."""
        ...

    async def create(self, view: RoomView, within: timedelta) -> None:
        """Start the room's campaign with its players' ratings as they are known; repeating it is harmless.

        :raises StartRefused: if the engine refuses.
        :raises Problem: if it isn't known to have answered; ask again.
        """
        ...


class Passwords(Protocol):
    """Slow hashing of passwords, off the event loop."""

    async def hash(self, password: str) -> str:
        """A salted hash.

        :raises Busy: if too many wait already.
        """
        ...

    async def verify(self, password_hash: str, password: str) -> bool:
        """Whether the password is the one that was hashed; with an empty hash as slow, and never.

        :raises Busy: if too many wait already.
        """
        ...


class Limiter(Protocol):
    """So many a time, as `chassis.cache.RateLimiter`."""

    async def take(self, who: str) -> timedelta | None:
        """None if `who` may go on, else how long to wait."""
        ...

    async def give_back(self, who: str) -> None:
        """What was taken shall not count."""
        ...
