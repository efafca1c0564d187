"""What a mission looks at: one player's position and deeds, as they are or as they would be (rules sections 10 and 11).

Sets of countries are masks of the board. A look is a value: `without` and `with_country` answer another look, so that
claims (the worst case) and `steps_left` (one more country) try things without touching a state.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Self

import msgspec
from msgspec.structs import replace

from services.engine.core.board import Board
from services.engine.core.rulesets.chess_wars.missions.graph import levels
from services.engine.core.values import PlaceId, Seat


class Win(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A war a player has won by a game."""

    war: str
    declared_round: int
    ended_round: int
    opponent: Seat
    attacker: bool
    """Won as the attacker."""
    checkmate: bool = False
    behind: int = 0
    """As the attacker: by how many points the defender, alone or with others at the top of all, led at the
    declaration; 0 if the defender wasn't at the top."""
    taken: int = 0
    """Countries the war brought."""


class Broke(msgspec.Struct, frozen=True, kw_only=True):
    """An accord a player has renounced."""

    round: int
    partner: Seat
    wins: int = 0
    """Wars won before it: only later ones can follow from it."""


class Deeds(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a player has done and nobody can undo: what records are made of."""

    wins: tuple[Win, ...] = ()
    broke: tuple[Broke, ...] = ()


class Look(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A player's position."""

    board: Board
    theatre: int
    """The countries in play."""
    seat: Seat
    empires: tuple[int, ...]
    """What each seat owns, one's own included."""
    won: int
    """Own countries won since the draft (section 1: by `game`, or by `peace` unless drafted by oneself)."""
    overseas: int = 0
    """Own countries got by `game` as the attacker over a sea lane."""
    taken_from: Mapping[Seat, int] = {}
    """By giver: own countries got from them by `game` or `peace`."""
    drafted: int = 0
    """What this player drafted, whoever owns it now."""
    deeds: Deeds = Deeds()
    partners: frozenset[Seat] = frozenset()
    """Partners of accords in force."""
    round: int = 0

    @property
    def owned(self) -> int:
        """Own countries."""
        return self.empires[self.seat]

    @cached_property
    def border(self) -> int:
        """Foreign countries in play that border the empire."""
        return self.board.around(self.owned) & self.theatre

    @cached_property
    def blocks(self) -> tuple[int, ...]:
        """The connected blocks of the empire."""
        return tuple(self.board.blocks(self.owned))

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """Countries in play by their distance in conquests from the empire: own ones, those one away, two, ..."""
        return tuple(levels(self.board, self.owned, self.owned, self.theatre))

    @property
    def seats(self) -> int:
        """Players at the table."""
        return len(self.empires)

    def in_play(self, places: Iterable[str]) -> bool:
        """Whether all of some countries are on the board and in play."""
        index = self.board.index
        return all(place in index and self.theatre >> index[PlaceId(place)] & 1 for place in places)

    def without(self, lost: int) -> Self:
        """The look if these countries were gone (to nobody: what the worst case of section 11 asks)."""
        kept = ~lost
        empires = tuple(mask & kept if seat == self.seat else mask for seat, mask in enumerate(self.empires))
        taken = {giver: mask & kept for giver, mask in self.taken_from.items()}
        return replace(self, empires=empires, won=self.won & kept, overseas=self.overseas & kept, taken_from=taken)

    def with_country(self, place: int) -> Self:
        """The look if one foreign country (a mask of one) were gained from its present owner by a game, as attacker:
        over a sea lane if there is one.
        """
        giver = next((Seat(seat) for seat, mask in enumerate(self.empires) if mask & place), None)
        empires = tuple(mask | place if seat == self.seat else mask & ~place for seat, mask in enumerate(self.empires))
        taken = dict(self.taken_from)
        if giver is not None:
            taken[giver] = taken.get(giver, 0) | place
        by_sea = place if self.board.sea[place.bit_length() - 1] & self.owned else 0
        return replace(self, empires=empires, won=self.won | place, overseas=self.overseas | by_sea, taken_from=taken)
