"""The provinces in the browser: practice against bots in Persian on a phone, and dice that are checked as they fall."""

import re

from playwright.async_api import Locator, Page

from tests.e2e.browser import chromium, expect, person
from tests.e2e.test_access import breaches

PHONE = {"width": 390, "height": 844}


def badge(page: Page, place: str) -> Locator:
    return page.locator(f".badge[data-id={place}]")


async def lit(page: Page) -> list[str]:
    """Provinces that are lit on the map."""
    paths = page.locator("path.raised[data-lit]")
    found: list[str] = await paths.evaluate_all("all => all.map(one => one.dataset.lit)")
    return found


async def place_all(page: Page) -> None:
    """Put the new units on three provinces, one each."""
    act = page.get_by_test_id("act")
    await expect(act).to_contain_text("چیدن ۳ نیرو")
    for place in (await lit(page))[:3]:
        await badge(page, place).click()
    await expect(page.locator(".badge .plus")).to_have_text(["+۱"] * 3)
    await act.click()


async def choose_attack(page: Page) -> None:
    """The origin by keys, the target by a press."""
    await page.get_by_test_id("map").focus()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.locator(".badge.strong")).to_have_count(1)
    origin = await page.locator(".badge.strong").get_attribute("data-id")
    target = next(place for place in await lit(page) if place != origin)
    await badge(page, target).click()
    await expect(page.locator(".arrow.planned")).to_have_count(1)


async def test_practice_in_persian_on_a_phone(platform: str) -> None:
    """A visitor whose browser prefers Persian gets it, plays bots at once, reinforces, attacks and ends the turn."""
    async with (
        chromium() as browser,
        person(browser, platform, viewport=PHONE, has_touch=True, locale="fa-IR") as page,
    ):
        await expect(page.locator("html")).to_have_attribute("dir", "rtl")
        await page.locator(".thumb button").first.click()
        await page.get_by_test_id("level-1").check(force=True)
        await page.get_by_test_id("start-bots").click()
        await expect(page.get_by_test_id("phase-reinforce")).to_have_attribute("aria-current", "step")
        await page.get_by_test_id("recovery-done").click()
        assert await breaches(page, "provinces, placing") == []
        await place_all(page)
        await expect(page.get_by_test_id("phase-attack")).to_have_text(re.compile("حمله ۱ از ۲"))
        await choose_attack(page)
        await expect(page.get_by_test_id("act")).to_contain_text("بخت فتح")
        await page.get_by_test_id("act").click()
        await expect(page.get_by_test_id("throws")).to_be_visible()
        await expect(page.get_by_test_id("dice-checked")).to_be_visible()
        assert await breaches(page, "provinces, attack") == []
        await page.get_by_test_id("dice-checked").click()
        await expect(page.get_by_test_id("fair")).to_contain_text("۱ پرتاب وارسی شد")
        assert await breaches(page, "provinces, dice") == []
        await page.get_by_test_id("grip").press("Enter")
        await page.get_by_test_id("grip").press("Enter")
        await page.get_by_test_id("end-turn").click()
        await expect(page.get_by_test_id("next-action")).to_contain_text("بات")
        await expect(page.get_by_test_id("phase-reinforce")).to_have_attribute("aria-current", "step", timeout=60_000)
