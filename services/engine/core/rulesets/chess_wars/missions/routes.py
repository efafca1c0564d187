"""The three routes: Silk Road, Cape to Cairo, Pan-American Highway (rules section 10)."""

from collections.abc import Iterator
from typing import ClassVar

from services.engine.core.rulesets.chess_wars.missions.graph import FAR, price
from services.engine.core.rulesets.chess_wars.missions.look import Look
from services.engine.core.rulesets.chess_wars.missions.mission import Progress
from services.engine.core.rulesets.chess_wars.missions.secret import Fit, SecretMission, fitting
from services.engine.core.values import PlaceId


class Route(SecretMission, frozen=True, kw_only=True):
    """Join two marked countries with an unbroken chain."""

    LONG: ClassVar[bool] = True

    route: str
    """Its name in the map's data (`silk_road`)."""
    ends: tuple[PlaceId, PlaceId]

    @property
    def name(self) -> str:
        """The route's own: `SilkRoad` of `silk_road`."""
        return "".join(part.title() for part in self.route.split("_"))

    def complete(self, look: Look) -> bool:
        """A chain joins the ends."""
        return self._price(look, 0) == 0

    def _price(self, look: Look, most: int) -> int:
        start, end = (look.board.mask((place,)) for place in self.ends)
        return price(look.board, start, end, look.owned, look.theatre, most)

    def progress(self, look: Look) -> Progress:
        """Whether they are joined; the ends held beside."""
        held = (look.owned & look.board.mask(self.ends)).bit_count()
        return Progress(have=int(self.complete(look)), need=1, parts={"ends": (held, 2)})

    def estimate(self, look: Look) -> int:
        """The fewest foreign countries on a path between the ends."""
        return self._price(look, FAR)

    def marked(self) -> tuple[PlaceId, ...]:
        """Both ends."""
        return self.ends

    def within_one(self, look: Look) -> bool:
        """Whether at most one foreign country is on the cheapest path: it then borders an own one."""
        return self._price(look, 1) <= 1


def candidates(look: Look) -> Iterator[tuple[Fit, ...]]:
    """The map's routes with both ends in play, each by itself."""
    for route, data in look.board.extra["missions"].get("routes", {}).items():
        ends = (PlaceId(data["from"]), PlaceId(data["to"]))
        if look.in_play(ends):
            yield fitting(look, [Route(route=route, ends=ends)])
