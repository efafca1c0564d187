"""What a campaign waits for: orders, reports and rulings, and the end of a pause.

While the clocks stand still only the pause itself runs out; bots hand in their orders all the same.
"""

from collections.abc import Iterator

from services.engine.core.appending import Appending
from services.engine.core.kernel import ExpireDeadline, Owed
from services.engine.core.rulesets.kingdoms.adjudicating import adjudicate_step
from services.engine.core.rulesets.kingdoms.battles import captains
from services.engine.core.rulesets.kingdoms.facts import ReadySet
from services.engine.core.rulesets.kingdoms.hosting import resume
from services.engine.core.rulesets.kingdoms.records import Battle
from services.engine.core.rulesets.kingdoms.reports import battle_expired, latest, spawn_expired
from services.engine.core.rulesets.kingdoms.state import State
from services.engine.core.values import Seat


def owed(state: State) -> tuple[Owed, ...]:
    """What the state waits for; never empty before the end.

    Names of windows change with whatever moves their end, so that a late deadline of the old one does nothing.
    """
    if state.pause is not None:
        pause = state.pause
        stand = Owed(seat=None, what=f"pause:{pause.number}", since=pause.since, due=pause.until, reply=False)
        return (*_bots(state), stand)
    return (*_bots(state), *_orders(state), *(one for name in state.battles for one in _battle(state, name)))


def _bots(state: State) -> Iterator[Owed]:
    """Bots think as soon as a step opens."""
    step = state.step
    if step is None:
        return
    for seat in step.asked:
        if state.seating.is_bot(seat) and not state.kingdoms[seat].ready:
            what = f"orders:{step.number}:{seat}"
            yield Owed(seat=seat, what=what, since=step.since, due=step.due, open_ended=True)


def _orders(state: State) -> Iterator[Owed]:
    """The step: a window for everyone who is waited for, all ending together; time's own if nobody is."""
    step = state.step
    if step is None:
        return
    moved = state.pauses + step.extensions
    what = f"step:{step.number}" + (f"+{moved}" if moved else "")
    people = [seat for seat in step.asked if state.captain(seat)]
    for seat in people:
        submitted = state.kingdoms[seat].sealed is not None
        yield Owed(seat=seat, what=f"{what}:{seat}", since=step.since, due=step.due, reply=not submitted)
    if not people:
        yield Owed(seat=None, what=what, since=step.since, due=step.due, reply=False)


def _battle(state: State, name: str) -> Iterator[Owed]:
    battle = state.battles[name]
    if battle.result is not None:
        return
    moved = f"+{state.pauses}" if state.pauses else ""
    what = f"battle:{name}:{battle.status}{len(battle.reports)}{moved}"
    asked = _asked(state, battle)
    for seat in asked:
        yield Owed(seat=seat, what=f"{what}:{seat}", since=battle.since, due=battle.due)
    if not asked:
        yield Owed(seat=None, what=what, since=battle.since, due=battle.due, reply=False)
    if battle.spawn_until is not None:
        defender, since = battle.began.defender, battle.began.at
        yield Owed(seat=defender, what=f"spawn:{name}{moved}", since=since, due=battle.spawn_until, reply=False)


def _asked(state: State, battle: Battle) -> tuple[Seat, ...]:
    """Persons a battle waits for: captains who haven't reported, or the host."""
    if battle.status == "disputed":
        host = state.seating.host
        able = host is not None and host not in battle.seats and not state.seating.is_bot(host)
        return (host,) if able and host is not None else ()
    return tuple(seat for seat in captains(state, battle) if not latest(battle, seat))


def on_deadline(append: Appending[State], command: ExpireDeadline) -> None:
    """A window ran out; nothing happens unless it is still owed."""
    state = append.state
    if all(command.what != one.what for one in owed(state)):
        return
    kind, name = command.what.split(":")[:2]
    match kind:
        case "pause":
            resume(append, "clock")
        case "orders":  # a bot without an answer: nobody should wait for it
            assert state.step is not None
            seat = Seat(int(command.what.rsplit(":", 1)[1]))
            append.add(ReadySet(at=append.at, seat=seat, step=state.step.number, ready=True))
        case "step":
            adjudicate_step(append)
        case "battle":
            battle_expired(append, name)
        case "spawn":
            spawn_expired(append, name.split("+")[0])
        case _:
            raise AssertionError(command.what)
