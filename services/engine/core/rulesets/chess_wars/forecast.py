"""How likely the attacker wins the game of a war, and how well such forecasts held (rules section 6).

Everything that goes in is public: ratings frozen at the draft, the percentages of the clocks, and the colours. So all
viewers see the same number, and nothing is given away by it. What was forecast when a game began is kept in the state
and judged when the game has been decided. The fold keeps it, not a fact: campaigns from before have forecasts, too, and
what their stored commands lead to stays as it is. So a change of the numbers here needs a new version of the ruleset.
"""

from msgspec.structs import replace

from services.engine.core.rulesets.chess_wars.options import Colours, Options
from services.engine.core.rulesets.chess_wars.records_wars import (
    IN_GAME,
    Clocks,
    Held,
    War,
    WarState,
)
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import Seat

UNRATED = 1500
"""What somebody without a rating counts as."""
EDGE_RATING = 4.0
"""Rating points one percent more time is worth, roughly."""
WHITE_RATING = 35.0
"""Rating points the first move is worth: over many rated games White scores about 55 %."""
LEAST, MOST = 1, 99
"""Nothing is certain."""
BUCKET = 10
"""Percent: forecasts are judged together with others as sure as they are."""


def win_chance(rating: int | None, other: int | None, more_time_percent: int = 0, white: int = 0) -> float:
    """Chance to win a game that somebody wins, by the usual rating curve (Elo's).

    :param rating: None: unrated.
    :param more_time_percent: own clock percent minus the other's.
    :param white: 1 for White, -1 for Black, 0 if the colours aren't known.
    """
    gap = (rating or UNRATED) - (other or UNRATED) + EDGE_RATING * more_time_percent + WHITE_RATING * white
    return float(1.0 / (1.0 + 10.0 ** (-gap / 400.0)))


def attackers_white(options: Options) -> int:
    """1 if attackers play White, -1 if defenders do, 0 if the lot decides."""
    return {Colours.ATTACKER_WHITE: 1, Colours.ATTACKER_BLACK: -1, Colours.RANDOM: 0}[options.colours]


def attackers_chance(state: State, attacker: Seat, defender: Seat, clocks: Clocks, white: Seat | None = None) -> float:
    """Chance that the attacker wins the game of a war.

    :param white: who plays White, once that is known.
    """
    colour = attackers_white(state.options) if white is None else 1 if white == attacker else -1
    edge = clocks.attacker.percent - clocks.defender.percent
    return win_chance(state.players[attacker].rating, state.players[defender].rating, edge, colour)


def forecast(state: State, attacker: Seat, defender: Seat, clocks: Clocks, white: Seat | None = None) -> int:
    """The same in whole percent, 1 to 99."""
    return min(MOST, max(LEAST, round(100 * attackers_chance(state, attacker, defender, clocks, white))))


def forecast_of(state: State, war: War) -> int | None:
    """The forecast of a war: as it was when its game began, else as things stand; None if no game came of it."""
    kept = state.forecasts.get(war.id)
    if kept is not None or not war.underway:
        return kept
    return forecast(state, war.attacker, war.defender, war.clocks, war.white)


def with_forecasts(state: State) -> State:
    """The state with the forecast of every game that has begun, and without those of wars that left."""
    kept = {key: percent for key, percent in state.forecasts.items() if key in state.wars}
    for war in state.underway:
        if war.state in IN_GAME and war.id not in kept:
            kept[war.id] = forecast(state, war.attacker, war.defender, war.clocks, war.white)
    return state if kept == state.forecasts else replace(state, forecasts=kept)


def judged(state: State, war: War) -> State:
    """The state after a war was decided: its forecast counts, unless nobody won.

    A drawn game counts as the defender's where the host has set so, and not at all elsewhere.
    """
    percent = state.forecasts.get(war.id)
    result = war.result
    if percent is None or war.state is not WarState.SETTLED or result is None or result.how != "game":
        return state
    sure = max(percent, 100 - percent)
    favourite = war.attacker if percent >= 100 - percent else war.defender
    bucket = str(sure // BUCKET * BUCKET)
    before = state.held.get(bucket, Held())
    after = Held(wars=before.wars + 1, won=before.won + (result.winner == favourite))
    return replace(state, held={**state.held, bucket: after})
