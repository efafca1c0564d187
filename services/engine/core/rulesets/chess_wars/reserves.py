"""Countries set aside to meet a first raise at once (rules section 5.5)."""

from msgspec.structs import replace

from services.engine.core.rulesets.chess_wars.append import Append
from services.engine.core.rulesets.chess_wars.facts import RaiseMet
from services.engine.core.rulesets.chess_wars.records_wars import War
from services.engine.core.rulesets.chess_wars.stakes import cheapest, stakeable
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.wars import playing
from services.engine.core.values import PlaceId


def reserves_for(state: State, war: War, need: int) -> tuple[PlaceId, ...] | None:
    """The cheapest reserves that bring the stake up to `need`; None if they can't.

    A reserve the stake is no longer joined to can't be used.
    """
    board = state.map
    joined = stakeable(state, war.attacker, board.mask(war.stake), war) & board.mask(war.reserves)
    chosen = cheapest(board, joined, need - state.worth(war.stake))
    return None if chosen is None else tuple(board.places[position] for position in sorted(chosen))


def meet_with_reserves(append: Append, war: War, need: int) -> None:
    """Let reserves meet a first raise; if they can't, they stay set aside for the attacker's own answer."""
    if not war.reserves:
        return
    used = reserves_for(append.state, war, need)
    if used is None:
        return
    met = playing(append, replace(war, added=used))
    append.add(RaiseMet(at=append.at, war=met, number=1, seat=war.attacker, countries=used, by="reserves"))
