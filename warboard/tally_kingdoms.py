"""What happened in a simulated campaign of the kingdoms, counted from its facts."""

from collections.abc import Iterable
from typing import Any, ClassVar

from services.engine.core.rulesets.kingdoms import facts as f
from services.engine.core.rulesets.kingdoms import facts_battles as fb


class KingdomsTally:
    """Counts of one campaign."""

    shown: ClassVar[tuple[str, ...]] = ("turns", "attacks", "battles", "taken")

    def __init__(self) -> None:
        self.turns = 0
        self.attacks = 0
        """Ordered, the cancelled ones included."""
        self.battles = 0
        self.taken = 0
        """Battles that the attacker won."""
        self.eliminated: list[int] = []
        """Seats in the order they went."""

    def watch(self, facts: Iterable[Any]) -> None:
        """Count some facts; the kernel's count for nothing."""
        for fact in facts:
            match fact:
                case f.StepOpened():
                    self.turns = fact.turn
                case f.StepAdjudicated():
                    self.attacks += len(fact.attacks)
                case fb.BattleSettled():
                    self.battles += 1
                    self.taken += fact.winner == fact.attacker
                case fb.BattlesDrawn():
                    self.battles += len(fact.results)
                    self.taken += sum(one.winner == one.attacker for one in fact.results)
                case f.KingdomOut():
                    self.eliminated.append(int(fact.seat))

    def plain(self) -> dict[str, Any]:
        """As JSON values."""
        return dict(vars(self))
