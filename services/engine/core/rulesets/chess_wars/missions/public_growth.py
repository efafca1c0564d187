"""Public missions that add something up: Expansion, Two Billion, Great Expanse (section 10)."""

from typing import ClassVar, Self

from services.engine.core.board import bits
from services.engine.core.rulesets.chess_wars.missions.ground import Ground, Numbers
from services.engine.core.rulesets.chess_wars.missions.look import Look
from services.engine.core.rulesets.chess_wars.missions.mission import Mission, Progress
from services.engine.core.rulesets.chess_wars.missions.sums import fewest

MOST_GAIN, GAIN_PERCENT = 30, 60
"""Expansion: value to gain, in per cent of what a seat drafts on average, and at most."""


class Sum(Mission, frozen=True, kw_only=True):
    """Base: a figure summed up must reach something."""

    FIGURE: ClassVar[str]
    need: int

    def have(self, look: Look) -> int:
        """What counts so far."""
        raise NotImplementedError

    def complete(self, look: Look) -> bool:
        """Whether the sum is reached."""
        return self.have(look) >= self.need

    def progress(self, look: Look) -> Progress:
        """The sum."""
        return Progress(have=max(0, self.have(look)), need=self.need)

    def estimate(self, look: Look) -> int:
        """The largest foreign countries first."""
        return fewest(look.board, self.FIGURE, look.theatre & ~look.owned, self.need - self.have(look))

    def within_one(self, look: Look) -> bool:
        """Whether the largest bordering country fills what is missing."""
        missing = self.need - self.have(look)
        column = look.board.figures[self.FIGURE]
        return missing <= 0 or any(column[place] >= missing for place in bits(self.helpful(look)))


class Expansion(Sum, frozen=True, kw_only=True):
    """Grow an empire's total value well past what was drafted."""

    FIGURE: ClassVar[str] = "value"

    @classmethod
    def drawn(cls, ground: Ground, numbers: Numbers) -> Self:
        """Three fifths of what a seat drafts on average, rounded up, at most 30."""
        del numbers
        total = ground.board.total("value", ground.theatre)
        return cls(need=min(MOST_GAIN, -(-total * GAIN_PERCENT // (100 * ground.seats))))

    def have(self, look: Look) -> int:
        """Value gained since the draft."""
        return look.board.total("value", look.owned) - look.board.total("value", look.drafted)


class Won(Sum, frozen=True, kw_only=True):
    """Base: a figure of the countries won since the draft."""

    def have(self, look: Look) -> int:
        """Of the countries won."""
        return look.board.total(self.FIGURE, look.won)


class TwoBillion(Won, frozen=True, kw_only=True):
    """Win countries home to two billion people, and hold them."""

    LONG: ClassVar[bool] = True
    FIGURE: ClassVar[str] = "population"

    @classmethod
    def drawn(cls, ground: Ground, numbers: Numbers) -> Self | None:
        """Only where four billion live."""
        del numbers
        return cls(need=2 * 10**9) if ground.board.total("population", ground.theatre) >= 4 * 10**9 else None


class GreatExpanse(Won, frozen=True, kw_only=True):
    """Win 20 million km² of land, and hold it."""

    FIGURE: ClassVar[str] = "area"

    @classmethod
    def drawn(cls, ground: Ground, numbers: Numbers) -> Self | None:
        """Only where there are 40 million km²."""
        del numbers
        return cls(need=20 * 10**6) if ground.board.total("area", ground.theatre) >= 40 * 10**6 else None
