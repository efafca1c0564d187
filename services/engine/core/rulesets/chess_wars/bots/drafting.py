"""How a bot drafts: value, what hangs together, and what titles and missions count (rules section 14)."""

from services.engine.core.board import Board, bits
from services.engine.core.rulesets.chess_wars.commands import PickCountry
from services.engine.core.rulesets.chess_wars.draft import allowed_now, free_countries
from services.engine.core.rulesets.chess_wars.missions.mission import Mission
from services.engine.core.rulesets.chess_wars.missions.public_places import MareNostrum, Marked, RegionalPower
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.titles import TITLES
from services.engine.core.values import Seat

JOINED = 1.0
"""Value units each border with an own country is worth."""
OPEN = 0.15
"""Value units each neighbour that is still free is worth: room to grow."""
FIGURES = 20.0
"""Value units of having the whole theatre's people, land, economy or might: each is a title."""
TARGET = 1.5
"""Value units a public mission's target is worth where holding it counts although it was drafted."""


def pick(state: State, seat: Seat) -> PickCountry | None:
    """The bot's pick, if it is its turn."""
    draft = state.draft
    if draft is None or draft.seat != seat:
        return None
    board = state.map
    values, neighbours, own = board.figures["value"], board.neighbours, state.empires[seat]
    free, wanted, columns = free_countries(state), targets(state, seat), _shares(board)

    def rank(position: int) -> tuple[float, str]:
        near = neighbours[position]
        worth = values[position] + min(3, (near & own).bit_count()) * JOINED + (near & free).bit_count() * OPEN
        worth += FIGURES * columns[position] + TARGET * sum(mask >> position & 1 for mask in wanted)
        return (-worth, board.places[position])

    best = min(bits(allowed_now(state, seat)), key=rank)
    return PickCountry(pick=draft.pick, country=board.places[best])


def _shares(board: Board) -> list[float]:
    """By position: the country's shares of the world's figures that titles count, added up."""
    found: list[float] | None = board.__dict__.get("_title_shares")
    if found is None:
        columns = [board.figures[name] for name in TITLES if name in board.figures]
        found = [0.0] * len(board.places)
        for column in columns:
            whole = max(1, sum(column))
            found = [share + figure / whole for share, figure in zip(found, column, strict=True)]
        board.__dict__["_title_shares"] = found
    return found


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
