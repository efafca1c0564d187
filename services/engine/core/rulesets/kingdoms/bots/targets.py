"""What an attack is worth to a bot: the odds, the unity that breaks or is won, and who is about to win."""

from typing import NamedTuple

from services.engine.core.rulesets.kingdoms.bots.picture import Picture


class Target(NamedTuple):
    """A possible attack."""

    worth: float
    odds: float
    """Units that may attack for each that defends, the defender's advantage counted."""
    origin: int
    target: int
    most: int
    """Units that may leave the origin."""


def targets(picture: Picture, more: int = 0) -> list[Target]:
    """Every possible attack, the best first; equals in map order.

    :param more: units thought to be added to the origin.
    """
    found = []
    for origin in picture.border:
        most = picture.units[origin] + more - 1
        if most < 1:
            continue
        for target in picture.foes(origin):
            odds = most / (picture.units[target] + 1)
            found.append(Target(worth(picture, target) * min(odds, 2.5), odds, origin, target, most))
    return sorted(found, key=lambda one: (-one.worth, one.origin, one.target))


def worth(picture: Picture, target: int) -> float:
    """What a province is worth: 1 for a plain one."""
    value = 1.0
    if picture.breaks(target):
        value += 0.8
    missing = picture.missing(target)
    if 0 < missing <= 3:
        value += 1.0 / missing
    if picture.held[picture.owners[target]] >= picture.need - 3:
        value += 0.7
    return value
