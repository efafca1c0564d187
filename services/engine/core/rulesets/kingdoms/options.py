"""What the host sets in the room (rules, "A normal turn", "Battles", "Winning")."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any

import msgspec

from services.engine.core.board import Board
from services.engine.core.option_forms import Spectators, form, whole
from services.engine.core.rulesets.kingdoms.position import Position, check_position
from services.engine.core.rulesets.kingdoms.refusals import Refusal, malformed
from services.engine.core.unreadable import reason


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


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a campaign. Every field has a default; numbers outside their range are refused."""

    map: Annotated[str, form(hidden=True, maps=True)] = "marches40"
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
    position: Annotated[Position, form(hidden=True)] | msgspec.UnsetType = msgspec.UNSET
    """Start from here instead of the starting turns."""

    @property
    def step_s(self) -> int:
        """Seconds an order step."""
        return self.step_minutes * 60 if self.pace is Pace.LIVE else self.step_days * 86_400


def need(provinces: int, percent: int) -> int:
    """Provinces that are a share of the map.

    >>> need(40, 60), need(41, 60)
    (24, 25)
    """
    return -(-provinces * percent // 100)


def check_options(raw: Mapping[str, Any], seats: int, board: Board) -> Options:
    """The host's options, checked.

    :param raw: plain JSON values by option name; what is missing takes its default.
    :raises Rejected: `bad_option`, `odd_rounds`, `map_too_small`, `share_too_low`.
    """
    try:
        options = msgspec.convert(dict(raw), Options)
    except msgspec.ValidationError as wrong:
        malformed(Refusal.BAD_OPTION, "Options", reason=reason(wrong))
    if options.rounds % 2:
        malformed(Refusal.ODD_ROUNDS, "Battles", rounds=options.rounds)
    provinces = len(board.places)
    if provinces < seats:
        malformed(Refusal.MAP_TOO_SMALL, "Map and seats", need=seats, have=provinces)
    if options.position is not msgspec.UNSET:
        check_position(options.position, seats, board, need(provinces, options.share_percent))
        return options
    most = -(-provinces // seats)
    if need(provinces, options.share_percent) <= most:
        enough = next((percent for percent in range(50, 101) if need(provinces, percent) > most), 0)
        malformed(Refusal.SHARE_TOO_LOW, "Winning", need=enough)
    return options
