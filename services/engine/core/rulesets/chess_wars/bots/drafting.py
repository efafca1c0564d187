"""How a bot drafts: value, what hangs together, and what public missions count (rules section 14)."""

from collections.abc import Callable

from services.engine.core.board import Board, bits
from services.engine.core.kernel import Chance
from services.engine.core.rulesets.chess_wars.commands import PickCountry
from services.engine.core.rulesets.chess_wars.draft import allowed_now, free_countries
from services.engine.core.rulesets.chess_wars.missions.mission import Mission
from services.engine.core.rulesets.chess_wars.missions.paths import rings
from services.engine.core.rulesets.chess_wars.missions.public_places import MareNostrum, Marked, RegionalPower
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import Seat

JOINED = 1.0
"""Value units each border with an own country is worth, up to three."""
CONTESTED = 0.5
"""What share of its value a country is worth more if a rival could pick it, too: what only one can reach can wait."""
ROOM = 0.1
"""What share of the value of free countries it opens the way to a country is worth."""
AWAY = 6.0
"""Value units every step from home costs: home is the most valuable country of the empire."""
TARGET = 1.5
"""Value units a public mission's target is worth where holding it counts although it was drafted."""
HOMES = 20
"""Of how many best countries a bot's first one is drawn, so that no two campaigns are drafted alike."""


def pick(state: State, seat: Seat, chance: Chance) -> PickCountry | None:
    """The bot's pick, if it is its turn."""
    draft = state.draft
    if draft is None or draft.seat != seat:
        return None
    rank, places = _ranking(state, seat), state.map.places
    best = sorted(bits(allowed_now(state, seat)), key=lambda position: (-rank(position), places[position]))
    chosen = 0 if state.empires[seat] else chance.below("bot", min(HOMES, len(best)))
    return PickCountry(pick=draft.pick, country=places[best[chosen]])


def _ranking(state: State, seat: Seat) -> Callable[[int], float]:
    """What a free country is worth to a seat, in units of value."""
    board, own = state.map, state.empires[seat]
    values, neighbours = board.figures["value"], board.neighbours
    free, reached = free_countries(state), board.around(own)
    contested = board.around(state.theatre_mask & ~own & ~free)
    wanted, away = targets(state, seat), _away(board, own, state.theatre_mask)

    def rank(position: int) -> float:
        worth = values[position] * (1 + CONTESTED * (contested >> position & 1)) - AWAY * away.get(position, 0)
        worth += min(3, (board.land[position] & own).bit_count()) * JOINED
        worth += ROOM * sum([values[near] for near in bits(neighbours[position] & free & ~reached)])
        return worth + TARGET * sum(mask >> position & 1 for mask in wanted)

    return rank


def _away(board: Board, own: int, theatre: int) -> dict[int, int]:
    """Steps from home by position."""
    values = board.figures["value"]
    home = max(bits(own), key=lambda position: (values[position], board.places[position]), default=None)
    if home is None:
        return {}
    return {
        position: steps for steps, ring in enumerate(rings(board, 1 << home, theatre), 1) for position in bits(ring)
    }


def targets(state: State, seat: Seat) -> list[int]:
    """By public mission: the countries of which the seat should draft more, as a mask."""
    own = state.empires[seat]
    found = []
    for mission in state.options.played:
        mask = state.map.mask(mission.marked())
        if _drafted_counts(mission, (mask & own).bit_count()):
            found.append(mask)
    return found


def _drafted_counts(mission: Mission, have: int) -> bool:
    """Whether one more drafted target brings the mission nearer, of so many the seat has."""
    if isinstance(mission, Marked):
        return have < mission.need - mission.won
    if isinstance(mission, MareNostrum):
        return have < mission.need - 1
    return isinstance(mission, RegionalPower)
