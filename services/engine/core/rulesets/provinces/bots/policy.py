"""How bots play: place at the most promising or most threatened border, attack by exact odds, move to the front.

Three levels. Easy places and attacks half at random; normal goes by the odds of taking; hard weighs what a conquest
brings, whether it can be held, and who is about to win.
"""

from services.engine.core.kernel import Chance, Seen
from services.engine.core.rulesets.provinces import commands as c
from services.engine.core.rulesets.provinces.bots.picture import Picture
from services.engine.core.rulesets.provinces.bots.targets import Target, targets
from services.engine.core.values import PlaceId

EASY, NORMAL, HARD = 1, 2, 3
LEAST_CHANCE = {EASY: 0.35, NORMAL: 0.6, HARD: 0.55}
"""A bot attacks from this chance to take on."""


def think(seen: Seen, chance: Chance) -> c.PlayerCommand | None:
    """A bot's next command; always one while it is its turn."""
    if "turn" not in seen.public or seen.public["turn"]["seat"] != seen.seat:
        return None
    picture, level = Picture(seen), min(seen.level, HARD)
    turn = picture.turn["number"]
    if picture.turn["step"] == "reinforce":
        return c.Reinforce(turn=turn, units=_placing(picture, level, chance))
    if picture.turn["step"] == "attack":
        attack = _attacking(picture, level, chance)
        if attack is not None:
            return attack
        move = _moving(picture, level)
        if move is not None:
            return move
    return c.EndTurn(turn=turn)


def _placing(picture: Picture, level: int, chance: Chance) -> dict[PlaceId, int]:
    """All units on one province: the base of the best attack, or the most threatened one."""
    units: int = picture.turn["to_place"]
    border = picture.border
    if level == EASY:
        return {picture.board.places[border[chance.below("bot", len(border))]]: units}
    best = next(iter(targets(picture, units)), None)
    threatened = max(border, key=lambda position: (picture.threat(position), -position))
    if best is None or (best.take < LEAST_CHANCE[level] and picture.threat(threatened) > 0.5):
        return {picture.board.places[threatened]: units}
    return {picture.board.places[best.origin]: units}


def _attacking(picture: Picture, level: int, chance: Chance) -> c.Attack | None:
    if picture.turn["attacks"] >= picture.turn["most_attacks"]:
        return None
    options = targets(picture, least=LEAST_CHANCE[level])
    if not options or (level == EASY and chance.below("bot", 3) == 0):
        return None
    if level == EASY:
        chosen = options[chance.below("bot", len(options))]
    elif level == NORMAL:
        chosen = max(options, key=lambda one: (one.take, -one.origin, -one.target))
    else:
        chosen = options[0]
    return c.Attack(
        turn=picture.turn["number"],
        attack=picture.turn["attacks"] + 1,
        origin=picture.board.places[chosen.origin],
        target=picture.board.places[chosen.target],
        move_in=_moving_in(picture, chosen, level),
    )


def _moving_in(picture: Picture, chosen: Target, level: int) -> int:
    """Everything if nothing threatens the origin, else about half; the rules clamp it."""
    if level == EASY:
        return 0
    others = [other for other in picture.foes(chosen.origin) if other != chosen.target]
    units = picture.units[chosen.origin]
    return units // 2 if any(picture.owners[other] in picture.rivals for other in others) else units


def _moving(picture: Picture, level: int) -> c.Move | None:
    """The largest idle force goes one step towards the border, to its most threatened neighbour."""
    if level == EASY:
        return None
    idle = [position for position in picture.own if picture.units[position] > 1 and not picture.foes(position)]
    best = max(idle, key=lambda position: (picture.units[position], -position), default=None)
    if best is None:
        return None
    friends = picture.friends(best)
    if not friends:
        return None
    steps = _steps_to_border(picture)
    towards = min(friends, key=lambda other: (steps[other], -picture.threat(other), other))
    if steps[towards] >= steps[best]:
        return None
    places = picture.board.places
    return c.Move(
        turn=picture.turn["number"], origin=places[best], target=places[towards], units=picture.units[best] - 1
    )


def _steps_to_border(picture: Picture) -> dict[int, int]:
    """Own provinces -> steps through own provinces to the nearest border."""
    steps = dict.fromkeys(picture.border, 0)
    edge = list(steps)
    while edge:
        further = [other for position in edge for other in picture.friends(position) if other not in steps]
        for position in edge:
            for other in picture.friends(position):
                steps.setdefault(other, steps[position] + 1)
        edge = list(dict.fromkeys(further))
    return {position: steps.get(position, len(picture.owners)) for position in picture.own}
