"""Step 2: attacks, all at once (rules, "A normal turn")."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from services.engine.core.rulesets.kingdoms.commands import Attacks
from services.engine.core.rulesets.kingdoms.refusals import Bad, BadOrder, quoted
from services.engine.core.rulesets.kingdoms.state import State
from services.engine.core.values import PlaceId, Seat


class Attack(NamedTuple):
    """An ordered attack, by position on the map."""

    target: int
    seat: Seat
    origin: int
    units: int


class Moved(NamedTuple):
    """What became of all attacks."""

    carried: list[Attack]
    """In map order of their targets: one a province."""
    cancelled: list[tuple[Attack, Attack, bool]]
    """The attack, the one that was carried out instead, and whether that was drawn among equals."""
    units: list[int]
    """On every province, without those that marched off."""


def adjudicate(units: Sequence[int], attacks: Sequence[Attack], draw: Callable[[int], int]) -> Moved:
    """Carry out the largest attack on each province; linear in the orders, and blind to their order but for the sort.

    The orders are allowed ones: no origin is overspent, and nobody attacks a province from two. What moved off doesn't
    defend its origin; a cancelled attack stays there.

    :param draw: a uniform integer below a bound, asked for equal largest attacks only, in map order of their targets.
    """
    after = list(units)
    by_target: dict[int, list[Attack]] = {}
    for attack in sorted(attacks):
        by_target.setdefault(attack.target, []).append(attack)
    carried, cancelled = list[Attack](), list[tuple[Attack, Attack, bool]]()
    for rivals in by_target.values():
        most = max(attack.units for attack in rivals)
        largest = [attack for attack in rivals if attack.units == most]
        chosen = largest[0] if len(largest) == 1 else largest[draw(len(largest))]
        carried.append(chosen)
        after[chosen.origin] -= chosen.units
        cancelled.extend((attack, chosen, attack.units == most) for attack in rivals if attack is not chosen)
    return Moved(carried, cancelled, after)


def check_attacks(state: State, seat: Seat, orders: Attacks) -> list[Bad]:
    """What is wrong with a list of attacks, one reason a bad attack."""
    bad: list[Bad] = []
    spent: dict[PlaceId, int] = {}
    attacked: set[PlaceId] = set()
    for at, order in enumerate(orders.attacks):
        reason, detail = _wrong(state, seat, order.origin, order.target, attacked)
        if reason is None:
            attacked.add(order.target)
            spent[order.origin] = spent.get(order.origin, 0) + order.units
            most = state.units[state.map.index[order.origin]] - 1
            if spent[order.origin] > most:
                reason, detail = BadOrder.TOO_MANY_UNITS, {"province": order.origin, "most": most}
        if reason is not None:
            bad.append({"at": at, "reason": reason.value, **detail})
    return bad


def _wrong(
    state: State, seat: Seat, origin: PlaceId, target: PlaceId, attacked: set[PlaceId]
) -> tuple[BadOrder | None, Bad]:
    index = state.map.index
    for place in (origin, target):
        if place not in index:
            return BadOrder.UNKNOWN_PROVINCE, {"province": quoted(place)}
    if state.owners[index[origin]] != seat:
        return BadOrder.NOT_YOURS, {"province": origin}
    if state.owners[index[target]] == seat:
        return BadOrder.OWN_PROVINCE, {"province": target}
    if not state.map.neighbours[index[origin]] >> index[target] & 1:
        return BadOrder.NOT_BORDERING, {"province": target}
    if target in attacked:
        return BadOrder.TWICE, {"province": target}
    return None, {}


def can_attack(state: State, held: Sequence[int]) -> bool:
    """Whether some own province has units to spare beside another's."""
    units, owners, beside = state.units, state.owners, state.map.beside
    return any(
        units[position] > 1 and any(owners[other] != owners[position] for other in beside[position])
        for position in held
    )
