"""The named groups: seas and regions (rules section 10)."""

from collections.abc import Iterator

from services.engine.core.rulesets.chess_wars.missions.look import Look
from services.engine.core.rulesets.chess_wars.missions.secret import Fit, Hold, fitting
from services.engine.core.values import PlaceId


class NamedGroup(Hold, frozen=True, kw_only=True):
    """Hold so many countries of a sea or region, such as three of the five around the Caspian Sea."""

    group: str
    """Its name in the map's data (`caspian`)."""

    @property
    def name(self) -> str:
        """The group's own: `CentralAsianUnion` of `central_asian_union`."""
        return "".join(part.title() for part in self.group.split("_"))


def candidates(look: Look) -> Iterator[tuple[Fit, ...]]:
    """Every group of the map that fits, each by itself; only countries in play are marked."""
    for group, data in look.board.extra["missions"].get("groups", {}).items():
        known = [PlaceId(place) for place in data["countries"] if place in look.board.index]
        countries = tuple(place for place in known if look.theatre >> look.board.index[place] & 1)
        if len(countries) >= data["need"]:
            yield fitting(look, [NamedGroup(group=group, countries=countries, need=data["need"])])
