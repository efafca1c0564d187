"""How facts change a battle."""

from typing import assert_never

from msgspec.structs import replace

from services.engine.core.rulesets.kingdoms import facts as f
from services.engine.core.rulesets.kingdoms.records import Battle, Report, Result

BattleFact = f.BattleBegan | f.SpawnChosen | f.BattleReported | f.ReportDisputed | f.BattleSettled


def battle_fact(battle: Battle | None, fact: BattleFact) -> Battle:
    """The battle after a fact; None before its first."""
    if isinstance(fact, f.BattleBegan):
        return Battle(began=fact, since=fact.at, due=fact.due, spawn_until=fact.spawn_until)
    assert battle is not None
    match fact:
        case f.SpawnChosen():
            return replace(battle, spawn=fact.spawn, spawn_until=None)
        case f.BattleReported():
            report = Report(
                seat=fact.seat,
                attacker_wins=fact.attacker_wins,
                defender_wins=fact.defender_wins,
                drawn=fact.drawn,
                at=fact.at,
                from_log=fact.from_log,
            )
            status = "disputed" if fact.disputes else "reported"
            changed = replace(battle, status=status, due=fact.due, spawn_until=None)
            since = battle.since if fact.due == battle.due else fact.at
            return replace(changed, reports=(*battle.reports, report), since=since)
        case f.ReportDisputed():
            return replace(battle, status="disputed", since=fact.at, due=fact.due)
        case f.BattleSettled():
            return replace(battle, status="settled", spawn_until=None, result=_result(fact, fact.by))
        case _:
            assert_never(fact)


def battle_corrected(battle: Battle, fact: f.BattleCorrected) -> Battle:
    """The battle with its corrected result."""
    return replace(battle, result=_result(fact, "corrected"))


def _result(fact: f.BattleSettled | f.BattleCorrected, by: str) -> Result:
    return Result(
        attacker_wins=fact.attacker_wins,
        defender_wins=fact.defender_wins,
        drawn=fact.drawn,
        winner=fact.winner,
        survivors=fact.survivors,
        by=by,
        reason=fact.reason,
    )
