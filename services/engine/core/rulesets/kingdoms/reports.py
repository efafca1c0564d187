"""Reports are votes: a captain says how a battle ended, the other agrees or not, the host rules (rules, "Battles")."""

from datetime import datetime, timedelta
from typing import NamedTuple

from services.engine.core.appending import Appending
from services.engine.core.rulesets.kingdoms import commands as c
from services.engine.core.rulesets.kingdoms.battles import draw, settle
from services.engine.core.rulesets.kingdoms.facts_battles import BattleReported, ReportDisputed, SpawnChosen
from services.engine.core.rulesets.kingdoms.options import BattleMode
from services.engine.core.rulesets.kingdoms.records import Battle, Report
from services.engine.core.rulesets.kingdoms.refusals import Refusal, not_allowed, not_now
from services.engine.core.rulesets.kingdoms.state import State
from services.engine.core.values import Seat

RULE = "Battles"
MOST_REPORTS = 10
"""Of one battle, by one captain: nobody uses up the other's."""


class Rounds(NamedTuple):
    """A result: rounds won by the attacker, by the defender, and drawn."""

    attacker_wins: int
    defender_wins: int
    drawn: int


def battle_of(state: State, name: str) -> Battle:
    """A battle of the turn.

    :raises Rejected: `no_such_battle`.
    """
    battle = state.battles.get(name)
    if battle is None:
        not_allowed(Refusal.NO_SUCH_BATTLE, RULE, battle=name)
    return battle


def own_battle(state: State, seat: Seat, name: str) -> Battle:
    """A battle that isn't settled, and this kingdom's.

    :raises Rejected: `no_such_battle`, `not_a_captain`, `battle_settled`.
    """
    battle = battle_of(state, name)
    if seat not in battle.seats:
        not_allowed(Refusal.NOT_A_CAPTAIN, RULE)
    if battle.result is not None:
        not_now(Refusal.BATTLE_SETTLED, RULE)
    return battle


def rounds_of(state: State, command: c.ReportBattle | c.RuleBattle | c.CorrectBattle) -> Rounds:
    """The result in a command.

    :raises Rejected: `bad_result`.
    """
    rounds = Rounds(command.attacker_wins, command.defender_wins, command.drawn)
    if sum(rounds) != state.terms.rounds:
        not_allowed(Refusal.BAD_RESULT, RULE, rounds=state.terms.rounds, have=sum(rounds))
    return rounds


def may_read_logs(state: State) -> None:
    """Whether battles of this campaign are read from servers' logs.

    :raises Rejected: `no_logs`.
    """
    if state.terms.mode is not BattleMode.GAME_LOG:
        not_allowed(Refusal.NO_LOGS, RULE)


def said(report: Report) -> Rounds:
    """The result in a report."""
    return Rounds(report.attacker_wins, report.defender_wins, report.drawn)


def latest(battle: Battle, seat: Seat) -> int:
    """Number of a captain's latest report, from 1; 0 if there is none."""
    return max((n for n, report in enumerate(battle.reports, 1) if report.seat == seat), default=0)


def answerable(battle: Battle, seat: Seat) -> int:
    """Number of the report this captain may confirm or dispute; 0 if there is none."""
    return latest(battle, battle.other(seat)) if battle.status in ("reported", "disputed") else 0


def may_report(battle: Battle, seat: Seat) -> bool:
    """Whether a captain may report: not while their own report waits for its answer."""
    waiting = battle.status == "reported" and battle.reports[-1].seat == seat
    made = sum(report.seat == seat for report in battle.reports)
    return battle.result is None and not waiting and made < MOST_REPORTS


def decide_report(append: Appending[State], seat: Seat, command: c.ReportBattle) -> None:
    """Report a result: the same as the other's latest settles, another disputes; the own latest again does nothing.

    :raises Rejected: `no_such_battle`, `not_a_captain`, `battle_settled`, `no_logs`, `bad_result`, `already_reported`.
    """
    state = append.state
    battle = own_battle(state, seat, command.battle)
    if command.from_log:
        may_read_logs(state)
    rounds, own = rounds_of(state, command), latest(battle, seat)
    if own and said(battle.reports[own - 1]) == rounds:
        return
    if not may_report(battle, seat):
        not_now(Refusal.ALREADY_REPORTED, RULE, report=len(battle.reports))
    other = latest(battle, battle.other(seat))
    disputes = battle.status == "disputed" or bool(other)
    agrees = bool(other) and said(battle.reports[other - 1]) == rounds
    append.add(
        BattleReported(
            at=append.at,
            battle=command.battle,
            report=len(battle.reports) + 1,
            seat=seat,
            other=battle.other(seat),
            attacker_wins=rounds.attacker_wins,
            defender_wins=rounds.defender_wins,
            drawn=rounds.drawn,
            due=battle.due if battle.status == "disputed" else _window(append),
            from_log=command.from_log,
            disputes=disputes and not agrees,
            host=_ruler(state, battle) if disputes and not agrees else None,
        )
    )
    if agrees:
        settle(append, command.battle, rounds, "agreed")


def decide_confirm(append: Appending[State], seat: Seat, command: c.ConfirmReport) -> None:
    """Agree with the other captain's report.

    :raises Rejected: `no_such_battle`, `not_a_captain`, `battle_settled`, `no_such_report`.
    """
    report = _answered(append.state, seat, command)
    settle(append, command.battle, said(report), "agreed")


def decide_dispute(append: Appending[State], seat: Seat, command: c.DisputeReport) -> None:
    """Disagree with the other captain's report; once it is disputed there is nothing to add.

    :raises Rejected: `no_such_battle`, `not_a_captain`, `battle_settled`, `no_such_report`.
    """
    state = append.state
    _answered(state, seat, command)
    battle = state.battles[command.battle]
    if battle.status == "disputed":
        return
    append.add(
        ReportDisputed(
            at=append.at,
            battle=command.battle,
            report=command.report,
            seat=seat,
            other=battle.other(seat),
            due=_window(append),
            host=_ruler(state, battle),
        )
    )


def _answered(state: State, seat: Seat, command: c.ConfirmReport | c.DisputeReport) -> Report:
    battle = own_battle(state, seat, command.battle)
    number = answerable(battle, seat)
    if number != command.report:
        not_now(Refusal.NO_SUCH_REPORT, RULE, report=number)
    return battle.reports[number - 1]


def decide_spawn(append: Appending[State], seat: Seat, command: c.ChooseSpawn) -> None:
    """The defender takes the choice of spawn in place of the advantage.

    :raises Rejected: `no_such_battle`, `not_a_captain`, `battle_settled`, `no_spawn_choice`.
    """
    battle = own_battle(append.state, seat, command.battle)
    if seat != battle.began.defender or battle.spawn_until is None:
        not_now(Refusal.NO_SPAWN_CHOICE, RULE)
    append.add(SpawnChosen(at=append.at, battle=command.battle, seat=seat, spawn=command.spawn))


def decide_simulate(append: Appending[State], seat: Seat, command: c.SimulateBattle) -> None:
    """Have a battle against a bot or a dormant kingdom drawn at once.

    :raises Rejected: `no_such_battle`, `not_a_captain`, `battle_settled`, `enemy_reports`, `already_reported`.
    """
    state = append.state
    battle = own_battle(state, seat, command.battle)
    if state.captain(battle.other(seat)):
        not_allowed(Refusal.ENEMY_REPORTS, RULE)
    if battle.status != "open":
        not_now(Refusal.ALREADY_REPORTED, RULE, report=len(battle.reports))
    draw(append, command.battle)


def battle_expired(append: Appending[State], name: str) -> None:
    """A battle's window ran out: its report stands, else it is drawn."""
    battle = append.state.battles[name]
    if battle.status == "reported":
        settle(append, name, said(battle.reports[-1]), "stood")
    else:
        draw(append, name)


def spawn_expired(append: Appending[State], name: str) -> None:
    """The time to choose the spawn is over."""
    battle = append.state.battles[name]
    append.add(SpawnChosen(at=append.at, battle=name, seat=battle.began.defender))


def _window(append: Appending[State]) -> datetime:
    return append.at + timedelta(seconds=append.state.terms.report_window_s)


def _ruler(state: State, battle: Battle) -> Seat | None:
    host = state.seating.host
    return None if host in battle.seats else host
