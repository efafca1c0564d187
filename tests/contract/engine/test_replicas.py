"""Two engines on one PostgreSQL: who left through one reads nothing of their seat through the other, nor writes."""

import asyncio
from typing import Any

import msgspec
import pytest
from warboard_pb.campaign.v1 import engine_pb2
from warboard_pb.common.v1 import play_pb2

from chassis.ids import new_key
from chassis.problems import Problem
from tests.contract.engine.conftest import Engine, StartEngine
from tests.contract.engine.test_texts import WORDS, seats, whisper

Pair = tuple[Engine, Engine]
PEOPLE = ("ann", "bob", "cid")


@pytest.fixture
def database_url(postgres_url: str) -> str:
    """SQLite admits one process."""
    return postgres_url


@pytest.fixture
async def pair(start_engine: StartEngine) -> Pair:
    return await start_engine(), await start_engine()


def reads(campaign: str, account: str, seat: int, text: str) -> dict[str, Any]:
    """Every question about a campaign, by method."""
    who = {"campaign": campaign, "account": account}
    cursor = play_pb2.Cursor(epoch=1, viewer=seat, n=1)
    return {
        "GetView": engine_pb2.GetViewRequest(**who),
        "GetMissed": engine_pb2.GetMissedRequest(**who, after=cursor),
        "GetLog": engine_pb2.GetLogRequest(**who),
        "GetHistory": engine_pb2.GetHistoryRequest(**who, **{"from": 1}, limit=100),
        "GetText": engine_pb2.GetTextRequest(**who, text=text),
        "GetActions": engine_pb2.GetActionsRequest(**who),
    }


async def answers(engine: Engine, requests: dict[str, Any]) -> dict[str, Any]:
    """The replies, or the codes of the refusals."""
    found: dict[str, Any] = {}
    for method, request in requests.items():
        try:
            found[method] = await engine.ask(method, request)
        except Problem as problem:
            found[method] = problem.code
    return found


async def left(engine: Engine, campaign: str, seat: int, account: str) -> None:
    """Leave for good through one engine."""
    request = engine_pb2.ChangeSeatRequest(
        campaign=campaign, account=account, key=new_key(), seat=seat, change=engine_pb2.ChangeSeatRequest.CHANGE_LEAVE
    )
    await engine.ask("ChangeSeat", request)


async def told(pair: Pair, spectators: str) -> tuple[str, str, dict[str, Any]]:
    """A campaign that both know, with a text for seat 1 alone: its id, seat 1's account and questions."""
    one, two = pair
    campaign = await one.started(people=PEOPLE, target=1_000, spectators=spectators)
    speaker, hearer, _ = await seats(one, campaign)
    assert (await whisper(one, campaign, speaker)).WhichOneof("answer") == "accepted"
    text = (await two.view(campaign, hearer))["mine"]["whisper"]
    asked = reads(campaign, hearer, 1, text)
    for engine in pair:
        got = await answers(engine, asked)
        assert got["GetText"].words == WORDS
        assert not any(isinstance(reply, str) for reply in got.values()), got
    return campaign, hearer, asked


async def test_who_left_through_one_sees_as_the_public_through_the_other(pair: Pair) -> None:
    """View, log, history, resuming and words: nothing of the old seat, though the other knew it a moment ago."""
    one, two = pair
    campaign, hearer, asked = await told(pair, "public")
    await left(one, campaign, 1, hearer)
    got = await answers(two, asked)
    assert (got["GetText"], got["GetActions"], got["GetMissed"].stale) == ("no_such_text", "not_seated", True)
    assert {got["GetView"].cursor.viewer, got["GetHistory"].newest.viewer} == {-1}
    strangers = await answers(two, reads(campaign, "mallory", -1, asked["GetText"].text))
    for method in ("GetView", "GetLog", "GetHistory"):
        assert got[method] == strangers[method]
    text = asked["GetText"].text.encode()
    assert not any(text in reply.SerializeToString() for reply in got.values() if not isinstance(reply, str))


async def test_who_left_a_closed_campaign_through_one_reads_nothing_through_the_other(pair: Pair) -> None:
    one, two = pair
    campaign, hearer, asked = await told(pair, "none")
    await left(one, campaign, 1, hearer)
    got = await answers(two, asked)
    assert {method for method, code in got.items() if code == "not_allowed"} == set(asked) - {"GetActions"}
    assert got["GetActions"] == "not_seated"


async def test_who_left_through_one_commands_nothing_through_the_other(pair: Pair) -> None:
    """Whichever of the two takes the command; and a host who left gives nobody's seat away any more."""
    one, two = pair
    campaign, _, _ = await told(pair, "public")
    people = await seats(one, campaign)
    host = (await one.view(campaign))["campaign"]["host"]
    await left(one, campaign, host, people[host])
    refused = await asyncio.gather(*(whisper(one, campaign, people[host]) for _ in range(12)))
    assert {reply.problem.code for reply in refused} == {"not_seated"}
    for engine in (two, one):
        for seat in range(3):
            request = engine_pb2.ChangeSeatRequest(
                campaign=campaign, account=people[host], key=new_key(), seat=seat,
                change=engine_pb2.ChangeSeatRequest.CHANGE_HAND_TO_BOT,
            )  # fmt: skip
            assert (await answers(engine, {"ChangeSeat": request}))["ChangeSeat"] in ("not_seated", "not_allowed")
    views = [await engine.view(campaign) for engine in (one, two)]
    assert views[0] == views[1]
    assert msgspec.json.encode(views[0]).count(b'"bot_level"') == 1
