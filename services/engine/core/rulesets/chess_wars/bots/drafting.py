"""How a bot drafts: value, and countries that hang together (rules section 14)."""

from services.engine.core.board import bits
from services.engine.core.rulesets.chess_wars.commands import PickCountry
from services.engine.core.rulesets.chess_wars.draft import allowed_now
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import Seat

JOINED = 1.0
"""Value units each border with an own country is worth."""
OPEN = 0.15
"""Value units each neighbour that is still free is worth: room to grow."""


def pick(state: State, seat: Seat) -> PickCountry | None:
    """The bot's pick, if it is its turn."""
    draft = state.draft
    if draft is None or draft.seat != seat:
        return None
    board = state.map
    values, neighbours, own = board.figures["value"], board.neighbours, state.empires[seat]
    free = state.theatre_mask
    for empire in state.empires:
        free &= ~empire

    def rank(position: int) -> tuple[float, str]:
        near = neighbours[position]
        joined = min(3, (near & own).bit_count()) * JOINED
        return (-(values[position] + joined + (near & free).bit_count() * OPEN), board.places[position])

    best = min(bits(allowed_now(state, seat)), key=rank)
    return PickCountry(pick=draft.pick, country=board.places[best])
