"""What people might say now, by ruleset: all that `actions` lists, with choices drawn and weights."""

import random
from typing import Any

from msgspec.structs import replace

from services.engine.core.rulesets.chess_wars import commands as cw
from services.engine.core.rulesets.kingdoms import commands as ki
from services.engine.core.rulesets.kingdoms.sealing import canonical
from services.engine.core.rulesets.provinces import commands as pr
from services.engine.core.values import Seat
from tests.golden.recording import Recording
from tests.unit.chess_wars.offered import offered
from tests.unit.chess_wars.walking import WEIGHTS

Said = list[tuple[float, Any]]
_WEIGHTS = {**WEIGHTS, cw.EndCampaign: 0.002}


def of_chess_wars(table: Recording, seat: Seat, chosen: random.Random) -> Said:
    """All of it; the word that ends the campaign is hardly ever said."""
    state = table.campaign.game
    found: Said = []
    for listed in offered(table.rules.actions(state, seat), chosen.randrange):
        command = listed
        if isinstance(listed, cw.SetPreferences):
            command = replace(listed, countries=tuple(chosen.sample(state.theatre, 3)))
        elif isinstance(listed, cw.ProposeAccord):
            command = replace(listed, terms="t1")
        found.append((_WEIGHTS.get(type(command), 1.0), command))
    if state.turn is not None:
        found.append((0.05, cw.PassTurnFor(turn=state.turn.number)))
    return found


def of_provinces(table: Recording, seat: Seat, chosen: random.Random) -> Said:
    """What a bot would do, or some move of units."""
    turn = table.campaign.game.turn
    if turn.seat != seat:
        return []
    found: Said = [(1.0, table.thought(seat))]
    for origin, targets in table.rules.actions(table.campaign.game, seat).get("Move", {}).get("origins", {}).items():
        found.append((0.1, pr.Move(turn=turn.number, origin=origin, target=chosen.choice(targets), units=1)))
    return found


def of_kingdoms(table: Recording, seat: Seat, chosen: random.Random) -> Said:
    """Orders a bot would give, as a list or as text; reports and answers; the host's tools."""
    state = table.campaign.game
    acts = table.rules.actions(state, seat)
    found: Said = []
    step = state.step
    if "submit" in acts and (state.kingdoms[seat].sealed is None or chosen.random() < 0.1):
        orders = getattr(table.thought(seat), "orders", None)
        if orders is not None:
            nonce = f"{chosen.getrandbits(256):064x}"
            found.append((3.0, ki.Submit(step=step.number, nonce=nonce, orders=orders)))
            found.append((1.0, ki.SubmitText(step=step.number, nonce=nonce, text=canonical(orders))))
    if "ready" in acts:
        found.append((2.0 if acts["ready"] else 0.2, ki.SetReady(step=step.number, ready=acts["ready"])))
    for battle, act in acts.get("battles", {}).items():
        found += [(1.0, command) for command in _in_battle(battle, act, state.terms.rounds, chosen)]
    if acts.get("extend"):
        found.append((0.1, ki.ExtendStep(step=step.number, extension=acts["extend"])))
    if acts.get("pause"):
        found.append((0.05, ki.PauseCampaign()))
    if acts.get("resume"):
        found.append((1.0, ki.ResumeCampaign()))
    return found


def _in_battle(battle: str, act: dict[str, Any], rounds: int, chosen: random.Random) -> list[Any]:
    won, drawn = chosen.randint(0, rounds - 1), chosen.randint(0, 1)
    result = {"battle": battle, "attacker_wins": won, "defender_wins": rounds - won - drawn, "drawn": drawn}
    found: list[Any] = []
    if act.get("report"):
        found.append(ki.ReportBattle(**result))
    if act.get("answer"):
        found.append(ki.ConfirmReport(battle=battle, report=act["answer"]))
        found.append(ki.DisputeReport(battle=battle, report=act["answer"]))
    if act.get("choose_spawn"):
        found.append(ki.ChooseSpawn(battle=battle, spawn=chosen.choice("ab")))
    if act.get("simulate"):
        found.append(ki.SimulateBattle(battle=battle))
    if act.get("rule"):
        found.append(ki.RuleBattle(**result, reason="t1"))
    if act.get("correct"):
        found.append(ki.CorrectBattle(**result, reason="t2"))
    return found
