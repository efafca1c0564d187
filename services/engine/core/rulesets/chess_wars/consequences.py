"""What follows every command: eliminations, titles, missions, victory, the next turn, the next round (4, 9-12)."""

from services.engine.core.kernel import SeatTaken
from services.engine.core.rulesets.chess_wars.accords import end_proposal
from services.engine.core.rulesets.chess_wars.append import Append
from services.engine.core.rulesets.chess_wars.claims import follow_missions
from services.engine.core.rulesets.chess_wars.draft import play_wishes
from services.engine.core.rulesets.chess_wars.facts import HostAsked, PlayerReturned, StoodStill, WentOn
from services.engine.core.rulesets.chess_wars.peace import end_offers_of_ended_wars
from services.engine.core.rulesets.chess_wars.records import Phase
from services.engine.core.rulesets.chess_wars.refusals import Refusal, not_now
from services.engine.core.rulesets.chess_wars.rounds import ask_host, move_on, ready
from services.engine.core.rulesets.chess_wars.secrets import deal_secrets, reveal, settle_choice
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.titles import move_titles
from services.engine.core.rulesets.chess_wars.turns import next_turn
from services.engine.core.rulesets.chess_wars.victory import check_victory, eliminate
from services.engine.core.values import Seat

_MOST_STEPS = 1_000
"""Turns and rounds that one command may lead to: far more than any campaign can need."""


def follow_up(append: Append, before: State | None) -> None:
    """Everything a command leads to beyond its own facts, until nothing follows any more.

    :param before: the state before the command; None at the start.
    """
    if append.state.phase is Phase.DRAFT:
        play_wishes(append)
        if append.state.draft is None:
            deal_secrets(append)
    if append.state.phase is Phase.SECRETS:
        settle_choice(append)
    if append.state.phase is Phase.WAR:
        _after_event(append, before)
    for _ in range(_MOST_STEPS):
        earlier = append.state
        if earlier.phase is not Phase.WAR or not _goes_on(append):
            return
        if append.state.phase is Phase.WAR and follow_missions(append, earlier):
            check_victory(append)
    raise RuntimeError("a campaign that goes on and on without anybody")


def _after_event(append: Append, before: State | None) -> None:
    """Offers of ended wars, eliminations, titles, revealed secrets, missions and victory, in this order."""
    end_offers_of_ended_wars(append)
    unchanged = before is not None and before.territory.countries is append.state.territory.countries
    if not unchanged or not append.state.titles:
        eliminate(append)
        _stand_still_or_go_on(append)
        _drop_proposals(append)
        move_titles(append)
    reveal(append, before)
    follow_missions(append, before)
    check_victory(append)


def _drop_proposals(append: Append) -> None:
    """Proposals to or from an eliminated player come to nothing."""
    players = append.state.players
    for offer in tuple(append.state.accord_offers.values()):
        if players[offer.by].eliminated or players[offer.to].eliminated:
            end_proposal(append, offer, "eliminated")


def _goes_on(append: Append) -> bool:
    """Take the next step that needs nobody; False if the campaign waits for somebody."""
    state = append.state
    if state.turn is None and state.declaring_over is None:
        next_turn(append)
        return True
    if ready(state):
        move_on(append)
        return True
    ask_host(append)
    return False


def on_seat_taken(append: Append, by: Seat | None, command: SeatTaken) -> None:
    """Who plays a seat has changed: deadlines stop without humans and go on with them.

    :raises Rejected: `not_away` if the host hands over an empire whose player let nothing run out (section 4).
    """
    state = append.state
    handed = state.seating.is_bot(command.seat)
    if handed and by is not None and by != command.seat and not state.players[command.seat].ran_out:
        not_now(Refusal.NOT_AWAY, "4", seat=command.seat)
    if state.phase is Phase.ENDED:
        return
    if not handed and state.players[command.seat].ran_out:
        append.add(PlayerReturned(at=append.at, seat=command.seat))
    _stand_still_or_go_on(append)
    if append.state.host_asked is not None and command.host_changed:
        append.add(HostAsked(at=append.at))


def _stand_still_or_go_on(append: Append) -> None:
    """Deadlines stand still while no human plays any empire (section 4)."""
    state = append.state
    if not state.humans and state.still_since is None:
        append.add(StoodStill(at=append.at))
    elif state.humans and state.still_since is not None:
        stood = append.at - state.still_since
        append.add(WentOn(at=append.at, stood_ms=round(stood.total_seconds() * 1000)))
