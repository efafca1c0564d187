"""Accepting a war, withdrawing, backing down, and what silence means (rules sections 5.3 and 5.4)."""

from services.engine.core.rulesets.chess_wars.append import Append
from services.engine.core.rulesets.chess_wars.commands import AcceptWar, BackDown, Withdraw
from services.engine.core.rulesets.chess_wars.facts import WarAccepted
from services.engine.core.rulesets.chess_wars.records_wars import War, WarState
from services.engine.core.rulesets.chess_wars.refusals import Refusal, not_allowed, not_now
from services.engine.core.rulesets.chess_wars.results import concede, withdraw
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.wars import may_answer, playing, war_of
from services.engine.core.values import Seat


def may_accept_war(state: State, seat: Seat, command: AcceptWar) -> War:
    """Whether the defender may accept.

    :raises Rejected: `already_answered`, `not_your_answer`, `not_a_party`.
    """
    war = war_of(state, command.war, seat, "5.3")
    may_answer(war, seat, WarState.DECLARED, "5.3")
    return war


def decide_accept_war(append: Append, seat: Seat, command: AcceptWar) -> None:
    """Accept: the game begins."""
    war = may_accept_war(append.state, seat, command)
    append.add(WarAccepted(at=append.at, war=playing(append, war), by="player"))


def may_withdraw(state: State, seat: Seat, command: Withdraw) -> War:
    """Whether the attacker may drop the war: answering a redirect, or a first raise.

    :raises Rejected: `already_answered` (before an answer the war is called off instead, after an own raise it is
        backed down from), `not_your_answer`, `not_a_party`.
    """
    war = war_of(state, command.war, seat, "5.4")
    if war.state is WarState.RAISED:
        may_answer(war, seat, WarState.RAISED, "5.4", raised=1)
    else:
        may_answer(war, seat, WarState.REDIRECTED, "5.3")
    return war


def decide_withdraw(append: Append, seat: Seat, command: Withdraw) -> None:
    """Drop the war."""
    withdraw(append, may_withdraw(append.state, seat, command), "player")


def may_back_down(state: State, seat: Seat, command: BackDown) -> War:
    """Whether a side that has raised may give way to the named raise.

    :raises Rejected: `already_answered`, `not_your_answer`, `not_a_party`; `not_your_answer` for a first raise, which
        is withdrawn from instead.
    """
    war = war_of(state, command.war, seat, "5.4")
    if command.number < 2 and war.state is WarState.RAISED and len(war.raises) == command.number:
        not_allowed(Refusal.NOT_YOUR_ANSWER, "5.4", war=war.id)
    if command.number < 2:
        not_now(Refusal.ALREADY_ANSWERED, "5.4", war=war.id)
    may_answer(war, seat, WarState.RAISED, "5.4", raised=command.number)
    return war


def decide_back_down(append: Append, seat: Seat, command: BackDown) -> None:
    """Give way: the war is lost as declared."""
    concede(append, may_back_down(append.state, seat, command), "player")


def on_silence(append: Append, war: War) -> None:
    """The window of a war's answer ran out: acceptance, withdrawal or concession, by what was asked."""
    if war.state is WarState.DECLARED:
        append.add(WarAccepted(at=append.at, war=playing(append, war), by="clock"))
    elif war.state is WarState.REDIRECTED or len(war.raises) == 1:
        withdraw(append, war, "clock")
    else:
        concede(append, war, "clock")
