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


def targets(picture: Picture, more: int = 0, least: float = 0.0) -> list[Target]:
    """Every possible attack, the best first; equals in map order.

    :param more: units thought to be added to the origin.
    :param least: chance to take below which an attack is left out.
    """
    found = []
    gains: dict[int, float] = {}
    for origin in picture.border:
        units = picture.units[origin] + more
        if units < LEAST_TO_ATTACK:
            continue
        for target in picture.foes(origin):
            take = taking(units, picture.units[target])
            if take < least:
                continue
            gain = gains.get(target)
            if gain is None:
                gain = gains[target] = _gain(picture, target)
            left = max(1, units - picture.units[target] // 2 - 1)
            lost = 0.0 if picture.wins_next else 0.4 * taking(picture.strongest_foe(target), left)
            found.append(Target(take * (gain - lost), take, origin, target))
    return sorted(found, key=lambda one: (-one.worth, one.origin, one.target))


WIN = 10.0
"""What the conquest that wins is worth, beside about 1 for a plain province."""


def _gain(picture: Picture, target: int) -> float:
    """What a province is worth by who loses it, less for each neighbour it would be open to."""
    if picture.wins_next:
        return WIN
    owner = picture.owners[target]
    gain = 1.0
    if owner == picture.leader:
        gain += 0.6
    if owner in picture.rivals and picture.held[owner] == 1:
        gain += 0.5
    return gain - 0.05 * len(picture.foes(target))
