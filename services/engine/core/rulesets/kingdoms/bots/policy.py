"""How bots order (rules, "Map and seats"): by unity neighbours, at the border towards the best odds, at 1.5 to 1.

Three levels. Easy orders half at random; normal keeps to the rules' policy; hard reckons with exact odds what each
number of units would gain, for a few units against many cost the defender more than the attacker.
"""

from services.engine.core.board import bits
from services.engine.core.kernel import Chance, Seen
from services.engine.core.rulesets.kingdoms import commands as c
from services.engine.core.rulesets.kingdoms.bots.picture import Picture
from services.engine.core.rulesets.kingdoms.bots.targets import Target, gains, targets
from services.engine.core.rulesets.kingdoms.placement import PLACED
from services.engine.core.rulesets.kingdoms.places import unities
from services.engine.core.rulesets.kingdoms.sealing import drawn_nonce
from services.engine.core.values import PlaceId

EASY, NORMAL, HARD = 1, 2, 3
LEAST_ODDS = {EASY: 2.0, NORMAL: 1.5}
"""Units for each defending one from which a bot attacks."""
TO_BREAK = 1.0
"""The same where a whole unity breaks."""


def think(seen: Seen, chance: Chance) -> c.PlayerCommand | None:
    """A bot's orders for the open step, sealed with a nonce of the campaign's randomness; None if none is open."""
    if "step" not in seen.public or seen.public["kingdoms"][str(seen.seat)].get("out"):
        return None
    picture, level = Picture(seen), min(seen.level, HARD)
    orders: c.AnyOrders
    match picture.step["kind"]:
        case "preference":
            orders = c.Preference(places=_named(picture, _preference(picture, level, chance)))
        case "placement":
            orders = c.Placement(units=_placing(picture, level, PLACED, chance))
        case "provision":
            orders = _provision(picture, level, chance)
        case _:
            orders = c.Attacks(attacks=tuple(_attacks(picture, level, chance)))
    return c.Submit(step=picture.step["number"], nonce=drawn_nonce(chance), orders=orders)


def _named(picture: Picture, positions: list[int]) -> tuple[PlaceId, ...]:
    return tuple(picture.board.places[position] for position in positions)


def _preference(picture: Picture, level: int, chance: Chance) -> list[int]:
    """A drawn unity first, then outwards by steps, each unity together; hard ones begin with one of the small ones."""
    everywhere = range(len(picture.owners))
    homes = sorted((mask for _, mask in unities(picture.board)), key=lambda mask: (mask.bit_count(), mask))
    if level == EASY or not homes:
        return list(chance.shuffled("bot", tuple(everywhere)))
    if level == HARD:
        homes = homes[: max(1, len(homes) // 2)]
    home = homes[chance.below("bot", len(homes))]
    steps, reached, edge = dict.fromkeys(bits(home), 0), home, home
    while edge:
        edge = picture.board.around(reached) & ~reached
        reached |= edge
        steps.update(dict.fromkeys(bits(edge), max(steps.values()) + 1))
    far = len(picture.owners)
    near = {
        mask: min(steps.get(position, far) for position in bits(mask)) for mask in (*homes, *picture.unity_of) if mask
    }
    return sorted(
        everywhere,
        key=lambda at: (near.get(picture.unity_of[at], far), picture.unity_of[at], steps.get(at, far), at),
    )


def _placing(picture: Picture, level: int, units: int, chance: Chance) -> dict[PlaceId, int]:
    """New units at the border: towards the best odds, hard ones a part to the most threatened province."""
    places, border = picture.board.places, picture.border
    if level == EASY:
        return {places[border[chance.below("bot", len(border))]]: units}
    best = next(iter(targets(picture, units)), None)
    front = border[0] if best is None else best.origin
    if level == NORMAL:
        return {places[front]: units}
    weak = max(border, key=lambda at: (picture.threat(at) - 2 * picture.units[at], -at))
    part = min(units - 1, units // 3)
    if weak == front or part < 1 or picture.threat(weak) < picture.units[weak]:
        return {places[front]: units}
    return {places[front]: units - part, places[weak]: part}


def _provision(picture: Picture, level: int, chance: Chance) -> c.Provision:
    create = _placing(picture, level, picture.creation, chance)
    supply = None if level == EASY else _supply(picture, create)
    return c.Provision(create=create) if supply is None else c.Provision(supply=supply, create=create)


def _supply(picture: Picture, create: dict[PlaceId, int]) -> c.Supply | None:
    """The largest idle force to where most units are created, or else to the weakest border it reaches."""
    idle = [at for at in picture.own if at not in picture.border and picture.units[at] > 1]
    origin = max(idle, key=lambda at: (picture.units[at], -at), default=None)
    if origin is None:
        return None
    joined, index = picture.joined(origin), picture.board.index
    front = max(create, key=lambda place: (create[place], place))
    reached = [at for at in picture.border if joined >> at & 1]
    if joined >> index[front] & 1 and index[front] != origin:
        target = index[front]
    elif reached:
        target = min(reached, key=lambda at: (picture.units[at] - picture.threat(at), at))
    else:
        return None
    places = picture.board.places
    return c.Supply(origin=places[origin], target=places[target], units=picture.units[origin] - 1)


def _attacks(picture: Picture, level: int, chance: Chance) -> list[c.AttackOrder]:
    """The best attacks first, while units last; one a province."""
    spare = {position: picture.units[position] - 1 for position in picture.own}
    attacked: set[int] = set()
    found: list[c.AttackOrder] = []
    for one in gains(picture) if level == HARD else _by_odds(picture, level, chance):
        units = one.units or spare[one.origin]
        if one.target in attacked or not 0 < units <= spare[one.origin]:
            continue
        if level < HARD and units < _least(picture, one, level) * picture.units[one.target]:
            continue
        attacked.add(one.target)
        spare[one.origin] -= units
        origin, target = _named(picture, [one.origin, one.target])
        found.append(c.AttackOrder(origin=origin, target=target, units=units))
    return found


def _by_odds(picture: Picture, level: int, chance: Chance) -> list[Target]:
    """Possible attacks with all that can go; easy bots think of half of them, in no order."""
    found = targets(picture)
    if level > EASY:
        return found
    return [one for one in chance.shuffled("bot", found) if chance.below("bot", 2)]


def _least(picture: Picture, one: Target, level: int) -> float:
    return TO_BREAK if level > EASY and picture.breaks(one.target) else LEAST_ODDS[level]
