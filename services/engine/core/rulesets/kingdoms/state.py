"""The state of a campaign, and how facts change it: folding only assigns, the rules are in the commands' files."""

from collections.abc import Mapping
from datetime import datetime
from typing import assert_never

import msgspec
from msgspec.structs import replace

from services.engine.core.at_table import AtTable
from services.engine.core.kernel import Outcome
from services.engine.core.rulesets.kingdoms import facts as f
from services.engine.core.rulesets.kingdoms import facts_battles as fb
from services.engine.core.rulesets.kingdoms.folds_battles import battle_corrected, battles_after, battles_began
from services.engine.core.rulesets.kingdoms.records import (
    Adjudicated,
    Battle,
    Kingdom,
    Pause,
    Sealed,
    Step,
    Terms,
)
from services.engine.core.values import PlaceId, Seat


class State(AtTable, frozen=True, kw_only=True):
    """A campaign as the facts have made it."""

    at: datetime
    places: tuple[PlaceId, ...]
    owners: tuple[Seat, ...]
    """By position on the map."""
    units: tuple[int, ...]
    """Of the owner; those that marched off are in `battles`."""
    kingdoms: tuple[Kingdom, ...]
    terms: Terms
    turn: int
    step: Step | None = None
    """None while battles are fought, and after the end."""
    steps: int = 0
    """Opened so far."""
    fighting: bool = False
    """The battles of the turn aren't over."""
    battles: dict[str, Battle] = msgspec.field(default_factory=dict)
    silent: int = 0
    """Steps of normal turns in a row in which no kingdom sent an order, or bots did for people who all left."""
    adjudicated: Adjudicated | None = None
    pause: Pause | None = None
    pauses: int = 0
    """Begun so far."""
    outcome: Outcome | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Kingdoms that aren't out."""
        return tuple(Seat(seat) for seat, kingdom in enumerate(self.kingdoms) if not kingdom.out)

    def human(self, seat: Seat) -> bool:
        """Whether a person plays this kingdom now, and it is not dormant."""
        return self.seating.is_person(seat) and not self.kingdoms[seat].dormant

    def captain(self, seat: Seat) -> bool:
        """Whether this kingdom fights its battles: a person plays it who isn't dormant, and no bot, not even in a
        simulation."""
        return self.human(seat) and not self.seating.is_bot(seat)

    def owned(self, seat: Seat) -> list[int]:
        """Positions of a kingdom's provinces."""
        return [position for position, owner in enumerate(self.owners) if owner == seat]


def evolve(state: State | None, fact: f.Fact) -> State:
    """The state after a fact; None before the first."""
    if isinstance(fact, f.CampaignBegan):
        return _began(fact)
    assert state is not None
    match fact:
        case f.StepOpened():
            step = Step(number=fact.number, kind=fact.kind, since=fact.at, due=fact.due, asked=fact.asked)
            return replace(state, at=fact.at, step=step, steps=fact.number, turn=fact.turn)
        case f.OrdersSealed():
            sealed = Sealed(orders=fact.orders, nonce=fact.nonce, commitment=fact.commitment)
            return _kingdom(state, fact, fact.seat, sealed=sealed, ready=fact.ready, missed=0)
        case f.ReadySet():
            return _kingdom(state, fact, fact.seat, ready=fact.ready)
        case f.StepAdjudicated():
            return _adjudicated(state, fact)
        case fb.BattlesBegan():
            return replace(state, at=fact.at, battles=battles_began(fact), fighting=True)
        case fb.BattlesDrawn() | fb.SpawnChosen() | fb.BattleReported() | fb.ReportDisputed() | fb.BattleSettled():
            return replace(state, at=fact.at, battles=battles_after(state.battles, fact))
        case fb.BattleCorrected():
            return _corrected(state, fact)
        case f.TurnEnded():
            return replace(
                _put(state, fact.owners, fact.units), at=fact.at, kingdoms=_out(state, fact.out), fighting=False
            )
        case f.WentDormant() | f.KingdomOut() | f.StepExtended() | f.CampaignPaused() | f.CampaignResumed():
            return _other(state, fact)
        case f.GameEnded():
            return replace(state, at=fact.at, step=None, pause=None, outcome=fact.outcome)
        case _:
            assert_never(fact)


def _began(fact: f.CampaignBegan) -> State:
    return State(
        at=fact.at,
        places=tuple(fact.owners),
        owners=tuple(fact.owners.values()),
        units=tuple(fact.units.values()),
        kingdoms=(Kingdom(),) * fact.seats,
        terms=Terms(
            need=fact.need,
            last_turn=fact.last_turn,
            base=fact.base,
            rounds=fact.rounds,
            mode=fact.mode,
            step_s=fact.step_s,
            report_window_s=fact.report_window_s,
            battle_s=fact.battle_s,
        ),
        turn=fact.turn,
    )


def _adjudicated(state: State, fact: f.StepAdjudicated) -> State:
    kingdoms = tuple(
        replace(kingdom, sealed=None, ready=False, missed=fact.missed.get(Seat(seat), kingdom.missed))
        for seat, kingdom in enumerate(state.kingdoms)
    )
    return replace(
        _put(state, fact.owners, fact.units),
        at=fact.at,
        kingdoms=kingdoms,
        step=None,
        battles={},
        silent=fact.silent,
        adjudicated=Adjudicated(fact=fact, owners=state.owners, units=state.units),
    )


def _corrected(state: State, fact: fb.BattleCorrected) -> State:
    battles = {**state.battles, fact.battle: battle_corrected(state.battles[fact.battle], fact)}
    if state.fighting:
        return replace(state, at=fact.at, battles=battles)
    kingdoms = tuple(
        replace(kingdom, sealed=None, ready=False) if seat in fact.dropped else kingdom
        for seat, kingdom in enumerate(_out(state, fact.out))
    )
    step = None if state.step is None else replace(state.step, asked=fact.asked)
    return replace(_put(state, fact.owners, fact.units), at=fact.at, battles=battles, kingdoms=kingdoms, step=step)


def _other(
    state: State, fact: f.WentDormant | f.KingdomOut | f.StepExtended | f.CampaignPaused | f.CampaignResumed
) -> State:
    match fact:
        case f.WentDormant() | f.KingdomOut():
            return replace(state, at=fact.at)  # told; what it follows from has changed the state
        case f.StepExtended():
            assert state.step is not None
            return replace(state, at=fact.at, step=replace(state.step, due=fact.due, extensions=fact.extension))
        case f.CampaignPaused():
            pause = Pause(number=fact.number, since=fact.at, until=fact.until)
            return replace(state, at=fact.at, pause=pause, pauses=fact.number)
        case _:
            return _resumed(state, fact)


def _resumed(state: State, fact: f.CampaignResumed) -> State:
    step, battles = state.step, dict(state.battles)
    if step is not None and fact.step_due is not None:
        step = replace(step, due=fact.step_due)
    for battle, dues in fact.battles.items():
        battles[battle] = replace(battles[battle], due=dues.due, spawn_until=dues.spawn_until)
    return replace(state, at=fact.at, pause=None, step=step, battles=battles)


def _kingdom(state: State, fact: f.Fact, seat: Seat, **changes: object) -> State:
    kingdoms = list(state.kingdoms)
    kingdoms[seat] = replace(kingdoms[seat], **changes)
    return replace(state, at=fact.at, kingdoms=tuple(kingdoms))


def _out(state: State, out: Mapping[Seat, int]) -> tuple[Kingdom, ...]:
    return tuple(replace(kingdom, out=out.get(Seat(seat), 0)) for seat, kingdom in enumerate(state.kingdoms))


def _put(state: State, owners: Mapping[PlaceId, Seat], units: Mapping[PlaceId, int]) -> State:
    index, held, stand = state.map.index, list(state.owners), list(state.units)
    for place, owner in owners.items():
        held[index[place]] = owner
    for place, number in units.items():
        stand[index[place]] = number
    return replace(state, owners=tuple(held), units=tuple(stand))
