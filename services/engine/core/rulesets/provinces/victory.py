"""Winning, and the ways a game ends without a winner (rules, "Winning", "Time, disconnection, removal")."""

from services.engine.core.appending import Appending
from services.engine.core.kernel import Outcome, Standing
from services.engine.core.rulesets.provinces.facts import GameEnded
from services.engine.core.rulesets.provinces.state import State
from services.engine.core.values import Seat


def check_end(append: Appending[State]) -> None:
    """End the game if someone holds enough, or only one is left, or no human is.

    Bots never play on by themselves: who leaves them alone ends the game without a winner. A bot that eliminated
    everybody else has won before that.
    """
    state = append.state
    winner = next((seat for seat in state.cycle if state.owners.count(seat) >= state.to_win), None)
    if winner is not None:
        _end(append, "target", winner)
    elif not state.humans and (len(state.cycle) != 1 or _somebody_went(append)):
        _end(append, "abandoned", None)
    elif len(state.cycle) == 1:
        _end(append, "last_standing", state.cycle[0])


def _somebody_went(append: Appending[State]) -> bool:
    """Whether the last to go was removed or left, rather than eliminated."""
    last = max(append.state.players, key=lambda player: player.order)
    return last.out != "eliminated"


def _end(append: Appending[State], reason: str, winner: Seat | None) -> None:
    state = append.state
    outcome = Outcome(
        reason=reason, standings=standings(state, winner), rated=winner is not None, nobody_won=winner is None
    )
    append.add(GameEnded(at=append.at, outcome=outcome))


def standings(state: State, winner: Seat | None) -> tuple[Standing, ...]:
    """Everyone's place: the winner, who is still in the game by provinces and units, then who went, the last first."""
    owned = {Seat(seat): state.owned(Seat(seat)) for seat in range(len(state.players))}
    keys = {}
    for seat, places in owned.items():
        player = state.players[seat]
        held = (0, 0) if player.out else (len(places), sum(state.units[place] for place in places))
        keys[seat] = (seat == winner, not player.out, player.order, *held)
    return tuple(
        Standing(
            seat=seat,
            place=1 + sum(other > key for other in keys.values()),
            points=len(owned[seat]),
            figures={"provinces": len(owned[seat]), "units": sum(state.units[place] for place in owned[seat])},
        )
        for seat, key in keys.items()
    )
