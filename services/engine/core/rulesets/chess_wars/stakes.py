"""What may be staked, and the exact cheapest stake (rules sections 5.1 and 5.2)."""

from services.engine.core.board import Board, bits
from services.engine.core.rulesets.chess_wars.records_wars import War
from services.engine.core.rulesets.chess_wars.refusals import Refusal, malformed, not_allowed, quoted
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import PlaceId, Seat

Chosen = tuple[int, "Chosen | None"]
"""A linked list of positions, lowest id first."""


def free_mask(state: State, seat: Seat, war: War | None = None) -> int:
    """What a seat may stake, put in or hold in reserve: own, not newly won, tied up in no war (section 1).

    :param war: the war it is for: countries that are in it as a reserve are free for it.
    """
    mask = state.empires[seat] & ~state.territory.newly_won(state.map)
    tied = state.tied_mask
    if war is not None and seat == war.attacker:
        tied &= ~state.map.mask(war.reserves)
    return mask & ~tied


def stakeable(state: State, seat: Seat, start: int, war: War | None = None) -> int:
    """The free countries a chain of own countries joins to `start` (a mask); tied-up ones carry the chain."""
    return free_mask(state, seat, war) & state.map.connected(start, state.empires[seat])


def cheapest(board: Board, candidates: int, need: int) -> tuple[int, ...] | None:
    """The cheapest set of candidates worth at least `need`: least total, then fewest, then ids (section 5.2).

    A subset sum, exact: first the least total that can be reached, then the best set of exactly that total.

    :param candidates: mask of what may be taken.
    :returns: positions in order of ids, empty if nothing is needed; None if all together are not enough.
    """
    if need <= 0:
        return ()
    values = board.figures["value"]
    order = sorted(bits(candidates), key=board.places.__getitem__, reverse=True)
    reachable = 1
    for position in order:
        reachable |= reachable << values[position]
    enough = reachable >> need
    if not enough:
        return None
    total = need + (enough & -enough).bit_length() - 1
    chosen = _exactly([(position, values[position]) for position in order], total)
    found = []
    while chosen is not None:
        found.append(chosen[0])
        chosen = chosen[1]
    return tuple(found)


def _exactly(items: list[tuple[int, int]], total: int) -> Chosen | None:
    """The fewest items that add up to exactly `total`; of those the first by id.

    Items come by id, last first, so that among sets of equal size the one that starts with the newest item is first.
    """
    most = len(items) + 1
    counts = [0] + [most] * total
    chosen: list[Chosen | None] = [None] * (total + 1)
    for position, value in items:
        for reached in range(total, value - 1, -1):
            count = counts[reached - value] + 1
            if count <= counts[reached] and count < most:
                counts[reached] = count
                chosen[reached] = (position, chosen[reached - value])
    return chosen[total]


def places_mask(state: State, places: tuple[PlaceId, ...], rule: str) -> int:
    """The mask of countries a player named.

    :raises Rejected: `unknown_country`.
    """
    index, theatre = state.map.index, state.theatre_mask
    mask = 0
    for place in places:
        position = index.get(place, -1)
        if position < 0 or not theatre >> position & 1:
            malformed(Refusal.UNKNOWN_COUNTRY, rule, country=quoted(place))
        mask |= 1 << position
    return mask


def may_stake(state: State, seat: Seat, named: int, start: int, war: War | None, rule: str) -> None:
    """Whether a seat may stake, reserve or add all of `named`: own, free, joined to `start` by a chain.

    :param named: mask of the countries.
    :param start: mask of the stake they must be joined to.
    :raises Rejected: `not_yours`, `newly_won`, `not_free`, `not_connected`.
    """
    may_use(state, seat, named, war, rule)
    loose = named & ~state.map.connected(start, state.empires[seat])
    if loose:
        not_allowed(Refusal.NOT_CONNECTED, rule, country=_first(state, loose))


def may_use(state: State, seat: Seat, named: int, war: War | None, rule: str) -> None:
    """Whether all of `named` is free for a seat.

    :raises Rejected: `not_yours`, `newly_won`, `not_free`.
    """
    if not named & ~free_mask(state, seat, war):
        return
    foreign = named & ~state.empires[seat]
    if foreign:
        not_allowed(Refusal.NOT_YOURS, rule, country=_first(state, foreign))
    fresh = named & state.territory.newly_won(state.map)
    if fresh:
        place = _first(state, fresh)
        not_allowed(
            Refusal.NEWLY_WON, rule, country=place, until_round=state.territory.countries[place].newly_won_until
        )
    tied = named & ~free_mask(state, seat, war)
    place = _first(state, tied)
    not_allowed(Refusal.NOT_FREE, rule, country=place, war=state.tied[state.map.index[place]])


def _first(state: State, mask: int) -> PlaceId:
    return state.map.ids(mask)[0]
