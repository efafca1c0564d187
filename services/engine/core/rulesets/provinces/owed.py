"""What a game waits for: always the turn of one player (rules, "Time")."""

from datetime import timedelta

from services.engine.core.kernel import Owed
from services.engine.core.rulesets.provinces.state import State

BOT_WAITS = timedelta(milliseconds=400)
"""Between a bot's acts: a turn of two to five of them takes 0.8 to 2 s, so that people can follow."""


def owed(state: State) -> tuple[Owed, ...]:
    """What the state waits for; nothing after the end."""
    turn = state.turn
    if turn is None:
        return ()
    waits = None if state.seating.simulated else state.at + BOT_WAITS
    what = f"turn:{turn.number}"
    return (Owed(seat=turn.seat, what=what, since=turn.since, due=turn.due, bot_waits_until=waits),)
