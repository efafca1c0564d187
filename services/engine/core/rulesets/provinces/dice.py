"""Dice: how many are thrown, and who loses what (rules, "Dice")."""

from collections.abc import Iterator

from services.engine.core.kernel import Chance
from services.engine.core.rulesets.provinces.facts import Throw

DICE = "dice"
"""Purpose of the draws: one a throw."""
ATTACK_DICE, DEFENCE_DICE = 3, 2
"""At most, of one throw."""


def attack_dice(units: int) -> int:
    """Dice of an attack from a province with so many units; one unit stays behind."""
    return min(ATTACK_DICE, units - 1)


def defence_dice(units: int) -> int:
    """Dice of a province's defence."""
    return min(DEFENCE_DICE, units)


def losses(attack: tuple[int, ...], defence: tuple[int, ...]) -> tuple[int, int]:
    """Units the attacker and the defender lose: highest against highest, then the second ones; a tie is the defender's.

    >>> losses((6, 3, 1), (6, 2))
    (1, 1)
    """
    pairs = list(zip(sorted(attack, reverse=True), sorted(defence, reverse=True), strict=False))
    fallen = sum(mine > theirs for mine, theirs in pairs)
    return len(pairs) - fallen, fallen


def throw(chance: Chance, attackers: int, defenders: int, after: str = "") -> tuple[Throw, str]:
    """One throw by a province with so many units against one with so many, and the seal of the next attack's first.

    All dice of a throw are one draw in base six: the attacker's first, each beginning with the lowest digit.

    :param after: key of the attack's throw before this one; empty for its first.
    """
    mine, theirs = attack_dice(attackers), defence_dice(defenders)
    shown = chance.shown(DICE, 6 ** (mine + theirs), after)
    dice = tuple(_faces(shown.value, mine + theirs))
    attack_lost, defence_lost = losses(dice[:mine], dice[mine:])
    fallen = Throw(
        n=shown.n,
        attack=dice[:mine],
        defence=dice[mine:],
        attack_lost=attack_lost,
        defence_lost=defence_lost,
        key=shown.key,
    )
    return fallen, shown.next_seal


def _faces(value: int, number: int) -> Iterator[int]:
    for _ in range(number):
        value, face = divmod(value, 6)
        yield face + 1
