"""A state as players see it; a seat's orders are in nobody's view but its own until their step is adjudicated."""

from typing import Any

import msgspec

from services.engine.core.rulesets.kingdoms import facts as f
from services.engine.core.rulesets.kingdoms import view as v
from services.engine.core.rulesets.kingdoms.battles import sizes
from services.engine.core.rulesets.kingdoms.creation import amount, whole_unities
from services.engine.core.rulesets.kingdoms.facts import NOBODY
from services.engine.core.rulesets.kingdoms.hosting import MOST_EXTENSIONS
from services.engine.core.rulesets.kingdoms.places import holdings
from services.engine.core.rulesets.kingdoms.records import Adjudicated, Battle, Step
from services.engine.core.rulesets.kingdoms.sealing import canonical
from services.engine.core.rulesets.kingdoms.state import State
from services.engine.core.values import PlaceId, Seat, unix_ms


def public_view(state: State) -> dict[str, Any]:
    """The public picture as plain data."""
    outcome, terms = state.outcome, state.terms
    held = holdings(state.owners, len(state.kingdoms))
    shown = v.PublicView(
        turn=state.turn,
        need=terms.need,
        last_turn=terms.last_turn,
        base=terms.base,
        rounds=terms.rounds,
        battle_mode=terms.mode.value,
        provinces=_provinces(state.places, state.owners, state.units),
        kingdoms={str(seat): _kingdom(state, Seat(seat), places) for seat, places in enumerate(held)},
        step=None if state.step is None else _step(state.step),
        battles={name: _battle(state, battle) for name, battle in state.battles.items()},
        adjudicated=None if state.adjudicated is None else _adjudicated(state, state.adjudicated),
        paused=state.pause is not None,
        paused_until_unix_ms=0 if state.pause is None else unix_ms(state.pause.until),
        ended="" if outcome is None else outcome.reason,
        winners=() if outcome is None else tuple(one.seat for one in outcome.standings if one.place == 1),
    )
    plain: dict[str, Any] = msgspec.to_builtins(shown)
    return plain


def private_view(state: State, seat: Seat) -> dict[str, Any]:
    """A seat's own orders of the open step."""
    sealed = state.kingdoms[seat].sealed
    if sealed is None or state.step is None:
        return {}
    shown = v.PrivateView(
        step=state.step.number, orders=sealed.orders, text=canonical(sealed.orders), nonce=sealed.nonce
    )
    plain: dict[str, Any] = msgspec.to_builtins(shown)
    return plain


def _provinces(
    places: tuple[PlaceId, ...], owners: tuple[Seat, ...], units: tuple[int, ...]
) -> dict[PlaceId, v.ProvinceView]:
    return {
        place: v.ProvinceView(units=number, owner=None if owner == NOBODY else owner)
        for place, owner, number in zip(places, owners, units, strict=True)
    }


def _kingdom(state: State, seat: Seat, held: list[int]) -> v.KingdomView:
    kingdom, step = state.kingdoms[seat], state.step
    marched = sum(
        battle.began.attacker_units
        for battle in state.battles.values()
        if state.fighting and battle.began.attacker == seat
    )
    return v.KingdomView(
        provinces=len(held),
        units=sum(state.units[position] for position in held) + marched,
        creation=amount(state.map, held),
        unities=whole_unities(state.map, held),
        commitment="" if kingdom.sealed is None else kingdom.sealed.commitment,
        ready=kingdom.ready,
        nothing_to_order=step is not None and not kingdom.out and seat not in step.asked,
        missed=kingdom.missed,
        dormant=kingdom.dormant,
        out=bool(kingdom.out),
    )


def _step(step: Step) -> v.StepView:
    return v.StepView(
        number=step.number,
        kind=step.kind,
        since_unix_ms=unix_ms(step.since),
        due_unix_ms=unix_ms(step.due),
        extensions=step.extensions,
        most_extensions=MOST_EXTENSIONS,
    )


def _battle(state: State, battle: Battle) -> v.BattleView:
    began, result = battle.began, battle.result
    attacker_size, defender_size = sizes(state, battle)
    return v.BattleView(
        province=began.province,
        origin=began.origin,
        attacker=began.attacker,
        defender=began.defender,
        attacker_units=began.attacker_units,
        defender_units=began.defender_units,
        attacker_size=attacker_size,
        defender_size=defender_size,
        rounds=state.terms.rounds,
        status=battle.status,
        due_unix_ms=unix_ms(battle.due),
        spawn=battle.spawn,
        spawn_until_unix_ms=0 if battle.spawn_until is None else unix_ms(battle.spawn_until),
        reports=tuple(
            v.ReportView(
                report=number,
                seat=report.seat,
                attacker_wins=report.attacker_wins,
                defender_wins=report.defender_wins,
                drawn=report.drawn,
                at_unix_ms=unix_ms(report.at),
                from_log=report.from_log,
            )
            for number, report in enumerate(battle.reports, 1)
        ),
        result=None if result is None else msgspec.convert(msgspec.to_builtins(result), v.ResultView),
    )


def _adjudicated(state: State, last: Adjudicated) -> v.AdjudicatedView:
    fact = last.fact
    return v.AdjudicatedView(
        number=fact.number,
        kind=fact.kind,
        turn=fact.turn,
        revealed={str(seat): _revealed(one) for seat, one in fact.revealed.items()},
        order=fact.order,
        supplies=tuple(
            v.SupplyView(seat=one.seat, origin=one.origin, target=one.target, units=one.units) for one in fact.supplies
        ),
        created={str(seat): units for seat, units in fact.created.items()},
        attacks=tuple(
            v.AttackView(
                seat=one.seat,
                origin=one.origin,
                target=one.target,
                units=one.units,
                cancelled=one.cancelled,
                by=one.by,
            )
            for one in fact.attacks
        ),
        before=_provinces(state.places, last.owners, last.units),
    )


def _revealed(one: f.Revealed) -> v.RevealedView:
    return v.RevealedView(
        orders=one.orders, text=canonical(one.orders), nonce=one.nonce, commitment=one.commitment, by=one.by
    )
