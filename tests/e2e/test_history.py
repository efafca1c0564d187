"""The campaign's past on the map: a slider, keys, and back to now, for a player and for a stranger."""

import asyncio
from typing import Any

from playwright.async_api import Page

from services.engine.core import patches
from tests.e2e.browser import chromium, expect, owners, person
from tests.e2e.test_access import breaches, signed_in
from tests.player import Player, guest

PAINTED = "path.country[data-seat]"


async def drafted(player: Player) -> str:
    """A campaign of the player and a bot whose draft on a small theatre is over."""
    room = await player.room("chess_wars", 2, {"theatre": ["South America"], "draft": "free"})
    await player.call("POST", f"/rooms/{room}/bots", {"level": 1})
    campaign = await player.start(room)
    async with asyncio.timeout(30):
        while (view := await player.view())["game"]["phase"] == "draft":
            draft, countries = view["game"]["draft"], view["game"].get("countries", {})
            if draft["seat"] == view["you"]["seat"]:
                free = next(place for place in view["game"]["theatre"] if place not in countries)
                await player.command(type="PickCountry", pick=draft["pick"], country=free)
    await player.choose_secret()
    return campaign


async def check_replayed(player: Player, campaign: str) -> None:
    """What the pages of the history lead to is what the player sees now, under the same number."""
    shown: dict[str, Any] = {}
    newest: dict[str, Any] = {}
    first = 1
    while first:
        page = await player.call("GET", f"/campaigns/{campaign}/history?from={first}&limit=7")
        shown, newest = page.get("view", shown), page["newest"]
        for entry in page["entries"]:
            shown = patches.apply(shown, entry["patch"])
        first = page.get("next", 0)
    present = await player.call("GET", f"/campaigns/{campaign}")
    if present["n"] > newest["n"]:  # a bot was quicker
        await check_replayed(player, campaign)
        return
    assert {**newest, "view": shown} == present


async def painted(page: Page, count: int) -> None:
    """Wait until so many countries have an owner's colour."""
    await expect(page.locator(PAINTED)).to_have_count(count)


async def test_the_past_is_replayed_on_the_map(platform: str) -> None:
    """From an empty map pick by pick to now, by keys and buttons; what a stranger may not know isn't told."""
    async with guest(platform) as player, chromium() as browser, person(browser, platform) as page:
        await signed_in(page, player)
        campaign = await drafted(player)
        async with guest(platform, "Eve") as stranger:
            await check_replayed(player, campaign)
            await check_replayed(stranger, campaign)
        await page.goto(f"{platform}/campaigns/{campaign}")
        now = await owners(page)
        await page.get_by_test_id("history").click()
        slider = page.get_by_test_id("history-slider")
        await expect(slider).to_be_focused()
        await expect(slider).not_to_have_attribute("max", "1")
        assert await owners(page) == now
        await page.keyboard.press("Home")
        await painted(page, 0)
        await expect(page.get_by_test_id("history-backward")).to_be_disabled()
        await page.keyboard.press("ArrowRight")
        await painted(page, 1)
        await expect(page.get_by_test_id("history-line")).to_contain_text("Draft")
        assert "drafted" in str(await slider.get_attribute("aria-valuetext"))
        await page.get_by_test_id("history-forward").click()
        await painted(page, 2)
        await page.keyboard.press("ArrowLeft")
        await painted(page, 1)
        assert await breaches(page, "history") == []
        await slider.focus()
        await page.keyboard.press("Space")
        await expect(page.locator(PAINTED)).not_to_have_count(1)
        await page.get_by_test_id("history-play").click()
        await slider.focus()
        await page.keyboard.press("End")
        await painted(page, len(now))
        await page.get_by_test_id("history-now").click()
        await expect(page.get_by_test_id("history-strip")).to_have_count(0)
        assert await owners(page) == now
        async with person(browser, f"{platform}/campaigns/{campaign}") as watching:
            await watching.get_by_test_id("history").click()
            await expect(watching.get_by_test_id("history-slider")).not_to_have_attribute("max", "1")
            await watching.keyboard.press("Home")
            await painted(watching, 0)
            await watching.keyboard.press("Escape")
            await painted(watching, len(now))
