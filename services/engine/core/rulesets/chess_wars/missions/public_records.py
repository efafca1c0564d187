"""Public missions that are records of wars won: Campaign Veteran, Kingslayer, Lightning Campaign (section 10)."""

from collections import Counter
from typing import ClassVar, Self

from services.engine.core.rulesets.chess_wars.missions.ground import Ground, Numbers
from services.engine.core.rulesets.chess_wars.missions.look import Look, Win
from services.engine.core.rulesets.chess_wars.missions.mission import Kind, Mission, Progress


def attacks(look: Look) -> list[Win]:
    """The wars a player has won as the attacker."""
    return [win for win in look.deeds.wins if win.attacker]


class CampaignVeteran(Mission, frozen=True, kw_only=True):
    """Win four wars as the attacker, against three different opponents."""

    KIND: ClassVar[Kind] = Kind.RECORD
    wins: int
    opponents: int

    @classmethod
    def drawn(cls, ground: Ground, numbers: Numbers) -> Self:
        """Three opponents, or as many as there are."""
        del numbers
        return cls(wins=4, opponents=min(3, ground.seats - 1))

    def complete(self, look: Look) -> bool:
        """Enough wars, against enough opponents."""
        won = attacks(look)
        return len(won) >= self.wins and len({win.opponent for win in won}) >= self.opponents

    def progress(self, look: Look) -> Progress:
        """Wars won, and opponents."""
        won = attacks(look)
        met = len({win.opponent for win in won})
        return Progress(have=len(won), need=self.wins, parts={"opponents": (met, self.opponents)})

    def estimate(self, look: Look) -> int:
        """Wars to be won yet."""
        won = attacks(look)
        return max(self.wins - len(won), self.opponents - len({win.opponent for win in won}))

    def within_one(self, look: Look) -> bool:
        """One more win as the attacker."""
        return self.estimate(look) <= 1


class Kingslayer(Mission, frozen=True, kw_only=True):
    """Declare war on the leader of the race while far behind, and win it."""

    KIND: ClassVar[Kind] = Kind.RECORD
    behind: int
    """Points the leader must be ahead of the attacker at the declaration."""

    @classmethod
    def drawn(cls, ground: Ground, numbers: Numbers) -> Self:
        """Four points."""
        del ground, numbers
        return cls(behind=4)

    def complete(self, look: Look) -> bool:
        """One such war."""
        return any(win.behind >= self.behind for win in attacks(look))

    def progress(self, look: Look) -> Progress:
        """Won or not."""
        return Progress(have=int(self.complete(look)), need=1)

    def estimate(self, look: Look) -> int:
        """One war."""
        return int(not self.complete(look))

    def within_one(self, look: Look) -> bool:
        """One win is all it takes."""
        del look
        return True


class LightningCampaign(Mission, frozen=True, kw_only=True):
    """Win two wars declared in the same round."""

    KIND: ClassVar[Kind] = Kind.RECORD
    wins: int

    @classmethod
    def drawn(cls, ground: Ground, numbers: Numbers) -> Self:
        """Two wars."""
        del ground, numbers
        return cls(wins=2)

    def most(self, look: Look) -> int:
        """Wars won of those declared in one round: the most of any round."""
        return max(Counter(win.declared_round for win in attacks(look)).values(), default=0)

    def complete(self, look: Look) -> bool:
        """Enough of one round."""
        return self.most(look) >= self.wins

    def progress(self, look: Look) -> Progress:
        """The best round so far."""
        return Progress(have=self.most(look), need=self.wins)

    def estimate(self, look: Look) -> int:
        """A new round's wars."""
        del look
        return self.wins

    def within_one(self, look: Look) -> bool:
        """All but one, among the wars declared in this round."""
        now = sum(win.declared_round == look.round for win in attacks(look))
        return self.complete(look) or now >= self.wins - 1
