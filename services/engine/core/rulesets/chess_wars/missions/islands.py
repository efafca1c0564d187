"""Island Empire (rules section 10)."""

from collections.abc import Iterator

from services.engine.core.rulesets.chess_wars.missions.graph import by_distance, together
from services.engine.core.rulesets.chess_wars.missions.look import Look
from services.engine.core.rulesets.chess_wars.missions.mission import Progress
from services.engine.core.rulesets.chess_wars.missions.secret import Fit, SecretMission, fitting
from services.engine.core.values import PlaceId

MARKED = 6
MOST_OWNED = 2
"""Of the marked islands at the start, so that at least four are foreign."""


class IslandEmpire(SecretMission, frozen=True, kw_only=True):
    """Hold three of six marked islands, two of them won after the draft."""

    countries: tuple[PlaceId, ...]
    need: int = 3
    won: int = 2

    def complete(self, look: Look) -> bool:
        """Enough are held, and enough of these won."""
        held = look.owned & look.board.mask(self.countries)
        return held.bit_count() >= self.need and (held & look.won).bit_count() >= self.won

    def progress(self, look: Look) -> Progress:
        """Owned ones; won ones beside."""
        held = look.owned & look.board.mask(self.countries)
        won = (held & look.won).bit_count()
        return Progress(have=held.bit_count(), need=self.need, parts={"won": (won, self.won)})

    def estimate(self, look: Look) -> int:
        """The nearest missing ones, each at its distance."""
        islands = look.board.mask(self.countries)
        held = look.owned & islands
        missing = max(self.need - held.bit_count(), self.won - (held & look.won).bit_count())
        return together(look.levels, islands & ~look.owned, missing)

    def marked(self) -> tuple[PlaceId, ...]:
        """The islands."""
        return self.countries

    def helpful(self, look: Look) -> int:
        """Marked ones that border the empire."""
        return look.board.mask(self.countries) & super().helpful(look)


def candidates(look: Look) -> Iterator[tuple[Fit, ...]]:
    """The six islands of the map's pool nearest to the empire, at most two of them its own."""
    data = look.board.extra["missions"].get("island_empire", {"pool": []})
    board = look.board
    pool = board.mask(place for place in data["pool"] if place in board.index) & look.theatre
    nearest = [position for _, position in by_distance(look.levels, pool)]
    own = [position for position in nearest if look.owned >> position & 1][:MOST_OWNED]
    foreign = [position for position in nearest if not look.owned >> position & 1]
    marked = (*own, *foreign)[:MARKED]
    if len(marked) == MARKED:
        countries = tuple(board.places[position] for position in sorted(marked))
        yield fitting(look, [IslandEmpire(countries=countries)])
