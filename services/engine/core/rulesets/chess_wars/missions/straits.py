"""Strait Keeper (rules section 10)."""

from collections.abc import Iterator
from typing import Any, ClassVar

from services.engine.core.rulesets.chess_wars.missions.graph import together
from services.engine.core.rulesets.chess_wars.missions.look import Look
from services.engine.core.rulesets.chess_wars.missions.mission import Progress
from services.engine.core.rulesets.chess_wars.missions.secret import Fit, SecretMission, fitting
from services.engine.core.values import PlaceId


class StraitKeeper(SecretMission, frozen=True, kw_only=True):
    """Hold both shores of a marked strait; of a shore with several countries one is enough."""

    SHOWN_ONLY_COMPLETE: ClassVar[bool] = True

    strait: str
    """Its name in the map's data (`strait_of_dover`)."""
    shores: tuple[tuple[PlaceId, ...], tuple[PlaceId, ...]]

    def complete(self, look: Look) -> bool:
        """Both shores are held."""
        return all(look.owned & look.board.mask(shore) for shore in self.shores)

    def progress(self, look: Look) -> Progress:
        """Shores held."""
        return Progress(have=sum(bool(look.owned & look.board.mask(shore)) for shore in self.shores), need=2)

    def estimate(self, look: Look) -> int:
        """Each shore at the distance of its nearest country."""
        return sum(together(look.levels, look.board.mask(shore), 1) for shore in self.shores)

    def marked(self) -> tuple[PlaceId, ...]:
        """Both shores."""
        return (*self.shores[0], *self.shores[1])

    def helpful(self, look: Look) -> int:
        """What of the shores borders the empire."""
        return look.board.mask(self.marked()) & super().helpful(look)


def candidates(look: Look) -> Iterator[tuple[Fit, ...]]:
    """The nearest straits with a country in play on either shore."""
    found = [_strait(look, data) for data in look.board.extra["missions"].get("straits", [])]
    yield fitting(look, [strait for strait in found if all(strait.shores)])


def _strait(look: Look, data: dict[str, Any]) -> StraitKeeper:
    first, second = (
        tuple(PlaceId(place) for place in data[shore] if look.in_play([place])) for shore in ("shore_a", "shore_b")
    )
    return StraitKeeper(strait=data["id"], shores=(first, second))
