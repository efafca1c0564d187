"""What all secret missions share: how they are dealt, and the first family's shape, "hold so many of these"."""

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

from services.engine.core.board import Board, bits
from services.engine.core.rulesets.chess_wars.missions.graph import together
from services.engine.core.rulesets.chess_wars.missions.look import Look
from services.engine.core.rulesets.chess_wars.missions.mission import Mission, Progress
from services.engine.core.values import PlaceId

FEWEST_STEPS = 2
MOST_STEPS = 6
"""A mission fits a drafted empire if it is so many steps from done."""


class SecretMission(Mission, frozen=True, kw_only=True):
    """A mission only its player knows until it is revealed."""

    SECRET: ClassVar[bool] = True


Fit = tuple[int, SecretMission]
"""Steps from done, and the mission."""
Candidates = Callable[[Look], Iterator[tuple[Fit, ...]]]
"""What a family file offers: for each of its missions the fits with different targets, nearest first."""


def fitting(look: Look, missions: Iterable[SecretMission]) -> tuple[Fit, ...]:
    """Those of some missions that fit, nearest first, ties in the order they came in."""
    steps = ((mission.steps_left(look), mission) for mission in missions)
    found = [(left, mission) for left, mission in steps if FEWEST_STEPS <= left <= MOST_STEPS]
    return tuple(sorted(found, key=lambda fit: fit[0]))


class Hold(SecretMission, frozen=True, kw_only=True):
    """Base: hold so many of some named countries."""

    SHOWN_ONLY_COMPLETE: ClassVar[bool] = True

    countries: tuple[PlaceId, ...]
    need: int

    def complete(self, look: Look) -> bool:
        """Enough of them are owned."""
        return (look.owned & look.board.mask(self.countries)).bit_count() >= self.need

    def progress(self, look: Look) -> Progress:
        """Owned ones."""
        return Progress(have=(look.owned & look.board.mask(self.countries)).bit_count(), need=self.need)

    def estimate(self, look: Look) -> int:
        """The nearest missing ones, each at its distance."""
        named = look.board.mask(self.countries)
        missing = self.need - (look.owned & named).bit_count()
        return together(look.levels, named & ~look.owned, missing)

    def marked(self) -> tuple[PlaceId, ...]:
        """The named countries."""
        return self.countries

    def helpful(self, look: Look) -> int:
        """Named ones that border the empire."""
        return look.board.mask(self.countries) & super().helpful(look)


def richest(board: Board, figure: str, mask: int) -> int:
    """The country of a mask with the most of a figure, as a mask; 0 of none."""
    column = board.figures[figure]
    return 1 << max(bits(mask), key=column.__getitem__) if mask else 0
