"""Buffer Zone and Encirclement: a marked country and everything around it (rules section 10)."""

from collections.abc import Iterator
from typing import ClassVar

from services.engine.core.board import bits
from services.engine.core.rulesets.chess_wars.missions.graph import FAR, levels, together
from services.engine.core.rulesets.chess_wars.missions.look import Look
from services.engine.core.rulesets.chess_wars.missions.mission import Progress
from services.engine.core.rulesets.chess_wars.missions.secret import Fit, SecretMission, fitting
from services.engine.core.values import PlaceId

NEIGHBOURS = range(3, 8)
"""How many neighbours in play a marked country may have."""
BUFFER_FOREIGN = range(2, 6)
"""How many of them are foreign at the start of a Buffer Zone."""
LEAST_FOREIGN = 2
"""The same for an Encirclement, of which at least one must be own."""


class BufferZone(SecretMission, frozen=True, kw_only=True):
    """Hold a marked country of one's own and every country around it."""

    country: PlaceId
    neighbours: tuple[PlaceId, ...]

    def complete(self, look: Look) -> bool:
        """All of it is held."""
        return not look.board.mask(self.marked()) & ~look.owned

    def progress(self, look: Look) -> Progress:
        """Held ones of the zone."""
        return Progress(have=(look.owned & look.board.mask(self.marked())).bit_count(), need=len(self.neighbours) + 1)

    def estimate(self, look: Look) -> int:
        """The missing ones, each at its distance."""
        missing = look.board.mask(self.marked()) & ~look.owned
        return together(look.levels, missing, missing.bit_count())

    def marked(self) -> tuple[PlaceId, ...]:
        """The country, then those around it."""
        return (self.country, *self.neighbours)

    def helpful(self, look: Look) -> int:
        """What of the zone borders the empire."""
        return look.board.mask(self.marked()) & super().helpful(look)


class Encirclement(SecretMission, frozen=True, kw_only=True):
    """Surround a marked country held by someone else."""

    LONG: ClassVar[bool] = True

    country: PlaceId
    neighbours: tuple[PlaceId, ...]

    def complete(self, look: Look) -> bool:
        """Everything around it is held, and it isn't."""
        held = look.owned
        return not look.board.mask(self.neighbours) & ~held and not look.board.mask((self.country,)) & held

    def progress(self, look: Look) -> Progress:
        """Held ones of those around it; that it is someone else's beside."""
        foreign = not look.board.mask((self.country,)) & look.owned
        return Progress(
            have=(look.owned & look.board.mask(self.neighbours)).bit_count(),
            need=len(self.neighbours),
            parts={"held_by_other": (int(foreign), 1)},
        )

    def estimate(self, look: Look) -> int:
        """The missing ones, each at its distance, round the marked country; out of reach while that is one's own."""
        marked, missing = look.board.mask((self.country,)), look.board.mask(self.neighbours) & ~look.owned
        if marked & look.owned:
            return FAR
        round_it = levels(look.board, look.owned, look.owned, look.theatre & ~marked)
        return together(round_it, missing, missing.bit_count())

    def marked(self) -> tuple[PlaceId, ...]:
        """The country, then those around it."""
        return (self.country, *self.neighbours)

    def helpful(self, look: Look) -> int:
        """What of those around it borders the empire."""
        return look.board.mask(self.neighbours) & super().helpful(look)

    def at_risk(self, look: Look, tied: int, fought_for: int) -> bool:
        """Also while a war of the player could bring the marked country: having it would break the ring."""
        return bool(fought_for & look.board.mask((self.country,))) or super().at_risk(look, tied, fought_for)


def candidates(look: Look) -> Iterator[tuple[Fit, ...]]:
    """The nearest buffer zones, and the nearest foreign countries to surround."""
    zones, rings = [], []
    board = look.board
    for position in bits(look.theatre):
        around = board.neighbours[position] & look.theatre
        foreign = (around & ~look.owned).bit_count()
        if around.bit_count() not in NEIGHBOURS:
            continue
        country, neighbours = board.places[position], board.ids(around)
        if look.owned >> position & 1:
            if foreign in BUFFER_FOREIGN:
                zones.append(BufferZone(country=country, neighbours=neighbours))
        elif foreign >= LEAST_FOREIGN and around & look.owned:
            rings.append(Encirclement(country=country, neighbours=neighbours))
    yield fitting(look, zones)
    yield fitting(look, rings)
