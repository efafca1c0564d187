"""What the host sets in the room (rules, "A normal turn", "Battles", "Winning")."""

from enum import StrEnum
from typing import Annotated

import msgspec

from services.engine.core.option_forms import form, whole


class Pace(StrEnum):
    """How long an order step lasts."""

    DAYS = "days"
    LIVE = "live"


class BattleMode(StrEnum):
    """How battles are settled."""

    REPORTED = "reported"
    """Fought elsewhere; both captains report."""
    GAME_LOG = "game_log"
    """As reported, and either captain may hand in the server's log."""
    SIMULATED = "simulated"
    """Drawn at once."""


class Spectators(StrEnum):
    """Who may watch."""

    PUBLIC = "public"
    LINK = "link"
    NONE = "none"


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a campaign. Every field has a default; numbers outside their range are refused."""

    map: Annotated[str, form(hidden=True)] = "marches40"
    """Which map."""
    pace: Annotated[Pace, form(Pace, first=True)] = Pace.DAYS
    step_days: Annotated[int, whole(1, 14), form(first=True, pace="days")] = 2
    """Days an order step."""
    step_minutes: Annotated[int, whole(5, 30), form(first=True, pace="live")] = 10
    """Minutes an order step."""
    battles: Annotated[BattleMode, form(BattleMode, first=True)] = BattleMode.REPORTED
    base: Annotated[int, whole(1, 50)] = 5
    """Base amount of players in a battle."""
    rounds: Annotated[int, whole(6, 100)] = 8
    """Rounds of a battle: even."""
    report_window_h: Annotated[int, whole(1, 168)] = 48
    """Hours until a report that nobody answers stands, and until a dispute that nobody rules is drawn."""
    battle_days: Annotated[int, whole(1, 30)] = 7
    """Days until a battle without a report is drawn."""
    share_percent: Annotated[int, whole(50, 100)] = 60
    """Provinces to hold at the end of a turn, in per cent of the map."""
    last_turn: Annotated[int, whole(1, 500)] = 40
    spectators: Annotated[Spectators, form(Spectators)] = Spectators.PUBLIC
