"""Winning, and the ways a campaign ends (rules, "Winning")."""

from services.engine.core.appending import Appending
from services.engine.core.kernel import Outcome, Standing
from services.engine.core.rulesets.kingdoms.facts import GameEnded
from services.engine.core.rulesets.kingdoms.places import holdings
from services.engine.core.rulesets.kingdoms.state import State
from services.engine.core.values import Seat

SILENT_STEPS = 6
"""Three turns of two steps each."""


def check_end(append: Appending[State], turn: int) -> None:
    """End the campaign at the end of a turn if one is left, a share is held, or time is up.

    :param turn: the one that is over.
    """
    state = append.state
    held = holdings(state.owners, len(state.kingdoms))
    provinces = [len(places) for places in held]
    units = [sum(state.units[place] for place in places) for places in held]
    most = max(provinces)
    if len(state.seats) == 1:
        _end(append, "last_standing", [(int(n > 0),) for n in provinces], provinces, units)
    elif most >= state.terms.need:
        _end(append, "target", [(int(n == most),) for n in provinces], provinces, units)
    elif turn >= state.terms.last_turn:
        _end(append, "last_turn", list(zip(provinces, units, strict=True)), provinces, units)
    elif state.silent >= SILENT_STEPS:
        _end(append, "abandoned", list(zip(provinces, units, strict=True)), provinces, units)


def _end(
    append: Appending[State], reason: str, won: list[tuple[int, ...]], provinces: list[int], units: list[int]
) -> None:
    """:param won: the greatest have won, all of them."""
    first = max(won)
    keys = [
        (True,) if won[seat] == first else (False, provinces[seat], units[seat], kingdom.out)
        for seat, kingdom in enumerate(append.state.kingdoms)
    ]
    standings = tuple(
        Standing(
            seat=Seat(seat),
            place=1 + sum(other > key for other in keys),
            points=provinces[seat],
            figures={"provinces": provinces[seat], "units": units[seat]},
        )
        for seat, key in enumerate(keys)
    )
    outcome = Outcome(reason=reason, standings=standings, rated=not append.state.seating.replaced)
    append.add(GameEnded(at=append.at, outcome=outcome))
