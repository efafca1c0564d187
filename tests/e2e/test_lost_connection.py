"""A browser that loses its connection in an order step of the kingdoms, and comes back: drafts, orders and the turn."""

from contextlib import AsyncExitStack
from typing import Any

from playwright.async_api import Page, Route

from tests.e2e.browser import chromium, expect, person
from tests.e2e.test_access import signed_in
from tests.e2e.test_kingdoms import SECONDS, at_step, send, war_of_two
from tests.player import Player, guest

AWAY_MS = 8_000


async def planned(page: Page, origin: str, target: str) -> None:
    """Attack with all there are, as a draft."""
    begin = page.get_by_test_id(f"from-{origin}")
    if not await begin.is_visible():
        await page.locator("details", has=begin).locator("summary").click()  # closed once there are orders
    await begin.click()
    await page.get_by_test_id(f"to-{target}").click()
    await expect(page.locator(f".arrow.planned[data-from={origin}][data-to={target}]")).to_have_count(1)
    await page.get_by_test_id("aim-done").click()


async def lose(page: Page) -> None:
    """Pull the plug; the page says so."""
    await page.context.set_offline(True)
    await expect(page.get_by_test_id("offline")).to_be_visible()


async def come_back(page: Page) -> None:
    """Put the plug in; the page says nothing any more."""
    await page.context.set_offline(False)
    await expect(page.get_by_test_id("offline")).to_have_count(0)


async def hand_in(player: Player, **orders: Any) -> None:
    """Orders for the open step, from elsewhere, ready."""
    step = (await player.view())["game"]["step"]["number"]
    await player.command(type="Submit", step=step, nonce="cd" * 32, orders=orders)
    await player.command(type="SetReady", step=step, ready=True)


async def test_an_order_step_outlives_a_lost_connection(platform: str) -> None:
    """For 8 s: the draft grows meanwhile, isn't sent, and is there. Over the step's end: what was sent has counted."""
    async with (
        guest(platform, "Mara") as mara,
        guest(platform, "Teo") as teo,
        chromium() as browser,
        AsyncExitStack() as stack,
    ):
        mara.campaign = await war_of_two(mara, teo, battles="simulated")
        page = await stack.enter_async_context(person(browser, platform))
        await signed_in(page, mara)
        await page.goto(f"{platform}/campaigns/{mara.campaign}")
        await at_step(page, "attacks")
        await planned(page, "champagne", "lorraine")

        await lose(page)
        await planned(page, "burgundy", "franche_comte")
        await page.get_by_test_id("send").click()
        await expect(page.get_by_test_id("problem")).to_contain_text("can’t be reached")
        await page.wait_for_timeout(AWAY_MS)
        await expect(page.get_by_test_id("offline")).to_be_visible()
        await come_back(page)
        await expect(page.locator(".arrow.planned")).to_have_count(2)
        assert "orders" not in (await mara.view()).get("mine", {})
        await send(page)
        await expect(page.get_by_test_id("unready")).to_be_visible()

        await lose(page)
        await hand_in(teo, kind="attacks", attacks=[{"origin": "bavaria", "target": "venetia", "units": 3}])
        assert (await mara.view())["game"]["step"]["kind"] == "provision"
        await at_step(page, "attacks")  # what was known last
        await come_back(page)
        await at_step(page, "provision")
        await expect(page.get_by_test_id("next-action")).to_contain_text("5")
        told = (await mara.view())["game"]["adjudicated"]["revealed"]["0"]
        assert "by" not in told  # neither a bot nor a default
        assert [one["origin"] for one in told["orders"]["attacks"]] == ["champagne", "burgundy"]
        verdicts = page.get_by_test_id("revealed").first.locator("[data-verdict]")
        await expect(verdicts).to_have_count(2)
        assert await verdicts.evaluate_all("all => all.map(one => one.dataset.verdict)") == ["kept", "kept"]


async def test_what_may_be_ordered_is_asked_again_when_the_line_broke_at_the_wrong_moment(platform: str) -> None:
    """The new step was still shown, and then the connection was lost: the page isn't without its orders for ever."""
    async with (
        guest(platform, "Mara") as mara,
        guest(platform, "Teo") as teo,
        chromium() as browser,
        person(browser, platform) as page,
    ):
        mara.campaign = await war_of_two(mara, teo, battles="simulated")
        await signed_in(page, mara)
        await page.goto(f"{platform}/campaigns/{mara.campaign}")
        await at_step(page, "attacks")

        async def cut(route: Route) -> None:
            await route.abort("connectionfailed")

        await page.route("**/actions", cut)
        for player in (mara, teo):
            await hand_in(player, kind="attacks", attacks=[])
        await expect(page.get_by_test_id("orders-attacks")).to_have_count(0)
        await page.unroute("**/actions")
        await expect(page.get_by_test_id("orders-provision")).to_be_visible(timeout=SECONDS)
