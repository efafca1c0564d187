"""Order steps: what each takes, handing orders in, marking them ready (rules, "A normal turn")."""

from datetime import timedelta
from typing import assert_never

from msgspec import UNSET

from services.engine.core.appending import Appending
from services.engine.core.rulesets.kingdoms import commands as c
from services.engine.core.rulesets.kingdoms.creation import amount
from services.engine.core.rulesets.kingdoms.distribution import check_preference
from services.engine.core.rulesets.kingdoms.facts import OrdersSealed, ReadySet, StepOpened
from services.engine.core.rulesets.kingdoms.moves import can_attack, check_attacks
from services.engine.core.rulesets.kingdoms.orders_text import parse
from services.engine.core.rulesets.kingdoms.placement import PLACED, check_units
from services.engine.core.rulesets.kingdoms.places import holdings
from services.engine.core.rulesets.kingdoms.records import Step
from services.engine.core.rulesets.kingdoms.refusals import Bad, Refusal, listed, malformed, not_allowed, not_now
from services.engine.core.rulesets.kingdoms.sealing import commitment
from services.engine.core.rulesets.kingdoms.state import State
from services.engine.core.rulesets.kingdoms.supply import check_supply
from services.engine.core.values import Seat

KINDS: dict[str, type[c.Orders]] = {
    "preference": c.Preference,
    "placement": c.Placement,
    "provision": c.Provision,
    "attacks": c.Attacks,
}
"""What a step of each kind takes."""
RULE = "A normal turn"


def open_step(append: Appending[State], kind: str, turn: int) -> None:
    """Take orders; who could order nothing isn't asked."""
    state = append.state
    due = append.at + timedelta(seconds=state.terms.step_s)
    number = state.steps + 1
    append.add(StepOpened(at=append.at, number=number, kind=kind, turn=turn, due=due, asked=asked(state, kind)))


def asked(state: State, kind: str) -> tuple[Seat, ...]:
    """Kingdoms that have something to order in a step of a kind."""
    if kind != "attacks":
        return state.seats
    held = holdings(state.owners, len(state.kingdoms))
    return tuple(seat for seat in state.seats if can_attack(state, held[seat]))


def step_of(state: State, seat: Seat, number: int) -> Step:
    """The open step, if it is this one and the kingdom is in the game.

    :raises Rejected: `out`, `wrong_step`.
    """
    if state.kingdoms[seat].out:
        not_allowed(Refusal.OUT, RULE)
    return the_step(state, number)


def the_step(state: State, number: int) -> Step:
    """The open step, if it is this one.

    :raises Rejected: `wrong_step`.
    """
    if state.step is None:
        not_now(Refusal.WRONG_STEP, RULE)
    if state.step.number != number:
        not_now(Refusal.WRONG_STEP, RULE, step=state.step.number, takes=state.step.kind)
    return state.step


def check_orders(state: State, seat: Seat, orders: c.AnyOrders) -> list[Bad]:
    """What is wrong with a kingdom's orders, one entry a bad order."""
    match orders:
        case c.Preference():
            return check_preference(state, orders)
        case c.Placement():
            return check_units(state, seat, orders.units, PLACED)
        case c.Provision():
            bad = [] if orders.supply is UNSET else check_supply(state, seat, orders.supply)
            if orders.create:
                bad += check_units(state, seat, orders.create, amount(state.map, state.owned(seat)))
            return bad
        case c.Attacks():
            return check_attacks(state, seat, orders)
        case _:
            assert_never(orders)


def decide_submit(append: Appending[State], seat: Seat, command: c.Submit) -> None:
    """Take a kingdom's orders, or refuse all of them.

    :raises Rejected: `out`, `wrong_step`, `bad_orders`.
    """
    state = append.state
    step = step_of(state, seat, command.step)
    if not isinstance(command.orders, KINDS[step.kind]):
        not_now(Refusal.WRONG_STEP, RULE, step=step.number, takes=step.kind)
    bad = check_orders(state, seat, command.orders)
    if bad:
        not_allowed(Refusal.BAD_ORDERS, RULE, **listed("orders", bad))
    _seal(append, seat, step, command.nonce, command.orders)


def decide_submit_text(append: Appending[State], seat: Seat, command: c.SubmitText) -> None:
    """Take orders written as text, or refuse all of them with a reason a line.

    :raises Rejected: `out`, `wrong_step`, `bad_lines`.
    """
    state = append.state
    step = step_of(state, seat, command.step)
    read = parse(command.text, step.kind, state.map)
    if read.bad:
        malformed(Refusal.BAD_LINES, RULE, **listed("lines", read.bad))
    bad = check_orders(state, seat, read.orders)
    if bad:
        not_allowed(Refusal.BAD_LINES, RULE, **listed("lines", read.at_lines(bad)))
    _seal(append, seat, step, command.nonce, read.orders)


def _seal(append: Appending[State], seat: Seat, step: Step, nonce: str, orders: c.AnyOrders) -> None:
    sealed = commitment(nonce, orders)
    kingdom, bot = append.state.kingdoms[seat], append.state.seating.is_bot(seat)
    if kingdom.sealed is not None and kingdom.sealed.commitment == sealed and kingdom.ready == bot:
        return
    append.add(
        OrdersSealed(
            at=append.at, seat=seat, step=step.number, commitment=sealed, nonce=nonce, orders=orders, ready=bot
        )
    )


def decide_ready(append: Appending[State], seat: Seat, command: c.SetReady) -> None:
    """Mark one's orders ready, or take that back.

    :raises Rejected: `out`, `wrong_step`, `nothing_submitted`.
    """
    step = step_of(append.state, seat, command.step)
    kingdom = append.state.kingdoms[seat]
    if command.ready and kingdom.sealed is None:
        not_now(Refusal.NOTHING_SUBMITTED, RULE)
    if kingdom.ready != command.ready:
        append.add(ReadySet(at=append.at, seat=seat, step=step.number, ready=command.ready))


def seat_taken(append: Appending[State], seat: Seat) -> None:
    """Somebody else plays a seat. Who takes it back is asked anew: the bot's mark says nothing of its person's will.

    The bot's orders stand until there are others. A bot that stands in is owed orders as any.
    """
    state = append.state
    if state.step is not None and state.kingdoms[seat].ready and state.human(seat):
        append.add(ReadySet(at=append.at, seat=seat, step=state.step.number, ready=False))


def all_ready(state: State) -> bool:
    """Whether the open step is adjudicated before its deadline: nobody is waited for, and a person asked for it.

    Without the second half a table of bots and sleepers would run through its campaign in a moment. Who could order
    nothing may ask for it, too.
    """
    step, kingdoms = state.step, state.kingdoms
    if step is None or state.pause is not None:
        return False
    if not any(kingdoms[seat].ready and state.human(seat) for seat in state.seats):
        return False
    return all(
        kingdoms[seat].ready or (kingdoms[seat].dormant and not state.seating.is_bot(seat)) for seat in step.asked
    )
