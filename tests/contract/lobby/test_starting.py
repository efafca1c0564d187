"""From a full room to a campaign, whatever is lost on the way."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from warboard_pb.campaign.v1 import envelope_pb2
from warboard_pb.lobby.v1 import lobby_pb2

from chassis.bus import Bus, Message
from chassis.problems import Problem
from chassis.subjects import subject
from tests.contract.lobby.conftest import ON_SQLITE, Lobby, StartLobby, refused, until
from tests.fake_engine import FakeEngine
from warboard.postgres import PostgresServer
from warboard.servers import free_port, start, stop

FRESH = b"\x01" * 32
SHORT = timedelta(milliseconds=20)


async def test_a_full_room_starts(lobby: Lobby, engine: FakeEngine, told: list[Message]) -> None:
    """The engine gets the seats in room order with their entropies; starting again changes nothing."""
    host, other = await lobby.guest(), await lobby.guest("Bob")
    room = await lobby.room(host)
    by_host = {"room": room.id, "account": host}
    assert await refused(lobby.call("StartRoom", **by_host)) == "seats_open"
    await lobby.call("SetBot", **by_host, seat=1, level=4)
    await lobby.call("TakeSeat", room=room.id, account=other, entropy=FRESH)
    assert await refused(lobby.call("StartRoom", room=room.id, account=other)) == "not_host"
    started = await lobby.call("StartRoom", **by_host)
    assert started.state == "started"
    assert await lobby.call("StartRoom", **by_host) == started
    asked = engine.campaigns[room.campaign]
    assert [(s.account, s.bot_level, s.rating) for s in asked.seats] == [(host, 0, 0), ("", 4, 0), (other, 0, 0)]
    assert [len(s.entropy) for s in asked.seats] == [32, 0, 32]
    assert (asked.host, asked.room, asked.name, asked.options) == (0, room.id, room.name, room.options)
    await until(lambda: len(told) >= 5)
    states = [lobby_pb2.RoomChanged.FromString(message.data).room.state for message in told]
    assert states == ["open", "open", "open", "starting", "started"]
    assert await refused(lobby.call("FreeSeat", **by_host, seat=1)) == "room_not_open"
    assert await refused(lobby.call("CloseRoom", **by_host)) == "room_not_open"


async def test_a_start_whose_answer_is_lost_is_asked_for_until_it_comes(lobby: Lobby, engine: FakeEngine) -> None:
    """Meanwhile the room is frozen."""
    host = await lobby.guest()
    room = await lobby.full_room(host)
    engine.failures = ["lost", "broken", "broken"]
    starting = await lobby.call("StartRoom", room=room.id, account=host)
    assert starting.state == "starting"
    assert await refused(lobby.call("FreeSeat", room=room.id, account=host, seat=0)) == "room_not_open"
    await until(lambda: engine.asked >= 4)
    await until_started(lobby, room.id)
    assert list(engine.campaigns) == [room.campaign]


@ON_SQLITE
async def test_lobby_outlives_an_outage_of_its_database(start_lobby: StartLobby, servers_directory: Path) -> None:
    """It sweeps on while PostgreSQL is away, answers that, and goes on once it is back."""
    server = PostgresServer(servers_directory / "away", free_port(), durable=False)
    process = start(server)
    try:
        lobby = await start_lobby(WARBOARD_DATABASE_URL=server.url)
        crash = asyncio.ensure_future(lobby.service.background.failed())
        await lobby.guest()
        stop(server, process)
        await asyncio.sleep(1)  # ten sweeps
        assert not crash.done()
        process = start(server)
        await lobby.call("CreateGuest", within=timedelta(seconds=20), name="Bob")
        crash.cancel()
    finally:
        stop(server, process)


async def test_a_start_goes_on_after_a_crash(start_lobby: StartLobby, engine: FakeEngine) -> None:
    """Lobby dies between the commit of *starting* and the engine's answer; the next one asks again by itself."""
    lobby = await start_lobby(WARBOARD_LOBBY_SWEEP_MS="60000")
    host = await lobby.guest()
    room = await lobby.full_room(host)
    engine.failures = ["lost"]
    assert (await lobby.call("StartRoom", room=room.id, account=host)).state == "starting"
    await lobby.stop()
    again = await start_lobby(WARBOARD_LOBBY_SWEEP_MS="60000")
    await until_started(again, room.id)
    assert engine.asked == 2


@ON_SQLITE
async def test_a_refused_start_opens_the_room_again(lobby: Lobby, engine: FakeEngine) -> None:
    """The reason is told and remembered until the room is changed."""
    host = await lobby.guest()
    room = await lobby.full_room(host)
    engine.failures = ["refused"]
    with pytest.raises(Problem) as caught:
        await lobby.call("StartRoom", room=room.id, account=host)
    assert caught.value.code == "start_refused"
    assert caught.value.detail == {"reason": "too_weak", "sentence": "No.", "detail": {"least": 3}}
    kept = await lobby.call("GetRoom", room=room.id)
    assert (kept.state, kept.start_refused.code, kept.start_refused.detail) == ("open", "too_weak", b'{"least":3}')
    changed = await lobby.call("SetBot", room=room.id, account=host, seat=1, level=8)
    assert not changed.HasField("start_refused")
    assert (await lobby.call("StartRoom", room=room.id, account=host)).state == "started"


async def test_a_room_follows_its_campaign(start_lobby: StartLobby, engine: FakeEngine, bus: Bus) -> None:
    """What the engine publishes starts it, closes it, and erases who sat there; doubled messages change nothing."""
    lobby = await start_lobby(WARBOARD_LOBBY_SWEEP_MS="60000")
    host = await lobby.guest()
    room = await lobby.full_room(host)
    engine.failures = ["lost"]
    await lobby.call("StartRoom", room=room.id, account=host)

    async def publish(seq: int, neutral: envelope_pb2.Neutral) -> None:
        body = envelope_pb2.Envelope(campaign=room.campaign, epoch=1, seq=seq, neutral=neutral).SerializeToString()
        for double in ("a", "b"):
            await bus.publish_durable(subject("campaign", room.campaign), body, f"{room.campaign}-{seq}-{double}")

    await publish(1, envelope_pb2.Neutral(started=envelope_pb2.CampaignStarted(ruleset="tally", room=room.id)))
    await until_started(lobby, room.id)
    await publish(2, envelope_pb2.Neutral(ended=envelope_pb2.CampaignEnded(reason="target")))
    await publish(3, envelope_pb2.Neutral(deleted=envelope_pb2.CampaignDeleted()))
    for _ in range(100):
        after = await lobby.call("GetRoom", room=room.id)
        if not after.name:
            break
        await lobby.service.clock.sleep(SHORT)
    assert (after.state, after.name, after.host, len(after.seats), after.version) == ("closed", "", "", 0, 6)


async def until_started(lobby: Lobby, room: str) -> None:
    for _ in range(200):
        if (await lobby.call("GetRoom", room=room)).state == "started":
            return
        await lobby.service.clock.sleep(SHORT)
    raise AssertionError("it didn't start")
