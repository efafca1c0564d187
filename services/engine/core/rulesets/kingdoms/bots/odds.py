"""What a battle brings, exactly: chances and mean losses from the sizes of both sides (rules, "Battles")."""

from functools import lru_cache
from math import comb
from typing import NamedTuple

from services.engine.core.rulesets.kingdoms.battles import DEFENDER_ADVANTAGE, size
from services.engine.core.rulesets.kingdoms.simulated import DRAWN_OF


class Odds(NamedTuple):
    """Means over all results of a battle."""

    take: float
    """Chance that the attacker wins."""
    lost: float
    """Units the attacker loses."""
    beaten: float
    """Units the defender loses."""


@lru_cache(maxsize=20_000)
def odds(attackers: int, defenders: int, base: int, rounds: int) -> Odds:
    """Of a battle of so many units.

    >>> odds(3, 4, 5, 8).take < 0.5
    True
    """
    ours, theirs = size(base, attackers), size(base, defenders + DEFENDER_ADVANTAGE)
    drawn = 1 / DRAWN_OF
    win, lose = (1 - drawn) * ours / (ours + theirs), (1 - drawn) * theirs / (ours + theirs)
    take = lost = beaten = 0.0
    for wins in range(rounds + 1):
        for losses in range(rounds + 1 - wins):
            chance = comb(rounds, wins) * comb(rounds - wins, losses)
            weight = chance * win**wins * lose**losses * drawn ** (rounds - wins - losses)
            if wins > losses:
                take += weight
                lost += weight * (attackers - max(1, attackers * wins // rounds))
                beaten += weight * defenders
            else:
                lost += weight * attackers
                beaten += weight * (defenders - max(1, defenders * losses // rounds))
    return Odds(take, lost, beaten)
