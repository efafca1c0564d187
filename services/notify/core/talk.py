"""Talk: which channels a campaign has, and who may read and write in them ("Talk").

Everyone seated may read and write, also the eliminated and those for whom a bot stands in; who left for good is a
spectator. A private channel is its two players' alone: neither host nor spectators know of it. Seats that began as bots
have no channel, since bots don't read; what was said with somebody who left stays readable to the other.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from services.notify.core.audience import Seating

ALL = "all"
"""The whole campaign's channel."""
NOTICE = "notice.message"
"""A private message came."""
MOST_CHARACTERS = 2_000
"""Of a message."""
MOST_A_MINUTE = 10
"""Messages of an account in a campaign."""
MINUTE = timedelta(minutes=1)

_PAIR = re.compile(r"(0|[1-9][0-9]{0,2})-(0|[1-9][0-9]{0,2})", re.ASCII)


class Refusal(StrEnum):
    """Why talk says no: a closed list. Kinds and sentences are in `app/refusals.py`."""

    BAD_TEXT = "bad_text"
    NO_SUCH_CHANNEL = "no_such_channel"
    NO_SUCH_MESSAGE = "no_such_message"
    NOBODY_LISTENS = "nobody_listens"
    NO_SUCH_CAMPAIGN = "no_such_campaign"
    NOT_ALLOWED = "not_allowed"
    NOT_A_PLAYER = "not_a_player"
    NOT_YOUR_MESSAGE = "not_your_message"
    KEY_REUSED = "key_reused"
    SLOW_DOWN = "slow_down"


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """A refusal by name.

    :param detail: small plain data that the sentence may speak of.
    """

    def __init__(self, code: Refusal, **detail: Any) -> None:
        super().__init__(code.value)
        self.code = code
        self.detail: Mapping[str, Any] = detail


def seat_of(seating: Seating, account: str) -> int | None:
    """The account's seat; None if it has none, has left it for good, or for nobody in particular."""
    return next((seat for seat, o in seating.items() if account and o.account == account and not o.left), None)


def channels_of(seating: Seating, seat: int) -> list[str]:
    """The channels of a player: the campaign's, then one with each other person in the order of the seats."""
    others = sorted(other for other, occupant in seating.items() if occupant.account and other != seat)
    return [ALL, *(pair(seat, other) for other in others)]


def pair(one: int, other: int) -> str:
    """The channel of two seats."""
    return f"{min(one, other)}-{max(one, other)}"


def readers(channel: str, seating: Seating) -> tuple[str, ...]:
    """The accounts that read a channel by their seats.

    :raises Refused: `no_such_channel`.
    """
    seats = sorted(seating) if channel == ALL else _seats(channel, seating)
    return tuple(dict.fromkeys(seating[s].account for s in seats if seating[s].account and not seating[s].left))


def seat_in(channel: str, seating: Seating, account: str) -> int:
    """The seat with which a player reads and writes in a channel.

    :raises Refused: `not_a_player`; `no_such_channel`, also for another pair's: whether they talk is theirs, too.
    """
    seat = seat_of(seating, account)
    if seat is None:
        raise Refused(Refusal.NOT_A_PLAYER)
    if channel != ALL and seat not in _seats(channel, seating):
        raise Refused(Refusal.NO_SUCH_CHANNEL)
    return seat


def check_heard(channel: str, seating: Seating, seat: int) -> None:
    """Refuse to speak to somebody who left for good.

    :raises Refused: `nobody_listens`.
    """
    other = partner(channel, seat)
    if other is not None and seating[other].left:
        raise Refused(Refusal.NOBODY_LISTENS)


def partner(channel: str, seat: int) -> int | None:
    """The other seat of a private channel; None for the campaign's."""
    match = _PAIR.fullmatch(channel)
    if match is None:
        return None
    low, high = int(match[1]), int(match[2])
    return high if seat == low else low


def _seats(channel: str, seating: Seating) -> tuple[int, int]:
    match = _PAIR.fullmatch(channel)
    if match is None:
        raise Refused(Refusal.NO_SUCH_CHANNEL)
    low, high = int(match[1]), int(match[2])
    if low >= high or any(seat not in seating or not seating[seat].account for seat in (low, high)):
        raise Refused(Refusal.NO_SUCH_CHANNEL)
    return low, high


def wait(times: Sequence[datetime], now: datetime) -> timedelta | None:
    """How long an account waits before its next message; None if not at all.

    :param times: of its messages in the campaign, in any order.
    """
    recent = sorted(at for at in times if now - at < MINUTE)
    if len(recent) < MOST_A_MINUTE:
        return None
    return recent[-MOST_A_MINUTE] + MINUTE - now
