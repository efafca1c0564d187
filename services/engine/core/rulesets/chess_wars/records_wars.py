"""What a war is made of: clocks, raises, terms, results, and how forecasts held. Values only."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum

import msgspec

from services.engine.core.rulesets.chess_wars.records import Got
from services.engine.core.values import PlaceId, Seat


class WarState(StrEnum):
    """Where a war stands (section 5); the last six are over."""

    DECLARED = "declared"
    RAISED = "raised"
    REDIRECTED = "redirected"
    PLAYING = "playing"
    STOPPING = "stopping"
    SETTLED = "settled"
    CALLED_OFF = "called_off"
    WITHDRAWN = "withdrawn"
    CONCEDED = "conceded"
    PEACE = "peace"
    CANCELLED = "cancelled"


UNDERWAY = frozenset({WarState.DECLARED, WarState.RAISED, WarState.REDIRECTED, WarState.PLAYING, WarState.STOPPING})
"""States of a war that isn't over."""


IN_GAME = frozenset({WarState.PLAYING, WarState.STOPPING})
"""States of a war whose chess game exists."""


class Percent(msgspec.Struct, frozen=True, kw_only=True):
    """One reason for more or less time."""

    why: str
    percent: int


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """The time one side gets in a game (section 6)."""

    initial_s: int
    increment_s: int
    percent: int
    parts: tuple[Percent, ...]


class Clocks(msgspec.Struct, frozen=True, kw_only=True):
    """Both sides' time."""

    attacker: Clock
    defender: Clock


class Raise(msgspec.Struct, frozen=True, kw_only=True):
    """One raise of a war (section 5.4)."""

    seat: Seat
    countries: tuple[PlaceId, ...]
    demand: int
    """Raises 1 and 3: the total the stake must reach. Raise 2: what the defender's country must be worth, before the
    limit of what they have when they answer."""


class Hand(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A country that changes hands, and all that follows for it."""

    to: Seat
    giver: Seat
    got: Got
    over_sea: bool = False
    newly_won_until: int


class Terms(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Terms of peace (section 5.7)."""

    from_attacker: tuple[PlaceId, ...] = ()
    from_defender: tuple[PlaceId, ...] = ()
    tokens: int = 0
    """Above zero the attacker pays, below zero the defender."""
    accord_rounds: int = 0


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a war ended."""

    how: str
    """`game`, `draw`, `called_off`, `withdrawn`, `conceded`, `peace`, `cancelled`."""
    winner: Seat | None = None
    reason: str = ""
    hands: dict[PlaceId, Hand] = {}
    terms: Terms | None = None
    at: datetime


class War(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One war."""

    id: str
    attacker: Seat
    defender: Seat
    state: WarState
    target: PlaceId
    origin: PlaceId
    over_sea: bool = False
    need: int
    stake: tuple[PlaceId, ...]
    """As declared, in map order."""
    added: tuple[PlaceId, ...] = ()
    put_ins: tuple[PlaceId, ...] = ()
    reserves: tuple[PlaceId, ...] = ()
    raises: tuple[Raise, ...] = ()
    redirect: PlaceId | None = None
    old_target: PlaceId | None = None
    redirect_paid: bool = False
    """The defender's token for the redirect is held back."""
    clocks: Clocks
    white: Seat | None = None
    behind: int = 0
    """By how many points the defender, at the top of all, led the attacker at the declaration; 0 if not at the top."""
    declared_round: int
    declared_at: datetime
    since: datetime
    """When what it waits for began."""
    due: datetime | None = None
    """When silence is the answer; None in a game or at the end."""
    playing_since: datetime | None = None
    over_the_board: bool = False
    """Its game is played on a real board."""
    place_version: int = 0
    """Version of the game that said so last."""
    stop: str | None = None
    """Accepted peace offer for which the game is being stopped."""
    held: tuple[PlaceId, ...] = ()
    """Further countries of an accepted peace, tied up until the game has been stopped."""
    ended_round: int = 0
    result: Result | None = None

    @property
    def underway(self) -> bool:
        """Whether it isn't over."""
        return self.state in UNDERWAY

    @property
    def answering(self) -> Seat | None:
        """Who owes an answer; None in a game and at the end."""
        if self.state is WarState.DECLARED:
            return self.defender
        if self.state is WarState.REDIRECTED:
            return self.attacker
        if self.state is WarState.RAISED:
            return self.attacker if len(self.raises) % 2 else self.defender
        return None

    def other(self, seat: Seat) -> Seat:
        """The other side."""
        return self.defender if seat == self.attacker else self.attacker

    def at_stake(self) -> Iterable[PlaceId]:
        """Every country somebody could lose by it (section 11): what it ties up, but for a target redirected away."""
        return (place for place in self.ties() if place != self.old_target)

    def ties(self) -> Iterable[PlaceId]:
        """Every country it ties up (section 5.8)."""
        yield self.target
        yield from self.stake
        yield from self.added
        yield from self.put_ins
        yield from self.reserves
        yield from self.held
        if self.old_target is not None:
            yield self.old_target
        elif self.redirect is not None:
            yield self.redirect


class Held(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How forecasts of about the same sureness held."""

    wars: int = 0
    """Decided ones."""
    won: int = 0
    """Those of them that the side forecast to win has won."""


class PeaceOffer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A standing peace offer."""

    id: str
    war: str
    by: Seat
    to: Seat
    terms: Terms
    set_aside: dict[str, int] = {}
    """Tokens set aside, by payer's seat."""
    since: datetime
    due: datetime
    accepted: bool = False
