"""Missions about battles: Iron Wall and Checkmate Artist (rules section 10)."""

from collections.abc import Iterator
from typing import ClassVar

from services.engine.core.rulesets.chess_wars.missions.look import Look, Win
from services.engine.core.rulesets.chess_wars.missions.mission import Kind, Progress
from services.engine.core.rulesets.chess_wars.missions.secret import Fit, SecretMission, fitting


class Wins(SecretMission, frozen=True, kw_only=True):
    """Base: win so many wars of a kind."""

    KIND: ClassVar[Kind] = Kind.RECORD

    need: int = 3

    def counts(self, win: Win) -> bool:
        """Whether a win is of the kind."""
        raise NotImplementedError

    def _have(self, look: Look) -> int:
        return sum(self.counts(win) for win in look.deeds.wins)

    def complete(self, look: Look) -> bool:
        """Enough are won."""
        return self._have(look) >= self.need

    def progress(self, look: Look) -> Progress:
        """Won ones."""
        return Progress(have=min(self.need, self._have(look)), need=self.need)

    def estimate(self, look: Look) -> int:
        """The missing ones."""
        return self.need - self._have(look)

    def within_one(self, look: Look) -> bool:
        """At most one is missing."""
        return self._have(look) >= self.need - 1


class IronWall(Wins, frozen=True, kw_only=True):
    """Win three wars as the defender."""

    LEAST_SEATS: ClassVar[int] = 4

    def counts(self, win: Win) -> bool:
        """Won as the defender."""
        return not win.attacker


class CheckmateArtist(Wins, frozen=True, kw_only=True):
    """Win three wars by checkmate."""

    def counts(self, win: Win) -> bool:
        """Won by checkmate."""
        return win.checkmate


def candidates(look: Look) -> Iterator[tuple[Fit, ...]]:
    """Both, each by itself."""
    yield fitting(look, [IronWall()])
    yield fitting(look, [CheckmateArtist()])
