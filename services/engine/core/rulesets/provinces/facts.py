"""What happened: one frozen struct a fact. A fact states every consequence, so that folding it only assigns.

Unit counts are those after the fact; `NEUTRAL` owns what no player does.
"""

from datetime import datetime

import msgspec

from services.engine.core.kernel import Outcome
from services.engine.core.rulesets.provinces.options import Assault
from services.engine.core.values import PlaceId, Seat

NEUTRAL = Seat(-1)
"""The owner of a province no player was dealt."""


class Happened(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Base of all facts."""

    at: datetime


class Dealt(Happened, frozen=True, kw_only=True):
    """The start: who owns what, and what an attack is at this table."""

    owners: dict[PlaceId, Seat]
    """Of every province, in map order."""
    units: dict[PlaceId, int]
    """On every province, in map order."""
    seats: int
    assault: Assault
    turn_s: int
    to_win: int
    """Provinces that win."""
    seal: str
    """Of the first throw's key (`fairness.seal`)."""


class TurnBegan(Happened, frozen=True, kw_only=True):
    """A player's turn, and the units they get for it."""

    number: int
    """From 1 over the whole game."""
    seat: Seat
    income: int
    due: datetime


class Reinforced(Happened, frozen=True, kw_only=True):
    """New units were placed."""

    seat: Seat
    placed: dict[PlaceId, int]
    units: dict[PlaceId, int]
    """On those provinces, afterwards."""
    left: int
    """Still to be placed."""
    by: str
    """`player`, or `clock` for whose turn ran out or who left."""


class Throw(msgspec.Struct, frozen=True, kw_only=True):
    """One throw of the dice, and what proves it."""

    n: int
    """Which throw of the game, from 0."""
    attack: tuple[int, ...]
    """The attacker's dice as they fell, 1-6."""
    defence: tuple[int, ...]
    attack_lost: int
    defence_lost: int
    key: str
    """Hex (docs/fairness.md, "Dice")."""


class Attacked(Happened, frozen=True, kw_only=True):
    """An attack with all its throws."""

    seat: Seat
    number: int
    """Which attack of the turn."""
    origin: PlaceId
    target: PlaceId
    defender: Seat
    throws: tuple[Throw, ...]
    taken: bool
    moved_in: int
    """Units that moved in; 0 if the province held."""
    origin_units: int
    target_units: int
    seal: str
    """Of the key of the next attack's first throw."""


class Moved(Happened, frozen=True, kw_only=True):
    """Units went from one own province to the next."""

    seat: Seat
    origin: PlaceId
    target: PlaceId
    units: int
    origin_units: int
    target_units: int


class TurnEnded(Happened, frozen=True, kw_only=True):
    """A turn is over."""

    number: int
    seat: Seat
    by: str
    """`player`, `clock`, or `left`."""
    missed: int = 0
    """Turns of the player in a row that ran out while they were offline, this one included."""


class PlayerOut(Happened, frozen=True, kw_only=True):
    """A player has no turn any more."""

    seat: Seat
    how: str
    """`eliminated`, `removed` (offline for long), `left`."""
    order: int
    """The how-manieth to go, from 1."""
    offline_s: int = 0
    """Removed: known offline time without a break, in seconds."""


class GameEnded(Happened, frozen=True, kw_only=True):
    """The game is over."""

    outcome: Outcome


Fact = Dealt | TurnBegan | Reinforced | Attacked | Moved | TurnEnded | PlayerOut | GameEnded
