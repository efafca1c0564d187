"""What the host may do: give a step more time, stop the clocks, rule, correct (rules, "Battles", "Hosting")."""

from datetime import datetime, timedelta

from msgspec.structs import replace

from services.engine.core.appending import Appending
from services.engine.core.rulesets.kingdoms import commands as c
from services.engine.core.rulesets.kingdoms import facts as f
from services.engine.core.rulesets.kingdoms import facts_battles as fb
from services.engine.core.rulesets.kingdoms.battles import out_after, outcome_of, settle, tell_who_is_out
from services.engine.core.rulesets.kingdoms.records import Battle
from services.engine.core.rulesets.kingdoms.refusals import Refusal, not_allowed, not_now
from services.engine.core.rulesets.kingdoms.reports import battle_of, rounds_of
from services.engine.core.rulesets.kingdoms.state import State
from services.engine.core.rulesets.kingdoms.steps import the_step
from services.engine.core.rulesets.kingdoms.victory import check_end
from services.engine.core.values import Seat

RULE = "Hosting"
MOST_EXTENSIONS = 2
"""Of a step, half a step each."""
LONGEST_PAUSE = timedelta(days=30)


def only_host(state: State, seat: Seat) -> None:
    """Refuse everyone else.

    :raises Rejected: `not_the_host`.
    """
    if seat != state.seating.host:
        not_allowed(Refusal.NOT_THE_HOST, RULE)


def decide_extend(append: Appending[State], seat: Seat, command: c.ExtendStep) -> None:
    """Give the open step half a step more; the same extension does something once.

    :raises Rejected: `not_the_host`, `wrong_step`, `too_many_extensions`.
    """
    only_host(append.state, seat)
    step = the_step(append.state, command.step)
    if command.extension <= step.extensions:
        return
    if command.extension != step.extensions + 1 or command.extension > MOST_EXTENSIONS:
        not_now(Refusal.TOO_MANY_EXTENSIONS, RULE, most=MOST_EXTENSIONS, next=step.extensions + 1)
    due = step.due + timedelta(seconds=append.state.terms.step_s) / 2
    append.add(f.StepExtended(at=append.at, step=step.number, extension=command.extension, due=due))


def decide_pause(append: Appending[State], seat: Seat) -> None:
    """Stop all clocks, for so long at most.

    :raises Rejected: `not_the_host`, `already_paused`.
    """
    state = append.state
    only_host(state, seat)
    if state.pause is not None:
        not_now(Refusal.ALREADY_PAUSED, RULE)
    append.add(f.CampaignPaused(at=append.at, number=state.pauses + 1, until=append.at + LONGEST_PAUSE))


def decide_resume(append: Appending[State], seat: Seat) -> None:
    """Let the clocks go on.

    :raises Rejected: `not_the_host`, `not_paused`.
    """
    only_host(append.state, seat)
    if append.state.pause is None:
        not_now(Refusal.NOT_PAUSED, RULE)
    resume(append, "host")


def resume(append: Appending[State], by: str) -> None:
    """Every window ends as much later as it stood still."""
    state, pause = append.state, append.state.pause
    assert pause is not None

    def later(since: datetime) -> timedelta:
        return append.at - max(pause.since, since)

    battles = {
        name: f.Dues(
            due=battle.due + later(battle.since),
            spawn_until=None if battle.spawn_until is None else battle.spawn_until + later(battle.began.at),
        )
        for name, battle in state.battles.items()
        if battle.result is None
    }
    step = None if state.step is None else state.step.due + later(state.step.since)
    append.add(f.CampaignResumed(at=append.at, number=pause.number, by=by, step_due=step, battles=battles))


def decide_rule(append: Appending[State], seat: Seat, command: c.RuleBattle) -> None:
    """Settle a disputed battle of others.

    :raises Rejected: `not_the_host`, `no_such_battle`, `host_is_party`, `not_disputed`, `bad_result`.
    """
    state = append.state
    battle = _judged(state, seat, command.battle)
    if battle.status != "disputed":
        not_now(Refusal.NOT_DISPUTED, RULE)
    settle(append, command.battle, rounds_of(state, command), "ruled", command.reason)


def decide_correct(append: Appending[State], seat: Seat, command: c.CorrectBattle) -> None:
    """Correct a result of others' battle, until the next orders are adjudicated.

    :raises Rejected: `not_the_host`, `no_such_battle`, `host_is_party`, `not_settled`, `not_fought`,
        `bad_result`, `reason_missing`.
    """
    state = append.state
    if command.battle not in state.battles and _turn(command.battle) <= state.turn:
        not_now(Refusal.TOO_LATE_TO_CORRECT, RULE)
    battle = _judged(state, seat, command.battle)
    if battle.result is None:
        not_now(Refusal.NOT_SETTLED, RULE)
    if not battle.fought:
        not_allowed(Refusal.NOT_FOUGHT, RULE)
    rounds = rounds_of(state, command)
    if not command.reason:
        not_allowed(Refusal.REASON_MISSING, RULE)
    fact = _corrected(append, battle, rounds, command)
    if not state.fighting:
        fact = _after_the_turn(state, fact)
    append.add(fact)
    if not state.fighting:
        tell_who_is_out(append, state)
        check_end(append, state.turn - 1)  # the turn that was over is judged again; by now the next one is open


def _turn(battle: str) -> int:
    return int(battle[1:].split("-", 1)[0])


def _judged(state: State, seat: Seat, name: str) -> Battle:
    only_host(state, seat)
    battle = battle_of(state, name)
    if seat in battle.seats:
        not_allowed(Refusal.HOST_IS_PARTY, RULE)
    return battle


def _corrected(
    append: Appending[State], battle: Battle, rounds: tuple[int, int, int], command: c.CorrectBattle
) -> fb.BattleCorrected:
    winner, survivors = outcome_of(battle, *rounds)
    attacker_wins, defender_wins, drawn = rounds
    return fb.BattleCorrected(
        at=append.at,
        battle=command.battle,
        attacker=battle.began.attacker,
        defender=battle.began.defender,
        province=battle.began.province,
        attacker_wins=attacker_wins,
        defender_wins=defender_wins,
        drawn=drawn,
        winner=winner,
        survivors=survivors,
        reason=command.reason,
    )


def _after_the_turn(state: State, fact: fb.BattleCorrected) -> fb.BattleCorrected:
    """The same with what it changes on the map, and for orders that were handed in since.

    Only those of the two captains can have become impossible. Both lists are dropped, whatever they say: which of them
    the correction makes impossible would tell others something of what is sealed.
    """
    out = out_after(state, {fact.province: fact.winner}, state.turn - 1)
    return replace(
        fact,
        owners={fact.province: fact.winner},
        units={fact.province: fact.survivors},
        out=out,
        asked=tuple(Seat(seat) for seat in range(len(state.kingdoms)) if Seat(seat) not in out),
        dropped=tuple(seat for seat in (fact.attacker, fact.defender) if state.kingdoms[seat].sealed is not None),
    )
