"""The history of a campaign: from the beginning, page by page, to what a class sees now."""

from typing import Any

import msgspec
import pytest
from warboard_pb.campaign.v1 import engine_pb2

from chassis.problems import Problem
from services.engine.app import history
from services.engine.core import patches
from tests.contract.engine.conftest import PEOPLE, Engine, StartEngine


async def page(engine: Engine, campaign: str, account: str = "", first: int = 1, limit: int = 4) -> Any:
    request = engine_pb2.GetHistoryRequest(campaign=campaign, account=account, limit=limit, **{"from": first})
    return await engine.ask("GetHistory", request)


async def replayed(engine: Engine, campaign: str, account: str) -> tuple[dict[str, Any], list[int]]:
    """The view that all pages lead to, and the numbers on the way."""
    reply = await page(engine, campaign, account)
    view: dict[str, Any] = msgspec.json.decode(reply.view)
    numbers: list[int] = []
    while True:
        for update in reply.updates:
            numbers.append(update.n)
            change = msgspec.json.decode(b"{" + update.body + b"}")
            view = patches.apply(view, change["patch"])
            assert change["lines"] is not None
            assert change["at_unix_ms"] > 0
        if not reply.next:
            assert numbers[-1] == reply.newest.n
            return {**view, "n": numbers[-1]}, numbers
        reply = await page(engine, campaign, account, reply.next)
        assert not reply.view


@pytest.mark.parametrize("account", ["", *PEOPLE])
async def test_all_patches_lead_to_the_present_view(start_engine: StartEngine, account: str) -> None:
    """For the public and for a seat, also after the campaign was parked in between."""
    engine = await start_engine()
    campaign = await engine.started(target=1_000)
    for turn in range(9):
        await engine.add(campaign, 1 + turn % 3)
    await engine.play(campaign, "ann", {"type": "Crash"})
    await engine.ask("Unpark", engine_pb2.UnparkRequest(campaign=campaign))
    await engine.add(campaign, 2)
    view, numbers = await replayed(engine, campaign, account)
    assert view == await engine.view(campaign, account)
    assert numbers == list(range(1, view["n"] + 1))
    assert ("mine" in view) == bool(account)


async def test_a_history_grows_with_its_campaign(start_engine: StartEngine) -> None:
    """What is kept of it is never shown in place of what came since."""
    engine = await start_engine()
    campaign = await engine.started(target=1_000)
    for _ in range(3):
        for _ in range(4):
            await engine.add(campaign)
        view, _ = await replayed(engine, campaign, "")
        assert view == await engine.view(campaign)


async def test_a_page_ends_before_it_grows_too_large(
    start_engine: StartEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By bytes, but never before its first entry; beyond the end there is nothing."""
    engine = await start_engine()
    campaign = await engine.started(target=1_000)
    for _ in range(4):
        await engine.add(campaign)
    monkeypatch.setattr(history, "MOST_BYTES", 1)
    reply = await page(engine, campaign, limit=500)
    assert ([update.n for update in reply.updates], reply.next) == ([1], 2)
    beyond = await page(engine, campaign, first=99)
    assert (list(beyond.updates), beyond.next, beyond.newest.n) == ([], 0, 5)


async def test_a_seat_s_history_is_its_own(start_engine: StartEngine) -> None:
    """The pages kept for all hold nothing private; strangers get nothing of a campaign without spectators."""
    engine = await start_engine()
    campaign = await engine.started(target=1_000)
    for _ in range(6):
        await engine.add(campaign)
    own, public = await page(engine, campaign, "ann"), await page(engine, campaign)
    assert "mine" in msgspec.json.decode(own.view)
    assert "mine" not in msgspec.json.decode(public.view)
    again = await page(engine, campaign, "mallory")
    assert again.SerializeToString() == public.SerializeToString()
    closed = await engine.started(spectators="none")
    with pytest.raises(Problem) as refusal:
        await page(engine, closed, "mallory")
    assert refusal.value.code == "not_allowed"
