"""What happens when a window runs out: the expiry names what is owed, and does nothing if it isn't any more."""

from datetime import timedelta

from services.engine.core.kernel import ExpireDeadline
from services.engine.core.rulesets.chess_wars.accords import end_proposal
from services.engine.core.rulesets.chess_wars.answers import on_silence
from services.engine.core.rulesets.chess_wars.append import Append
from services.engine.core.rulesets.chess_wars.draft import on_pick_expired
from services.engine.core.rulesets.chess_wars.owed import owed
from services.engine.core.rulesets.chess_wars.peace import end_offer
from services.engine.core.rulesets.chess_wars.rounds import move_on, on_host_silent
from services.engine.core.rulesets.chess_wars.secrets import on_choice_expired, waive
from services.engine.core.rulesets.chess_wars.turns import on_turn_expired
from services.engine.core.rulesets.chess_wars.victory import end_campaign
from services.engine.core.values import Seat

SLACK = timedelta(seconds=1)
"""Due times lose their microseconds on the wire; a deadline earlier than this was set before its window moved."""


def on_deadline(append: Append, command: ExpireDeadline) -> None:
    """End a window that is still open; late, doubled and outdated expiries do nothing."""
    state = append.state
    due = next((owes.due for owes in owed(state) if owes.what == command.what and not owes.open_ended), None)
    if due is None or command.due < due - SLACK:
        return
    kind, _, name = command.what.partition(":")
    match kind:
        case "pick":
            on_pick_expired(append)
        case "secret":
            on_choice_expired(append, Seat(int(name)))
        case "secretless":
            waive(append)
        case "turn":
            on_turn_expired(append)
        case "answer" | "raise" | "redirect":
            on_silence(append, state.wars[name.partition(":")[0]])
        case "peace":
            end_offer(append, state.peace_offers[name], "lapsed")
        case "accord":
            end_proposal(append, state.accord_offers[name], "lapsed")
        case "round":
            move_on(append)
        case "host":
            on_host_silent(append)
        case "abandoned":
            end_campaign(append, "abandoned")
        case _:
            raise ValueError(f"nobody ends {command.what}")
