"""Ratings at the seats of a room, and frozen when its campaign starts."""

import time
from datetime import timedelta
from typing import Any

import pytest

from services.lobby.app.freshening import FRESH
from tests.contract.lobby.conftest import ON_SQLITE, JumpingClock, Lobby, StartLobby, refused
from tests.contract.lobby.test_lichess import finished, linking
from tests.fake_engine import FakeEngine
from tests.lichess.server import StandIn

__all__ = ["linking"]
FRESH_BYTES = b"\x02" * 32
OWN = b'{"own_ratings": true}'


async def linked(lobby: Lobby, lichess: StandIn, name: str, **perfs: int) -> str:
    """A guest who is `<name>L` on Lichess."""
    account = await lobby.guest(name)
    user = lichess.person(f"{name}L", **perfs)
    await finished(lobby, lichess, user, account)
    return account


async def started(lobby: Lobby, engine: FakeEngine, host: str, others: tuple[str, ...] = (), **room: Any) -> Any:
    """What the engine is asked for once a room with these people and a bot has started."""
    made = await lobby.room(host, seats=2 + len(others), **room)
    for place, other in enumerate(others):
        await lobby.call("TakeSeat", room=made.id, account=other, entropy=bytes([place]) * 32)
    await lobby.call("SetBot", room=made.id, account=host, seat=-1, level=3)
    assert (await lobby.call("StartRoom", room=made.id, account=host)).state == "started"
    return engine.campaigns[made.campaign]


def seats(asked: Any) -> list[tuple[int, bool]]:
    return [(seat.rating, seat.own_rating) for seat in asked.seats]


async def test_a_campaign_starts_with_the_established_ratings_of_its_kind(
    linking: Lobby, lichess: StandIn, engine: FakeEngine
) -> None:
    """The nearest established one, as the rules order the kinds; unestablished ones count for nothing."""
    ann = await linked(linking, lichess, "Ann", rapid=1700, blitz=1500)
    bob = await linked(linking, lichess, "Bob", rapid=-2000, bullet=1300)
    cat = await linked(linking, lichess, "Cat", rapid=-1900)
    asked = await started(linking, engine, ann, (bob, cat), options=OWN)
    assert seats(asked) == [(1700, False), (1300, False), (0, False), (0, False)]
    again = await started(linking, engine, ann, (), options=b'{"kinds": ["blitz", "rapid"]}')
    assert seats(again) == [(1500, False), (0, False)]
    none = await started(linking, engine, ann, (), options=b'{"kinds": []}')
    assert seats(none) == [(0, False), (0, False)]


async def test_the_start_looks_old_ratings_up_at_once_for_everybody(
    start_lobby: StartLobby, lichess: StandIn, engine: FakeEngine, fake_clock: JumpingClock
) -> None:
    """One request without anybody's token; what is fresh isn't asked for again."""
    lobby = await start_lobby(fake_clock, WARBOARD_LICHESS_URL=lichess.url)
    ann = await linked(lobby, lichess, "Ann", rapid=1700)
    bob = await linked(lobby, lichess, "Bob", rapid=-1500)
    lichess.person("AnnL", rapid=1750)
    lichess.person("BobL", rapid=1560)
    lichess.asked.clear()
    assert seats(await started(lobby, engine, ann, (bob,))) == [(1700, False), (0, False), (0, False)]
    assert lichess.asked == []
    fake_clock.jump(FRESH + timedelta(seconds=1))
    assert seats(await started(lobby, engine, ann, (bob,))) == [(1750, False), (1560, False), (0, False)]
    assert lichess.asked == ["POST /api/users"]


@ON_SQLITE
@pytest.mark.parametrize("trouble", ["slow", "broken", "limited", "away", "unknown"])
async def test_a_start_does_not_wait_for_a_lichess_in_trouble(
    start_lobby: StartLobby, lichess: StandIn, engine: FakeEngine, fake_clock: JumpingClock, trouble: str
) -> None:
    """The ratings that are known count."""
    lobby = await start_lobby(fake_clock, WARBOARD_LICHESS_URL=lichess.url)
    ann = await linked(lobby, lichess, "Ann", rapid=1700)
    fake_clock.jump(FRESH + timedelta(seconds=1))
    lichess.person("AnnL", rapid=1750)
    match trouble:
        case "slow":
            lichess.slow_s = 30
        case "broken":
            lichess.broken = [(500, "")]
        case "limited":
            lichess.limited = ["60"]
        case "away":
            await lichess.stop()
        case "unknown":
            lichess.forget("AnnL")
    began = time.monotonic()
    assert seats(await started(lobby, engine, ann)) == [(1700, False), (0, False)]
    assert time.monotonic() - began < 4


@ON_SQLITE
async def test_only_a_start_that_may_be_asks_lichess(
    start_lobby: StartLobby, lichess: StandIn, fake_clock: JumpingClock
) -> None:
    """Not a stranger's, nor one of a room with free seats."""
    lobby = await start_lobby(fake_clock, WARBOARD_LICHESS_URL=lichess.url)
    ann, eve = await linked(lobby, lichess, "Ann", rapid=1700), await lobby.guest("Eve")
    room = await lobby.room(ann)
    fake_clock.jump(FRESH + timedelta(seconds=1))
    lichess.asked.clear()
    assert await refused(lobby.call("StartRoom", room=room.id, account=eve)) == "not_host"
    assert await refused(lobby.call("StartRoom", room=room.id, account=ann)) == "seats_open"
    assert lichess.asked == []


async def test_a_start_that_is_asked_for_again_brings_the_ratings_too(
    linking: Lobby, lichess: StandIn, engine: FakeEngine
) -> None:
    """The sweeper knows them as well; the first answer of the engine stands."""
    ann = await linked(linking, lichess, "Ann", rapid=1700)
    room = await linking.full_room(ann)
    engine.failures = ["broken", "broken"]
    await linking.call("StartRoom", room=room.id, account=ann)
    for _ in range(200):
        if (await linking.call("GetRoom", room=room.id)).state == "started":
            break
    assert seats(engine.campaigns[room.campaign])[0] == (1700, False)


async def test_who_has_no_established_rating_may_give_one_where_the_host_allows_it(
    lobby: Lobby, engine: FakeEngine
) -> None:
    """It is shown and starts as their own word; 0 takes it back; who sits down again has said nothing yet."""
    ann, bob = await lobby.guest(), await lobby.guest("Bob")
    room = await lobby.room(ann, seats=2, options=OWN)
    await lobby.call("TakeSeat", room=room.id, account=bob, entropy=FRESH_BYTES)

    async def give(rating: int, account: str = bob) -> Any:
        return await lobby.call("GiveRating", room=room.id, account=account, rating=rating)

    shown = (await give(1450)).seats[1]
    assert (shown.rating.rating, shown.rating.mark, shown.rating.kind) == (1450, "own", "")
    assert await give(1450) == await give(1450)
    assert not (await give(0)).seats[1].HasField("rating")
    await give(1450)
    await lobby.call("FreeSeat", room=room.id, account=bob, seat=1)
    again = await lobby.call("TakeSeat", room=room.id, account=bob, entropy=FRESH_BYTES)
    assert not again.seats[1].HasField("rating")
    await give(1500)
    await lobby.call("StartRoom", room=room.id, account=ann)
    assert seats(engine.campaigns[room.campaign]) == [(0, False), (1500, True)]
    assert await refused(give(1600)) == "room_not_open"


async def test_an_own_rating_that_may_not_be_is_refused(linking: Lobby, lichess: StandIn, engine: FakeEngine) -> None:
    """Out of range, from others, against the host's word, or beside an established one; nothing changes."""
    ann, eve = await linking.guest(), await linking.guest("Eve")
    rated = await linked(linking, lichess, "Bob", bullet=1300)
    room = await linking.room(ann, options=OWN)
    await linking.call("TakeSeat", room=room.id, account=rated, entropy=FRESH_BYTES)

    async def code(account: str, rating: int) -> str:
        return await refused(linking.call("GiveRating", room=room.id, account=account, rating=rating))

    assert await code(ann, 399) == await code(ann, 4001) == "bad_rating"
    assert await code(eve, 1500) == "not_your_seat"
    assert await code(rated, 1500) == "rated_already"
    await linking.call("GiveRating", room=room.id, account=ann, rating=1500)
    off = await linking.call("UpdateRoom", room=room.id, account=ann, options=b'{"own_ratings": false}')
    assert not off.seats[0].HasField("rating")
    assert await code(ann, 1600) == "own_ratings_off"
    on = await linking.call("UpdateRoom", room=room.id, account=ann, options=OWN)
    assert on.seats[0].rating.rating == 1500
