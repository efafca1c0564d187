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
    for origin in picture.border:
        units = picture.units[origin] + more
        if units < 2:
            continue
        for target in picture.foes(origin):
            take = taking(units, picture.units[target])
            found.append(Target(take * _gain(picture, origin, target, units), take, origin, target))
    return sorted(found, key=lambda one: (-one.worth, one.origin, one.target))


def _gain(picture: Picture, origin: int, target: int, units: int) -> float:
    """How much a conquest helps, about 1 for a plain province."""
    owner = picture.owners[target]
    gain = 1.0
    if picture.held[picture.seat] + 1 >= picture.to_win:
        return 10.0
    if owner == picture.leader:
        gain += 0.6
    if picture.acts(owner) and picture.held[owner] == 1:
        gain += 0.5
    behind = [other for other in picture.foes(target) if other != origin]
    left = max(1, units - picture.units[target] // 2 - 1)
    strongest = max((picture.units[other] for other in behind if picture.acts(picture.owners[other])), default=0)
    gain -= 0.4 * taking(strongest, left)
    gain -= 0.05 * len(behind)
    return gain
