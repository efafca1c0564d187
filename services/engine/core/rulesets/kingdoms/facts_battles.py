"""What happened in battles. Unit counts and owners are those after the fact."""

from datetime import datetime

import msgspec

from services.engine.core.rulesets.kingdoms.happened import Happened
from services.engine.core.values import PlaceId, Seat


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
    owners: dict[PlaceId, Seat] = msgspec.field(default_factory=dict)
    """Of the province, if the turn was over."""
    units: dict[PlaceId, int] = msgspec.field(default_factory=dict)
    out: dict[Seat, int] = msgspec.field(default_factory=dict)
    """If the turn was over: the turn every kingdom without provinces went in."""
    asked: tuple[Seat, ...] = ()
    """If the turn was over: kingdoms with something to order."""
    dropped: tuple[Seat, ...] = ()
    """Its captains who had handed orders in since, which may be impossible now."""
