"""What an attack is worth to a bot: the exact odds of taking, of holding afterwards, and what falls with it."""

from typing import NamedTuple

from services.engine.core.rulesets.provinces.attacking import LEAST_TO_ATTACK
from services.engine.core.rulesets.provinces.bots.picture import Picture
from services.engine.core.rulesets.provinces.odds import taking


class Target(NamedTuple):
    """One possible attack."""

    worth: float
    """Its chance to take, weighed by what it brings."""
    take: float
    """Chance to take in a fight to the end."""
    origin: int
    target: int


def targets(picture: Picture, more: int = 0) -> list[Target]:
    """Every possible attack, the best first; equals in map order.

    :param more: units thought to be added to the origin.
    """
    found = []
    for origin in picture.border:
        units = picture.units[origin] + more
        if units < LEAST_TO_ATTACK:
            continue
        for target in picture.foes(origin):
            take = taking(units, picture.units[target])
            left = max(1, units - picture.units[target] // 2 - 1)
            behind, strongest = len(picture.foes(target)), picture.strongest_foe(target)
            worth = WIN if picture.wins_next else _gain(picture, target) - 0.05 * behind - 0.4 * taking(strongest, left)
            found.append(Target(take * worth, take, origin, target))
    return sorted(found, key=lambda one: (-one.worth, one.origin, one.target))


WIN = 10.0
"""What the conquest that wins is worth, beside about 1 for a plain province."""


def _gain(picture: Picture, target: int) -> float:
    """What a province is worth by who loses it: 1 if nobody in particular does."""
    owner = picture.owners[target]
    gain = 1.0
    if owner == picture.leader:
        gain += 0.6
    if owner in picture.rivals and picture.held[owner] == 1:
        gain += 0.5
    return gain
