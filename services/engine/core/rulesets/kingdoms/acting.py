"""What a seat may do now: the open step's orders with their limits, its battles, the host's tools."""

from typing import Any

import msgspec

from services.engine.core.rulesets.kingdoms import view as v
from services.engine.core.rulesets.kingdoms.creation import amount
from services.engine.core.rulesets.kingdoms.hosting import MOST_EXTENSIONS
from services.engine.core.rulesets.kingdoms.placement import PLACED
from services.engine.core.rulesets.kingdoms.places import mask_of
from services.engine.core.rulesets.kingdoms.records import Battle, Step
from services.engine.core.rulesets.kingdoms.reports import answerable, may_report
from services.engine.core.rulesets.kingdoms.state import State
from services.engine.core.values import PlaceId, Seat


def actions(state: State, seat: Seat) -> dict[str, Any]:
    """What a seat may do now: `view.Actions` as plain data."""
    if state.outcome is not None:
        return {}
    host, step = seat == state.seating.host, state.step
    kingdom = state.kingdoms[seat]
    acts = {name: _battle_acts(state, seat, battle) for name, battle in state.battles.items()}
    found = v.Actions(
        submit=_ordering(state, seat, step) if step is not None and not kingdom.out else None,
        ready=not kingdom.ready if step is not None and kingdom.sealed is not None else None,
        battles={name: one for name, one in acts.items() if one != v.BattleActs()},
        extend=step.extensions + 1 if host and step is not None and step.extensions < MOST_EXTENSIONS else 0,
        pause=host and state.pause is None,
        resume=host and state.pause is not None,
    )
    plain: dict[str, Any] = msgspec.to_builtins(found)
    return plain


def _ordering(state: State, seat: Seat, step: Step) -> v.Ordering:
    if step.kind == "preference":
        return v.Ordering(step=step.number, kind=step.kind, places=state.places)
    held = state.owned(seat)
    if step.kind == "attacks":
        return v.Ordering(step=step.number, kind=step.kind, attacks=_attacks(state, seat, held))
    places = tuple(state.places[position] for position in held)
    if step.kind == "placement":
        return v.Ordering(step=step.number, kind=step.kind, places=places, total=PLACED)
    return v.Ordering(
        step=step.number,
        kind=step.kind,
        places=places,
        total=amount(state.map, held),
        supply=_supplies(state, held),
    )


def _supplies(state: State, held: list[int]) -> dict[PlaceId, v.SupplyChoice]:
    found: dict[PlaceId, v.SupplyChoice] = {}
    for block in state.map.blocks(mask_of(held)):
        places = state.map.ids(block)
        for place in places if len(places) > 1 else ():
            most = state.units[state.map.index[place]] - 1
            if most:
                found[place] = v.SupplyChoice(most=most, targets=tuple(other for other in places if other != place))
    return found


def _attacks(state: State, seat: Seat, held: list[int]) -> dict[PlaceId, v.AttackChoice]:
    found: dict[PlaceId, v.AttackChoice] = {}
    for position in held:
        targets = tuple(state.places[other] for other in state.map.beside[position] if state.owners[other] != seat)
        most = state.units[position] - 1
        if most and targets:
            found[state.places[position]] = v.AttackChoice(most=most, targets=targets)
    return found


def _battle_acts(state: State, seat: Seat, battle: Battle) -> v.BattleActs:
    captain, settled = seat in battle.seats, battle.result is not None
    judge = seat == state.seating.host and not captain
    if settled:
        return v.BattleActs(correct=judge and battle.fought)
    if not captain:
        return v.BattleActs(rule=judge and battle.status == "disputed")
    return v.BattleActs(
        report=may_report(battle, seat),
        answer=answerable(battle, seat),
        choose_spawn=seat == battle.began.defender and battle.spawn_until is not None,
        simulate=battle.status == "open" and not state.captain(battle.other(seat)),
    )
