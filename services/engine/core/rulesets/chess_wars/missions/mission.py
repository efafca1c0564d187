"""What a mission is: parameters, whether it is complete, how far it is, and how many steps are left (section 10)."""

from enum import StrEnum
from typing import ClassVar

import msgspec

from services.engine.core.board import Board, bits
from services.engine.core.rulesets.chess_wars.missions.look import Look
from services.engine.core.values import PlaceId


class Kind(StrEnum):
    """When a mission scores (section 10, "When points count")."""

    RECORD = "record"
    """The moment it is complete: it can't be undone."""
    POSITION = "position"
    """After a claim has held (section 11)."""


class Progress(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How far a player is."""

    have: int
    need: int
    parts: dict[str, tuple[int, int]] = {}
    """Further conditions by text key: have and need (`won`: 0 of 1)."""


class Mission(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Base of all missions. Fields are the parameters, drawn once; the class name is the tag on disk and wire."""

    KIND: ClassVar[Kind] = Kind.POSITION
    SECRET: ClassVar[bool] = False
    LONG: ClassVar[bool] = False
    LEAST_SEATS: ClassVar[int] = 2
    MOST_SEATS: ClassVar[int] = 8
    FREE_DRAFTS_ONLY: ClassVar[bool] = False
    SHOWN_ONLY_COMPLETE: ClassVar[bool] = False
    """Secrets of named countries are revealed only once complete, all others within one step."""

    @property
    def name(self) -> str:
        """What facts, views and texts call it: the tag."""
        return type(self).__name__

    def complete(self, look: Look) -> bool:
        """Whether the player of the look has it."""
        raise NotImplementedError

    def progress(self, look: Look) -> Progress:
        """How far the player is."""
        raise NotImplementedError

    def estimate(self, look: Look) -> int:
        """Steps left where it is neither complete nor within one: at least 2 (see section 10, `steps_left`)."""
        raise NotImplementedError

    def fits(self, board: Board) -> bool:
        """Whether a map has all that it names: what a position says of missions is checked by it."""
        return all(place in board.index for place in self.marked())

    def marked(self) -> tuple[PlaceId, ...]:
        """Countries the map marks for it."""
        return ()

    def at_risk(self, look: Look, tied: int, fought_for: int) -> bool:
        """Whether a war could still break it: if all that is at stake were gone (section 11).

        :param tied: own countries that are target, staked, put in, offered as a redirect or in reserve.
        :param fought_for: foreign countries the player's own wars could bring.
        """
        del fought_for
        return not self.complete(look.without(tied))

    def within_one(self, look: Look) -> bool:
        """Whether it is complete, or some one country gained by a game would complete it (tried one by one).

        Missions about battles override this: one more win.
        """
        if self.complete(look):
            return True
        return any(self.complete(look.with_country(1 << place)) for place in bits(self.helpful(look)))

    def helpful(self, look: Look) -> int:
        """The bordering foreign countries worth trying; a mission that knows better narrows it."""
        return look.border

    def steps_left(self, look: Look) -> int:
        """0: complete; 1: one country or win is missing; else an estimate of at least 2."""
        if self.complete(look):
            return 0
        return 1 if self.within_one(look) else max(2, self.estimate(look))
