"""Public missions in the browser: chosen and drawn in the room, then in a tab of their own."""

import os
from pathlib import Path

from playwright.async_api import Page

from tests.e2e.browser import chromium, expect, person
from tests.e2e.test_access import breaches, signed_in
from tests.player import guest

SHOTS = os.environ.get("WARBOARD_TEST_SHOTS")


async def check_marks(page: Page) -> None:
    """A mission that is pressed lights its countries and nothing else; all are marked while that is wished."""
    signs, lit = page.locator("[data-mark]"), page.locator("path.raised")
    mission = page.get_by_role("button", name="Strategic Positions")
    await expect(signs).to_have_count(0)
    await mission.click()
    await expect(lit).to_have_count(5)
    await expect(signs).to_have_count(5)
    await page.get_by_test_id("mark-missions").check()
    await expect(signs).to_have_count(5 + 12)
    assert await breaches(page, "missions") == []
    await mission.click()
    await expect(lit).to_have_count(0)
    await expect(signs).to_have_count(5 + 12)


async def test_missions_of_a_room_and_a_campaign(platform: str) -> None:
    """Everybody in the room reads the targets; the host picks others and draws new ones, and they stay at the start."""
    async with guest(platform) as host, guest(platform) as other, chromium() as browser:
        room = await host.room("chess_wars", 2, {"draft": "dealt"})
        await other.join(room)
        async with person(browser, platform) as page, person(browser, platform) as theirs:
            await signed_in(page, host)
            await signed_in(theirs, other)
            for each in (page, theirs):
                await each.goto(f"{platform}/rooms/{room}")
            missions, seen = page.get_by_test_id("missions"), theirs.get_by_test_id("missions")
            await expect(missions.locator("dt")).to_have_text(
                ["Expansion", "Strategic Positions", "Great Powers", "Campaign Veteran"]
            )
            await expect(missions.locator("dd").nth(1)).to_contain_text("Hold 3 of these")
            marked = await missions.locator("dd").nth(1).inner_text()
            await expect(seen.locator("dd").nth(1)).to_have_text(marked)
            await expect(seen.get_by_test_id("redraw")).to_have_count(0)
            await page.get_by_test_id("redraw").click()
            await expect(seen.get_by_test_id("redraws")).to_be_visible()
            await expect(missions.locator("dd").nth(1)).not_to_have_text(marked)
            await missions.get_by_label("Four of your choice").check()
            await missions.get_by_label("Expansion").uncheck()
            await missions.get_by_label("Kingslayer").check()
            await expect(seen.locator("dt")).to_have_text(
                ["Strategic Positions", "Campaign Veteran", "Great Powers", "Kingslayer"]
            )
            if SHOTS:
                await page.screenshot(path=Path(SHOTS) / "room_missions.png", full_page=True)
            kept = await seen.locator("dd").all_inner_texts()
            await page.get_by_test_id("start").click()
            await page.locator("#tab-missions").click()
            texts = [
                await page.get_by_test_id(f"mission-{name}").locator("p").first.inner_text()
                for name in ("StrategicPositions", "CampaignVeteran", "GreatPowers", "Kingslayer")
            ]
            assert texts == kept
            await expect(page.get_by_test_id("mission-GreatPowers").locator("li")).to_have_count(2)
            await check_marks(page)
            if SHOTS:
                await page.screenshot(path=Path(SHOTS) / "missions.png")


async def test_the_end_shows_everybodys_secret_and_points(platform: str) -> None:
    """Final order, the race, every secret and whether it was completed, how to check it; a stranger sees the same."""
    async with guest(platform) as host, guest(platform) as other, chromium() as browser:
        room = await host.room("chess_wars", 2, {"draft": "dealt"})
        await other.join(room)
        campaign = await host.start(room)
        other.campaign = campaign
        for each in (host, other):
            await each.choose_secret()
        await host.command(type="EndCampaign")
        async with person(browser, platform) as page, person(browser, platform) as strangers:
            await signed_in(page, host)
            for shown in (page, strangers):
                await shown.goto(f"{platform}/campaigns/{campaign}")
                await expect(shown.get_by_test_id("final-order").locator("> li")).to_have_count(2)
                await expect(shown.get_by_test_id("points-chart").locator(".dot")).to_have_count(2)
                await expect(shown.get_by_test_id("end-secrets").get_by_test_id("secret-card")).to_have_count(2)
                await expect(shown.get_by_test_id("end-secrets").get_by_text("Not completed")).to_have_count(2)
            await page.get_by_test_id("checking").locator("summary").click()
            await expect(page.get_by_test_id("checking")).to_contain_text(f"warboard export {campaign}")
            await page.get_by_test_id("points-chart").locator("summary").click()
            assert await breaches(page, "ended") == []
