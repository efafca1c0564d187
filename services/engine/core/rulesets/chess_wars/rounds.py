"""When a round ends and the next one starts, and everything that ends or is paid then (rules section 4)."""

from datetime import datetime, timedelta

from services.engine.core.rulesets.chess_wars.accords import KEPT
from services.engine.core.rulesets.chess_wars.append import DAY, Append, reply_window
from services.engine.core.rulesets.chess_wars.commands import AdvanceRound
from services.engine.core.rulesets.chess_wars.facts import HostAsked, RoundStarted
from services.engine.core.rulesets.chess_wars.options import Advance, Options
from services.engine.core.rulesets.chess_wars.records import Phase
from services.engine.core.rulesets.chess_wars.records_wars import War
from services.engine.core.rulesets.chess_wars.refusals import Refusal, not_allowed, not_now
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.victory import end_campaign
from services.engine.core.values import Seat

FIRST_TOKENS = 2
MOST_TOKENS = 3
LONGEST_WAIT = timedelta(days=7)
"""Correspondence: games hold the next round up no longer than this after declaring was over."""


def round_order(seats: int, number: int) -> tuple[Seat, ...]:
    """The order of turns in a round: it starts one seat further along each round, round 1 with the last drafter."""
    first = (number - 2) % seats
    return tuple(Seat((first + step) % seats) for step in range(seats))


def round_length(options: Options, seats: int) -> timedelta:
    """How long a scheduled round lasts (section 2); by default a turn window for each seat."""
    if options.live:
        return timedelta(minutes=options.round_min or max(10, 5 * seats))
    return timedelta(days=options.round_days or seats)


def held_back(state: State, seat: Seat) -> int:
    """A seat's tokens that are set aside in offers or held for a redirect."""
    offers = sum(offer.set_aside.get(str(seat), 0) for offer in state.peace_offers.values())
    return offers + sum(war.redirect_paid and war.defender == seat for war in state.underway)


def start_round(append: Append) -> None:
    """Start the next round, in the order of section 4."""
    state = append.state
    number = state.round + 1
    due = [place for place, held in state.territory.countries.items() if held.newly_won_until == number]
    walls = [place for place, held in state.territory.countries.items() if held.fortified_until == number]
    append.add(
        RoundStarted(
            at=append.at,
            round=number,
            order=round_order(len(state.players), number),
            tokens=_new_tokens(state, number),
            reputation=_kept_accords(state),
            accords_ended=tuple(key for key, accord in state.accords.items() if accord.ends_round <= number),
            truces_ended=tuple(state.truces),
            newly_won_ended=tuple(due),
            fortified_ended=tuple(walls),
            wars_dropped=tuple(
                war.id for war in state.wars.values() if not war.underway and war.ended_round < state.round
            ),
            cut_short=number > 1 and state.declaring_over is None,
        )
    )


def _new_tokens(state: State, number: int) -> dict[str, int]:
    """Tokens to spend after a round's new ones: two in round 1, then up to the cap, held-back ones counting."""
    tokens = {}
    for seat, player in enumerate(state.players):
        if player.eliminated:
            continue
        if number == 1:
            tokens[str(seat)] = FIRST_TOKENS
            continue
        room = MOST_TOKENS - player.tokens - held_back(state, Seat(seat))
        tokens[str(seat)] = player.tokens + max(0, min(state.options.tokens_a_round, room))
    return tokens


def _kept_accords(state: State) -> dict[str, int]:
    """Reputation after pay for the accords that held the whole round that ends."""
    reputation: dict[str, int] = {}
    if not state.round:
        return reputation
    for key, accord in state.accords.items():
        if accord.counts_from > state.round:
            continue
        for seat in key.split("-"):
            before = reputation.get(seat, state.players[int(seat)].reputation)
            reputation[seat] = before + KEPT
    return reputation


def move_on(append: Append) -> None:
    """End this round: the next one starts, or after the last one the campaign ends on points."""
    last = append.state.options.last_round
    if last and append.round >= last:
        end_campaign(append, "last_round")
    else:
        start_round(append)


# --- what the next round waits for ---------------------------------------------------------------------------------


def holding_up(state: State) -> tuple[War, ...]:
    """The wars an automatic next round waits for: those declared in this round, not over nor on a real board."""
    return tuple(war for war in state.underway if war.declared_round == state.round and not war.over_the_board)


def quiet(state: State) -> bool:
    """A round in which nobody declared, while a war of an earlier round is unfinished and none ended since."""
    if state.declared_this_round or state.declaring_over is None or not state.underway:
        return False
    return not any(
        war.ended_round == state.round and war.result is not None and war.result.at >= state.declaring_over
        for war in state.wars.values()
    )


def ready(state: State) -> bool:
    """Whether the next round starts by itself now."""
    if state.options.advance is not Advance.AUTO or state.declaring_over is None:
        return False
    return not holding_up(state) and not quiet(state)


def round_due(state: State) -> datetime | None:
    """When the next round starts whatever it waits for; None if no clock says so."""
    if state.options.advance is Advance.SCHEDULE:
        assert state.round_since is not None
        return state.round_since + round_length(state.options, len(state.players))
    if state.options.advance is Advance.HOST or state.declaring_over is None:
        return None
    if quiet(state):
        return state.declaring_over + (reply_window(state) if state.options.live else DAY)
    return None if state.options.live else state.declaring_over + LONGEST_WAIT


# --- the host ------------------------------------------------------------------------------------------------------


def host_wait(state: State) -> timedelta:
    """How long the campaign waits for the host before the role passes on."""
    return timedelta(minutes=15) if state.options.live else timedelta(days=7)


def may_advance(state: State, seat: Seat, command: AdvanceRound) -> None:
    """Whether the host may start the next round.

    :raises Rejected: `not_host`, `already_answered` if the named round isn't on, `bad_option` if rounds go on by
        themselves.
    """
    if seat != state.host:
        not_allowed(Refusal.NOT_HOST, "4")
    if state.options.advance is not Advance.HOST:
        not_allowed(Refusal.BAD_OPTION, "4", option="advance")
    if state.phase is not Phase.WAR or command.round != state.round:
        not_now(Refusal.ALREADY_ANSWERED, "4", round=state.round)


def decide_advance(append: Append, seat: Seat, command: AdvanceRound) -> None:
    """Start the next round at the host's word."""
    may_advance(append.state, seat, command)
    move_on(append)


def ask_host(append: Append) -> None:
    """Ask the present host to move on, once declaring is over."""
    state = append.state
    if state.options.advance is not Advance.HOST or state.phase is not Phase.WAR:
        return
    if state.declaring_over is not None and state.host_asked is None:
        append.add(HostAsked(at=append.at))


def on_host_silent(append: Append) -> None:
    """The host let the campaign wait too long: the role goes to the next person round the table."""
    append.pass_host()
    append.add(HostAsked(at=append.at))
