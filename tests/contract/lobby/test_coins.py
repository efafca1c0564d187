"""Coins: entries in escrow, the pot paid exactly once, and a database that itself keeps the sums."""

import asyncio
import os
import random
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError
from warboard_pb.campaign.v1 import envelope_pb2

from chassis.problems import Problem
from tests.contract.lobby.conftest import ON_POSTGRES, ON_SQLITE, Lobby, StartLobby, Tell, ended, refused
from tests.fake_engine import FakeEngine

PAID = b'{"entries": true, "closes": true}'


async def table(lobby: Lobby, host: str, entry: int = 100, seats: int = 3, **fields: Any) -> Any:
    return await lobby.room(host, seats=seats, options=PAID, entry=entry, **fields)


async def sit(lobby: Lobby, room: str, account: str, **fields: Any) -> Any:
    return await lobby.call("TakeSeat", room=room, account=account, entropy=os.urandom(32), **fields)


async def coins(lobby: Lobby, account: str) -> tuple[int, int]:
    """In the purse, and in escrow."""
    purse = await lobby.call("GetPurse", account=account)
    return purse.balance, purse.held


async def balances(lobby: Lobby) -> dict[str, int]:
    async with lobby.service.database.read() as connection:
        return {row[0]: row[1] for row in await connection.execute(text("SELECT id, balance FROM coin_account"))}


async def people(lobby: Lobby, number: int) -> list[str]:
    return [await lobby.guest(f"Guest {place}") for place in range(number)]


async def test_a_grant_comes_once(lobby: Lobby) -> None:
    """However often and at once one looks."""
    ann = await lobby.guest()
    assert {await coins(lobby, ann) for _ in range(2)} == {(1000, 0)}
    bob = await lobby.guest("Bob")
    assert set(await asyncio.gather(*(coins(lobby, bob) for _ in range(8)))) == {(1000, 0)}
    assert (await balances(lobby))["grants"] == -2000


async def test_an_entry_is_held_and_comes_back(lobby: Lobby) -> None:
    """Taken with the seat; back on leaving, when the host frees the seat, and when the host goes."""
    ann, bob, cid = await people(lobby, 3)
    room = await table(lobby, ann)
    assert await coins(lobby, ann) == (900, 100)
    await sit(lobby, room.id, bob)
    await sit(lobby, room.id, bob)  # a double click
    assert await coins(lobby, bob) == (900, 100)
    await lobby.call("FreeSeat", room=room.id, account=bob, seat=1)
    assert await coins(lobby, bob) == (1000, 0)
    await sit(lobby, room.id, bob)
    await lobby.call("FreeSeat", room=room.id, account=ann, seat=1)
    assert await coins(lobby, bob) == (1000, 0)
    await sit(lobby, room.id, bob)
    await sit(lobby, room.id, cid)
    closed = await lobby.call("FreeSeat", room=room.id, account=ann, seat=0)
    assert closed.state == "closed"
    assert [await coins(lobby, who) for who in (ann, bob, cid)] == [(1000, 0)] * 3
    kinds = [line.kind for line in (await lobby.call("GetPurse", account=bob)).lines]
    assert sorted(kinds) == ["entry"] * 3 + ["grant"] + ["return"] * 3


async def test_who_has_too_little_does_not_sit_down(lobby: Lobby) -> None:
    """Nothing changes, and it is said what is missing."""
    ann, bob = await people(lobby, 2)
    await table(lobby, bob, entry=950)
    room = await table(lobby, ann)
    with pytest.raises(Problem) as refusal:
        await sit(lobby, room.id, bob)
    assert (refusal.value.code, dict(refusal.value.detail)) == ("not_enough_coins", {"need": 100, "have": 50})
    assert [seat.account for seat in (await lobby.call("GetRoom", room=room.id, account=ann)).seats] == [ann]
    assert await coins(lobby, bob) == (50, 950)
    assert await refused(table(lobby, bob, entry=51)) == "not_enough_coins"


async def test_what_a_paid_table_refuses(lobby: Lobby) -> None:
    """Bots, stakes that can't be, games for nothing, and another game than the others have paid for."""
    ann, bob = await people(lobby, 2)
    room = await table(lobby, ann)
    assert room.mode == "competitive"
    assert await refused(lobby.call("SetBot", room=room.id, account=ann, seat=-1, level=1)) == "no_bots"
    assert await refused(table(lobby, ann, entry=1_000_001)) == "bad_entry"
    assert await refused(lobby.room(ann, entry=5)) == "no_entries"
    changed = {"room": room.id, "account": ann, "options": b'{"entries": true, "target": 3}'}
    assert (await lobby.call("UpdateRoom", **changed)).options != room.options
    for_nothing = b'{"entries": false, "closes": true}'
    assert await refused(lobby.call("UpdateRoom", **changed | {"options": for_nothing})) == "no_entries"
    await sit(lobby, room.id, bob)
    assert await refused(lobby.call("UpdateRoom", **changed | {"options": PAID})) == "stakes_fixed"
    assert await refused(lobby.call("UpdateRoom", room=room.id, account=ann, seat_count=4)) == "stakes_fixed"
    assert await refused(lobby.call("StartRoom", room=room.id, account=ann)) == "seats_open"


async def started(lobby: Lobby, entry: int = 100) -> tuple[Any, list[str]]:
    """A paid game of three that has begun."""
    who = await people(lobby, 3)
    room = await table(lobby, who[0], entry)
    for account in who[1:]:
        await sit(lobby, room.id, account)
    return await lobby.call("StartRoom", room=room.id, account=who[0]), who


async def test_the_pot_goes_to_the_winner_once(lobby: Lobby, tell: Tell) -> None:
    """However often the end is told; the sum over all is zero."""
    room, (ann, bob, cid) = await started(lobby)
    for seq in (9, 10, 11):
        await tell(room.campaign, seq, ended=ended(bob, ann, cid))
    await until_coins(lobby, bob, (1200, 0))
    await tell(room.campaign, 12, deleted=envelope_pb2.CampaignDeleted())
    await asyncio.sleep(0.3)
    assert [await coins(lobby, who) for who in (ann, bob, cid)] == [(900, 0), (1200, 0), (900, 0)]
    assert sum((await balances(lobby)).values()) == 0


@ON_SQLITE
async def test_the_operator_takes_a_part(start_lobby: StartLobby, tell: Tell) -> None:
    """Rounded down."""
    lobby = await start_lobby(WARBOARD_COIN_RAKE_PERCENT="5", WARBOARD_COIN_GRANT="500")
    room, (ann, bob, cid) = await started(lobby, entry=33)
    await tell(room.campaign, ended=ended(ann, bob, cid))
    await until_coins(lobby, ann, (500 - 33 + 95, 0))
    assert (await balances(lobby))["house"] == 4


@pytest.mark.parametrize("word", ["ended", "deleted"])
async def test_a_game_without_a_winner_gives_entries_back(lobby: Lobby, tell: Tell, word: str) -> None:
    """Broken off, or deleted before it came to an end."""
    room, who = await started(lobby)
    told = {"ended": ended(*who, nobody_won=True), "deleted": envelope_pb2.CampaignDeleted()}
    await tell(room.campaign, **{word: told[word]})
    for account in who:
        await until_coins(lobby, account, (1000, 0))


async def until_coins(lobby: Lobby, account: str, wanted: tuple[int, int]) -> None:
    """Wait for the purse to be so."""
    got = (-1, -1)
    for _ in range(500):
        got = await coins(lobby, account)
        if got == wanted:
            return
        await asyncio.sleep(0.02)
    assert got == wanted


@ON_POSTGRES
async def test_nothing_is_made_or_lost_by_a_crowd(start_lobby: StartLobby, engine: FakeEngine) -> None:
    """Joins, leaves and double clicks of six people at three tables, through two lobbies at once."""
    lobbies = [await start_lobby(), await start_lobby()]
    who = await people(lobbies[0], 6)
    rooms = [await table(lobbies[0], who[place], entry=300, seats=6) for place in range(3)]
    chance = random.Random(7)
    codes: set[str] = set()

    async def act(number: int) -> None:
        lobby, room, account = chance.choice(lobbies), chance.choice(rooms), chance.choice(who)
        try:
            if number % 2:
                await sit(lobby, room.id, account)
            else:
                seen = await lobby.call("GetRoom", room=room.id, account=account)
                held = next((seat.seat for seat in seen.seats if seat.account == account), 5)
                if held and seen.host != account:
                    await lobby.call("FreeSeat", room=room.id, account=account, seat=held)
        except Problem as problem:
            codes.add(problem.code)

    for _ in range(12):
        await asyncio.gather(*(act(number) for number in range(12)))
    assert codes <= {"not_enough_coins", "not_your_seat", "busy", "room_full", "seat_taken"}
    found = await balances(lobbies[0])
    assert sum(found.values()) == 0
    assert all(balance >= 0 for name, balance in found.items() if name != "grants")
    for room in rooms:
        seats = (await lobbies[0].call("GetRoom", room=room.id, account=who[0])).seats
        assert found[f"table:{room.campaign}"] == 300 * len(seats)
    for account in who:
        assert sum(await coins(lobbies[0], account)) == 1000


async def test_the_database_keeps_the_sums_itself(lobby: Lobby) -> None:
    """No transfer is changed or taken away, none overdraws, and none goes nowhere: whoever writes past the program."""
    ann = await lobby.guest()
    await table(lobby, ann)
    before = await balances(lobby)
    made = "INSERT INTO coin_transfer (campaign, account, kind, n, amount, debit, credit, at_unix_ms) VALUES "
    for statement, fault in (
        ("UPDATE coin_transfer SET amount = 1", DBAPIError),
        ("DELETE FROM coin_transfer", DBAPIError),
        ("DELETE FROM coin_account", DBAPIError),
        (f"{made} ('c', 'a', 'payout', 0, 5000, 'person:{ann}', 'house', 0)", IntegrityError),
        (f"{made} ('c', 'a', 'payout', 0, 5, 'person:{ann}', 'nowhere', 0)", DBAPIError),
        (f"{made} ('c', 'a', 'payout', 0, -5, 'person:{ann}', 'house', 0)", IntegrityError),
        (f"{made} ('c', 'a', 'payout', 0, 5, 'house', 'house', 0)", IntegrityError),
    ):
        with pytest.raises(fault):
            async with lobby.service.database.write() as connection:
                await connection.execute(text(statement))
    assert await balances(lobby) == before


async def test_a_locked_room_opens_to_its_password_and_to_invites(lobby: Lobby) -> None:
    """Everybody sees that it is locked; wrong tries are counted."""
    ann, bob, cid, dan = await people(lobby, 4)
    room = await lobby.room(ann, seats=4, password="sesame")
    assert room.locked
    assert await refused(lobby.room(ann, password="abc")) == "bad_password"
    assert await refused(sit(lobby, room.id, bob)) == "room_locked"
    assert await refused(sit(lobby, room.id, bob, password="Sesame")) == "room_locked"
    assert [seat.account for seat in (await sit(lobby, room.id, bob, password="sesame")).seats] == [ann, bob]
    invite = (await lobby.call("CreateInvite", room=room.id, account=ann)).invite
    assert len((await sit(lobby, room.id, cid, invite=invite)).seats) == 3
    codes = [await refused(sit(lobby, room.id, dan, password=f"guess {n}")) for n in range(10)]
    assert codes == ["room_locked"] * 8 + ["too_many_attempts"] * 2
