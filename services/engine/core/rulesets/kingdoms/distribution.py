"""Starting turn 1: provinces are shared out by preference (rules, "Starting turn 1")."""

from collections.abc import Mapping, Sequence

from services.engine.core.kernel import Chance
from services.engine.core.rulesets.kingdoms.commands import Preference
from services.engine.core.rulesets.kingdoms.refusals import Bad, BadOrder, quoted
from services.engine.core.rulesets.kingdoms.state import State
from services.engine.core.values import PlaceId, Seat


def check_preference(state: State, orders: Preference) -> list[Bad]:
    """What is wrong with a list of wanted provinces: unknown ones, and those named twice."""
    index, seen, bad = state.map.index, set[PlaceId](), list[Bad]()
    for at, place in enumerate(orders.places):
        if place not in index:
            bad.append({"at": at, "reason": BadOrder.UNKNOWN_PROVINCE.value, "province": quoted(place)})
        elif place in seen:
            bad.append({"at": at, "reason": BadOrder.TWICE.value, "province": place})
        seen.add(place)
    return bad


def without_orders(places: Sequence[PlaceId], chance: Chance) -> Preference:
    """The list of who sent none: the map's, shuffled."""
    return Preference(places=chance.shuffled("preference", places))


def distribute(
    index: Mapping[PlaceId, int], order: Sequence[Seat], wanted: Mapping[Seat, Sequence[PlaceId]]
) -> list[Seat]:
    """The owner of each province: in the drawn order, again and again, everyone takes the most wanted one still free.

    :param order: kingdoms as drawn.
    :param wanted: each kingdom's list; what is missing in it follows in map order.
    """
    owners = [Seat(-1)] * len(index)
    lists = {seat: iter(_whole(index, wanted[seat])) for seat in order}
    taken = 0
    while taken < len(owners):
        for seat in order:
            free = next((position for position in lists[seat] if owners[position] < 0), None)
            if free is None:
                return owners
            owners[free] = seat
            taken += 1
    return owners


def _whole(index: Mapping[PlaceId, int], wanted: Sequence[PlaceId]) -> list[int]:
    named = [index[place] for place in wanted]
    known = set(named)
    return [*named, *(position for position in range(len(index)) if position not in known)]
