"""Lines of the log: everything is public in them, and no order is told before its step is adjudicated."""

from collections.abc import Iterator
from typing import Any, assert_never

from services.engine.core.kernel import Line
from services.engine.core.rulesets.kingdoms import facts as f
from services.engine.core.rulesets.kingdoms import facts_battles as fb
from services.engine.core.values import Seat


def show(fact: f.Fact, viewer: Seat | None) -> tuple[Line, ...]:
    """The public's lines for None; a seat sees no others."""
    return () if viewer is not None else tuple(_lines(fact))


def _line(key: str, **parameters: Any) -> Line:
    return Line(key=f"kingdoms.{key}", parameters=parameters)


def _lines(fact: f.Fact) -> Iterator[Line]:
    match fact:
        case f.CampaignBegan():
            yield _line("began", seats=fact.seats, need=fact.need)
        case f.StepOpened():
            yield _line("step_opened", kind=fact.kind, turn=fact.turn)
        case f.OrdersSealed() | f.ReadySet() | fb.BattlesBegan():
            return  # the picture shows them
        case f.StepAdjudicated():
            yield from _adjudicated(fact)
        case f.WentDormant() | f.TurnEnded() | f.KingdomOut():
            yield _kingdoms(fact)
        case f.StepExtended() | f.CampaignPaused() | f.CampaignResumed():
            yield _hosted(fact)
        case fb.BattlesDrawn():
            yield from (_battle(one) for one in fact.results)
        case f.GameEnded():
            winners = [int(one.seat) for one in fact.outcome.standings if one.place == 1]
            yield _line("game_ended", reason=fact.outcome.reason, winners=winners)
        case _:
            yield _battle(fact)


def _kingdoms(fact: f.WentDormant | f.TurnEnded | f.KingdomOut) -> Line:
    match fact:
        case f.WentDormant():
            return _line("dormant", seat=fact.seat, missed=fact.missed)
        case f.TurnEnded():
            return _line("turn_ended", turn=fact.turn)
        case _:
            return _line("kingdom_out", seat=fact.seat)


def _hosted(fact: f.StepExtended | f.CampaignPaused | f.CampaignResumed) -> Line:
    match fact:
        case f.StepExtended():
            return _line("extended", extension=fact.extension)
        case f.CampaignPaused():
            return _line("paused")
        case _:
            return _line("resumed", by=fact.by)


def _adjudicated(fact: f.StepAdjudicated) -> Iterator[Line]:
    if fact.kind == "preference":
        yield _line("distributed", order=list(fact.order))
    for seat in fact.missed:
        yield _line("missed", seat=seat)
    for one in fact.supplies:
        yield _line("supplied", seat=one.seat, origin=one.origin, target=one.target, units=one.units)
    for seat, units in fact.created.items():
        yield _line("placed" if fact.kind == "placement" else "created", seat=seat, placed=units)
    for attack in fact.attacks:
        ends = {"seat": attack.seat, "origin": attack.origin, "target": attack.target, "units": attack.units}
        if attack.cancelled:
            yield _line("cancelled", **ends, why=attack.cancelled, by=attack.by)
        else:
            yield _line("attacked", **ends)


def _battle(
    fact: fb.SpawnChosen | fb.BattleReported | fb.ReportDisputed | fb.BattleSettled | fb.BattleCorrected,
) -> Line:
    province = fact.battle.split("-", 1)[1]
    match fact:
        case fb.SpawnChosen():
            return _line("spawn_chosen", seat=fact.seat, province=province, spawn=fact.spawn or "none")
        case fb.BattleReported():
            result = _result(fact)
            return _line("disputed" if fact.disputes else "reported", seat=fact.seat, province=province, **result)
        case fb.ReportDisputed():
            return _line("not_confirmed", seat=fact.seat, province=province)
        case fb.BattleSettled():
            return _line("settled", province=province, by=fact.by, **_sides(fact), **_result(fact))
        case fb.BattleCorrected():
            return _line("corrected", province=province, reason=fact.reason, **_sides(fact), **_result(fact))
        case _:
            assert_never(fact)


def _result(fact: fb.BattleReported | fb.BattleSettled | fb.BattleCorrected) -> dict[str, Any]:
    return {"attacker_wins": fact.attacker_wins, "defender_wins": fact.defender_wins, "drawn": fact.drawn}


def _sides(fact: fb.BattleSettled | fb.BattleCorrected) -> dict[str, Any]:
    return {
        "attacker": fact.attacker,
        "defender": fact.defender,
        "winner": fact.winner,
        "survivors": fact.survivors,
    }
