"""What happened in a simulated game of the provinces, counted from its facts."""

from collections.abc import Iterable
from typing import Any, ClassVar

from services.engine.core.rulesets.provinces import facts as f


class ProvincesTally:
    """Counts of one game."""

    shown: ClassVar[tuple[str, ...]] = ("turns", "attacks", "taken")

    def __init__(self) -> None:
        self.turns = 0
        self.attacks = 0
        self.throws = 0
        self.taken = 0
        """Provinces that fell."""
        self.eliminated: list[int] = []
        """Seats in the order they went."""

    def watch(self, facts: Iterable[Any]) -> None:
        """Count some facts; the kernel's count for nothing."""
        for fact in facts:
            match fact:
                case f.TurnBegan():
                    self.turns = fact.number
                case f.Attacked():
                    self.attacks += 1
                    self.throws += len(fact.throws)
                    self.taken += fact.taken
                case f.PlayerOut():
                    self.eliminated.append(int(fact.seat))

    def plain(self) -> dict[str, Any]:
        """As JSON values."""
        return dict(vars(self))
