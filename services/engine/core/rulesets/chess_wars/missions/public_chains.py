"""Public missions about connected empires: the Great Connection, Continental Bridge, Consolidation (section 10)."""

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar, Self

from services.engine.core.board import Board, bits
from services.engine.core.rulesets.chess_wars.missions.graph import FAR, on_cheapest, price
from services.engine.core.rulesets.chess_wars.missions.ground import Ground, Numbers, pick
from services.engine.core.rulesets.chess_wars.missions.look import Look
from services.engine.core.rulesets.chess_wars.missions.mission import Mission, Progress
from services.engine.core.rulesets.chess_wars.missions.paths import (
    joined_through,
    rings,
)
from services.engine.core.values import PlaceId

CONTINENT = "continent:"
"""How the map's tags of continents begin."""


class GreatConnection(Mission, frozen=True, kw_only=True):
    """Hold two marked countries and an unbroken chain that links them through a country won after the draft."""

    LONG: ClassVar[bool] = True
    MOST_SEATS: ClassVar[int] = 4
    ends: tuple[PlaceId, PlaceId]
    between: int
    """Countries between them on the shortest path."""

    @classmethod
    def drawn(cls, ground: Ground, numbers: Numbers) -> Self | None:
        """A pair of the map's with six to ten countries between them; without one, any such pair of the theatre."""
        data = ground.data["great_connection"]
        fit = range(data["between_min"], data["between_max"] + 1)
        inside = set(ground.board.ids(ground.theatre))
        listed = [(PlaceId(one["a"]), PlaceId(one["b"])) for one in data["pairs"]]
        pairs = [(pair, apart(ground, pair)) for pair in listed if inside.issuperset(pair)]
        if not any(steps in fit for _, steps in pairs):
            pairs = list(all_apart(ground))
        pairs = [(pair, steps) for pair, steps in pairs if steps in fit]
        if not pairs:
            return None
        ((ends, between),) = pick(numbers, pairs, 1)
        return cls(ends=ends, between=between)

    def marked(self) -> tuple[PlaceId, ...]:
        """Its two ends."""
        return self.ends

    def positions(self, look: Look) -> tuple[int, int]:
        """Of the ends."""
        return look.board.index[self.ends[0]], look.board.index[self.ends[1]]

    def complete(self, look: Look) -> bool:
        """A path of own countries, none twice, through a won one."""
        return joined_through(look.board, look.owned, *self.positions(look), look.won)

    def missing(self, look: Look) -> int:
        """The fewest foreign countries on a path."""
        a, b = self.positions(look)
        return price(look.board, 1 << a, 1 << b, look.owned, look.theatre)

    def progress(self, look: Look) -> Progress:
        """Countries of the shortest path that are there, as far as the path with the fewest foreign ones tells."""
        need = self.between + 2
        return Progress(have=max(0, need - self.missing(look)), need=need, parts={"won": (self._won(look), 1)})

    def _won(self, look: Look) -> int:
        """Whether some chain, of those with the fewest foreign countries, would lead through a won one.

        While foreign ones are missing, what all such chains consist of counts as there.
        """
        if not look.won:
            return 0
        a, b = self.positions(look)
        chains = on_cheapest(look.board, 1 << a, 1 << b, look.owned, look.theatre)
        return int(joined_through(look.board, look.owned | chains, a, b, look.won))

    def estimate(self, look: Look) -> int:
        """The foreign countries of a path."""
        return self.missing(look)

    def within_one(self, look: Look) -> bool:
        """One foreign country on a path: winning it completes the chain. None: a detour through a new country."""
        if self.complete(look):
            return True
        missing = self.missing(look)
        if missing:
            return missing == 1
        a, b = self.positions(look)
        for place in bits(self.helpful(look)):
            own = look.owned | 1 << place
            if (look.board.neighbours[place] & look.owned).bit_count() > 1 and joined_through(
                look.board, own, a, b, look.won | 1 << place
            ):
                return True
        return False


def apart(ground: Ground, pair: tuple[PlaceId, PlaceId]) -> int:
    """Countries between two on the shortest path of the theatre."""
    a, b = (ground.board.index[place] for place in pair)
    for steps, ring in enumerate(rings(ground.board, 1 << a, ground.theatre)):
        if ring >> b & 1:
            return steps
    return FAR


def all_apart(ground: Ground) -> Iterator[tuple[tuple[PlaceId, PlaceId], int]]:
    """Every pair of the theatre, with the countries between them."""
    places = ground.board.places
    for a in bits(ground.theatre):
        for steps, ring in enumerate(rings(ground.board, 1 << a, ground.theatre)):
            for b in bits(ring):
                if a < b:
                    yield (places[a], places[b]), steps


def grown_blocks(look: Look) -> Iterator[tuple[int, int]]:
    """Each bordering foreign country (a mask of one) with the block it would make if it were won."""
    for place in bits(look.border):
        around, block = look.board.neighbours[place], 1 << place
        for other in look.blocks:
            if other & around:
                block |= other
        yield 1 << place, block


class ContinentalBridge(Mission, frozen=True, kw_only=True):
    """Hold one connected block spanning three continents, with a country in it won after the draft."""

    LONG: ClassVar[bool] = True
    continents: tuple[str, str, str]

    @classmethod
    def drawn(cls, ground: Ground, numbers: Numbers) -> Self | None:
        """Three continents that hang together; not Africa, Asia and Europe, which are one mass of land."""
        board = ground.board
        masks = {
            tag.removeprefix(CONTINENT): mask & ground.theatre
            for tag, mask in sorted(board.tags.items())
            if tag.startswith(CONTINENT) and mask & ground.theatre
        }
        fit = [
            three
            for three in combinations(masks, 3)
            if three != ("Africa", "Asia", "Europe") and hang_together(ground, [masks[name] for name in three])
        ]
        return cls(continents=pick(numbers, fit, 1)[0]) if fit else None

    def fits(self, board: Board) -> bool:
        """The map must have the continents."""
        return all(CONTINENT + name in board.tags for name in self.continents)

    def masks(self, look: Look) -> list[int]:
        """The continents."""
        return [look.board.tags[CONTINENT + name] for name in self.continents]

    def complete(self, look: Look) -> bool:
        """A block with a country on each and one won."""
        masks = self.masks(look)
        if not all(mask & look.owned for mask in masks) or not look.won:
            return False
        return any(block & look.won and all(block & mask for mask in masks) for block in look.blocks)

    def progress(self, look: Look) -> Progress:
        """Continents of the widest block, and whether a country of it is won."""
        masks = self.masks(look)
        best, won = max(
            ((sum(bool(block & mask) for mask in masks), int(bool(block & look.won))) for block in look.blocks),
            default=(0, 0),
        )
        return Progress(have=best, need=3, parts={"won": (won, 1)})

    def estimate(self, look: Look) -> int:
        """From the best block: how far it is to each continent that is missing."""
        masks = self.masks(look)
        return min((self._far(look, block, masks) for block in look.blocks), default=FAR)

    def within_one(self, look: Look) -> bool:
        """Whether one country makes such a block."""
        masks = self.masks(look)
        if any(all(block & mask for mask in masks) for _, block in grown_blocks(look)):
            return True
        return self.complete(look)

    def _far(self, look: Look, block: int, masks: list[int]) -> int:
        missing = [mask for mask in masks if not block & mask]
        steps = 0
        for distance, ring in enumerate(rings(look.board, block, look.theatre), 1):
            steps += distance * sum(bool(ring & mask) for mask in missing)
            missing = [mask for mask in missing if not ring & mask]
            if not missing:
                return steps
        return FAR


def hang_together(ground: Ground, masks: list[int]) -> bool:
    """Whether countries on all of some continents can make one block."""
    whole = 0
    for mask in masks:
        whole |= mask
    return any(all(block & mask for mask in masks) for block in ground.board.blocks(whole))


class Consolidation(Mission, frozen=True, kw_only=True):
    """Pull a scattered empire together into one block."""

    LONG: ClassVar[bool] = True
    FREE_DRAFTS_ONLY: ClassVar[bool] = True

    @classmethod
    def drawn(cls, ground: Ground, numbers: Numbers) -> Self:
        """Nothing to draw: it asks of everybody what they drafted."""
        del ground, numbers
        return cls()

    def needs(self, look: Look) -> tuple[int, int]:
        """Countries of the block, and of them won.

        Three quarters of what was drafted and one; as many as drafted and three where half of it hung together
        from the start.
        """
        drafted = look.drafted.bit_count()
        largest = max((block.bit_count() for block in look.board.blocks(look.drafted)), default=0)
        return (-(-drafted * 3 // 4), 1) if 2 * largest < drafted else (drafted, 3)

    def complete(self, look: Look) -> bool:
        """One block that is large enough."""
        need, won = self.needs(look)
        return any(self._enough(look, block, need, won) for block in look.blocks)

    def progress(self, look: Look) -> Progress:
        """The largest block."""
        need, won = self.needs(look)
        block = max(look.blocks, key=lambda one: (one.bit_count(), one & look.won), default=0)
        return Progress(have=block.bit_count(), need=need, parts={"won": ((block & look.won).bit_count(), won)})

    def estimate(self, look: Look) -> int:
        """One country at a time."""
        at = self.progress(look)
        have, need = at.parts["won"]
        return max(at.need - at.have, need - have)

    def within_one(self, look: Look) -> bool:
        """Whether one country makes such a block."""
        need, won = self.needs(look)
        if any(block.bit_count() >= need and ((block & look.won) | place).bit_count() >= won
               for place, block in grown_blocks(look)):  # fmt: skip
            return True
        return self.complete(look)

    def _enough(self, look: Look, block: int, need: int, won: int) -> bool:
        return block.bit_count() >= need and (block & look.won).bit_count() >= won
