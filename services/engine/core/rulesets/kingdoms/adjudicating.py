"""Carrying out a step: everybody's orders at once, and what stands for orders nobody sent (rules, "A normal turn")."""

from collections.abc import Mapping, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from services.engine.core.appending import Appending
from services.engine.core.rulesets.kingdoms import commands as c
from services.engine.core.rulesets.kingdoms import facts as f
from services.engine.core.rulesets.kingdoms.battles import begin_battles
from services.engine.core.rulesets.kingdoms.creation import amount, weakest_first
from services.engine.core.rulesets.kingdoms.distribution import distribute, without_orders
from services.engine.core.rulesets.kingdoms.moves import Attack, Moved, adjudicate
from services.engine.core.rulesets.kingdoms.placement import round_and_round
from services.engine.core.rulesets.kingdoms.places import holdings
from services.engine.core.rulesets.kingdoms.records import Step
from services.engine.core.rulesets.kingdoms.state import State
from services.engine.core.rulesets.kingdoms.steps import open_step
from services.engine.core.values import PlaceId, Seat


def adjudicate_step(append: Appending[State]) -> None:
    """Carry out the open step, and open the next one or begin the battles."""
    state, step = append.state, append.state.step
    assert step is not None
    told = _told(append, step)
    match step.kind:
        case "preference":
            append.add(_distributed(append, told))
            open_step(append, "placement", 0)
        case "placement":
            append.add(_placed(state, told))
            open_step(append, "provision", 1)
        case "provision":
            append.add(_provided(state, told))
            open_step(append, "attacks", state.turn)
        case _:
            moved = _moved(append, told)
            append.add(_attacks(state, told, moved))
            begin_battles(append, moved.carried)


def _told(append: Appending[State], step: Step) -> f.StepAdjudicated:
    """Whose orders they are, and who sent none; nothing carried out yet."""
    state = append.state
    sent = [seat for seat in step.asked if state.kingdoms[seat].sealed is not None]
    missed = {
        seat: state.kingdoms[seat].missed + 1
        for seat in step.asked
        if seat not in sent and not state.seating.is_bot(seat)
    }
    heard = bool(sent) and not state.seating.deserted
    return f.StepAdjudicated(
        at=append.at,
        number=step.number,
        kind=step.kind,
        turn=state.turn,
        revealed={seat: _orders_of(append, seat, step.kind) for seat in state.seats},
        missed=missed,
        silent=0 if heard or state.turn == 0 else state.silent + 1,
    )


def _orders_of(append: Appending[State], seat: Seat, kind: str) -> f.Revealed:
    state = append.state
    sealed = state.kingdoms[seat].sealed
    if sealed is not None:
        by = "bot" if state.seating.is_bot(seat) else "player"
        return f.Revealed(orders=sealed.orders, by=by, nonce=sealed.nonce, commitment=sealed.commitment)
    orders: c.AnyOrders
    match kind:
        case "preference":
            orders = without_orders(state.places, append.chance)
        case "placement":
            orders = c.Placement(units=_named(state, round_and_round(state.map, state.owned(seat))))
        case "provision":
            orders = c.Provision()
        case _:
            orders = c.Attacks()
    return f.Revealed(orders=orders, by="default")


def _distributed(append: Appending[State], told: f.StepAdjudicated) -> f.StepAdjudicated:
    state = append.state
    order = append.chance.shuffled("order", state.seats)
    wanted = {seat: one.orders.places for seat, one in told.revealed.items() if isinstance(one.orders, c.Preference)}
    owners = distribute(state.map.index, order, wanted)
    named = dict(zip(state.places, owners, strict=True))
    return replace(told, order=order, owners=named, units=dict.fromkeys(state.places, 1))


def _placed(state: State, told: f.StepAdjudicated) -> f.StepAdjudicated:
    placed = {
        seat: dict(one.orders.units) for seat, one in told.revealed.items() if isinstance(one.orders, c.Placement)
    }
    units = list(state.units)
    for there in placed.values():
        for place, number in there.items():
            units[state.map.index[place]] += number
    return replace(told, created=placed, units=_changed(state, units))


def _provided(state: State, told: f.StepAdjudicated) -> f.StepAdjudicated:
    """Supplies first, so that new units can't be supplied on; then creation, filled up as without orders."""
    index, units = state.map.index, list(state.units)
    supplies: list[f.Supplied] = []
    provisions = {seat: one.orders for seat, one in told.revealed.items() if isinstance(one.orders, c.Provision)}
    for seat, orders in provisions.items():
        if orders.supply is not UNSET:
            one = orders.supply
            units[index[one.origin]] -= one.units
            units[index[one.target]] += one.units
            supplies.append(f.Supplied(seat=seat, origin=one.origin, target=one.target, units=one.units))
    held, created = holdings(state.owners, len(state.kingdoms)), {}
    for seat, orders in provisions.items():
        wanted = {index[place]: number for place, number in orders.create.items()}
        for position, number in wanted.items():
            units[position] += number
        missing = amount(state.map, held[seat]) - sum(wanted.values())
        if missing > 0:
            for position, number in weakest_first(state.map, held[seat], units, missing).items():
                units[position] += number
                wanted[position] = wanted.get(position, 0) + number
        created[seat] = _named(state, dict(sorted(wanted.items())))
    return replace(told, supplies=tuple(supplies), created=created, units=_changed(state, units))


def _moved(append: Appending[State], told: f.StepAdjudicated) -> Moved:
    state, index = append.state, append.state.map.index
    attacks = [
        Attack(index[one.target], seat, index[one.origin], one.units)
        for seat, shown in told.revealed.items()
        if isinstance(shown.orders, c.Attacks)
        for one in shown.orders.attacks
    ]
    return adjudicate(state.units, attacks, lambda bound: append.chance.below("tie", bound))


def _attacks(state: State, told: f.StepAdjudicated, moved: Moved) -> f.StepAdjudicated:
    found = [_attacked(state, one) for one in moved.carried]
    for attack, instead, drawn in moved.cancelled:
        found.append(_attacked(state, attack, "drawn" if drawn else "smaller", instead.seat))
    return replace(told, attacks=tuple(found), units=_changed(state, moved.units))


def _attacked(state: State, attack: Attack, cancelled: str = "", by: Seat | None = None) -> f.Attacked:
    origin, target = state.places[attack.origin], state.places[attack.target]
    return f.Attacked(seat=attack.seat, origin=origin, target=target, units=attack.units, cancelled=cancelled, by=by)


def _changed(state: State, units: Sequence[int]) -> dict[PlaceId, int]:
    return {place: now for place, now, before in zip(state.places, units, state.units, strict=True) if now != before}


def _named(state: State, units: Mapping[int, int]) -> dict[PlaceId, int]:
    return {state.places[position]: number for position, number in units.items()}
