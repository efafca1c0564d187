"""Growing by so much: Two-Theater Power, Protected Expansion, Half of Humanity, Measured Expansion (section 10)."""

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from services.engine.core.rulesets.chess_wars.missions.look import Look
from services.engine.core.rulesets.chess_wars.missions.mission import Progress
from services.engine.core.rulesets.chess_wars.missions.secret import Fit, SecretMission, fitting, richest
from services.engine.core.rulesets.chess_wars.missions.sums import fewest

THEATRE_GAIN = 8
PROTECTED_GAIN = 20
MEASURED_GAIN = 26
LEAST_RIVALS = 40
"""Measured Expansion needs rivals whose countries are worth so much."""


class TwoTheater(SecretMission, frozen=True, kw_only=True):
    """Gain value on each of two marked continents."""

    continents: tuple[str, str]
    goals: tuple[int, int]
    """Value to own on each: what was drafted there and 8 more."""

    def _own(self, look: Look) -> list[tuple[int, int, int]]:
        """(mask of the continent, value owned there, goal)."""
        parts = []
        for name, goal in zip(self.continents, self.goals, strict=True):
            mask = look.board.tags[f"continent:{name}"]
            parts.append((mask, look.board.total("value", mask & look.owned), goal))
        return parts

    def complete(self, look: Look) -> bool:
        """Both goals are reached."""
        return all(have >= goal for _, have, goal in self._own(look))

    def progress(self, look: Look) -> Progress:
        """Goals reached; the values beside."""
        own = self._own(look)
        parts = {name: (have, goal) for name, (_, have, goal) in zip(self.continents, own, strict=True)}
        return Progress(have=sum(have >= goal for _, have, goal in own), need=2, parts=parts)

    def estimate(self, look: Look) -> int:
        """The most valuable foreign countries of each continent first."""
        foreign = look.theatre & ~look.owned
        counts = [fewest(look.board, "value", mask & foreign, goal - have) for mask, have, goal in self._own(look)]
        return sum(counts)

    def helpful(self, look: Look) -> int:
        """The most valuable bordering country of each continent."""
        border = super().helpful(look)
        found = 0
        for mask, _, _ in self._own(look):
            found |= richest(look.board, "value", mask & border)
        return found


class ProtectedExpansion(SecretMission, frozen=True, kw_only=True):
    """Expand while accords with two partners hold."""

    LEAST_SEATS: ClassVar[int] = 4

    goal: int
    """Value of the empire to reach: what was drafted and 20 more."""
    partners: int = 2

    def complete(self, look: Look) -> bool:
        """Value and accords are there."""
        enough = len(look.partners) >= self.partners
        return enough and look.board.total("value", look.owned) >= self.goal

    def progress(self, look: Look) -> Progress:
        """Value; partners beside."""
        have = look.board.total("value", look.owned)
        return Progress(have=have, need=self.goal, parts={"partners": (len(look.partners), self.partners)})

    def at_risk(self, look: Look, tied: int, fought_for: int) -> bool:
        """Also while a war of the player could take a partner's last country: the accord would end."""
        kept = frozenset(partner for partner in look.partners if look.empires[partner] & ~fought_for)
        return super().at_risk(replace(look, partners=kept), tied, fought_for)

    def estimate(self, look: Look) -> int:
        """The most valuable foreign countries first; accords are no steps."""
        missing = self.goal - look.board.total("value", look.owned)
        return fewest(look.board, "value", look.theatre & ~look.owned, missing)

    def helpful(self, look: Look) -> int:
        """The most valuable bordering country."""
        return richest(look.board, "value", super().helpful(look))


class HalfOfHumanity(SecretMission, frozen=True, kw_only=True):
    """Rule half of the people in play."""

    people: int
    """So many."""

    def complete(self, look: Look) -> bool:
        """They live in the empire."""
        return look.board.total("population", look.owned) >= self.people

    def progress(self, look: Look) -> Progress:
        """People."""
        return Progress(have=look.board.total("population", look.owned), need=self.people)

    def estimate(self, look: Look) -> int:
        """The most populous foreign countries first."""
        missing = self.people - look.board.total("population", look.owned)
        return fewest(look.board, "population", look.theatre & ~look.owned, missing)

    def helpful(self, look: Look) -> int:
        """The most populous bordering country."""
        return richest(look.board, "population", super().helpful(look))


class MeasuredExpansion(SecretMission, frozen=True, kw_only=True):
    """Gain value over the draft, with three countries not drafted: what fills in where little else fits."""

    goal: int
    """Value of the empire to reach: what was drafted and 26 more."""
    new: int = 3

    def complete(self, look: Look) -> bool:
        """Value and new countries are there."""
        new = (look.owned & ~look.drafted).bit_count()
        return new >= self.new and look.board.total("value", look.owned) >= self.goal

    def progress(self, look: Look) -> Progress:
        """Value; new countries beside."""
        new = (look.owned & ~look.drafted).bit_count()
        return Progress(have=look.board.total("value", look.owned), need=self.goal, parts={"new": (new, self.new)})

    def estimate(self, look: Look) -> int:
        """The most valuable foreign countries first, and no fewer than the new ones that are missing."""
        missing = self.goal - look.board.total("value", look.owned)
        count = fewest(look.board, "value", look.theatre & ~look.owned, missing)
        return max(count, self.new - (look.owned & ~look.drafted).bit_count())

    def helpful(self, look: Look) -> int:
        """The most valuable bordering country not drafted, and of those drafted and lost."""
        border, board = super().helpful(look), look.board
        return richest(board, "value", border & ~look.drafted) | richest(board, "value", border & look.drafted)


def candidates(look: Look) -> Iterator[tuple[Fit, ...]]:
    """The three that grow from the draft; Measured Expansion is dealt apart."""
    board = look.board
    yield fitting(look, two_theaters(look))
    yield fitting(look, [ProtectedExpansion(goal=board.total("value", look.owned) + PROTECTED_GAIN)])
    if "population" in board.figures:
        yield fitting(look, [HalfOfHumanity(people=-(-board.total("population", look.theatre) // 2))])


def two_theaters(look: Look) -> list[SecretMission]:
    """On the two continents with the most foreign value on the border."""
    board, border = look.board, look.border
    found = []
    for tag, mask in board.tags.items():
        kind, _, name = tag.partition(":")
        foreign = board.total("value", mask & border) if kind == "continent" else 0
        if foreign:
            found.append((-foreign, name, board.total("value", mask & look.owned) + THEATRE_GAIN))
    if len(found) < 2:
        return []
    (_, one, goal), (_, other, other_goal) = sorted(found)[:2]
    return [TwoTheater(continents=(one, other), goals=(goal, other_goal))]


def fallback(look: Look) -> MeasuredExpansion | None:
    """Measured Expansion, if the rivals have enough to gain."""
    value = look.board.total("value", look.owned)
    if look.board.total("value", look.theatre) - value < LEAST_RIVALS:
        return None
    return MeasuredExpansion(goal=value + MEASURED_GAIN)
