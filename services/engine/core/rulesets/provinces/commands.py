"""What players of the provinces may say: one frozen struct a command, `type` on the wire is the class name.

Every command names the turn it belongs to and an attack its number, so that a late or doubled one does no harm.
"""

from typing import Annotated

import msgspec

from services.engine.core.values import PlaceId

Units = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class Command(msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True):
    """Base of all commands."""

    turn: int
    """Number of the turn, counted from 1 over the whole game: `turn.number` of the view."""


class Reinforce(Command, frozen=True, kw_only=True):
    """Place some or all of the turn's new units."""

    units: Annotated[dict[PlaceId, Units], msgspec.Meta(min_length=1, max_length=200)]
    """How many on which own province."""


class Attack(Command, frozen=True, kw_only=True):
    """Attack a bordering province of another."""

    attack: int
    """Which attack of the turn: 1 or 2."""
    origin: PlaceId
    target: PlaceId
    move_in: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0
    """Units to move in if the province falls, within [dice of the last throw, units left - 1]; else the nearest."""
    stop_at: Units = 1
    """Blitz: throw no more once the origin holds so few units."""


class Move(Command, frozen=True, kw_only=True):
    """Move units to a bordering own province; once a turn, and after it no attack."""

    origin: PlaceId
    target: PlaceId
    units: Units


class EndTurn(Command, frozen=True, kw_only=True):
    """The next player's turn begins."""


PlayerCommand = Reinforce | Attack | Move | EndTurn
