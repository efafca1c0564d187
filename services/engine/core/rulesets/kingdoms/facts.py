"""What happened: one frozen struct a fact. A fact states every consequence, so that folding it only assigns.

Unit counts and owners are those after the fact; `NOBODY` owns what isn't distributed yet.
"""

from datetime import datetime

import msgspec

from services.engine.core.kernel import Outcome
from services.engine.core.rulesets.kingdoms.commands import AnyOrders
from services.engine.core.rulesets.kingdoms.facts_battles import (
    BattleCorrected,
    BattleReported,
    BattlesBegan,
    BattlesDrawn,
    BattleSettled,
    ReportDisputed,
    SpawnChosen,
)
from services.engine.core.rulesets.kingdoms.happened import Happened
from services.engine.core.rulesets.kingdoms.options import BattleMode
from services.engine.core.values import PlaceId, Seat

NOBODY = Seat(-1)
"""The owner of a province before the distribution."""


class CampaignBegan(Happened, frozen=True, kw_only=True):
    """The start: the map, and what the options come to on it."""

    owners: dict[PlaceId, Seat]
    """Of every province, in map order."""
    units: dict[PlaceId, int]
    seats: int
    turn: int
    """0 before the starting turns; else of the position it starts from."""
    need: int
    """Provinces that win."""
    last_turn: int
    base: int
    rounds: int
    mode: BattleMode
    step_s: int
    report_window_s: int
    battle_s: int


# --- steps --------------------------------------------------------------------------------------------------------


class StepOpened(Happened, frozen=True, kw_only=True):
    """Orders are taken."""

    number: int
    """From 1 over the whole campaign."""
    kind: str
    """`preference`, `placement`, `provision`, `attacks`."""
    turn: int
    due: datetime
    asked: tuple[Seat, ...]
    """Kingdoms with something to order."""


class OrdersSealed(Happened, frozen=True, kw_only=True):
    """A kingdom handed in orders, in place of any before. Others learn the commitment only."""

    seat: Seat
    step: int
    commitment: str
    """SHA-256 of nonce and canonical text, hex (docs/fairness.md, "Sealed orders")."""
    nonce: str
    orders: AnyOrders
    ready: bool = False
    """A bot's orders are ready at once."""


class ReadySet(Happened, frozen=True, kw_only=True):
    """A kingdom lets the step be adjudicated early, or takes that back."""

    seat: Seat
    step: int
    ready: bool


class Revealed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A kingdom's orders as they were carried out."""

    orders: AnyOrders
    by: str = "player"
    """`player`, `bot`, or `default`: nothing was handed in."""
    nonce: str = ""
    commitment: str = ""


class Supplied(msgspec.Struct, frozen=True, kw_only=True):
    """A supply that was carried out."""

    seat: Seat
    origin: PlaceId
    target: PlaceId
    units: int


class Attacked(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An attack, carried out or cancelled."""

    seat: Seat
    origin: PlaceId
    target: PlaceId
    units: int
    cancelled: str = ""
    """`smaller` or `drawn`; empty: carried out."""
    by: Seat | None = None
    """Cancelled: whose attack was carried out."""


class StepAdjudicated(Happened, frozen=True, kw_only=True):
    """All orders of a step are public and carried out at once."""

    number: int
    kind: str
    turn: int
    revealed: dict[Seat, Revealed]
    missed: dict[Seat, int]
    """Steps in a row without orders, of every kingdom it changed for."""
    silent: int
    """Steps of normal turns in a row in which no kingdom sent an order, or bots did for people who all left."""
    owners: dict[PlaceId, Seat] = msgspec.field(default_factory=dict)
    """Of every province, after the distribution."""
    units: dict[PlaceId, int] = msgspec.field(default_factory=dict)
    """On every province where they changed."""
    order: tuple[Seat, ...] = ()
    """Distribution: the kingdoms in the order that was drawn."""
    supplies: tuple[Supplied, ...] = ()
    created: dict[Seat, dict[PlaceId, int]] = msgspec.field(default_factory=dict)
    """Placed or created."""
    attacks: tuple[Attacked, ...] = ()


class WentDormant(Happened, frozen=True, kw_only=True):
    """A kingdom isn't waited for until it sends orders again."""

    seat: Seat
    missed: int


class TurnEnded(Happened, frozen=True, kw_only=True):
    """All battles are settled, and provinces change hands at once."""

    turn: int
    owners: dict[PlaceId, Seat]
    """Of every province that was fought for."""
    units: dict[PlaceId, int]
    out: dict[Seat, int]
    """The turn every kingdom without provinces went in."""


class KingdomOut(Happened, frozen=True, kw_only=True):
    """A kingdom lost its last province."""

    seat: Seat
    turn: int


# --- the host -----------------------------------------------------------------------------------------------------


class StepExtended(Happened, frozen=True, kw_only=True):
    """The host gave a step more time."""

    step: int
    extension: int
    due: datetime


class CampaignPaused(Happened, frozen=True, kw_only=True):
    """The clocks stand still."""

    number: int
    until: datetime


class Dues(msgspec.Struct, frozen=True, kw_only=True):
    """When a battle's windows end."""

    due: datetime
    spawn_until: datetime | None = None


class CampaignResumed(Happened, frozen=True, kw_only=True):
    """The clocks go on."""

    number: int
    by: str
    """`host`, or `clock` after the longest pause."""
    step_due: datetime | None = None
    battles: dict[str, Dues] = msgspec.field(default_factory=dict)


class GameEnded(Happened, frozen=True, kw_only=True):
    """The campaign is over."""

    outcome: Outcome


Fact = (
    CampaignBegan
    | StepOpened
    | OrdersSealed
    | ReadySet
    | StepAdjudicated
    | WentDormant
    | BattlesBegan
    | SpawnChosen
    | BattleReported
    | ReportDisputed
    | BattleSettled
    | BattlesDrawn
    | BattleCorrected
    | TurnEnded
    | KingdomOut
    | StepExtended
    | CampaignPaused
    | CampaignResumed
    | GameEnded
)
