"""The engine is killed between a seat's taking and its answer: the one who repeats the request has the seat, once."""

import asyncio
from typing import Any

from chassis.ids import new_key
from services.engine.core.kernel_facts import SeatReplaced
from tests.faults.audit import Stored, outboxes_empty, stored
from tests.faults.cluster import Cluster
from tests.faults.conftest import SOAK
from tests.faults.front import Person, Refused, campaign, people
from tests.faults.playing import until

ROUNDS = 20 if SOAK else 2
"""Times the seat goes to somebody else."""


async def taking(person: Person, path: str, link: str, key: str) -> Any:
    """The cursor that answers who takes the seat, or the code of the refusal."""
    try:
        return await person.call("POST", path, {"key": key, "change": "take_over", "link": link})
    except Refused as refused:
        return refused.code


async def leave(person: Person, path: str) -> None:
    """Leave a seat for good."""
    await person.call("POST", path, {"key": new_key(), "change": "leave"})


def takings(found: Stored) -> int:
    """How often a seat was taken over."""
    return len(found.of(SeatReplaced))


async def die_taking(cluster: Cluster, campaign_id: str, before: int) -> None:
    """Let the engine die with each commit, before anybody hears of it, until one was the seat's taking."""
    while takings(await stored(cluster, campaign_id)) == before:
        cluster.launch("engine", "tests.faults.dying", TEST_PART="engine", TEST_DIES_AT="1")
        assert await asyncio.to_thread(cluster.wait_dead, "engine") == -9


async def test_a_seat_is_taken_once_though_the_engine_dies_before_it_answers(solo: Cluster) -> None:
    """Of two who race one has it, and the same answer as often as they ask; the link is spent, and who left is out."""
    async with campaign(solo, "kingdoms", 2, {"spectators": "none"}) as (host, holder):
        seat = holder.seat
        path = f"/campaigns/{host.campaign}/seats/{seat}"
        await leave(holder, path)
        for number in range(ROUNDS):
            async with people(host.front, 2) as newcomers:
                link = (await host.call("POST", f"{path}/links", {}))["link"]
                keys = [new_key() for _ in newcomers]
                solo.kill("engine")
                racing = [
                    asyncio.create_task(taking(one, path, link, key)) for one, key in zip(newcomers, keys, strict=True)
                ]
                await die_taking(solo, host.campaign, number)
                await asyncio.to_thread(solo.start, "engine")
                answers = await asyncio.gather(*racing)
                assert answers.count("link_void") == 1, answers
                won = 1 - answers.index("link_void")
                winner, loser = newcomers[won], newcomers[1 - won]
                for person, key, answer in zip(newcomers, keys, answers, strict=True):
                    for _ in range(2):
                        assert await taking(person, path, link, key) == answer
                assert await taking(winner, path, link, new_key()) == "seated_before"
                assert await taking(loser, path, link, new_key()) == "link_void"
                await check(solo, host, winner, seat, answers[won], number + 1)
                assert not await listed(holder)
                assert not await listed(loser)
                await leave(winner, path)
        await outboxes_empty(solo)


async def listed(person: Person) -> bool:
    """Whether they have any campaign."""
    return bool((await person.call("GET", "/campaigns"))["campaigns"])


async def check(cluster: Cluster, host: Person, winner: Person, seat: int, answer: Any, number: int) -> None:
    """The seat is theirs in every part, by exactly one fact, and the answer is of the append that has it."""
    winner.campaign, winner.seat = host.campaign, seat
    assert (await winner.view())["you"]["seat"] == seat
    seats = (await host.view())["campaign"]["seats"]
    assert (seats[str(seat)]["account"], seats[str(seat)]["replaced"]) == (winner.account, True)
    await until(lambda: listed(winner))
    found = await stored(cluster, host.campaign)
    assert takings(found) == number
    told = zip(found.appends, found.facts, strict=True)
    append = max(row.seq for row, facts in told if any(isinstance(fact, SeatReplaced) for fact in facts))
    [shown] = [row.n for row in found.shown if row.viewer == seat and row.seq == append]
    assert (answer["cursor"]["class"], answer["cursor"]["n"]) == (seat, shown)
