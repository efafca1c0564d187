"""How facts change a battle."""

from collections.abc import Mapping
from typing import assert_never

from msgspec.structs import replace

from services.engine.core.rulesets.kingdoms import facts_battles as fb
from services.engine.core.rulesets.kingdoms.records import Battle, Report, Result

BattleFact = fb.SpawnChosen | fb.BattleReported | fb.ReportDisputed | fb.BattleSettled


def battles_began(fact: fb.BattlesBegan) -> dict[str, Battle]:
    """All battles of a turn as they begin."""
    return {
        one.battle: Battle(began=one, since=one.at, due=one.due, spawn_until=one.spawn_until) for one in fact.battles
    }


def battles_after(battles: Mapping[str, Battle], fact: BattleFact | fb.BattlesDrawn) -> dict[str, Battle]:
    """The battles after a fact about one or several."""
    facts: tuple[BattleFact, ...] = fact.results if isinstance(fact, fb.BattlesDrawn) else (fact,)
    return {**battles, **{one.battle: _after(battles[one.battle], one) for one in facts}}


def _after(battle: Battle, fact: BattleFact) -> Battle:
    match fact:
        case fb.SpawnChosen():
            return replace(battle, spawn=fact.spawn, spawn_until=None)
        case fb.BattleReported():
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
        case fb.ReportDisputed():
            return replace(battle, status="disputed", since=fact.at, due=fact.due)
        case fb.BattleSettled():
            return replace(battle, status="settled", spawn_until=None, result=_result(fact, fact.by))
        case _:
            assert_never(fact)


def battle_corrected(battle: Battle, fact: fb.BattleCorrected) -> Battle:
    """The battle with its corrected result."""
    return replace(battle, result=_result(fact, "corrected"))


def _result(fact: fb.BattleSettled | fb.BattleCorrected, by: str) -> Result:
    return Result(
        attacker_wins=fact.attacker_wins,
        defender_wins=fact.defender_wins,
        drawn=fact.drawn,
        winner=fact.winner,
        survivors=fact.survivors,
        by=by,
        reason=fact.reason,
    )
