"""The words that the engine and every ruleset share: seats, what is owed, wanted games, log lines, refusals.

Everything here is plain data, but for `Chance`. `ruleset.py` has the functions that are asked for it.
"""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol, TypeVar

import msgspec

from services.engine.core.board import Board
from services.engine.core.fairness import Shown
from services.engine.core.values import Seat

T = TypeVar("T")


class Kind(StrEnum):
    """Whose fault a refusal is; one table maps it to gRPC and HTTP statuses."""

    MALFORMED = "malformed"
    """The command makes no sense here whatever the position: unknown place, wrong shape."""
    NOT_ALLOWED = "not_allowed"
    """This player may not do this in this position."""
    NOT_NOW = "not_now"
    """Right player, wrong moment: not their turn, already answered, over."""


class Rejected(Exception):  # noqa: N818 - the glossary's word: a refusal is an answer, not an error
    """A command the rules refuse; nothing changes.

    :param code: member of the ruleset's (or the kernel's) closed `StrEnum` of refusals.
    :param kind: see `Kind`.
    :param rule: where the rule stands ("5.1").
    :param detail: numbers and ids that say what would make it possible (`need=7, have=5`); plain JSON values.
    """

    def __init__(self, code: StrEnum, kind: Kind, rule: str, **detail: Any) -> None:
        super().__init__(f"{code.value} ({rule}) {detail}")
        self.code = code
        self.kind = kind
        self.rule = rule
        self.detail = detail


class Chance(Protocol):
    """Fair draws. Every draw names its purpose; the k-th draw of a purpose is fixed when the campaign starts."""

    def below(self, purpose: str, bound: int) -> int:
        """A uniform integer in [0, bound)."""
        ...

    def shuffled(self, purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in a uniformly drawn order."""
        ...

    def seal(self, purpose: str) -> str:
        """What is shown of the purpose's next `shown` draw before it is made."""
        ...

    def shown(self, purpose: str, bound: int, after: str = "") -> Shown:
        """A uniform integer in [0, bound) that players check at once.

        :param after: key of the draw before it in the same command; empty for the first, whose seal was shown.
        """
        ...


class SeatHolder(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who plays a seat, as far as rules may know (never an account or a name)."""

    bot_level: int | None = None
    """1-8 if a bot plays the seat now, else None: a person."""
    person: bool = True
    """A person sat here at the start (a bot may stand in for them); False for a seat that began as a bot."""
    rating: int | None = None
    """Rating frozen at the start; None if unrated."""
    own_rating: bool = False
    """The rating is the player's own word, not an established one."""
    left: bool = False
    """The person left for good."""
    replaced: bool = False
    """Another person plays in the place of who sat here at the start, whose rating stays."""


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """The seats as the kernel knows them; set on the state by the kernel, never stored by a ruleset."""

    seats: tuple[SeatHolder, ...]
    host: Seat | None
    """Seat of the host; None when nobody is."""
    simulated: bool = False
    """True in `warboard simulate`: bots count as humans and wars are drawn from ratings."""

    def is_bot(self, seat: Seat) -> bool:
        """Whether a bot plays this seat now."""
        return self.seats[seat].bot_level is not None

    def is_person(self, seat: Seat) -> bool:
        """Whether a person plays this seat now (everyone does in a simulation)."""
        holder = self.seats[seat]
        return self.simulated or (holder.bot_level is None and not holder.left)

    @property
    def replaced(self) -> bool:
        """Whether any player was ever replaced by another person: such a campaign counts for no rating."""
        return any(holder.replaced for holder in self.seats)

    @property
    def deserted(self) -> bool:
        """Whether people sat here and all of them left for good, so that only bots play on; not where bots began alone,
        nor while a bot stands in for somebody who may come back."""
        began = [holder for holder in self.seats if holder.person]
        return not self.simulated and bool(began) and all(holder.left for holder in began)

    @property
    def people(self) -> tuple[Seat, ...]:
        """Seats that people play now (all of them in a simulation)."""
        return tuple(Seat(seat) for seat in range(len(self.seats)) if self.is_person(Seat(seat)))


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What a campaign starts from."""

    campaign: str
    board: Board
    table: Table
    """In playing order: the kernel has shuffled the seats if the ruleset asks for it."""
    options: Any
    """The ruleset's own options struct, checked and drawn by `Ruleset.options`."""
    at: datetime


class Owed(msgspec.Struct, frozen=True, kw_only=True):
    """Something a state waits for: deadlines, bot turns, reminders and "seats that owe an answer" come from here."""

    seat: Seat | None
    """Who owes it; None if only time does (a round that ends by the clock)."""
    what: str
    """Names the thing exactly, so that a late or doubled deadline is harmless: `turn:7:3`, `raise:w12:2`."""
    since: datetime
    due: datetime
    reply: bool = True
    """False where the seat may act but nobody waits for it alone (no reminder, no bot turn)."""
    stands_still: bool = False
    """True if this is all that is owed because no human plays: the campaign's games stand still, too."""
    open_ended: bool = False
    """True if a bot of this seat should think when `what` appears but no deadline expires (`due` is then unused)."""
    bot_waits_until: datetime | None = None
    """A bot of this seat acts no sooner, so that people can follow it."""


class GameOffer(msgspec.Struct, frozen=True, kw_only=True):
    """A peace offer that stands during a game."""

    offer: str
    by: str
    """`white` or `black`."""
    at: datetime


class GamePlayer(msgspec.Struct, frozen=True, kw_only=True):
    """One side of a wanted chess game."""

    seat: Seat
    initial_s: int
    """Live: seconds on the clock at the start. Correspondence: seconds a move."""
    increment_s: int
    """Live: seconds added a move. Correspondence: 0."""


class GameWant(msgspec.Struct, frozen=True, kw_only=True):
    """A chess game the state asks chessgate for; the kernel adds who sits where and at what bot level."""

    war: str
    """`w<n>`; the game's id is `<campaign>-w<n>`."""
    white: GamePlayer
    black: GamePlayer
    live: bool
    since: datetime
    takeback: bool = False
    spectators: str = "public"
    offers: tuple[GameOffer, ...] = ()
    stop: str | None = None
    """Id of the accepted offer that asks for the game to stop."""
    draw_wins: str = ""
    """`white` or `black` if a draw wins the war for that side; bots answer draw offers by it."""
    spectator_delay_s: int = 0
    """Live: who plays neither side sees the game so many seconds later."""


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """Something a person should hear about."""

    seats: tuple[Seat, ...]
    key: str
    """Text key of the message files (`notice.war_declared`)."""
    parameters: dict[str, Any]
    """Plain values for the text: ids, seats and numbers, never names or free text."""
    owes: bool = False
    """Whether the seats now owe an answer."""
    latest: bool = False
    """Whether the next one with this key makes it void: an inbox keeps only the newest of a campaign."""


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the log, for text and animation."""

    key: str
    parameters: dict[str, Any] = {}


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's place at the end."""

    seat: Seat
    place: int
    """1-based; shared places are equal."""
    points: int
    figures: dict[str, int] = {}


class RoomRules(msgspec.Struct, frozen=True, kw_only=True):
    """What a ruleset asks of the rooms its campaigns come from."""

    bot_levels: int = 8
    """Bots have levels 1 to so many."""
    closes_with_host: bool = False
    """A host who leaves before the start closes the room; else the next person is host."""
    entries: bool = False
    """Players may stake an entry, and the pot goes to the winner."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a campaign ended."""

    reason: str
    """`target`, `last_round`, `host`, `last_standing`, `abandoned`, ..."""
    standings: tuple[Standing, ...]
    rated: bool
    nobody_won: bool = False
    """The game was broken off: entries go back, and the places say how far each had come."""


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """All a bot may know: what its seat sees."""

    board: Board
    seat: Seat
    level: int
    public: dict[str, Any]
    mine: dict[str, Any]


# --- commands that come from outside the players, the same for every ruleset ---------------------------------------


class ExpireDeadline(msgspec.Struct, frozen=True, kw_only=True, tag="ExpireDeadline"):
    """A window ran out. Answered only if `what` is still owed; otherwise nothing happens."""

    what: str
    due: datetime
    offline_s: int = 0
    """Known unbroken offline time of the seat up to the expiry, in seconds."""


class RecordGameResult(msgspec.Struct, frozen=True, kw_only=True, tag="RecordGameResult"):
    """Chessgate's one word on how a war's game ended."""

    war: str
    result: str
    """`white`, `black`, `draw`, or `stopped` (peace; nobody wins)."""
    reason: str
    """`checkmate`, `resignation`, `time`, `stalemate`, `threefold`, `fifty_moves`, `dead_position`, `agreement`,
    `first_move`, `time_no_material`, `reported`, `forfeit`, `stopped`, `declined`."""
    plies: int = 0
    offer: str | None = None
    """The peace offer the game was stopped for, or that lapsed because the game was over or moved on."""


class MoveGame(msgspec.Struct, frozen=True, kw_only=True, tag="MoveGame"):
    """A war's game went on over the board, or came back online; chessgate judges it all the same."""

    war: str
    over_the_board: bool
    version: int
    """Of the game: what is older than what is known does nothing."""


class SeatTaken(msgspec.Struct, frozen=True, kw_only=True, tag="SeatTaken"):
    """The kernel changed who plays a seat; the ruleset may react (pass a turn, move the host's role)."""

    seat: Seat
    host_changed: bool = False
    """The host's role went to another seat with it."""


SystemCommand = ExpireDeadline | RecordGameResult | MoveGame | SeatTaken
