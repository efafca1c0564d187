"""Public missions about marked countries: Strategic Positions, Great Powers, Seven Wonders, Regional Power."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from services.engine.core.board import Board
from services.engine.core.rulesets.chess_wars.missions.ground import Ground, Numbers, pick
from services.engine.core.rulesets.chess_wars.missions.look import Look
from services.engine.core.rulesets.chess_wars.missions.mission import Mission, Progress
from services.engine.core.rulesets.chess_wars.missions.paths import nearest
from services.engine.core.rulesets.chess_wars.missions.sums import fewest
from services.engine.core.values import PlaceId


class Marked(Mission, frozen=True, kw_only=True):
    """Base: hold some of the marked countries, some of them won since the draft."""

    countries: tuple[PlaceId, ...]
    need: int
    won: int

    def marked(self) -> tuple[PlaceId, ...]:
        """The countries."""
        return self.countries

    def counts(self, look: Look) -> tuple[int, int]:
        """Marked countries held, and won."""
        marks = look.board.mask(self.countries)
        return (marks & look.owned).bit_count(), (marks & look.won).bit_count()

    def complete(self, look: Look) -> bool:
        """Enough held, enough of them won."""
        held, won = self.counts(look)
        return held >= self.need and won >= self.won

    def progress(self, look: Look) -> Progress:
        """Held, and won; only won where all of them must be."""
        held, won = self.counts(look)
        if self.won == self.need:
            return Progress(have=won, need=self.need)
        return Progress(have=held, need=self.need, parts={"won": (won, self.won)})

    def estimate(self, look: Look) -> int:
        """The nearest marked countries that are missing."""
        held, won = self.counts(look)
        missing = max(self.need - held, self.won - won)
        return nearest(look, look.board.mask(self.countries) & ~look.owned, missing) if missing > 0 else 0

    def helpful(self, look: Look) -> int:
        """Marked ones."""
        return look.board.around(look.owned) & look.board.mask(self.countries)


class StrategicPositions(Marked, frozen=True, kw_only=True):
    """Hold any three of five marked countries at once, one of them won after the draft."""

    LONG: ClassVar[bool] = True

    @classmethod
    def drawn(cls, ground: Ground, numbers: Numbers) -> Self | None:
        """Five of the map's pool, filled up with the countries of most borders."""
        data = ground.data["strategic_positions"]
        drawn = pick(numbers, ground.inside([one["id"] for one in data["pool"]]), data["marked"])
        rest = sorted(
            ground.board.ids(ground.theatre & ~ground.board.mask(drawn)),
            key=lambda place: (-borders(ground, place), place),
        )
        countries = (*drawn, *rest[: data["marked"] - len(drawn)])
        return cls(countries=countries, need=data["need"], won=1) if len(countries) >= data["need"] else None


def borders(ground: Ground, place: PlaceId) -> int:
    """How many countries of the theatre a country borders."""
    return (ground.board.neighbours[ground.board.index[place]] & ground.theatre).bit_count()


class GreatPowers(Marked, frozen=True, kw_only=True):
    """Hold three of the most valuable countries, all of them won after the draft."""

    @classmethod
    def drawn(cls, ground: Ground, numbers: Numbers) -> Self:
        """Of the theatre's twelve most valuable; of a theatre under 48 countries a quarter, at least six."""
        del numbers
        countries = ground.theatre.bit_count()
        return cls(countries=greatest(ground, 12 if countries >= 48 else max(6, countries // 4)), need=3, won=3)


def greatest(ground: Ground, count: int) -> tuple[PlaceId, ...]:
    """The most valuable countries of the theatre; among equals those of the higher score, then by id."""
    figures, index = ground.board.figures, ground.board.index
    score = figures.get("score", figures["value"])
    ranked = sorted(
        ground.board.ids(ground.theatre),
        key=lambda place: (-figures["value"][index[place]], -score[index[place]], place),
    )
    return tuple(ranked[:count])


class SevenWonders(Marked, frozen=True, kw_only=True):
    """Hold three countries with wonders of the world, two of them won after the draft."""

    LONG: ClassVar[bool] = True

    @classmethod
    def drawn(cls, ground: Ground, numbers: Numbers) -> Self | None:
        """Only where there are five."""
        del numbers
        data = ground.data["wonders"]
        countries = ground.inside(list(data["countries"]))
        return cls(countries=countries, need=data["need"], won=data["won_after_draft"]) if len(countries) >= 5 else None


class RegionalPower(Mission, frozen=True, kw_only=True):
    """Hold most of the value of one marked region, with a country in it won after the draft."""

    LONG: ClassVar[bool] = True
    region: str
    """The map's id of it."""
    countries: tuple[PlaceId, ...]
    """Those in play."""
    need: int
    """Value to hold: just over half."""

    @classmethod
    def drawn(cls, ground: Ground, numbers: Numbers) -> Self | None:
        """A region of which at least five countries are in play."""
        regions: list[Mapping[str, Any]] = ground.data["regional_power"]["regions"]
        fit = [region for region in regions if len(ground.inside(region["countries"])) >= 5]
        if not fit:
            return None
        (region,) = pick(numbers, fit, 1)
        countries = ground.inside(region["countries"])
        whole = ground.board.total("value", ground.board.mask(countries))
        return cls(region=region["id"], countries=countries, need=whole // 2 + 1)

    def marked(self) -> tuple[PlaceId, ...]:
        """The region."""
        return self.countries

    def held(self, look: Look) -> tuple[int, int]:
        """Value held of the region, and countries won in it."""
        marks = look.board.mask(self.countries)
        return look.board.total("value", marks & look.owned), (marks & look.won).bit_count()

    def complete(self, look: Look) -> bool:
        """Most of the value, one country won."""
        held, won = self.held(look)
        return held >= self.need and won >= 1

    def progress(self, look: Look) -> Progress:
        """Value, and whether a country is won."""
        held, won = self.held(look)
        return Progress(have=held, need=self.need, parts={"won": (min(won, 1), 1)})

    def estimate(self, look: Look) -> int:
        """The region's most valuable countries first."""
        marks = look.board.mask(self.countries)
        return fewest(look.board, "value", marks & ~look.owned, self.need - self.held(look)[0])

    def helpful(self, look: Look) -> int:
        """The region's countries."""
        return look.board.around(look.owned) & look.board.mask(self.countries)


class MareNostrum(Mission, frozen=True, kw_only=True):
    """Hold twelve Mediterranean countries, at least three on each of its shores, one of them won after the draft."""

    LONG: ClassVar[bool] = True
    MOST_SEATS: ClassVar[int] = 4
    europe: tuple[PlaceId, ...]
    asia: tuple[PlaceId, ...]
    africa: tuple[PlaceId, ...]
    need: int
    on_each: int

    @classmethod
    def drawn(cls, ground: Ground, numbers: Numbers) -> Self | None:
        """Only where the whole sea is in play."""
        del numbers
        data = ground.data["mare_nostrum"]
        shores = {name: ground.inside(countries) for name, countries in data["shores"].items()}
        if any(len(shores[name]) < len(countries) for name, countries in data["shores"].items()):
            return None
        return cls(**shores, need=data["need"], on_each=data["min_per_shore"])

    @property
    def shores(self) -> dict[str, tuple[PlaceId, ...]]:
        """By name."""
        return {"europe": self.europe, "asia": self.asia, "africa": self.africa}

    def marked(self) -> tuple[PlaceId, ...]:
        """All around the sea."""
        return tuple(place for shore in self.shores.values() for place in shore)

    def masks(self, board: Board) -> list[int]:
        """The shores."""
        return [board.mask(shore) for shore in self.shores.values()]

    def counts(self, look: Look) -> tuple[list[int], int]:
        """Countries held on each shore, and won around the sea."""
        masks = self.masks(look.board)
        return [(mask & look.owned).bit_count() for mask in masks], sum((mask & look.won).bit_count() for mask in masks)

    def complete(self, look: Look) -> bool:
        """Enough in all and on each shore, one won."""
        shores, won = self.counts(look)
        return sum(shores) >= self.need and min(shores) >= self.on_each and won >= 1

    def progress(self, look: Look) -> Progress:
        """Countries in all, by shore, and won."""
        shores, won = self.counts(look)
        parts = {name: (held, self.on_each) for name, held in zip(self.shores, shores, strict=True)}
        return Progress(have=sum(shores), need=self.need, parts={**parts, "won": (min(won, 1), 1)})

    def estimate(self, look: Look) -> int:
        """What the shores lack, then the nearest of the rest."""
        shores, _ = self.counts(look)
        lacking = [max(0, self.on_each - held) for held in shores]
        foreign = [mask & ~look.owned for mask in self.masks(look.board)]
        steps = sum(nearest(look, mask, lack) for mask, lack in zip(foreign, lacking, strict=True) if lack)
        rest = self.need - sum(shores) - sum(lacking)
        return steps + (nearest(look, foreign[0] | foreign[1] | foreign[2], rest) if rest > 0 else 0)

    def helpful(self, look: Look) -> int:
        """Countries of the sea."""
        return look.board.around(look.owned) & look.board.mask(self.marked())
