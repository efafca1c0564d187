"""Who should hear of a fact: whom it asks, and whom it happened to. No order is told before its step is adjudicated."""

from typing import Any

from services.engine.core.kernel import Notice
from services.engine.core.rulesets.kingdoms import facts as f
from services.engine.core.rulesets.kingdoms import facts_battles as fb
from services.engine.core.values import Seat


def _notice(
    key: str, *seats: Seat | None, owes: bool = False, latest: bool = False, **parameters: Any
) -> tuple[Notice, ...]:
    told = tuple(seat for seat in seats if seat is not None)
    return (Notice(seats=told, key=f"notice.{key}", parameters=parameters, owes=owes, latest=latest),) if told else ()


def notices(fact: f.Fact) -> tuple[Notice, ...]:
    """Who should hear of a fact."""
    match fact:
        case f.StepOpened():
            step: dict[str, Any] = {"step": fact.number, "kind": fact.kind, "turn": fact.turn}
            return _notice("orders_wanted", *fact.asked, owes=True, latest=True, **step)
        case f.WentDormant():
            return _notice("dormant", fact.seat, missed=fact.missed)
        case fb.BattlesBegan():
            return tuple(one for battle in fact.battles for one in _began(battle))
        case fb.BattlesDrawn():
            return tuple(one for settled in fact.results for one in _settled(settled))
        case fb.BattleReported(disputes=False):
            where: dict[str, Any] = {"battle": fact.battle, "province": _province(fact.battle)}
            return _notice("report", fact.other, owes=True, seat=fact.seat, **where)
        case fb.BattleReported() | fb.ReportDisputed():
            province = _province(fact.battle)
            told = _notice("report_disputed", fact.other, province=province, seat=fact.seat)
            return (*told, *_notice("ruling_wanted", fact.host, owes=True, battle=fact.battle, province=province))
        case fb.BattleSettled():
            return _settled(fact)
        case fb.BattleCorrected():
            result: dict[str, Any] = {"winner": fact.winner, "survivors": fact.survivors, "province": fact.province}
            told = _notice("battle_corrected", fact.attacker, fact.defender, **result)
            return (*told, *_notice("orders_dropped", *fact.dropped, owes=True, province=fact.province))
        case f.KingdomOut():
            return _notice("eliminated", fact.seat)
        case _:
            return ()


def _began(battle: fb.BattleBegan) -> tuple[Notice, ...]:
    sides: dict[str, Any] = {"battle": battle.battle, "attacker": battle.attacker, "defender": battle.defender}
    return _notice("battle", *battle.captains, owes=True, province=battle.province, **sides)


def _settled(fact: fb.BattleSettled) -> tuple[Notice, ...]:
    result: dict[str, Any] = {"winner": fact.winner, "survivors": fact.survivors, "province": fact.province}
    return _notice("battle_settled", fact.attacker, fact.defender, by=fact.by, **result)


def _province(battle: str) -> str:
    return battle.split("-", 1)[1]
