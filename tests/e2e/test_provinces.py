"""The provinces in the browser: practice against bots in Persian on a phone, and dice that are checked as they fall."""

import os
import re
from typing import Any

from playwright.async_api import Locator, Page

from tests.e2e.browser import chromium, expect, person
from tests.e2e.test_access import breaches

SOAK = bool(os.environ.get("SOAK"))
PHONE = {"width": 390, "height": 844}


def badge(page: Page, place: str) -> Locator:
    return page.locator(f".badge[data-id={place}]")


async def drag(page: Page, origin: Locator, target: Locator) -> None:
    """From the middle of one thing to the middle of another."""
    for each, press in ((origin, page.mouse.down), (target, page.mouse.up)):
        box = await each.bounding_box()
        assert box is not None
        await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        await press()


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
    """The origin by keys, the target by dragging to it."""
    await page.get_by_test_id("map").focus()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.locator(".badge.strong")).to_have_count(1)
    origin = str(await page.locator(".badge.strong").get_attribute("data-id"))
    target = next(place for place in await lit(page) if place != origin)
    await drag(page, badge(page, origin), badge(page, target))
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
        await expect(page.get_by_test_id("act")).to_contain_text("۴ نیرو در برابر ۳ · با یک پرتاب هنوز گرفته نمی‌شود")
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


async def become(page: Page, name: str) -> None:
    """A guest by that name, from a form that asks for it."""
    await page.get_by_test_id("guest-name").fill(name)


async def look_back(page: Page) -> None:
    """To the first turn of a game that is over, to its end, and back to now."""
    await page.get_by_test_id("history").click()
    await expect(page.get_by_test_id("history-line")).to_contain_text("The game is over")
    await page.keyboard.press("Home")
    await expect(page.get_by_test_id("history-line")).to_contain_text("Mara to play")
    await page.keyboard.press("End")
    await expect(page.get_by_test_id("history-line")).to_contain_text("The game is over")
    assert await breaches(page, "provinces, the past") == []
    await page.get_by_test_id("history-now").click()
    await expect(page.get_by_test_id("history-strip")).to_have_count(0)


async def test_a_locked_table_for_coins(platform: str) -> None:
    """Its password opens it, both pay; one leaves, the other has the pot and asks for a rematch."""
    async with chromium() as browser, person(browser, platform) as host, person(browser, platform) as other:
        await host.get_by_test_id("create-provinces").click()
        await become(host, "Mara")
        await host.get_by_test_id("way-competitive").check(force=True)
        await host.get_by_test_id("room-name").fill("Friday dice")
        await host.get_by_test_id("room-seats").select_option("2")
        await host.get_by_test_id("room-password").fill("sesame")
        assert await breaches(host, "create for coins") == []
        await host.get_by_test_id("create-room").click()
        await expect(host.get_by_test_id("room-entry")).to_contain_text("winner gets 100")
        await host.get_by_test_id("recovery-done").click()
        await expect(host.get_by_test_id("add-bot")).to_have_count(0)
        assert await breaches(host, "room for coins") == []
        await other.goto(platform)
        row = other.get_by_role("listitem").filter(has_text="Friday dice")
        await expect(row).to_contain_text("50 coins")
        await row.get_by_role("link").click()
        await become(other, "Teo")
        await other.get_by_test_id("join-password").fill("open")
        await other.get_by_test_id("join").click()
        await expect(other.get_by_test_id("problem")).to_contain_text("Check the password")
        await other.get_by_test_id("join-password").fill("sesame")
        await other.get_by_test_id("join").click()
        await other.get_by_test_id("recovery-done").click()
        await host.get_by_test_id("start").click()
        await expect(host.get_by_test_id("pot")).to_contain_text("pot of 100 coins")
        await expect(host.get_by_test_id("act")).to_contain_text("Place 3 units")
        assert await breaches(host, "provinces at a desk") == []
        await expect(host.get_by_test_id("history")).to_have_count(0)  # the past comes when the game is over
        await host.get_by_test_id("leave").click()
        await host.get_by_test_id("leave-confirm").click()
        await expect(host.get_by_test_id("ended")).to_contain_text("Teo won")
        await expect(other.get_by_test_id("ended")).to_contain_text("You won")
        await expect(other.get_by_test_id("pot")).to_contain_text("100 coins")
        assert await breaches(other, "provinces, over") == []
        await look_back(other)
        await expect(host.get_by_test_id("rematch")).to_have_count(0)  # who left has no seat any more
        await other.get_by_test_id("rematch").click()
        await expect(other.get_by_test_id("room-entry")).to_be_visible()
        await other.goto(f"{platform}/sign-in")
        await expect(other.get_by_test_id("purse")).to_contain_text("The pot")
        assert await breaches(other, "purse") == []


ASK = """async ([method, path, body]) => {
    const headers = {'Content-Type': 'application/json', 'X-Warboard': '1'};
    const answer = await fetch('/api/v1' + path, {method, headers, body: JSON.stringify(body)});
    return await answer.json(); }"""


async def ask(page: Page, path: str, **body: Any) -> dict[str, Any]:
    """What the page's own person would send."""
    answer: dict[str, Any] = await page.evaluate(ASK, ["POST", path, body])
    return answer


if SOAK:  # who is really offline for long is known after minutes

    async def test_a_lost_connection_is_nothing_and_a_long_one_removes(platform: str) -> None:
        """Two people with half-minute turns: one is away for 8 s and stays; then for three minutes, and is removed."""
        async with chromium() as browser, person(browser, platform) as host, person(browser, platform) as other:
            for page, name in ((host, "Mara"), (other, "Teo")):
                await ask(page, "/guests", name=name)
            table = {"ruleset": "provinces", "name": "Away", "seats": 2, "options": {"turn_s": 30}}
            room = (await ask(host, "/rooms", **table, entropy=os.urandom(32).hex()))["room"]
            await ask(other, f"/rooms/{room['id']}/seats", entropy=os.urandom(32).hex())
            started = await ask(host, f"/rooms/{room['id']}/start")
            game = f"{platform}/campaigns/{started['room']['campaign']}"
            await host.goto(game)
            await other.goto(game)
            await expect(host.get_by_test_id("act")).to_be_visible()
            await other.goto("about:blank")
            await other.wait_for_timeout(8_000)
            await other.goto(game)
            for _ in range(2):  # a turn of each runs out, and the host has the next one
                await expect(other.get_by_test_id("phase-reinforce")).to_have_attribute(
                    "aria-current", "step", timeout=70_000
                )
                await expect(host.get_by_test_id("phase-reinforce")).to_have_attribute(
                    "aria-current", "step", timeout=70_000
                )
            await expect(host.get_by_test_id("ended")).to_have_count(0)
            await other.goto("about:blank")
            await expect(host.get_by_test_id("ended")).to_contain_text("You won", timeout=240_000)
            await other.goto(game)
            await expect(other.get_by_test_id("ended")).to_contain_text("Mara won")
