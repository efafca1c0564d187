"""What happened: one frozen struct a fact. A fact states every consequence, so that folding it only assigns.

Unit counts and owners are those after the fact; `NOBODY` owns what isn't distributed yet.
"""

from datetime import datetime

import msgspec

from services.engine.core.kernel import Outcome
from services.engine.core.rulesets.kingdoms.commands import AnyOrders
from services.engine.core.rulesets.kingdoms.options import BattleMode
from services.engine.core.values import PlaceId, Seat

NOBODY = Seat(-1)
"""The owner of a province before the distribution."""


class Happened(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Base of all facts."""

    at: datetime


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
    """Steps of normal turns in a row in which no kingdom sent an order."""
    owners: dict[PlaceId, Seat] = {}
    """Of every province, after the distribution."""
    units: dict[PlaceId, int] = {}
    """On every province where they changed."""
    order: tuple[Seat, ...] = ()
    """Distribution: the kingdoms in the order that was drawn."""
    supplies: tuple[Supplied, ...] = ()
    created: dict[Seat, dict[PlaceId, int]] = {}
    """Placed or created."""
    attacks: tuple[Attacked, ...] = ()


class WentDormant(Happened, frozen=True, kw_only=True):
    """A kingdom isn't waited for until it sends orders again."""

    seat: Seat
    missed: int


# --- battles ------------------------------------------------------------------------------------------------------


class BattleBegan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Two kingdoms' units are in a province."""

    at: datetime

    battle: str
    province: PlaceId
    origin: PlaceId
    attacker: Seat
    defender: Seat
    attacker_units: int
    defender_units: int
    due: datetime
    spawn_until: datetime | None = None
    """The defender may choose the spawn until then."""
    captains: tuple[Seat, ...] = ()
    """Those who are asked to report."""


class BattlesBegan(Happened, frozen=True, kw_only=True):
    """All battles of a turn."""

    battles: tuple[BattleBegan, ...]
    """In map order of their provinces."""


class SpawnChosen(Happened, frozen=True, kw_only=True):
    """The defender took the choice of spawn, or let it pass."""

    battle: str
    seat: Seat
    spawn: str = ""
    """`a`, `b`; empty: the advantage stays."""


class BattleReported(Happened, frozen=True, kw_only=True):
    """A captain said how a battle ended."""

    battle: str
    report: int
    seat: Seat
    other: Seat
    """The other captain."""
    attacker_wins: int
    defender_wins: int
    drawn: int
    due: datetime
    from_log: bool = False
    disputes: bool = False
    """It contradicts the other captain's."""
    host: Seat | None = None
    """Disputed: who rules."""


class ReportDisputed(Happened, frozen=True, kw_only=True):
    """The other captain disagreed without figures."""

    battle: str
    report: int
    seat: Seat
    other: Seat
    due: datetime
    host: Seat | None = None


class BattleSettled(Happened, frozen=True, kw_only=True):
    """A battle has its result."""

    battle: str
    attacker: Seat
    defender: Seat
    province: PlaceId
    attacker_wins: int
    defender_wins: int
    drawn: int
    winner: Seat
    survivors: int
    by: str
    """`agreed`, `stood`, `ruled`, `simulated`."""
    reason: str = ""
    """Id of the host's words."""


class BattlesDrawn(Happened, frozen=True, kw_only=True):
    """All battles that nobody fights have their results."""

    results: tuple[BattleSettled, ...]


class BattleCorrected(Happened, frozen=True, kw_only=True):
    """The host corrected a result."""

    battle: str
    attacker: Seat
    defender: Seat
    province: PlaceId
    attacker_wins: int
    defender_wins: int
    drawn: int
    winner: Seat
    survivors: int
    reason: str
    owners: dict[PlaceId, Seat] = {}
    """Of the province, if the turn was over."""
    units: dict[PlaceId, int] = {}
    out: dict[Seat, int] = {}
    """If the turn was over: the turn every kingdom without provinces went in."""
    asked: tuple[Seat, ...] = ()
    """If the turn was over: kingdoms with something to order."""
    dropped: tuple[Seat, ...] = ()
    """Kingdoms whose sealed orders are no longer allowed."""


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
    battles: dict[str, Dues] = {}


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
