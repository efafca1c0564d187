"""Coming by Lichess in a browser, and a campaign whose handicap goes by the ratings there.

The client is at `localhost` and the stand-in at `127.0.0.1`: two sites, so that cookies mind where a page comes from.
"""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from playwright.async_api import Page

from tests.e2e.browser import chromium, expect, person
from tests.lichess.server import StandIn
from tests.running_platform import running_platform

ASK = """async ([method, path, body]) => {
    const answer = await fetch('/api/v1' + path, {method, headers: {'X-Warboard': '1',
        'Content-Type': 'application/json'}, ...(body ? {body: JSON.stringify(body)} : {})});
    return answer.status === 204 ? null : await answer.json(); }"""
OPTIONS = {"pace": "live", "initial_min": 10, "increment_s": 5, "handicap": "light", "draft": "dealt"}


@pytest.fixture
async def rated(lichess: StandIn, tmp_path: Path) -> AsyncIterator[str]:
    """A platform that works with the stand-in; its address as another site."""
    with running_platform(tmp_path / "var", {"WARBOARD_LICHESS_URL": lichess.url}) as platform:
        yield platform.url.replace("127.0.0.1", "localhost")


async def ask(page: Page, method: str, path: str, body: Any = None) -> Any:
    return await page.evaluate(ASK, [method, path, body])


async def agree(page: Page, lichess: StandIn, button: str, user: str) -> None:
    """Press our button, then agree at Lichess."""
    await page.get_by_test_id(button).click()
    await page.wait_for_url(f"{lichess.url}/oauth**")
    await page.get_by_role("button", name=user, exact=True).click()


async def test_two_players_come_by_lichess_and_their_handicap_follows(rated: str, lichess: StandIn) -> None:
    """Ann signs in with it, Bob links his guest name; 1900 against 1400 is the most a light handicap gives."""
    lichess.person("AnnL", rapid=1900, classical=-1700)
    lichess.person("BobL", rapid=-2300, bullet=1400)
    async with chromium() as browser, person(browser, f"{rated}/sign-in") as ann, person(browser, rated) as bob:
        await agree(ann, lichess, "lichess-sign-in", "annl")
        await ann.wait_for_url(f"{rated}/sign-in")
        card = ann.get_by_test_id("lichess")
        await expect(card).to_contain_text("1900")
        await expect(card).to_contain_text("1700?")
        await expect(ann.get_by_test_id("account")).to_contain_text("AnnL")
        await expect(ann.get_by_test_id("first-password")).to_be_visible()

        await ask(bob, "POST", "/guests", {"name": "Bob", "language": "en"})
        await bob.goto(f"{rated}/sign-in")
        await agree(bob, lichess, "lichess-link", "bobl")
        await bob.wait_for_url(f"{rated}/sign-in")
        await expect(bob.get_by_test_id("lichess")).to_contain_text("2300?")
        assert (await ask(bob, "GET", "/me"))["account"]["name"] == "Bob"

        entropy = "5a" * 32
        room = {"ruleset": "chess_wars", "name": "R", "seats": 2, "options": OPTIONS, "public": True}
        made = (await ask(ann, "POST", "/rooms", {**room, "entropy": entropy}))["room"]["id"]
        await ann.goto(f"{rated}/rooms/{made}")
        await bob.goto(f"{rated}/rooms/{made}")
        await bob.get_by_test_id("join").click()
        ratings = ann.get_by_test_id("seat-rating")
        await expect(ratings).to_have_count(2)
        await expect(ratings.nth(0)).to_contain_text("1900")
        await expect(ratings.nth(1)).to_contain_text("1400")
        await ann.get_by_test_id("start").click()
        await ann.wait_for_url(f"{rated}/campaigns/**")
        await bob.wait_for_url(f"{rated}/campaigns/**")
        clocks = await first_clocks(ann, bob)
        parts = {part["why"]: part["percent"] for side in clocks.values() for part in side["parts"]}
        assert abs(parts["handicap"]) == 30


async def first_clocks(*pages: Page) -> dict[str, Any]:
    """Secrets are chosen; then the clocks of a war that whoever has the turn could declare."""
    campaign = pages[0].url.rsplit("/", 1)[-1]
    for page in pages:
        chosen = {"key": str(uuid4()), "command": {"type": "ChooseSecret", "option": 0}}
        await ask(page, "POST", f"/campaigns/{campaign}/commands", chosen)
    for page in pages:
        actions = (await ask(page, "GET", f"/campaigns/{campaign}/actions"))["actions"]
        for target in actions.get("DeclareWar", {}).get("targets", {}).values():
            if "clocks" in target:
                clocks: dict[str, Any] = target["clocks"]
                return clocks
    raise AssertionError(f"nobody can declare a war: {actions}")


async def test_who_says_no_at_lichess_or_is_lured_there_stays_who_they_are(rated: str, lichess: StandIn) -> None:
    """A refusal is told; a foreign state and code do nothing; neither stays in the address."""
    lichess.person("EveL", rapid=1900)
    async with chromium() as browser, person(browser, f"{rated}/sign-in") as ann, person(browser, rated) as eve:
        await agree(ann, lichess, "lichess-sign-in", "Cancel")
        await expect(ann.get_by_test_id("refused")).to_be_visible()
        assert ann.url == f"{rated}/lichess"
        lure = await lichess.agree((await ask(eve, "POST", "/lichess/start"))["url"], "evel")
        await ann.goto(f"{rated}/lichess?code={lure['code']}&state={lure['state']}")
        await expect(ann.get_by_test_id("problem")).to_contain_text("wasn’t begun in this browser")
        assert ann.url == f"{rated}/lichess"
        assert (await ask(ann, "GET", "/me"))["code"] == "not_signed_in"
        assert lichess.asked == []
