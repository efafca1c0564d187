"""What players of kingdoms may say: one frozen struct a command, `type` on the wire is the class name.

Orders name the step they are for, reports and answers the battle, so that a late or doubled one does no harm.
"""

from typing import Annotated

import msgspec

from services.engine.core.values import PlaceId

MOST_UNITS = 1_000_000
Units = Annotated[int, msgspec.Meta(ge=1, le=MOST_UNITS)]
Rounds = Annotated[int, msgspec.Meta(ge=0, le=100)]
Step = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
"""Number of an order step, counted from 1 over the whole campaign: `step.number` of the view."""
Nonce = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
"""256 random bits of the player's own, hex: they seal the orders (docs/fairness.md, "Sealed orders")."""
BattleId = Annotated[str, msgspec.Meta(pattern=r"^b[1-9][0-9]{0,4}-[a-zA-Z0-9_]{1,40}$(?!\n)")]
"""`b<turn>-<province>`."""
Words = Annotated[
    str,
    msgspec.Meta(
        description="At most 500 characters. The platform keeps them elsewhere, and the rules find an id here.",
        extra_json_schema={"maxLength": 500},
    ),
]
"""A player's own words, as `Ruleset.words` says."""


# --- orders: what a step asks for ---------------------------------------------------------------------------------


class Orders(msgspec.Struct, frozen=True, kw_only=True, tag=True, tag_field="kind", forbid_unknown_fields=True):
    """Base of a step's orders."""


class Preference(Orders, frozen=True, kw_only=True, tag="preference"):
    """Starting turn 1: provinces, the most wanted first; what is missing follows in map order."""

    places: Annotated[tuple[PlaceId, ...], msgspec.Meta(max_length=2000)]


class Placement(Orders, frozen=True, kw_only=True, tag="placement"):
    """Starting turn 2: how many of the twenty units on which own province."""

    units: Annotated[dict[PlaceId, Units], msgspec.Meta(max_length=2000)]


class Supply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Units go from one own province to another, joined by own provinces."""

    origin: PlaceId
    target: PlaceId
    units: Units


class Provision(Orders, frozen=True, kw_only=True, tag="provision"):
    """Step 1 of a turn: supply, which is carried out first, and creation, whose total is exact."""

    supply: Supply | msgspec.UnsetType = msgspec.UNSET
    create: Annotated[dict[PlaceId, Units], msgspec.Meta(max_length=2000)] = {}
    """How many new units on which own province; none at all means the defaults."""


class AttackOrder(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Units of an own province attack a bordering one of another."""

    origin: PlaceId
    target: PlaceId
    units: Units


class Attacks(Orders, frozen=True, kw_only=True, tag="attacks"):
    """Step 2 of a turn: attacks; none is an order, too."""

    attacks: Annotated[tuple[AttackOrder, ...], msgspec.Meta(max_length=2000)] = ()


AnyOrders = Preference | Placement | Provision | Attacks


class Command(msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True):
    """Base of all commands."""


class Submit(Command, frozen=True, kw_only=True):
    """Hand in one's orders for the step; they replace the ones before and are not ready yet."""

    step: Step
    nonce: Nonce
    orders: AnyOrders


class SubmitText(Command, frozen=True, kw_only=True):
    """Hand in orders as text (docs/rules/kingdoms_orders.md); refused whole, one reason a line."""

    step: Step
    nonce: Nonce
    text: Annotated[str, msgspec.Meta(max_length=12_000)]


class SetReady(Command, frozen=True, kw_only=True):
    """Say that the step may be adjudicated before its deadline, or take that back."""

    step: Step
    ready: bool


# --- battles ------------------------------------------------------------------------------------------------------


class ChooseSpawn(Command, frozen=True, kw_only=True):
    """The defender takes the choice of spawn instead of the advantage, which counts as a unit more."""

    battle: BattleId
    spawn: Annotated[str, msgspec.Meta(pattern=r"^[ab]$(?!\n)")]


class ReportBattle(Command, frozen=True, kw_only=True):
    """A captain says how a battle ended. The same as the other's report settles it, another disputes it."""

    battle: BattleId
    attacker_wins: Rounds
    defender_wins: Rounds
    drawn: Rounds = 0
    from_log: bool = False
    """The figures are those of a server's log, by the captain's word; only where the option `battles` is `game_log`."""


class ConfirmReport(Command, frozen=True, kw_only=True):
    """The other captain agrees."""

    battle: BattleId
    report: Annotated[int, msgspec.Meta(ge=1, le=100)]
    """Number of the report in this battle, from 1."""


class DisputeReport(Command, frozen=True, kw_only=True):
    """The other captain disagrees, without figures of their own: the host rules."""

    battle: BattleId
    report: Annotated[int, msgspec.Meta(ge=1, le=100)]


class SimulateBattle(Command, frozen=True, kw_only=True):
    """A captain whose enemy is a bot or dormant has the battle drawn at once."""

    battle: BattleId


# --- the host -----------------------------------------------------------------------------------------------------


class RuleBattle(Command, frozen=True, kw_only=True):
    """The host settles a disputed battle they are no party of."""

    battle: BattleId
    attacker_wins: Rounds
    defender_wins: Rounds
    drawn: Rounds = 0
    reason: Words = ""


class CorrectBattle(Command, frozen=True, kw_only=True):
    """The host corrects a settled battle, until the next orders are adjudicated; its captains order anew."""

    battle: BattleId
    attacker_wins: Rounds
    defender_wins: Rounds
    drawn: Rounds = 0
    reason: Words


class ExtendStep(Command, frozen=True, kw_only=True):
    """The host gives a step more time: the n-th time it does something once, and all of them have a cap."""

    step: Step
    extension: Annotated[int, msgspec.Meta(ge=1, le=100)]
    """Which extension of this step, from 1: `step.extensions + 1`."""


class PauseCampaign(Command, frozen=True, kw_only=True):
    """The host lets all clocks stand still; orders and reports are taken all the same."""


class ResumeCampaign(Command, frozen=True, kw_only=True):
    """The host lets the clocks go on where they stood."""


PlayerCommand = (
    Submit
    | SubmitText
    | SetReady
    | ChooseSpawn
    | ReportBattle
    | ConfirmReport
    | DisputeReport
    | SimulateBattle
    | RuleBattle
    | CorrectBattle
    | ExtendStep
    | PauseCampaign
    | ResumeCampaign
)
"""Closed union of the players' commands."""
