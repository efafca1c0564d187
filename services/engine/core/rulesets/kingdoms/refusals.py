"""Why the rules of the kingdoms refuse a command: closed lists, translated by every client."""

from enum import StrEnum
from typing import Any

from services.engine.core.refusing import listed, malformed, not_allowed, not_now, quoted

__all__ = ["Bad", "BadLine", "BadOrder", "Refusal", "listed", "malformed", "not_allowed", "not_now", "quoted"]

Bad = dict[str, Any]
"""What is wrong with one order: `at`, its place in the list or its province, `reason` and figures."""


class Refusal(StrEnum):
    """Refusal codes. The value is the code on the wire; `detail` of the refusal carries what is named here."""

    WRONG_STEP = "wrong_step"
    """Another step is open, or none, or it takes other orders. `step`, `takes`: number and kind of the open one."""
    BAD_ORDERS = "bad_orders"
    """Some orders can't be carried out, so none was taken. `orders`: of each bad one `at`, its place in the list or
    its province, `reason` (`BadOrder`) and figures; the first hundred, and in `more` how many more, if any."""
    BAD_LINES = "bad_lines"
    """Some lines can't be read or carried out, so none was taken. `lines`: of each bad one `line` from 1, `text`,
    `reason` (`BadOrder`, `BadLine`) and figures; the first hundred, and in `more` how many more, if any."""
    NOTHING_SUBMITTED = "nothing_submitted"
    """Ready without orders: hand some in first, if only an empty list."""
    NO_SUCH_BATTLE = "no_such_battle"
    """No battle of this turn has this id. `battle`."""
    BATTLE_SETTLED = "battle_settled"
    """The battle has its result."""
    NOT_A_CAPTAIN = "not_a_captain"
    """Somebody else's battle."""
    BAD_RESULT = "bad_result"
    """Wins and drawn rounds don't sum to the rounds. `rounds`, `have`."""
    ALREADY_REPORTED = "already_reported"
    """The captain's report stands until the other answers, or there were too many. `report`."""
    NO_SUCH_REPORT = "no_such_report"
    """The report that may be answered is another, or there is none. `report`: that one."""
    NO_LOGS = "no_logs"
    """Battles of this campaign aren't read from logs: the option `battles` is another."""
    BAD_LOG = "bad_log"
    """The log tells nothing that can be used. `reason`: `no_rounds`, `too_many_rounds`, `too_many_lines`,
    `too_many_sides`."""
    NO_SPAWN_CHOICE = "no_spawn_choice"
    """Only the defender chooses the spawn, and only before the first report and the end of the first day."""
    ENEMY_REPORTS = "enemy_reports"
    """The other captain is a person who isn't dormant: the battle is fought."""
    NOT_DISPUTED = "not_disputed"
    """The captains don't disagree."""
    HOST_IS_PARTY = "host_is_party"
    """The host is a captain of this battle and can't rule."""
    NOT_SETTLED = "not_settled"
    """There is no result to correct."""
    NOT_FOUGHT = "not_fought"
    """The battle was drawn, and nobody has reported it: there is no report to correct."""
    TOO_LATE_TO_CORRECT = "too_late_to_correct"
    """The next orders were adjudicated."""
    NOT_THE_HOST = "not_the_host"
    """Only the host may."""
    TOO_MANY_EXTENSIONS = "too_many_extensions"
    """A step is extended so often and no more, one at a time. `most`, `next`."""
    ALREADY_PAUSED = "already_paused"
    """The clocks stand still."""
    NOT_PAUSED = "not_paused"
    """The clocks go."""
    REASON_MISSING = "reason_missing"
    """A correction says why."""
    OUT = "out"
    """The kingdom has no province left and may watch."""
    BAD_OPTION = "bad_option"
    """An option is outside its range. `reason`."""
    ODD_ROUNDS = "odd_rounds"
    """The rounds of a battle are even. `rounds`."""
    SHARE_TOO_LOW = "share_too_low"
    """Some kingdom would hold the share at the start. `need`: the least per cent that does, or 0 if none does."""
    MAP_TOO_SMALL = "map_too_small"
    """Too few provinces for so many seats. `need`, `have`."""
    OVER = "over"
    """The campaign has ended."""


class BadOrder(StrEnum):
    """Why one order can't be carried out."""

    UNKNOWN_PROVINCE = "unknown_province"
    TWICE = "twice"
    """Ranked twice, or attacked from two provinces."""
    NOT_YOURS = "not_yours"
    OWN_PROVINCE = "own_province"
    NOT_BORDERING = "not_bordering"
    CUT_OFF = "cut_off"
    """No way through own provinces."""
    SAME_PROVINCE = "same_province"
    TOO_MANY_UNITS = "too_many_units"
    """`most`: may leave; one stays."""
    WRONG_TOTAL = "wrong_total"
    """`need`, `have`."""


class BadLine(StrEnum):
    """Why one line can't be read."""

    UNREADABLE = "unreadable"
    """No order looks like this."""
    WRONG_KIND = "wrong_kind"
    """The open step takes no such order. `takes`: its kind."""
    AMBIGUOUS = "ambiguous"
    """Several provinces begin so. `name`, `places`: the first of them."""
    UNKNOWN_NAME = "unknown_name"
    """No province is called so. `name`."""
    BAD_NUMBER = "bad_number"
    """Units are whole numbers from 1."""
    ONE_SUPPLY = "one_supply"
    """A turn has one supply."""
