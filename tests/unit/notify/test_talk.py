"""Which channels there are, whose they are, and what a message may hold."""

from datetime import UTC, datetime, timedelta

import pytest

from services.notify.core import talk
from services.notify.core.audience import Occupant
from services.notify.core.talk import Refused

NOW = datetime(2026, 1, 1, tzinfo=UTC)
SEATING = {
    0: Occupant(seat=0, account="ann"),
    1: Occupant(seat=1, account="bob", eliminated=True),
    2: Occupant(seat=2, account="", bot_level=5),
    3: Occupant(seat=3, account="eve", bot_level=2),
}


def refusal(call, *arguments) -> str:
    with pytest.raises(Refused) as refused:
        call(*arguments)
    return str(refused.value)


def test_everybody_has_the_campaigns_channel_and_one_with_each_other_person() -> None:
    """Also the eliminated and those for whom a bot stands in, but no seat that began as a bot."""
    assert talk.channels_of(SEATING, 0) == ["all", "0-1", "0-3"]
    assert talk.channels_of(SEATING, 3) == ["all", "0-3", "1-3"]
    assert talk.seat_of(SEATING, "eve") == 3
    assert talk.seat_of(SEATING, "") is None


def test_a_private_channel_is_its_two_players_alone() -> None:
    assert talk.seat_in("0-3", SEATING, "eve") == 3
    assert talk.readers("0-3", SEATING) == ("ann", "eve")
    assert talk.readers("all", SEATING) == ("ann", "bob", "eve")
    assert refusal(talk.seat_in, "0-3", SEATING, "bob") == "no_such_channel"
    assert refusal(talk.seat_in, "0-3", SEATING, "mallory") == "not_a_player"
    assert (talk.partner("0-3", 0), talk.partner("0-3", 3), talk.partner("all", 0)) == (3, 0, None)


@pytest.mark.parametrize("channel", ["", "0", "3-0", "0-0", "0-2", "0-9", "00-1", "0-1-3", "0-1\n", "ALL", "-1-0"])
def test_other_words_are_no_channels(channel: str) -> None:
    assert refusal(talk.seat_in, channel, SEATING, "ann") == "no_such_channel"


def test_ten_messages_a_minute() -> None:
    times = [NOW - timedelta(seconds=second) for second in range(5, 55, 5)]
    assert len(times) == 10
    assert talk.wait(times, NOW) == timedelta(seconds=10)
    assert talk.wait(times[1:], NOW) is None
    assert talk.wait([*times, NOW - timedelta(seconds=60)], NOW + timedelta(seconds=10)) is None
