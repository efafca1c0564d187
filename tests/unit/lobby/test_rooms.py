"""The rules of rooms, without a database."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.lobby.core import rooms
from services.lobby.core.refusals import Refused
from services.lobby.core.room import Room, Seat, StartRefusal, State
from services.lobby.core.rooms import Wish

AT = datetime(2026, 1, 1, tzinfo=UTC)
FRESH = bytes(32)


def made(**changes) -> Room:
    room = Room(
        id="r1", campaign="c1", ruleset="tally", name="Room", host="ann", state=State.OPEN, public=True, seat_count=3,
        seats=(Seat(seat=0, account="ann", entropy=FRESH),), options=b"{}", secret_hash="", created=AT, changed=AT,
        version=1,
    )  # fmt: skip
    return msgspec.structs.replace(room, **changes)


def full() -> Room:
    room = rooms.take_seat(made(), "bob", FRESH, invited=False)
    return rooms.set_bot(room, "ann", -1, 4)


def test_seats_fill_from_the_first_free_one() -> None:
    room = full()
    assert [(seat.seat, seat.account, seat.bot_level) for seat in room.seats] == [
        (0, "ann", 0),
        (1, "bob", 0),
        (2, "", 4),
    ]
    gap = rooms.free_seat(room, "bob", 1)
    assert rooms.take_seat(gap, "eve", FRESH, invited=False).seats[1].account == "eve"


def test_an_act_that_is_repeated_changes_nothing() -> None:
    room = full()
    assert rooms.take_seat(room, "bob", FRESH, invited=False) is room
    assert rooms.set_bot(room, "ann", 2, 4) is room
    starting = rooms.start(room, "ann")
    assert rooms.start(starting, "ann") is starting
    closed = rooms.close(made(), "ann")
    assert rooms.close(closed, "ann") is closed
    assert rooms.change(room, "ann", Wish(name="Room", public=True)) is room


def test_nothing_changes_once_it_starts() -> None:
    """Neither seats nor options: the engine may have them already."""
    room = msgspec.structs.replace(rooms.start(full(), "ann"), version=2)
    for act in (
        lambda: rooms.take_seat(room, "eve", FRESH, invited=False),
        lambda: rooms.free_seat(room, "bob", 1),
        lambda: rooms.set_bot(room, "ann", 2, 5),
        lambda: rooms.change(room, "ann", Wish(name="Other")),
        lambda: rooms.close(room, "ann"),
        lambda: rooms.check_host(room, "ann"),
    ):
        with pytest.raises(Refused, match="room_not_open"):
            act()


def test_an_answer_to_another_start_is_void() -> None:
    room = msgspec.structs.replace(rooms.start(full(), "ann"), version=7)
    refusal = StartRefusal(code="x", sentence="X.")
    assert rooms.settle(room, 6, refusal) is room
    again = rooms.settle(room, 7, refusal)
    assert (again.state, again.refusal) == (State.OPEN, refusal)
    assert rooms.settle(again, 7, None) is again
    assert rooms.settle(room, 7, None).state is State.STARTED


def test_an_idle_room_closes_and_a_busy_or_starting_one_stays() -> None:
    later = AT + timedelta(days=1)
    assert rooms.close_idle(made(), later).state is State.CLOSED
    assert rooms.close_idle(made(changed=later), later).state is State.OPEN
    assert rooms.close_idle(rooms.start(full(), "ann"), later).state is State.STARTING


def test_nobody_without_an_account_frees_a_bots_seat() -> None:
    with pytest.raises(Refused, match="not_your_seat"):
        rooms.free_seat(full(), "", 2)


def test_one_click_makes_one_id() -> None:
    assert rooms.derived_id("room", "ann", FRESH) == rooms.derived_id("room", "ann", FRESH)
    ids = {rooms.derived_id(p, a, e) for p in ("room", "campaign") for a in ("ann", "bob") for e in (FRESH, b"1" * 32)}
    assert len(ids) == 8
    assert {len(made_id) for made_id in ids} == {27}


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["take", "free", "bot", "count", "start", "close"]),
        st.sampled_from(["ann", "bob", "eve", "zoe"]),
        st.integers(-1, 5),
    ),
    max_size=40,
)


@given(ACTS)
def test_whatever_is_done_a_room_stays_sound(acts: list[tuple[str, str, int]]) -> None:
    """No seat and no account twice, none beyond the count, and an open room's host sits in it."""
    room = made()
    for act, who, number in acts:
        try:
            match act:
                case "take":
                    room = rooms.take_seat(room, who, FRESH, invited=False)
                case "free":
                    room = rooms.free_seat(room, who, number)
                case "bot":
                    room = rooms.set_bot(room, who, number, 1 + abs(number))
                case "count":
                    room = rooms.change(room, who, Wish(seat_count=number))
                case "start":
                    room = rooms.start(room, who)
                case "close":
                    room = rooms.close(room, who)
        except Refused:
            continue
        numbers = [seat.seat for seat in room.seats]
        people = [seat.account for seat in room.seats if seat.account]
        assert numbers == sorted(set(numbers))
        assert all(number < room.seat_count for number in numbers)
        assert len(people) == len(set(people))
        assert room.state is State.CLOSED or room.host in people
        assert room.state is not State.STARTING or len(numbers) == room.seat_count
