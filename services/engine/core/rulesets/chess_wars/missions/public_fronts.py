"""Public missions about where wars are won: Across the Seas, Two Fronts (section 10)."""

from typing import ClassVar, Self

from services.engine.core.board import bits
from services.engine.core.rulesets.chess_wars.missions.ground import Ground, Numbers
from services.engine.core.rulesets.chess_wars.missions.look import Look
from services.engine.core.rulesets.chess_wars.missions.mission import Mission, Progress
from services.engine.core.rulesets.chess_wars.missions.public_chains import CONTINENT

LEAST_LANES = 8
"""Sea lanes the theatre must have for Across the Seas."""


class AcrossTheSeas(Mission, frozen=True, kw_only=True):
    """Win two attacks launched across sea lanes, and keep what they took."""

    need: int

    @classmethod
    def drawn(cls, ground: Ground, numbers: Numbers) -> Self | None:
        """Only where there are eight lanes."""
        del numbers
        board = ground.board
        lanes = sum((board.sea[place] & ground.theatre).bit_count() for place in bits(ground.theatre)) // 2
        return cls(need=2) if lanes >= LEAST_LANES else None

    def complete(self, look: Look) -> bool:
        """Enough of them owned."""
        return look.overseas.bit_count() >= self.need

    def progress(self, look: Look) -> Progress:
        """Owned now."""
        return Progress(have=look.overseas.bit_count(), need=self.need)

    def estimate(self, look: Look) -> int:
        """One attack each."""
        return self.need - look.overseas.bit_count()

    def within_one(self, look: Look) -> bool:
        """All but one, and a foreign country across a lane."""
        missing = self.need - look.overseas.bit_count()
        foreign = look.theatre & ~look.owned
        return missing <= 0 or (missing == 1 and any(look.board.sea[place] & foreign for place in bits(look.owned)))


class TwoFronts(Mission, frozen=True, kw_only=True):
    """Win new ground on two continents."""

    won: int
    """Countries to win on each."""
    continents: ClassVar[int] = 2

    @classmethod
    def drawn(cls, ground: Ground, numbers: Numbers) -> Self | None:
        """Only where there are two continents."""
        del numbers
        tags = ground.board.tags.items()
        there = sum(bool(mask & ground.theatre) for tag, mask in tags if tag.startswith(CONTINENT))
        return cls(won=2) if there >= cls.continents else None

    def best(self, look: Look, more: int = 0) -> int:
        """Countries won on the two continents with the most, no more than are asked for on each.

        :param more: a mask; its countries count as won, too.
        """
        tags = look.board.tags.items()
        won = sorted((((look.won | more) & mask).bit_count() for tag, mask in tags if tag.startswith(CONTINENT)))
        return sum(min(self.won, count) for count in won[-self.continents :])

    def complete(self, look: Look) -> bool:
        """Enough on both."""
        return self.best(look) >= self.won * self.continents

    def progress(self, look: Look) -> Progress:
        """On the two best continents."""
        return Progress(have=self.best(look), need=self.won * self.continents)

    def estimate(self, look: Look) -> int:
        """One conquest each."""
        return self.won * self.continents - self.best(look)

    def within_one(self, look: Look) -> bool:
        """All but one, which is on the border."""
        need = self.won * self.continents
        if self.best(look) < need - 1:
            return False
        return self.complete(look) or any(self.best(look, 1 << place) >= need for place in bits(self.helpful(look)))
