"""The campaign's past on the map: a slider, keys, and back to now, for a player and for a stranger."""

import asyncio

from playwright.async_api import Page

from tests.e2e.browser import chromium, expect, owners, person
from tests.e2e.test_access import breaches, signed_in
from tests.player import Player, guest


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
    return campaign


async def painted(page: Page, count: int) -> None:
    """Wait until so many countries have an owner's colour."""
    await expect(page.locator("path.country[data-seat]")).to_have_count(count)


async def test_the_past_is_replayed_on_the_map(platform: str) -> None:
    """From an empty map pick by pick to now, by keys and buttons; what a stranger may not know isn't told."""
    async with guest(platform) as player, chromium() as browser, person(browser, platform) as page:
        await signed_in(page, player)
        campaign = await drafted(player)
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
        await painted(page, 2)
        await page.get_by_test_id("history-play").click()
        await slider.focus()
        await page.keyboard.press("End")
        await painted(page, len(now))
        await page.get_by_test_id("history-now").click()
        await expect(page.get_by_test_id("history-strip")).to_have_count(0)
        assert await owners(page) == now
        async with person(browser, f"{platform}/campaigns/{campaign}") as stranger:
            await stranger.get_by_test_id("history").click()
            await expect(stranger.get_by_test_id("history-slider")).not_to_have_attribute("max", "1")
            await stranger.keyboard.press("Home")
            await painted(stranger, 0)
            await stranger.keyboard.press("Escape")
            await painted(stranger, len(now))
