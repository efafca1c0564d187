"""What an attack is worth to a bot: the exact odds of taking, of holding afterwards, and what falls with it."""

from typing import NamedTuple

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
    for target, owner in enumerate(picture.owners):
        origins = [] if owner == picture.seat else picture.friends(target)
        origins = [origin for origin in origins if picture.units[origin] + more >= 2]
        if not origins:
            continue
        gain, behind = _gain(picture, target), picture.foes(target)
        acting = [picture.units[other] for other in behind if picture.owners[other] in picture.rivals]
        strongest = max(acting, default=0)
        for origin in origins:
            units = picture.units[origin] + more
            take = taking(units, picture.units[target])
            left = max(1, units - picture.units[target] // 2 - 1)
            worth = WIN if picture.wins_next else gain - 0.05 * len(behind) - 0.4 * taking(strongest, left)
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
