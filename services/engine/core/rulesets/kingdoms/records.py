"""Parts of the state: a step, a kingdom, sealed orders, a battle."""

from datetime import datetime

import msgspec

from services.engine.core.rulesets.kingdoms.commands import AnyOrders
from services.engine.core.rulesets.kingdoms.facts import StepAdjudicated
from services.engine.core.rulesets.kingdoms.facts_battles import BattleBegan
from services.engine.core.rulesets.kingdoms.options import BattleMode
from services.engine.core.values import Seat

DORMANT = 3
"""Missed steps in a row after which a kingdom is not waited for."""


class Terms(msgspec.Struct, frozen=True, kw_only=True):
    """What the options come to."""

    need: int
    last_turn: int
    base: int
    rounds: int
    mode: BattleMode
    step_s: int
    report_window_s: int
    battle_s: int


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """The order step that is open."""

    number: int
    kind: str
    since: datetime
    due: datetime
    asked: tuple[Seat, ...]
    """Kingdoms with something to order."""
    extensions: int = 0


class Sealed(msgspec.Struct, frozen=True, kw_only=True):
    """Orders handed in for the open step."""

    orders: AnyOrders
    nonce: str
    commitment: str


class Kingdom(msgspec.Struct, frozen=True, kw_only=True):
    """A kingdom beside what it owns."""

    sealed: Sealed | None = None
    ready: bool = False
    missed: int = 0
    """Steps in a row without orders."""
    out: int = 0
    """The turn it lost its last province in; 0 while it has some."""

    @property
    def dormant(self) -> bool:
        """Whether nobody waits for it."""
        return self.missed >= DORMANT


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A captain's report; its number is its place in the list."""

    seat: Seat
    attacker_wins: int
    defender_wins: int
    drawn: int
    at: datetime
    from_log: bool = False


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a battle ended."""

    attacker_wins: int
    defender_wins: int
    drawn: int
    winner: Seat
    survivors: int
    by: str
    reason: str = ""


class Battle(msgspec.Struct, frozen=True, kw_only=True):
    """A battle of this turn, or of the last one until the next orders are adjudicated."""

    began: BattleBegan
    since: datetime
    """When the window that runs began."""
    due: datetime
    status: str = "open"
    """`open`, `reported`, `disputed`, `settled`."""
    spawn: str = ""
    spawn_until: datetime | None = None
    reports: tuple[Report, ...] = ()
    result: Result | None = None

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Attacker and defender."""
        return self.began.attacker, self.began.defender

    @property
    def fought(self) -> bool:
        """Whether it was reported, or two people might have fought it; else it is dice, which nobody corrects."""
        return bool(self.reports) or len(self.began.captains) > 1

    def other(self, seat: Seat) -> Seat:
        """The captain on the other side."""
        attacker, defender = self.seats
        return defender if seat == attacker else attacker


class Pause(msgspec.Struct, frozen=True, kw_only=True):
    """The clocks stand still."""

    number: int
    since: datetime
    until: datetime


class Adjudicated(msgspec.Struct, frozen=True, kw_only=True):
    """The step that was adjudicated last, and the map before it."""

    fact: StepAdjudicated
    owners: tuple[Seat, ...]
    units: tuple[int, ...]
