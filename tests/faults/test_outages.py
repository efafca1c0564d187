"""Parts that are away for longer than a player's time: nobody loses a game or a turn to that, and then time runs on."""

import asyncio
import time
import uuid
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.faults.audit import audit, check_windows
from tests.faults.cluster import Cluster
from tests.faults.conftest import SOAK
from tests.faults.front import Refused, campaign
from tests.faults.playing import until

CLOCK_S = 4
WINDOW_S = 3
AWAY_S = 4.5
"""Longer than either."""
OVERLAP_S = 2.5
AWAY = [("gateway",), *([("chessgate",), ("gateway", "chessgate"), ("nats",), ("clock",)] if SOAK else [])]


async def outage(cluster: Cluster, parts: tuple[str, ...]) -> None:
    """Each part is away for as long; each goes a little after the one before it."""

    async def one(place: int, name: str) -> None:
        await asyncio.sleep(place * (AWAY_S - OVERLAP_S))
        cluster.kill(name)
        await asyncio.sleep(AWAY_S)
        await asyncio.to_thread(cluster.start, name)

    await asyncio.gather(*(one(place, name) for place, name in enumerate(parts)))


@pytest.mark.parametrize("parts", AWAY, ids="+".join)
async def test_an_outage_costs_neither_a_flag_nor_a_turn(solo: Cluster, parts: tuple[str, ...]) -> None:
    """Who is to move moves afterwards, though the outage was longer than the clock; who then sleeps loses on time."""
    async with (
        campaign(solo, "duel", 2, {"live": True, "initial_s": CLOCK_S, "again": False}) as (white, black),
        campaign(solo, "tally", 2, {"target": 1_000_000, "window_s": WINDOW_S}) as tally,
    ):
        game = f"{white.campaign}-w1"

        async def seen() -> dict[str, Any]:
            return (await white.call("GET", f"/games/{game}"))["game"]

        async def started() -> bool:
            try:
                return (await seen())["state"] == "playing"
            except Refused as refused:
                refused.unless("no_such_game")  # its wants are under way
                return False

        await until(started)
        await white.move(game, 0, "e2e4")
        turn = (await tally[0].view())["game"]
        after: dict[str, Any] = {}
        began = 0.0

        async def move() -> None:
            nonlocal began
            await white.move(game, 2, "g1f3")
            began = time.monotonic()
            after.update(await seen())

        await black.move(game, 1, "e7e5")
        went = datetime.now(UTC)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(outage(solo, parts))
            await asyncio.sleep(0.5)
            tasks.create_task(move())
            if "gateway" in parts or "nats" in parts:  # else the window isn't touched
                tasks.create_task(tally[turn["seat"]].act(type="Add", turn=turn["turn"], amount=1))
        back = datetime.now(UTC)
        assert (after["state"], after["ply"]) == ("playing", 3)
        assert after["clocks"]["white_ms"] > 0

        async def over() -> bool:
            return (await seen())["state"] == "over"

        await until(over, CLOCK_S + 3)
        assert time.monotonic() - began > CLOCK_S - 1.0
        assert (await seen())["reason"] in ("time", "time_no_material")
        found = await audit(solo, tally)
        await check_windows(solo, found, WINDOW_S, [(went, back)])


@pytest.mark.parametrize("known", [True, False])
async def test_a_move_that_is_done_is_answered_while_the_engine_is_away(solo: Cluster, known: bool) -> None:
    """Soon, and with a game; with names if this gateway has heard of them."""
    async with campaign(solo, "duel", 2, {"again": False}) as (white, black):
        game = f"{white.campaign}-w1"

        async def owed() -> bool:
            return bool((await white.call("GET", "/campaigns"))["campaigns"][0]["owed"])

        await until(owed)
        if known:
            await white.call("GET", f"/games/{game}")
        solo.kill("engine")
        try:
            for ply, (person, uci) in enumerate([(white, "e2e4"), (black, "e7e5")]):
                body = {"key": str(uuid.uuid4()), "command": {"type": "Move", "ply": ply, "uci": uci}}
                async with asyncio.timeout(2):
                    shown = (await person.call("POST", f"/games/{game}/commands", body))["game"]
                assert (shown["ply"], "name" in shown["white"]) == (ply + 1, known)
            assert white.front.broken == []
        finally:
            await asyncio.to_thread(solo.start, "engine")


async def test_the_clock_ends_a_game_that_chessgate_was_killed_in(solo: Cluster) -> None:
    """It was told an earlier deadline only: it tells of that, is told the one that stands, and fires that, too."""
    async with campaign(solo, "duel", 2, {"live": True, "initial_s": CLOCK_S, "again": False}) as (white, black):
        game = f"{white.campaign}-w1"

        async def state() -> str:
            try:
                return str((await white.call("GET", f"/games/{game}"))["game"]["state"])
            except Refused as refused:
                refused.unless("no_such_game", "unavailable")
                return ""

        async def started() -> bool:
            return await state() == "playing"

        async def over() -> bool:
            return await state() == "over"

        await until(started)
        for ply, uci in enumerate(("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6")):
            await (white, black)[ply % 2].move(game, ply, uci)
            await asyncio.sleep(0.2)
        solo.kill("chessgate")
        await asyncio.to_thread(solo.start, "chessgate")
        await until(over, CLOCK_S + 8)
        assert (await white.call("GET", f"/games/{game}"))["game"]["reason"] == "time"
