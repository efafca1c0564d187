"""The host finds a new player for a seat: links over HTTP, one taker, everybody's view made anew."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.contract.gateway.conftest import Browser, Platform, key, started


@pytest.fixture
async def newcomers(platform: Platform) -> AsyncIterator[list[Browser]]:
    made = [Browser(platform), Browser(platform)]
    await made[0].be_guest("Eve")
    await made[1].be_guest("Fay")
    yield made
    for browser in made:
        await browser.http.close()


async def seat_of(browser: Browser, campaign: str) -> int:
    return int((await browser.call("GET", f"/campaigns/{campaign}"))[1]["class"])


async def change(browser: Browser, campaign: str, seat: int, what: str, link: str = "") -> tuple[int, Any]:
    body = {"key": key(), "change": what, **({"link": link} if link else {})}
    return await browser.call("POST", f"/campaigns/{campaign}/seats/{seat}", body)


async def test_a_seat_finds_a_new_player(platform: Platform, browsers: list[Browser], newcomers: list[Browser]) -> None:
    """Of two who race one has it; both who watch see it at once, with the new name; the campaign is theirs now."""
    ann, bob, nobody = browsers
    campaign = await started([ann, bob], {"spectators": "link"})
    seat = await seat_of(bob, campaign)
    path = f"/campaigns/{campaign}/seats/{seat}/links"
    status, answer = await ann.call("POST", path, {})
    assert (status, answer["code"]) == (409, "seat_played")
    assert (await change(bob, campaign, seat, "hand_to_bot"))[0] == 200
    for other in (bob, newcomers[0]):
        status, answer = await other.call("POST", path, {})
        assert (status, answer["code"]) == (403, "not_host")
    status, made = await ann.call("POST", path, {"expires_in_s": 3600})
    assert status == 201
    assert made["url"] == f"{platform.url}/campaigns/{campaign}?seat={seat}&link={made['link']}"
    assert (await nobody.call("GET", f"/campaigns/{campaign}?link={made['link']}"))[1]["class"] == -1
    lines = [await browser.socket() for browser in (ann, bob)]
    for line in lines:
        await line.say(t="watch", topic=f"campaign:{campaign}")
        await line.hear("view")
    told = await asyncio.gather(*(change(one, campaign, seat, "take_over", made["link"]) for one in newcomers))
    assert sorted(status for status, _ in told) == [200, 409]
    winner, loser = sorted(newcomers, key=lambda one: told[newcomers.index(one)][0])
    assert told[newcomers.index(loser)][1]["code"] == "link_void"
    name = ("Eve", "Fay")[newcomers.index(winner)]
    shown = await lines[0].hear("view")
    assert shown["view"]["campaign"]["seats"][str(seat)]["name"] == name
    assert (await lines[1].hear("problem"))["code"] == "not_allowed"
    assert await seat_of(winner, campaign) == seat
    assert [one["id"] for one in (await winner.call("GET", "/campaigns"))[1]["campaigns"]] == [campaign]
    assert (await bob.call("GET", "/campaigns"))[1]["campaigns"] == []
    assert (await winner.call("POST", f"/campaigns/{campaign}/links", {}))[0] == 201
    assert (await bob.call("POST", f"/campaigns/{campaign}/links", {}))[1]["code"] == "no_such_room"


async def test_a_link_that_nobody_made_opens_nothing(browsers: list[Browser], newcomers: list[Browser]) -> None:
    ann, bob, nobody = browsers
    campaign = await started([ann, bob])
    seat = await seat_of(bob, campaign)
    await change(bob, campaign, seat, "leave")
    for link in ("", "x.y", "x" * 3_000):
        status, answer = await change(newcomers[0], campaign, seat, "take_over", link)
        assert (status, answer["code"]) in {(403, "link_invalid"), (400, "malformed")}
    assert (await change(nobody, campaign, seat, "take_over", "x.y"))[1]["code"] == "not_signed_in"
    status, answer = await ann.call("POST", f"/campaigns/{campaign}/seats/{seat}/links", {"expires_in_s": 31 * 86400})
    assert (status, answer["kind"]) == (400, "malformed")
    status, answer = await ann.call("POST", f"/campaigns/{campaign}/seats/{10**9}/links", {})
    assert (status, answer["kind"]) == (400, "malformed")
