"""What an attack is worth to a bot: the odds, the unity that breaks or is won, and who is about to win."""

from typing import NamedTuple

from services.engine.core.rulesets.kingdoms.bots.odds import odds
from services.engine.core.rulesets.kingdoms.bots.picture import Picture


class Target(NamedTuple):
    """A possible attack."""

    worth: float
    origin: int
    target: int
    units: int = 0
    """How many to send; 0 for all that can go."""


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
            ratio = most / (picture.units[target] + 1)
            found.append(Target(worth(picture, target) * min(ratio, 2.5), origin, target))
    return sorted(found, key=lambda one: (-one.worth, one.origin, one.target))


A_PROVINCE = 4.0
"""Units that a plain province is worth to a hard bot."""
PORTIONS = (1, 2, 3, 5, 8, 13, 21, 34, 55)


def gains(picture: Picture) -> list[Target]:
    """Attacks that gain something by exact odds, the best first: each target from each origin in several sizes."""
    found = []
    for origin in picture.border:
        most = picture.units[origin] - 1
        portions = [units for units in PORTIONS if units < most] + ([most] if most else [])
        for target in picture.foes(origin):
            value = A_PROVINCE * worth(picture, target)
            for units in portions:
                mean = odds(units, picture.units[target], picture.base, picture.rounds)
                gain = mean.take * value + mean.beaten - mean.lost
                if gain > 0:
                    found.append(Target(gain, origin, target, units))
    return sorted(found, key=lambda one: (-one.worth, one.units, one.origin, one.target))


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
