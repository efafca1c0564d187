"""Chessgate and the clock service: what the clock is told, and what an outage gives back, on both databases."""

import asyncio
import json

from warboard_pb.campaign.v1 import wants_pb2
from warboard_pb.chess.v1 import chess_pb2
from warboard_pb.clock.v1 import clock_pb2

from chassis import rpc
from chassis.consumers import Delivery, consume
from chassis.ids import new_key
from chassis.subjects import pattern, subject
from chassis.timekeeping import SystemClock
from services.chessgate.core.game import MOST_LAG_MS
from tests.contract.chessgate.conftest import Chessgate, now

MOVES = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6")


async def begun(chessgate: Chessgate, moves: int) -> None:
    await chessgate.want(chessgate.a_game())
    await chessgate.until(lambda shown: bool(shown["state"] == "playing"))
    for ply, uci in enumerate(MOVES[:moves]):
        assert (await chessgate.move(ply, uci)).accepted.game


async def listed(chessgate: Chessgate) -> wants_pb2.DeadlineWants:
    """What chessgate says it told the clock."""
    reply = await rpc.call(chessgate.stub.ListWants, chess_pb2.ListWantsRequest(), clock=SystemClock())
    found = [wants_pb2.DeadlineWants.FromString(body) for body in reply.deadlines]
    return next(wants for wants in found if wants.entity == chessgate.game)


async def test_the_clock_is_told_little_and_answered_when_it_fires_too_early(chessgate: Chessgate) -> None:
    """What the list says is what the bus brought, so that nothing looks lost; the end is told."""
    told: list[wants_pb2.DeadlineWants] = []

    async def keep(delivery: Delivery) -> None:
        told.append(wants_pb2.DeadlineWants.FromString(delivery.data))

    name = subject("wants", "clock", "chess", chessgate.game)
    await consume(chessgate.bus, "test-clock", "WANTS", [pattern(*name.split("."))], keep)
    await begun(chessgate, 6)
    held = await listed(chessgate)
    assert held.deadlines[0].what == "flag:0"  # its five minutes end before the ten of the players
    due = clock_pb2.Due(
        owner="chess", entity=chessgate.game, what="flag:0", due_unix_ms=held.deadlines[0].due_unix_ms
    )  # fmt: skip
    for _ in range(2):
        await chessgate.bus.publish_durable(
            subject("clock", "due", "chess", chessgate.game), due.SerializeToString(), new_key()
        )
    await asyncio.sleep(0.5)
    again = await listed(chessgate)
    assert again.deadlines[0].what == "flag:6"
    assert again.seq > held.seq
    assert (await chessgate.play("ann", type="Resign")).accepted.game
    await asyncio.sleep(0.3)
    end = await listed(chessgate)
    assert not end.deadlines
    assert told[-3:] == [held, again, end]
    assert len(told) <= 4  # before its start, it may have been told that nothing is to be watched


async def test_an_outage_is_given_back_at_once_and_shown(chessgate: Chessgate) -> None:
    """Both players see the clock with its time and why, though nobody has moved; once, however often it is told."""
    await begun(chessgate, 2)
    await asyncio.sleep(0.3)
    before = await chessgate.shown()
    start = before["clocks"]["since_unix_ms"]
    outage = clock_pb2.Outage(part="gateway", from_unix_ms=start + 10, until_unix_ms=start + 210)
    for _ in range(2):
        await chessgate.bus.publish_durable(subject("clock", "outage"), outage.SerializeToString(), new_key())
    after = await chessgate.until(lambda shown: "credits" in shown)
    await asyncio.sleep(0.3)
    assert await chessgate.shown() == after
    assert after["credits"] == [{"ply": 2, "ms": 200}]
    assert after["clocks"]["since_unix_ms"] == start + 200
    assert after["version"] == before["version"] + 1
    mine = [json.loads(change.change) for change in chessgate.told if change.game == chessgate.game]
    assert mine[-1] == {
        "version": after["version"], "clocks": {"since_unix_ms": start + 200}, "credits": after["credits"]
    }  # fmt: skip
    watched = (await listed(chessgate)).deadlines[0]
    assert watched.due_unix_ms == start + 200 + after["clocks"]["white_ms"] + MOST_LAG_MS
    assert watched.since_unix_ms >= start + 210
    assert (await chessgate.move(2, "g1f3")).accepted.game
    pgn = (await rpc.call(chessgate.stub.GetPgn, chess_pb2.GetPgnRequest(game=chessgate.game), clock=SystemClock())).pgn
    assert "0.2 s given back" in pgn


async def test_an_outage_of_a_part_that_no_move_needs_gives_nothing_back(chessgate: Chessgate) -> None:
    await begun(chessgate, 2)
    before = await chessgate.shown()
    start = before["clocks"]["since_unix_ms"]
    outage = clock_pb2.Outage(part="notify", from_unix_ms=start, until_unix_ms=now())
    await chessgate.bus.publish_durable(subject("clock", "outage"), outage.SerializeToString(), new_key())
    await asyncio.sleep(0.4)
    assert await chessgate.shown() == before
