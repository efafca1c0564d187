"""Raising and meeting raises, up to three (rules section 5.4)."""

from typing import NamedTuple

from msgspec.structs import replace

from services.engine.core.board import bits
from services.engine.core.rulesets.chess_wars.append import Append
from services.engine.core.rulesets.chess_wars.commands import MeetRaise, RaiseStakes
from services.engine.core.rulesets.chess_wars.facts import RaiseMet, StakesRaised
from services.engine.core.rulesets.chess_wars.records_wars import Raise, War, WarState
from services.engine.core.rulesets.chess_wars.refusals import Refusal, malformed, not_allowed, not_now
from services.engine.core.rulesets.chess_wars.reserves import meet_with_reserves
from services.engine.core.rulesets.chess_wars.stakes import free_mask, may_stake, may_use, places_mask
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.wars import may_answer, playing, waiting, war_of
from services.engine.core.values import PlaceId, Seat, pct

MOST_RAISES = 3
AGAIN = 2
"""The attacker's raise."""
STEP_PERCENT = 50
"""A raise is at least this part of the target's value."""


class Demand(NamedTuple):
    """What an answer to a raise takes."""

    meet: int
    """To meet it: the stake's total (attacker), or the value of one country (defender; 0: nothing)."""
    again: int
    """To raise again, in the same measure; 0: it can't be."""


def step(state: State, war: War) -> int:
    """H: half of the target's value, rounded up."""
    return pct(state.value(war.target), STEP_PERCENT)


def stake_value(state: State, war: War) -> int:
    """Value of the whole stake now."""
    return state.worth(war.stake) + state.worth(war.added)


def most_valuable_free(state: State, seat: Seat) -> int:
    """Value of a seat's most valuable free country; 0 without one."""
    values = state.map.figures["value"]
    return max((values[position] for position in bits(free_mask(state, seat))), default=0)


def demand(state: State, war: War) -> Demand:
    """What the standing raise asks of the side that must answer, as things are now."""
    latest = war.raises[-1]
    number = len(war.raises)
    if number == 1:
        can_raise = most_valuable_free(state, war.defender) > 0
        return Demand(latest.demand, latest.demand + step(state, war) if can_raise else 0)
    if number == MOST_RAISES:
        return Demand(latest.demand, 0)
    most = most_valuable_free(state, war.defender)
    meet = min(latest.demand, most)
    again = meet + step(state, war)
    return Demand(meet, again if again <= most else 0)


def may_raise(state: State, seat: Seat, command: RaiseStakes) -> tuple[War, int]:
    """Whether a raise may be made; answers the war and the mask of what is put in or added.

    :raises Rejected: `already_answered`, `not_your_answer`, `not_a_party`, `no_raises_left`, `no_free_country`,
        `bad_terms`, what `may_use` or `may_stake` refuse, `too_low`.
    """
    war = war_of(state, command.war, seat, "5.4")
    if command.number > MOST_RAISES:
        not_allowed(Refusal.NO_RAISES_LEFT, "5.4", war=war.id)
    stage = WarState.DECLARED if command.number == 1 else WarState.RAISED
    may_answer(war, seat, stage, "5.4", raised=command.number - 1)
    named = places_mask(state, command.countries, "5.4")
    if command.number == 2:
        need = demand(state, war).again
        if not need:
            not_allowed(Refusal.NO_FREE_COUNTRY, "5.4", war=war.id)
        _may_add(state, war, named, need)
        return war, named
    need = step(state, war)
    if command.number == MOST_RAISES:
        need += demand(state, war).meet
    _may_put_in(state, war, named, need)
    return war, named


def _may_put_in(state: State, war: War, named: int, need: int) -> None:
    """Whether the defender may put in the one named country.

    :raises Rejected: `bad_terms`, `not_yours`, `newly_won`, `not_free`, `too_low`.
    """
    if named.bit_count() != 1:
        malformed(Refusal.BAD_TERMS, "5.4", reason="one_country")
    may_use(state, war.defender, named, war, "5.4")
    have = state.map.total("value", named)
    if have < need:
        not_allowed(Refusal.TOO_LOW, "5.4", need=need, have=have)


def _may_add(state: State, war: War, named: int, need: int) -> None:
    """Whether the attacker may add the named countries, and whether the stake is worth `need` then.

    :raises Rejected: `not_yours`, `newly_won`, `not_free`, `not_connected`, `too_low`.
    """
    may_stake(state, war.attacker, named, state.map.mask((*war.stake, *war.added)), war, "5.4")
    have = stake_value(state, war) + state.map.total("value", named)
    if have < need:
        not_allowed(Refusal.TOO_LOW, "5.4", need=need, have=have)


def decide_raise(append: Append, seat: Seat, command: RaiseStakes) -> None:
    """Raise; reserves that reach a first raise meet it at once."""
    war, named = may_raise(append.state, seat, command)
    war = waiting(raised(append.state, war, named), append.at, append.window_ends())
    countries = append.state.map.ids(named)
    append.add(StakesRaised(at=append.at, war=war, number=command.number, seat=seat, countries=countries))
    if command.number == 1:
        meet_with_reserves(append, war, war.raises[0].demand)


def raised(state: State, war: War, named: int) -> War:
    """The war once the side that must answer has raised with some countries (a mask)."""
    number, countries = len(war.raises) + 1, state.map.ids(named)
    seat = war.attacker if number == AGAIN else war.defender
    one = Raise(seat=seat, countries=countries, demand=_demand_of(state, war, number, named))
    after = joined(replace(war, state=WarState.RAISED, raises=(*war.raises, one)), seat, countries)
    return replace(after, reserves=()) if number == AGAIN else after


def joined(war: War, seat: Seat, countries: tuple[PlaceId, ...]) -> War:
    """The war with further countries of a side in it: put in by the defender, or added to the stake."""
    if seat == war.defender:
        return replace(war, put_ins=(*war.put_ins, *countries))
    return replace(war, added=(*war.added, *countries))


def _demand_of(state: State, war: War, number: int, named: int) -> int:
    """D1, M2 or D3."""
    value = state.map.total("value", named)
    if number == 1:
        return stake_value(state, war) + value
    if number == 2:
        over = stake_value(state, war) + value - war.raises[0].demand
        return min(over, state.value(war.target), most_valuable_free(state, war.defender))
    return stake_value(state, war) + value - demand(state, war).meet


def may_meet(state: State, seat: Seat, command: MeetRaise) -> tuple[War, int]:
    """Whether a raise may be met so; answers the war and the mask of what is put in or added.

    :raises Rejected: `already_answered`, `not_your_answer`, `not_a_party`, `bad_terms`, what `may_use` or `may_stake`
        refuse, `too_low`.
    """
    war = war_of(state, command.war, seat, "5.4")
    if not 1 <= command.number <= MOST_RAISES:
        not_now(Refusal.ALREADY_ANSWERED, "5.4", war=war.id)
    may_answer(war, seat, WarState.RAISED, "5.4", raised=command.number)
    named = places_mask(state, command.countries, "5.4")
    need = demand(state, war).meet
    if seat == war.attacker:
        _may_add(state, war, named, need)
    elif need or named:
        _may_put_in(state, war, named, need)
    return war, named


def decide_meet(append: Append, seat: Seat, command: MeetRaise) -> None:
    """Meet a raise: the game begins."""
    war, named = may_meet(append.state, seat, command)
    countries = append.state.map.ids(named)
    append.add(
        RaiseMet(
            at=append.at,
            war=playing(append, joined(war, seat, countries)),
            number=command.number,
            seat=seat,
            countries=countries,
            by="player",
        )
    )


def candidates(state: State, war: War, need: int) -> tuple[PlaceId, ...]:
    """The defender's free countries worth at least `need`, cheapest first."""
    values, places = state.map.figures["value"], state.map.places
    fitting = [position for position in bits(free_mask(state, war.defender)) if values[position] >= need]
    return tuple(places[position] for position in sorted(fitting, key=lambda p: (values[p], places[p])))
