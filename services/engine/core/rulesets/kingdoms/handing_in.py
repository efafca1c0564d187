"""A server's log that a captain hands in: what it says of the rounds, from which a report is filled in ("Battles")."""

from typing import Any

import msgspec

from services.engine.core.rulesets.kingdoms.game_log import Unread, read_log
from services.engine.core.rulesets.kingdoms.refusals import Refusal, malformed
from services.engine.core.rulesets.kingdoms.reports import RULE, may_read_logs, own_battle
from services.engine.core.rulesets.kingdoms.state import State
from services.engine.core.values import Seat


def read_battle_log(state: State, seat: Seat, about: str, content: bytes) -> dict[str, Any]:
    """`GameLog` as plain data. The captain still says which side attacked, and reports.

    :param about: the battle.
    :raises Rejected: `no_logs`, `no_such_battle`, `not_a_captain`, `battle_settled`, `bad_log`.
    """
    may_read_logs(state)
    own_battle(state, seat, about)
    try:
        log = read_log(content)
    except Unread as unread:
        malformed(Refusal.BAD_LOG, RULE, reason=unread.reason)
    said: dict[str, Any] = msgspec.to_builtins(log)
    return said
