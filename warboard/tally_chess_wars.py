"""What happened in a simulated campaign of chess wars, counted from its facts."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, ClassVar

from services.engine.core.rulesets.chess_wars import facts as f


class ChessWarsTally:
    """Counts of one campaign, or of several added up."""

    shown: ClassVar[tuple[str, ...]] = ("rounds", "wars")

    def __init__(self) -> None:
        self.rounds = 0
        self.events: Counter[str] = Counter()
        """By what they are called in `plain`."""
        self.claimed: Counter[str] = Counter()
        """Claims made, by mission."""
        self.broken: Counter[str] = Counter()
        """Claims lost again, by mission."""
        self.scored: Counter[str] = Counter()
        """By mission."""
        self.secrets: Counter[str] = Counter()
        """Secrets chosen, by mission."""
        self._options: dict[str, Any] = {}

    def watch(self, facts: Iterable[Any]) -> None:
        """Count some facts; the kernel's count for nothing."""
        for fact in facts:
            match fact:
                case f.RoundStarted():
                    self.rounds = max(self.rounds, fact.round)
                case f.ClaimMade():
                    self.claimed[fact.mission] += 1
                case f.ClaimEnded():
                    self.broken[fact.mission] += 1
                case f.MissionScored():
                    self.scored[fact.mission] += 1
                case f.SecretsDealt():
                    self._options = fact.secrets
                case f.SecretChosen():
                    self.secrets[self._options[str(fact.seat)].options[fact.option].name] += 1
                case _:
                    name = _EVENTS.get(type(fact))
                    if name is not None:
                        self.events[name] += 1

    def plain(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "rounds": self.rounds,
            **{name: self.events[name] for name in _EVENTS.values()},
            "claimed": dict(sorted(self.claimed.items())),
            "broken": dict(sorted(self.broken.items())),
            "scored": dict(sorted(self.scored.items())),
            "secrets": dict(sorted(self.secrets.items())),
        }


_EVENTS: dict[type, str] = {
    f.WarDeclared: "wars",
    f.WarDecided: "games",
    f.StakesRaised: "raises",
    f.WarRedirected: "redirects",
    f.WarConceded: "conceded",
    f.PeaceMade: "peaces",
    f.AccordSigned: "accords",
    f.CountryFortified: "fortified",
}
