"""Rooms up to the start, on both databases."""

import asyncio
import json
import os
from collections import Counter
from datetime import timedelta

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError
from warboard_pb.lobby.v1 import lobby_pb2

from chassis.bus import Message
from chassis.ids import new_id
from chassis.problems import Problem
from services.lobby.adapters.tables import SEAT
from tests.contract.lobby.conftest import ON_POSTGRES, ON_SQLITE, JumpingClock, Lobby, StartLobby, refused, until
from tests.fake_engine import FakeEngine

FRESH = b"\x01" * 32


async def test_a_room_is_created_with_its_host_and_a_drawn_secret(lobby: Lobby, engine: FakeEngine) -> None:
    """The engine completes the options; the same click makes the same room."""
    host = await lobby.guest()
    room = await lobby.room(host, options=b'{"target": 5}', entropy=FRESH)
    assert (room.state, room.host, room.version, room.seat_count) == ("open", host, 1, 3)
    assert [(seat.seat, seat.account, seat.name, seat.guest) for seat in room.seats] == [(0, host, "Ann", True)]
    assert json.loads(room.options) == {"target": 5, "drawn": 7}
    assert room.campaign in engine.reserved
    assert len(room.secret_hash) == 64
    assert await lobby.room(host, options=b'{"target": 5}', entropy=FRESH) == room
    assert FRESH not in room.SerializeToString()


@ON_SQLITE
async def test_a_room_that_can_not_be_is_refused(lobby: Lobby) -> None:
    host = await lobby.guest()
    assert await refused(lobby.room(host, ruleset="chess")) == "unknown_ruleset"
    assert await refused(lobby.room(host, ruleset="../x")) == "bad_id"
    assert await refused(lobby.room(host, seats=61)) == "bad_seats"
    assert await refused(lobby.room(host, seats=0)) == "bad_seats"
    assert await refused(lobby.room(host, options=b'{"target": 0}')) == "bad_option"
    assert await refused(lobby.room(host, options=b" " * 20_000)) == "too_large"
    assert await refused(lobby.room(host, entropy=b"short")) == "bad_entropy"
    assert await refused(lobby.room(host, name="\n")) == "bad_name"
    assert await refused(lobby.room(new_id())) == "no_such_account"
    assert not (await lobby.call("ListRooms")).rooms


async def test_fifty_joins_for_one_seat_give_one_success(lobby: Lobby) -> None:
    """And 49 clear refusals (pitfall 33)."""
    host = await lobby.guest()
    room = await lobby.room(host, seats=2)
    people = [await lobby.guest(f"G{number}") for number in range(50)]

    async def join(person: str) -> str:
        try:
            joined = await lobby.call("TakeSeat", room=room.id, account=person, entropy=os.urandom(32))
        except Problem as problem:
            return problem.code
        assert [seat.account for seat in joined.seats] == [host, person]
        return "ok"

    codes = Counter(await asyncio.gather(*(join(person) for person in people)))
    assert codes == {"ok": 1, "room_full": 49}
    after = await lobby.call("GetRoom", room=room.id)
    assert (len(after.seats), after.version) == (2, 2)


async def test_a_double_click_takes_one_seat(lobby: Lobby) -> None:
    """Pitfall 33: also when both clicks come at once."""
    room = await lobby.room(await lobby.guest(), seats=4)
    person = await lobby.guest("Bob")
    joins = [lobby.call("TakeSeat", room=room.id, account=person, entropy=os.urandom(32)) for _ in range(5)]
    answers = await asyncio.gather(*joins)
    assert {answer.version for answer in answers} == {2}
    assert [seat.account for seat in answers[0].seats] == [room.host, person]


async def test_the_database_itself_refuses_a_doubled_seat(lobby: Lobby) -> None:
    """Neither one seat twice nor one account on two seats, whatever the program does; bots may be many."""
    room = await lobby.room(await lobby.guest(), seats=4)

    async def put(seat: int, account: str | None) -> None:
        row = {"room": room.id, "seat": seat, "account": account, "bot_level": 0, "entropy": b""}
        async with lobby.service.database.write() as connection:
            await connection.execute(insert(SEAT), [row])

    for seat, account in ((0, "a9"), (1, room.host)):
        with pytest.raises(IntegrityError):
            await put(seat, account)
    await put(1, None)
    await put(2, None)


@ON_POSTGRES
async def test_two_replicas_give_a_seat_once(start_lobby: StartLobby) -> None:
    first, second = await start_lobby(), await start_lobby()
    host = await first.guest()
    room = await first.room(host, seats=2)
    people = [await first.guest(f"G{number}") for number in range(20)]

    async def join(number: int) -> str:
        lobby = (first, second)[number % 2]
        try:
            await lobby.call("TakeSeat", room=room.id, account=people[number], entropy=os.urandom(32))
        except Problem as problem:
            return problem.code
        return "ok"

    assert Counter(await asyncio.gather(*(join(number) for number in range(20)))) == {"ok": 1, "room_full": 19}


@ON_SQLITE
async def test_the_host_puts_bots_and_changes_them(lobby: Lobby) -> None:
    host, other = await lobby.guest(), await lobby.guest("Bob")
    room = await lobby.room(host, seats=2)
    by_host = {"room": room.id, "account": host}
    assert await refused(lobby.call("SetBot", room=room.id, account=other, seat=-1, level=3)) == "not_host"
    assert await refused(lobby.call("SetBot", **by_host, seat=-1, level=9)) == "bad_level"
    assert await refused(lobby.call("SetBot", **by_host, seat=2, level=1)) == "bad_seat"
    assert await refused(lobby.call("SetBot", **by_host, seat=0, level=1)) == "seat_taken"
    first = await lobby.call("SetBot", **by_host, seat=-1, level=3)
    assert [(seat.seat, seat.account, seat.bot_level) for seat in first.seats][1] == (1, "", 3)
    assert await refused(lobby.call("SetBot", **by_host, seat=-1, level=3)) == "room_full"
    second = await lobby.call("SetBot", **by_host, seat=1, level=5)
    assert await lobby.call("SetBot", **by_host, seat=1, level=5) == second
    freed = await lobby.call("FreeSeat", **by_host, seat=1)
    assert len(freed.seats) == 1
    assert await lobby.call("FreeSeat", **by_host, seat=1) == freed


@ON_SQLITE
async def test_the_hosts_role_passes_and_the_last_to_leave_closes(lobby: Lobby) -> None:
    """Pitfall 35."""
    ann, bob, eve = await lobby.guest(), await lobby.guest("Bob"), await lobby.guest("Eve")
    room = await lobby.room(ann, seats=4)
    for person in (bob, eve):
        await lobby.call("TakeSeat", room=room.id, account=person, entropy=FRESH)
    assert await refused(lobby.call("FreeSeat", room=room.id, account=eve, seat=1)) == "not_your_seat"
    kicked = await lobby.call("FreeSeat", room=room.id, account=ann, seat=1)
    assert [seat.account for seat in kicked.seats] == [ann, eve]
    left = await lobby.call("FreeSeat", room=room.id, account=ann, seat=0)
    assert (left.host, left.state) == (eve, "open")
    await lobby.call("SetBot", room=room.id, account=eve, seat=0, level=1)
    over = await lobby.call("FreeSeat", room=room.id, account=eve, seat=2)
    assert (over.state, len(over.seats)) == ("closed", 0)
    assert await refused(lobby.call("TakeSeat", room=room.id, account=bob, entropy=FRESH)) == "room_not_open"


async def test_the_host_changes_the_room_and_the_rules_check_it(lobby: Lobby) -> None:
    host, other = await lobby.guest(), await lobby.guest("Bob")
    room = await lobby.room(host)
    await lobby.call("TakeSeat", room=room.id, account=other, entropy=FRESH)
    by_host = {"room": room.id, "account": host}
    assert await refused(lobby.call("UpdateRoom", room=room.id, account=other, name="Mine")) == "not_host"
    assert await refused(lobby.call("UpdateRoom", **by_host, options=b'{"target": -1}')) == "bad_option"
    assert await refused(lobby.call("UpdateRoom", **by_host, seat_count=1)) == "seats_occupied"
    assert await refused(lobby.call("UpdateRoom", **by_host, seat_count=100)) == "bad_seats"
    private = lobby_pb2.UpdateRoomRequest.VISIBILITY_INVITED
    wish = {"name": "Ours", "seat_count": 2, "options": b'{"target": 3}', "visibility": private}
    changed = await lobby.call("UpdateRoom", **by_host, **wish)
    assert (changed.name, changed.seat_count, changed.public, changed.version) == ("Ours", 2, False, 3)
    assert json.loads(changed.options)["target"] == 3
    assert await lobby.call("UpdateRoom", **by_host, **wish) == changed
    await lobby.call("FreeSeat", room=room.id, account=other, seat=1)
    assert await refused(lobby.call("FreeSeat", room=room.id, account=other, seat=1)) == "no_such_room"


@ON_SQLITE
async def test_a_private_room_opens_to_an_invite_until_it_expires(
    start_lobby: StartLobby, fake_clock: JumpingClock
) -> None:
    lobby = await start_lobby(fake_clock)
    host, guest = await lobby.guest(), await lobby.guest("Bob")
    room = await lobby.room(host, public=False)
    other = await lobby.room(host, public=False)
    assert not (await lobby.call("ListRooms")).rooms
    assert await refused(lobby.call("GetRoom", room=room.id, account=guest)) == "no_such_room"
    assert await refused(lobby.call("GetRoom", room=new_id())) == "no_such_room"
    assert await refused(lobby.call("CreateInvite", room=room.id, account=guest)) == "no_such_room"
    too_long = lobby.call("CreateInvite", room=room.id, account=host, expires_in_s=31 * 86_400)
    assert await refused(too_long) == "bad_expiry"
    made = await lobby.call("CreateInvite", room=room.id, account=host, expires_in_s=3_600)
    assert made.expires_unix_ms == (fake_clock.now() + timedelta(hours=1)).timestamp() * 1000
    assert (await lobby.call("GetRoom", room=room.id, invite=made.invite)).id == room.id
    take = {"account": guest, "entropy": FRESH}
    assert await refused(lobby.call("TakeSeat", room=other.id, **take, invite=made.invite)) == "link_invalid"
    assert await refused(lobby.call("TakeSeat", room=room.id, **take, invite=made.invite[:-2])) == "link_invalid"
    assert await refused(lobby.call("TakeSeat", room=room.id, **take)) == "no_such_room"
    fake_clock.jump(timedelta(minutes=61))
    assert await refused(lobby.call("TakeSeat", room=room.id, **take, invite=made.invite)) == "link_expired"
    week = await lobby.call("CreateInvite", room=room.id, account=host)
    fake_clock.jump(timedelta(days=6))
    joined = await lobby.call("TakeSeat", room=room.id, **take, invite=week.invite)
    assert [seat.account for seat in joined.seats] == [host, guest]
    fake_clock.jump(timedelta(days=2))
    assert await lobby.call("GetRoom", room=room.id, account=guest, invite=week.invite) == joined


@ON_SQLITE
async def test_every_change_is_told_in_order_with_its_version(lobby: Lobby, told: list[Message]) -> None:
    host = await lobby.guest()
    room = await lobby.room(host, seats=5)
    for level in (1, 2, 3, 4):
        await lobby.call("SetBot", room=room.id, account=host, seat=-1, level=level)
    await lobby.call("CloseRoom", room=room.id, account=host)
    closed = await lobby.call("CloseRoom", room=room.id, account=host)
    await until(lambda: len(told) >= 6)
    rooms = [lobby_pb2.RoomChanged.FromString(message.data).room for message in told]
    assert {message.subject for message in told} == {f"lobby.{room.id}"}
    assert [changed.version for changed in rooms] == [1, 2, 3, 4, 5, 6]
    assert rooms[0] == room
    assert rooms[-1] == closed


async def test_rooms_are_bounded_and_idle_ones_close(start_lobby: StartLobby, fake_clock: JumpingClock) -> None:
    lobby = await start_lobby(fake_clock, WARBOARD_LIMIT_ROOMS_PER_HOST="2")
    host = await lobby.guest()
    first, second = await lobby.room(host), await lobby.room(host)
    assert await refused(lobby.room(host)) == "too_many_rooms"
    fake_clock.jump(timedelta(days=4))
    await lobby.call("UpdateRoom", room=second.id, account=host, name="Still wanted")
    assert [room.id for room in (await lobby.call("ListRooms")).rooms] == [r.id for r in sorted(
        (first, second), key=lambda r: (-r.created_unix_ms, r.id))]  # fmt: skip
    fake_clock.jump(timedelta(days=4))
    for _ in range(100):
        if (await lobby.call("GetRoom", room=first.id)).state == "closed":
            break
        await asyncio.sleep(0.02)
    assert (await lobby.call("GetRoom", room=first.id)).state == "closed"
    assert [room.id for room in (await lobby.call("ListRooms", limit=5)).rooms] == [second.id]
