"""The shape of what players see: everything is public here. JSON Schemas of the API are made from it."""

from typing import Any

import msgspec

from services.engine.core.values import PlaceId, Seat


class Shape(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Base: what is at its default is left out, so that a view never holds null."""


class ProvinceView(Shape, frozen=True, kw_only=True):
    """A province."""

    units: int
    owner: Seat | None = None
    """Missing: neutral."""


class PlayerView(Shape, frozen=True, kw_only=True):
    """A player."""

    provinces: int
    units: int
    income: int
    """New units at their next turn, as it stands."""
    faces: tuple[int, ...]
    """How often their dice showed 1, 2, ... 6."""
    lost: int
    """Units lost in fights."""
    beaten: int
    """Units of others that fell in their fights."""
    out: str = ""
    """`eliminated`, `removed` or `left`; missing while they have turns."""


class TurnView(Shape, frozen=True, kw_only=True):
    """The turn that is being played."""

    number: int
    seat: Seat
    step: str
    """`reinforce`, `attack`, `end` (moved: only the end of the turn is left)."""
    to_place: int
    attacks: int
    """Made so far."""
    most_attacks: int
    since_unix_ms: int
    due_unix_ms: int


class ThrowView(Shape, frozen=True, kw_only=True):
    """One throw (docs/fairness.md, "Dice")."""

    n: int
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    attack_lost: int
    defence_lost: int
    key: str
    """Hex; of an attack's first throw the SHA-256 was shown as `seal` before, and each further key follows from it."""


class AttackView(Shape, frozen=True, kw_only=True):
    """The last attack."""

    turn_attack: int
    """Which attack of its turn."""
    seat: Seat
    origin: PlaceId
    target: PlaceId
    throws: tuple[ThrowView, ...]
    taken: bool
    moved_in: int
    defender: Seat | None = None
    """Missing: neutral."""


class PublicView(Shape, frozen=True, kw_only=True):
    """The public picture of a game."""

    assault: str
    """`single` or `blitz`."""
    turn_s: int
    to_win: int
    """Provinces that win."""
    provinces: dict[PlaceId, ProvinceView]
    players: dict[str, PlayerView]
    """By seat."""
    thrown: int
    """Throws so far."""
    seal: str
    """SHA-256 of the next throw's key, hex."""
    turn: TurnView | None = None
    last_attack: AttackView | None = None
    ended: str = ""
    """`target`, `last_standing` or `abandoned`; missing while it goes on."""
    winner: Seat | None = None


class AttackChoice(Shape, frozen=True, kw_only=True):
    """An attack that is allowed, with its exact odds."""

    target: PlaceId
    take: float
    """Chance that the province falls: by this one throw, or in a fight to the end."""


class Attacks(Shape, frozen=True, kw_only=True):
    """Attacks now."""

    attack: int
    """Number to name."""
    origins: dict[PlaceId, tuple[AttackChoice, ...]]


class Moves(Shape, frozen=True, kw_only=True):
    """Moves now."""

    origins: dict[PlaceId, tuple[PlaceId, ...]]


class Reinforcing(Shape, frozen=True, kw_only=True):
    """Units to place."""

    units: int


class Actions(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="pascal"):
    """What a seat may do now, by command; all of it names `turn.number`."""

    reinforce: Reinforcing | None = None
    attack: Attacks | None = None
    move: Moves | None = None
    end_turn: dict[str, Any] | None = None
