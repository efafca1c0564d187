"""Exact odds of dice (tables, no simulation): one throw, and a fight to the end."""

from collections import Counter
from functools import cache
from itertools import product

from services.engine.core.rulesets.provinces.dice import attack_dice, defence_dice, losses

MOST = 200
"""Larger fights, which no game has seen, answer as one of so many units in the same proportion."""


@cache
def throw_odds(attack: int, defence: int) -> tuple[tuple[int, int, float], ...]:
    """Every outcome of a throw of so many dice: (units the attacker loses, units the defender loses, chance).

    >>> [round(6**5 * chance) for _, _, chance in throw_odds(3, 2)]
    [2890, 2611, 2275]
    """
    fallen = Counter(losses(dice[:attack], dice[attack:]) for dice in product(range(1, 7), repeat=attack + defence))
    return tuple((mine, theirs, count / 6 ** (attack + defence)) for (mine, theirs), count in sorted(fallen.items()))


@cache
def taking(attackers: int, defenders: int, throws: int = 0) -> float:
    """The chance that a province falls.

    :param attackers: units in the origin, the one that stays behind included.
    :param throws: at most so many; 0 for a fight to the end.

    >>> round(taking(2, 1), 5), round(taking(4, 2), 5), round(taking(11, 10), 5)
    (0.41667, 0.65595, 0.56759)
    """
    if defenders <= 0:
        return 1.0
    if attackers < 2:
        return 0.0
    attackers, defenders = _within(attackers, defenders)
    chance = 0.0
    for mine, theirs, share in throw_odds(attack_dice(attackers), defence_dice(defenders)):
        if throws == 1:
            chance += share * (theirs >= defenders)
        else:
            chance += share * taking(attackers - mine, defenders - theirs, max(0, throws - 1))
    return chance


def _within(attackers: int, defenders: int) -> tuple[int, int]:
    """Very large fights in proportion: the table stays small, whatever has been piled up."""
    most = max(attackers, defenders)
    if most <= MOST:
        return attackers, defenders
    return max(2, attackers * MOST // most), max(1, defenders * MOST // most)
