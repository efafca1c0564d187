"""Provinces as commands name them: known, one's own, bordering."""

from services.engine.core.rulesets.provinces.refusals import Refusal, malformed, not_allowed, quoted
from services.engine.core.rulesets.provinces.state import State
from services.engine.core.values import PlaceId, Seat


def known(state: State, province: PlaceId) -> int:
    """Position of a province on the map.

    :raises Rejected: `unknown_province`.
    """
    position = state.map.index.get(province)
    if position is None:
        malformed(Refusal.UNKNOWN_PROVINCE, "Map", province=quoted(province))
    return position


def own(state: State, seat: Seat, province: PlaceId) -> int:
    """Position of a province of the player's own.

    :raises Rejected: `not_yours`, `unknown_province`.
    """
    position = known(state, province)
    if state.owners[position] != seat:
        not_allowed(Refusal.NOT_YOURS, "A turn", province=province)
    return position


def bordering(state: State, origin: int, target: int) -> None:
    """Two provinces share a border.

    :raises Rejected: `not_bordering`.
    """
    if not state.map.neighbours[origin] >> target & 1:
        not_allowed(Refusal.NOT_BORDERING, "A turn", province=state.places[target])
