"""After the faults: are the orders, seals, votes and windows of a campaign of the kingdoms what people were told?"""

import hashlib
from datetime import datetime

import msgspec

from services.engine.core.rulesets.kingdoms import commands as c
from services.engine.core.rulesets.kingdoms.facts import Revealed, StepAdjudicated, StepOpened
from services.engine.core.rulesets.kingdoms.facts_battles import BattleReported, BattlesDrawn, BattleSettled
from services.engine.core.rulesets.kingdoms.sealing import canonical
from services.engine.core.values import Seat
from tests.faults.audit import Span, Stored, check_window, credited, outages
from tests.faults.cluster import Cluster
from tests.faults.kingdoms import King, Spy


def check_orders(found: Stored, kings: list[King], spies: list[Spy]) -> int:
    """What was acknowledged last is what was carried out, as it was sealed; how many orders there were of people."""
    opened = {fact.number: fact for fact in found.of(StepOpened)}
    kept = 0
    for fact in found.of(StepAdjudicated):
        for king in kings:
            seat, sent = Seat(king.person.seat), king.orders.get(fact.number)
            if seat not in fact.revealed:
                assert sent is None, f"{seat} was out and could order in step {fact.number}"
                continue
            shown = fact.revealed[seat]
            if sent is None:
                assert shown.by == "default", f"step {fact.number} has orders that {seat} never got a yes to: {shown}"
                assert (seat in fact.missed) == (seat in opened[fact.number].asked)
                continue
            kept += 1
            assert seat not in fact.missed, f"{seat} handed in, and missed step {fact.number}"
            assert (shown.by, shown.nonce) == ("player", sent[0]), f"{seat}'s orders of step {fact.number}: {shown}"
            assert shown.orders == msgspec.convert(sent[1], c.AnyOrders)
            assert all(spy.commitments[fact.number, seat] == shown.commitment for spy in spies)
        for seat, shown in fact.revealed.items():
            if shown.by != "default":
                assert shown.commitment == _seal(shown)
                # What a bot hands in last may be carried out at once.
                assert {spy.commitments.get((fact.number, seat), shown.commitment) for spy in spies} == {
                    shown.commitment
                }
    return kept


def _seal(shown: Revealed) -> str:
    return hashlib.sha256(bytes.fromhex(shown.nonce) + canonical(shown.orders).encode()).hexdigest()


Ends = tuple[int, int, int]


def _ends(told: BattleReported | BattleSettled | c.ReportBattle | c.RuleBattle) -> Ends:
    return told.attacker_wins, told.defender_wins, told.drawn


def check_votes(found: Stored, kings: list[King]) -> int:
    """Each report that was acknowledged is there once, and each battle ended as its votes say; how many agreed."""
    reports: dict[str, dict[int, BattleReported]] = {}
    for fact in found.of(BattleReported):
        assert fact.report not in reports.setdefault(fact.battle, {})
        reports[fact.battle][fact.report] = fact
    settled = {fact.battle: fact for fact in found.of(BattleSettled)}
    settled |= {fact.battle: fact for drawn in found.of(BattlesDrawn) for fact in drawn.results}
    agreed = 0
    for king in kings:
        for _, command in king.person.acked:
            match msgspec.convert(command, c.PlayerCommand):
                case c.ReportBattle(battle=battle) as said:
                    own = [_ends(one) for one in reports[battle].values() if one.seat == king.person.seat]
                    assert own == [_ends(said)]
                case c.ConfirmReport(battle=battle, report=report):
                    assert (settled[battle].by, _ends(settled[battle])) == ("agreed", _ends(reports[battle][report]))
                    agreed += 1
                case c.RuleBattle(battle=battle) as said:
                    assert (settled[battle].by, _ends(settled[battle])) == ("ruled", _ends(said))
                case c.SimulateBattle(battle=battle):
                    assert settled[battle].by == "simulated"
    for fact in settled.values():
        if fact.by == "stood":
            assert _ends(fact) == _ends(list(reports[fact.battle].values())[-1])
    return agreed


async def check_steps(cluster: Cluster, found: Stored, window_s: int, faults: list[Span]) -> int:
    """Every step that ran out did so in its time, outages given back; how many there were."""
    spans = await outages(cluster, {"gateway", "engine", "clock"})
    opened: dict[int, datetime] = {}
    expired = 0
    for append, at, facts in zip(found.appends, found.times, found.facts, strict=True):
        for fact in facts:
            if isinstance(fact, StepAdjudicated) and append.seat is None:
                expired += 1
                check_window(f"step {fact.number}", spans, faults, opened[fact.number], at, window_s, credited(facts))
            if isinstance(fact, StepOpened):
                opened[fact.number] = fact.at
    return expired
