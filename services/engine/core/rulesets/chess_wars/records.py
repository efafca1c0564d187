"""The things a campaign is made of: holdings, players, turns, wars, offers, accords and titles. Values only."""

from datetime import datetime
from enum import StrEnum

import msgspec

from services.engine.core.board import Board
from services.engine.core.rulesets.chess_wars.missions.look import Deeds
from services.engine.core.values import PlaceId, Seat

Pair = str
"""Two seats as `<lower>-<higher>`."""


def pair(a: Seat, b: Seat) -> Pair:
    """The key of two seats, whatever their order."""
    return f"{a}-{b}" if a < b else f"{b}-{a}"


NEWLY_WON_ROUNDS = 2
"""A country that changed hands in round r rests until round r + 2 starts (section 1)."""


class Phase(StrEnum):
    """Where a campaign stands."""

    DRAFT = "draft"
    SECRETS = "secrets"
    """Secret missions are being chosen (section 10)."""
    WAR = "war"
    ENDED = "ended"


class Got(StrEnum):
    """How an owner got a country (section 1)."""

    DRAFT = "draft"
    GAME = "game"
    PEACE = "peace"
    CONCESSION = "concession"


class Holding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A country somebody owns."""

    owner: Seat
    drafted_by: Seat
    got: Got = Got.DRAFT
    round: int = 0
    """Round in which it last changed hands; 0 for the draft."""
    giver: Seat | None = None
    over_sea: bool = False
    """Won by an attack over a sea lane."""
    newly_won_until: int = 0
    """It may not be staked or attacked from until this round starts; 0: it may."""
    fortified_until: int = 0
    """A new war on it needs 150 % until this round starts; 0: not fortified."""

    @property
    def won(self) -> bool:
        """Won since the draft (section 1)."""
        return self.got is Got.GAME or (self.got is Got.PEACE and self.owner != self.drafted_by)


class Territory(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Who owns what. Derived masks are kept with the value, so they're counted once a change."""

    countries: dict[PlaceId, Holding] = {}
    """Owned countries; during the draft the rest of the theatre is missing."""

    def empires(self, board: Board, seats: int) -> tuple[int, ...]:
        """Masks of the countries of each seat."""
        found: tuple[int, ...] | None = self.__dict__.get("_empires")
        if found is None:
            masks = [0] * seats
            index = board.index
            for place, holding in self.countries.items():
                masks[holding.owner] |= 1 << index[place]
            found = self.__dict__["_empires"] = tuple(masks)
        return found

    def newly_won(self, board: Board) -> int:
        """Mask of the newly won countries."""
        found: int | None = self.__dict__.get("_newly_won")
        if found is None:
            found = self.__dict__["_newly_won"] = board.mask(
                place for place, holding in self.countries.items() if holding.newly_won_until
            )
        return found


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """A position a player has completed and must hold (section 11)."""

    round: int
    """Round in which it was made."""
    since: datetime


class Player(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One seat's own things."""

    tokens: int = 0
    """War tokens to spend; those set aside in offers and redirects are not among them."""
    mission_points: int = 0
    reputation: int = 100
    eliminated: bool = False
    rating: int | None = None
    """Frozen when the draft started; None: unrated."""
    drafted_value: int = 0
    passed: bool = False
    """Done declaring for this round."""
    ran_out: bool = False
    """The last turn, pick or reply to a war ran out."""
    slow: bool = False
    """Let a pick run out and hasn't picked since: shorter turns in the draft."""
    preferences: tuple[PlaceId, ...] = ()
    deeds: Deeds = Deeds()
    """What records are made of."""
    scored: dict[str, int] = {}
    """By name of the mission: the round in which it scored."""
    claims: dict[str, Claim] = {}
    """By name of the mission."""
    proposed: dict[str, int] = {}
    """By partner's seat: round of the last accord or peace proposed to them."""


class DraftTurn(msgspec.Struct, frozen=True, kw_only=True):
    """Whose pick it is."""

    pick: int
    """Number of the next pick, from 1."""
    seat: Seat
    left: int
    """Picks left in this turn, the next one included."""
    turn: int
    """Number of this turn in the snake, from 0."""
    since: datetime
    due: datetime


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """Whose turn to declare it is."""

    number: int
    """Over the whole campaign, from 1."""
    seat: Seat
    since: datetime
    due: datetime
    heard: datetime | None = None
    """When the player last gave a command in it; None: not yet."""


class AccordOffer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A standing proposal of an accord."""

    id: str
    by: Seat
    to: Seat
    rounds: int
    terms: str = ""
    since: datetime
    due: datetime


class Accord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An accord in force (section 8)."""

    signed_round: int = 0
    ends_round: int
    counts_from: int
    """First round it holds from the start, for reputation; kept when it is extended."""
    terms: str = ""


class Title(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One title."""

    holder: Seat | None = None
    figure: int = 0
