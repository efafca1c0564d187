"""Rematches: the people who held a seat at the end of a campaign, once more."""

import asyncio
import os
from typing import Any

from warboard_pb.campaign.v1.envelope_pb2 import CampaignDeleted, Occupant

from tests.contract.lobby.conftest import ON_SQLITE, Lobby, Tell, ended, refused
from tests.contract.lobby.test_coins import coins, people, sit, started
from tests.fake_engine import FakeEngine


async def test_a_rematch_gathers_the_same_people(lobby: Lobby, tell: Tell) -> None:
    """The first opens it, the others sit down, strangers don't; entries are staked anew."""
    room, (ann, bob, cid) = await started(lobby)
    again = {"campaign": room.campaign, "entropy": os.urandom(32)}
    assert await refused(lobby.call("Rematch", account=bob, **again)) == "not_over"
    await tell(room.campaign, ended=ended(ann, bob, cid))
    await _until_closed(lobby, {"room": room.id, "account": ann})
    assert await coins(lobby, ann) == (1200, 0)
    opened = await lobby.call("Rematch", account=bob, **again)
    assert (opened.host, opened.entry, opened.ruleset, opened.seat_count) == (bob, 100, "tally", 3)
    assert opened.campaign != room.campaign
    assert await coins(lobby, bob) == (800, 100)
    assert (await lobby.call("Rematch", account=bob, **again)).id == opened.id
    joined = await lobby.call("Rematch", account=cid, **again | {"entropy": os.urandom(32)})
    assert [seat.account for seat in joined.seats] == [bob, cid]
    eve = await lobby.guest("Eve")
    assert await refused(lobby.call("Rematch", account=eve, **again)) == "no_such_room"
    assert await refused(sit(lobby, opened.id, eve)) == "no_such_room"
    await lobby.call("FreeSeat", room=opened.id, account=bob, seat=0)
    once_more = await lobby.call("Rematch", account=ann, **again | {"entropy": os.urandom(32)})
    assert once_more.id != opened.id


@ON_SQLITE
async def test_nobody_uses_up_the_rematch_of_the_others(lobby: Lobby, tell: Tell) -> None:
    """Who opens and closes it again and again is refused in time, and the others still get one."""
    room, (ann, bob, cid) = await started(lobby)
    await tell(room.campaign, ended=ended(ann, bob, cid))
    await _until_closed(lobby, {"room": room.id, "account": ann})
    for _ in range(3):
        opened = await lobby.call("Rematch", account=bob, campaign=room.campaign, entropy=os.urandom(32))
        await lobby.call("CloseRoom", room=opened.id, account=bob)
    again = {"campaign": room.campaign, "entropy": os.urandom(32)}
    assert await refused(lobby.call("Rematch", account=bob, **again)) == "rematch_opened"
    assert (await lobby.call("Rematch", account=cid, **again)).host == cid
    assert (await lobby.call("Rematch", account=bob, **again)).host == cid


@ON_SQLITE
async def test_bots_sit_down_again(lobby: Lobby, tell: Tell) -> None:
    """A rematch of practice has the same bots."""
    host = await lobby.guest()
    room = await lobby.full_room(host)
    await lobby.call("StartRoom", room=room.id, account=host)
    await tell(room.campaign, ended=ended(host))
    closed = {"room": room.id, "account": host}
    await _until_closed(lobby, closed)
    again = await lobby.call("Rematch", campaign=room.campaign, account=host, entropy=os.urandom(32))
    assert [(seat.account, seat.bot_level) for seat in again.seats] == [(host, 0), ("", 3)]
    assert again.mode == "practice"


async def test_a_rematch_is_for_those_who_held_a_seat_at_the_end(lobby: Lobby, engine: FakeEngine, tell: Tell) -> None:
    """Who came in another's place may ask for one, for whom a bot stood in too; who was replaced or left may not."""
    ann, bob, cid, dan = await people(lobby, 4)
    room = await lobby.room(ann, seats=3)
    for account in (bob, cid):
        await sit(lobby, room.id, account)
    campaign = (await lobby.call("StartRoom", room=room.id, account=ann)).campaign
    engine.seatings[campaign] = [
        Occupant(seat=0, account=ann, bot_level=3, left=True), Occupant(seat=1, account=dan),
        Occupant(seat=2, account=cid, bot_level=2),
    ]  # fmt: skip
    assert await refused(again(lobby, campaign, dan)) == "not_over"
    assert await refused(again(lobby, campaign, bob)) == "no_such_room"
    await tell(campaign, ended=ended(dan, cid))
    await _until_closed(lobby, {"room": room.id, "account": ann})
    for gone in (ann, bob, await lobby.guest("Eve")):
        assert await refused(again(lobby, campaign, gone)) == "no_such_room"
    opened = await again(lobby, campaign, dan)
    assert opened.host == dan
    joined = await again(lobby, campaign, cid)
    assert (joined.id, [seat.account for seat in joined.seats]) == (opened.id, [dan, cid])


@ON_SQLITE
async def test_nobody_has_a_rematch_of_a_campaign_that_is_gone(lobby: Lobby, engine: FakeEngine, tell: Tell) -> None:
    room, (ann, bob, cid) = await started(lobby)
    await tell(room.campaign, 9, ended=ended(ann, bob, cid))
    await _until_closed(lobby, {"room": room.id, "account": ann})
    await tell(room.campaign, 10, deleted=CampaignDeleted())
    del engine.seatings[room.campaign]
    assert await refused(again(lobby, room.campaign, ann)) == "no_such_room"


async def again(lobby: Lobby, campaign: str, account: str) -> Any:
    """Ask for a rematch."""
    return await lobby.call("Rematch", campaign=campaign, account=account, entropy=os.urandom(32))


async def _until_closed(lobby: Lobby, asked: dict[str, str]) -> None:
    for _ in range(500):
        if (await lobby.call("GetRoom", **asked)).state == "closed":
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it didn't close")
