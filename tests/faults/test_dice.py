"""The provinces while parts are killed: nobody is removed for it, turns still end, and a pot is paid exactly once."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from chassis.ids import new_key
from services.engine.core import kernel_facts
from services.engine.core.rulesets.provinces.facts import PlayerOut, TurnBegan, TurnEnded
from tests.faults.audit import LATE_S, audit, outboxes_empty, stored
from tests.faults.cluster import Cluster
from tests.faults.conftest import SOAK
from tests.faults.front import Person, campaign
from tests.faults.playing import strike, until, watched

TURN_S = 30
"""The shortest there is."""
ENTRY = 10
KILLED = ("valkey", "gateway", "clock")
DOWN_S = 0.5


async def begun(person: Person) -> dict[str, Any]:
    """The turn that is played."""
    turn: dict[str, Any] = (await person.view())["game"]["turn"]
    return turn


async def test_a_turn_goes_on_while_cache_gateway_and_clock_are_killed(solo: Cluster) -> None:
    """It is still the same player's, they end it, the others see it, and nobody is out."""
    async with campaign(solo, "provinces", 3, {"turn_s": TURN_S}) as people, watched(people) as watchers:
        before = await begun(people[0])
        await strike(solo, *KILLED, down_s=DOWN_S)
        turn = await begun(people[0])
        assert (turn["number"], turn["seat"], turn["to_place"]) == (1, 0, before["to_place"])
        own = [place for place, one in (await people[0].view())["game"]["provinces"].items() if one.get("owner") == 0]
        await people[0].act(type="Reinforce", turn=1, units={own[0]: turn["to_place"]})
        await people[0].act(type="EndTurn", turn=1)
        assert (await begun(people[0]))["seat"] == 1
        await outboxes_empty(solo)
        assert not (await audit(solo, people)).of(PlayerOut)
        for watcher in watchers:
            assert not watcher.faults, watcher.faults
            await watcher.caught_up()


@pytest.mark.skipif(not SOAK, reason="a soak: whole turns run out")
async def test_a_turn_runs_out_though_cache_gateway_and_clock_are_killed_in_it(solo: Cluster) -> None:
    """Of somebody with a socket and of somebody without: in its time, outages given back; both still play."""
    async with campaign(solo, "provinces", 2, {"turn_s": TURN_S}) as people, watched(people[:1]):
        for number in (1, 2):
            await asyncio.sleep(3)
            await strike(solo, *KILLED, down_s=DOWN_S)

            async def over(number: int = number) -> bool:
                return bool((await begun(people[0]))["number"] > number)

            await until(over, TURN_S + 30)
        found = await stored(solo, people[0].campaign)
        ends = found.of(TurnEnded)
        assert [(end.by, end.seat) for end in ends[:2]] == [("clock", 0), ("clock", 1)]
        credited = sum(fact.credited_ms for fact in found.of(kernel_facts.TimeCredited))
        for began, end in zip(found.of(TurnBegan), ends, strict=False):
            latest = began.due + timedelta(milliseconds=credited, seconds=LATE_S)
            assert began.due <= end.at <= latest
        assert not found.of(PlayerOut)
        assert found.campaign.game.turn.due > datetime.now(UTC)


async def purse(person: Person) -> tuple[int, int]:
    """What they have, and what of theirs lies in escrow."""
    got = await person.call("GET", "/me/purse")
    return got["balance"], got["held"]


async def test_a_pot_is_paid_once_though_the_engine_dies_before_it_tells_of_the_end(solo: Cluster) -> None:
    """The end is committed and the engine killed before anybody hears; lobby is killed while it pays."""
    async with campaign(solo, "provinces", 2, {}, entry=ENTRY) as (winner, leaver):
        had = await purse(winner)
        assert had[1] == ENTRY
        leaving = asyncio.create_task(
            leaver.call("POST", f"/campaigns/{leaver.campaign}/seats/1", {"key": new_key(), "change": "leave"})
        )
        solo.kill("engine")
        while (await stored(solo, winner.campaign)).campaign.outcome is None:
            solo.launch("engine", "tests.faults.dying", TEST_PART="engine", TEST_DIES_AT="1")
            assert await asyncio.to_thread(solo.wait_dead, "engine") == -9
        assert await purse(winner) == had
        await asyncio.to_thread(solo.start, "engine")
        await leaving

        async def paid() -> bool:
            return await purse(winner) == (had[0] + 2 * ENTRY, 0)

        solo.kill("lobby")
        await asyncio.to_thread(solo.start, "lobby")
        await until(paid)
        await outboxes_empty(solo)
        lines = (await winner.call("GET", "/me/purse"))["lines"]
        assert [line["amount"] for line in lines if line["kind"] == "payout"] == [2 * ENTRY]
        assert await paid()
        assert await purse(leaver) == (had[0], 0)
