"""Whose turn it is, passing, fortifying, and who is passed over (rules section 4)."""

from datetime import datetime, timedelta

from services.engine.core.rulesets.chess_wars.append import Append
from services.engine.core.rulesets.chess_wars.commands import Fortify, PassTurn, PassTurnFor
from services.engine.core.rulesets.chess_wars.facts import (
    CountryFortified,
    DeclaringEnded,
    TurnBegan,
    TurnHeld,
    TurnPassed,
)
from services.engine.core.rulesets.chess_wars.records import Phase, Turn
from services.engine.core.rulesets.chess_wars.refusals import Refusal, not_allowed, not_now
from services.engine.core.rulesets.chess_wars.stakes import places_mask
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.targets import attackable
from services.engine.core.values import Seat, unix_ms

FORTIFIED_ROUNDS = 2
"""A fortification of round r ends when round r + 2 starts (section 4)."""


def may_take_turn(state: State, seat: Seat, number: int) -> None:
    """Whether it is this seat's turn, and the turn it names.

    :raises Rejected: `not_your_turn`.
    """
    turn = state.turn
    if state.phase is not Phase.WAR or turn is None or turn.seat != seat or turn.number != number:
        not_now(Refusal.NOT_YOUR_TURN, "4")


def may_pay(state: State, seat: Seat, rule: str) -> None:
    """Whether a seat has a token to spend.

    :raises Rejected: `no_tokens`.
    """
    if state.players[seat].tokens < 1:
        not_allowed(Refusal.NO_TOKENS, rule, have=state.players[seat].tokens)


def fortifiable(state: State, seat: Seat) -> int:
    """Mask of the own countries not fortified in this round."""
    board, until = state.map, state.round + FORTIFIED_ROUNDS
    done = board.mask(place for place, holding in state.territory.countries.items() if holding.fortified_until >= until)
    return state.empires[seat] & ~done


def host_patience(state: State) -> timedelta:
    """How long a player must have been silent in a turn before the host may pass it."""
    return timedelta(minutes=1) if state.options.live else timedelta(hours=1)


def host_may_pass_from(state: State, turn: Turn) -> datetime:
    """When the host may pass a turn whose player gave no command in it: after an hour (live a minute)."""
    return turn.since + host_patience(state)


def hold_turn(append: Append, seat: Seat, before: Turn | None) -> None:
    """Remember that a player gave a command in their turn that didn't end it."""
    turn = append.state.turn
    if append.facts and turn is not None and turn.seat == seat and turn is before:
        append.add(TurnHeld(at=append.at, turn=turn.number))


def may_fortify(state: State, seat: Seat, command: Fortify) -> None:
    """Whether a seat may fortify a country now.

    :raises Rejected: `not_your_turn`, `no_tokens`, `unknown_country`, `not_yours`, `already_fortified`.
    """
    may_take_turn(state, seat, command.turn)
    may_pay(state, seat, "4")
    mask = places_mask(state, (command.country,), "4")
    if not mask & state.empires[seat]:
        not_allowed(Refusal.NOT_YOURS, "4", country=command.country)
    if not mask & fortifiable(state, seat):
        not_allowed(Refusal.ALREADY_FORTIFIED, "4", country=command.country)


def decide_fortify(append: Append, seat: Seat, command: Fortify) -> None:
    """Fortify an own country and end the turn."""
    may_fortify(append.state, seat, command)
    append.add(
        CountryFortified(
            at=append.at,
            seat=seat,
            turn=command.turn,
            country=command.country,
            until_round=append.round + FORTIFIED_ROUNDS,
            tokens=append.tokens(seat) - 1,
        )
    )


def decide_pass(append: Append, seat: Seat, command: PassTurn) -> None:
    """End one's declaring for the round."""
    may_take_turn(append.state, seat, command.turn)
    append.add(TurnPassed(at=append.at, seat=seat, turn=command.turn, by="player"))


def may_pass_for(state: State, seat: Seat, command: PassTurnFor, at: datetime) -> Turn:
    """Whether the host may pass somebody's turn; answers the turn.

    :raises Rejected: `not_host`, `not_your_turn` if the named turn isn't on, `not_away` if it is the host's own, if its
        player gave a command in it, or too early.
    """
    if seat != state.host:
        not_allowed(Refusal.NOT_HOST, "4")
    turn = state.turn
    if turn is None or turn.number != command.turn:
        not_now(Refusal.NOT_YOUR_TURN, "4")
    allowed = host_may_pass_from(state, turn)
    if at < allowed or not may_be_away(turn, seat):
        not_now(Refusal.NOT_AWAY, "4", from_unix_ms=unix_ms(allowed))
    return turn


def may_be_away(turn: Turn, host: Seat) -> bool:
    """Whether a turn is somebody else's, and nothing was heard of them in it."""
    return turn.seat != host and turn.heard is None


def decide_pass_for(append: Append, seat: Seat, command: PassTurnFor) -> None:
    """The host passes the turn of somebody who has been silent."""
    turn = may_pass_for(append.state, seat, command, append.at)
    append.add(TurnPassed(at=append.at, seat=turn.seat, turn=turn.number, by="host"))


def on_turn_expired(append: Append) -> None:
    """The turn's window ran out: it passes."""
    turn = append.state.turn
    assert turn is not None
    append.add(TurnPassed(at=append.at, seat=turn.seat, turn=turn.number, by="clock"))


def next_turn(append: Append) -> None:
    """Give the turn to the next player who isn't done and can do something, or end declaring (section 4).

    Everyone is judged anew each time the turn could come to them.
    """
    state = append.state
    order = state.order
    start = 0 if state.last_seat is None else order.index(state.last_seat) + 1
    for step in range(len(order)):
        seat = order[(start + step) % len(order)]
        if can_act(state, seat):
            turn = Turn(number=state.turns_begun + 1, seat=seat, since=append.at, due=append.window_ends())
            append.add(TurnBegan(at=append.at, turn=turn))
            return
    append.add(DeclaringEnded(at=append.at, round=state.round))


def can_act(state: State, seat: Seat) -> bool:
    """Whether a seat isn't passed over: not done, a token to spend, and something to attack or fortify."""
    player = state.players[seat]
    if player.passed or player.eliminated or player.tokens < 1:
        return False
    return bool(fortifiable(state, seat)) or bool(attackable(state, seat))
