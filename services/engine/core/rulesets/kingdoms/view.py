"""The shapes of what players see; JSON Schemas of the API are made from them.

Orders are in nobody's view but their own seat's until their step is adjudicated.
"""

from typing import Any

import msgspec

from services.engine.core.rulesets.kingdoms.commands import AnyOrders
from services.engine.core.values import PlaceId, Seat


class Shape(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Base: what is at its default is left out, so that a view never holds null."""


class ProvinceView(Shape, frozen=True, kw_only=True):
    """A province."""

    units: int
    """Of its owner, those that marched off not counted; 0 before the distribution."""
    owner: Seat | None = None
    """Missing: before the distribution."""


class KingdomView(Shape, frozen=True, kw_only=True):
    """A kingdom."""

    provinces: int
    units: int
    """Everywhere, those in battles included."""
    creation: int
    """New units in the next step 1, as it stands."""
    unities: tuple[str, ...] = ()
    """Wholly owned."""
    commitment: str = ""
    """SHA-256 of this step's nonce and orders, hex; missing: nothing was handed in."""
    ready: bool = False
    nothing_to_order: bool = False
    """There is nothing this kingdom could order in this step: it counts as ready."""
    missed: int = 0
    """Steps in a row without orders."""
    dormant: bool = False
    """Missed so many that it isn't waited for."""
    out: bool = False
    """Without provinces."""


class StepView(Shape, frozen=True, kw_only=True):
    """The order step that is open."""

    number: int
    kind: str
    """`preference`, `placement`, `provision`, `attacks`: the kind of orders it takes."""
    since_unix_ms: int
    due_unix_ms: int
    extensions: int = 0
    most_extensions: int = 0


class ResultView(Shape, frozen=True, kw_only=True):
    """How a battle ended."""

    attacker_wins: int
    defender_wins: int
    drawn: int
    winner: Seat
    survivors: int
    """Of the winner."""
    by: str
    """`agreed`, `stood` (unanswered), `ruled`, `simulated`, `corrected`."""
    reason: str = ""
    """Id of the host's words."""


class ReportView(Shape, frozen=True, kw_only=True):
    """A captain's report."""

    report: int
    """Its number in this battle."""
    seat: Seat
    attacker_wins: int
    defender_wins: int
    drawn: int
    at_unix_ms: int
    from_log: bool = False


class BattleView(Shape, frozen=True, kw_only=True):
    """A battle of this turn, or of the last one until the next orders are adjudicated."""

    province: PlaceId
    origin: PlaceId
    attacker: Seat
    defender: Seat
    attacker_units: int
    defender_units: int
    attacker_size: int
    """Players of the attacker's side in the battle."""
    defender_size: int
    rounds: int
    status: str
    """`open`, `reported`, `disputed`, `settled`."""
    due_unix_ms: int
    """Then it is drawn, or the report stands."""
    spawn: str = ""
    """`a` or `b`: the defender chose it for all rounds; missing: half of the rounds on each."""
    spawn_until_unix_ms: int = 0
    """The defender may choose the spawn until then; missing: no more."""
    reports: tuple[ReportView, ...] = ()
    result: ResultView | None = None


class RevealedView(Shape, frozen=True, kw_only=True):
    """A seat's orders of an adjudicated step, and what proves them."""

    orders: AnyOrders
    text: str
    """The orders in their canonical form: the sealed bytes."""
    nonce: str
    commitment: str
    by: str = "player"
    """`player`, `bot`, or `default` for what was not handed in (then nothing was sealed)."""


class AttackView(Shape, frozen=True, kw_only=True):
    """An attack of the adjudicated step."""

    seat: Seat
    origin: PlaceId
    target: PlaceId
    units: int
    cancelled: str = ""
    """`smaller`: another attack was larger; `drawn`: as large, and another was drawn; missing: carried out."""
    by: Seat | None = None
    """Cancelled: whose attack was carried out."""


class SupplyView(Shape, frozen=True, kw_only=True):
    """A supply of the adjudicated step."""

    seat: Seat
    origin: PlaceId
    target: PlaceId
    units: int


class AdjudicatedView(Shape, frozen=True, kw_only=True):
    """The step that was adjudicated last."""

    number: int
    kind: str
    turn: int
    revealed: dict[str, RevealedView]
    """By seat."""
    order: tuple[Seat, ...] = ()
    """Distribution: the kingdoms in the order that was drawn."""
    supplies: tuple[SupplyView, ...] = ()
    created: dict[str, dict[PlaceId, int]] = {}
    """Placed or created, by seat."""
    attacks: tuple[AttackView, ...] = ()
    before: dict[PlaceId, ProvinceView] = {}
    """The map before it."""


class PublicView(Shape, frozen=True, kw_only=True):
    """The public picture of a campaign."""

    turn: int
    """0 during the two starting turns."""
    need: int
    """Provinces that win at the end of a turn."""
    last_turn: int
    base: int
    """Base amount of a battle."""
    rounds: int
    battle_mode: str
    """`reported`, `game_log`, `simulated`."""
    provinces: dict[PlaceId, ProvinceView]
    kingdoms: dict[str, KingdomView]
    """By seat."""
    step: StepView | None = None
    """Missing while battles are fought, and after the end."""
    battles: dict[str, BattleView] = {}
    adjudicated: AdjudicatedView | None = None
    paused: bool = False
    paused_until_unix_ms: int = 0
    ended: str = ""
    """`target`, `last_turn`, `last_standing`, `abandoned`; missing while it goes on."""
    winners: tuple[Seat, ...] = ()


class PrivateView(Shape, frozen=True, kw_only=True):
    """A seat's own part."""

    step: int = 0
    """The step these orders are for; missing: nothing was handed in."""
    orders: AnyOrders | None = None
    text: str = ""
    """In canonical form."""
    nonce: str = ""


class SupplyChoice(Shape, frozen=True, kw_only=True):
    """An own province from which units may go."""

    most: int
    targets: tuple[PlaceId, ...]


class AttackChoice(Shape, frozen=True, kw_only=True):
    """An own province from which attacks may be made."""

    most: int
    """Units that may leave it, all attacks together."""
    targets: tuple[PlaceId, ...]


class Ordering(Shape, frozen=True, kw_only=True):
    """What the open step takes from this seat."""

    step: int
    kind: str
    places: tuple[PlaceId, ...] = ()
    """Provinces to rank, or own ones to place units on."""
    total: int = 0
    """Units to place or create, exactly."""
    supply: dict[PlaceId, SupplyChoice] = {}
    attacks: dict[PlaceId, AttackChoice] = {}


class BattleActs(Shape, frozen=True, kw_only=True):
    """What a seat may do about a battle."""

    report: bool = False
    answer: int = 0
    """Number of the report that may be confirmed or disputed."""
    choose_spawn: bool = False
    simulate: bool = False
    rule: bool = False
    correct: bool = False


class Actions(Shape, frozen=True, kw_only=True):
    """What a seat may do now."""

    submit: Ordering | None = None
    ready: bool | None = None
    """The value `SetReady` may set; missing: nothing to mark."""
    battles: dict[str, BattleActs] = {}
    extend: int = 0
    """Number of the extension the host may give."""
    pause: bool = False
    resume: bool = False


VIEWS: dict[str, type[Any]] = {"PublicView": PublicView, "PrivateView": PrivateView, "Actions": Actions}
