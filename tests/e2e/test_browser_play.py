"""The outcome through the page alone: guests draft, declare, answer, play by clicking, and countries change hands."""

import asyncio
from contextlib import suppress

from playwright.async_api import Page
from playwright.async_api import TimeoutError as TooLate

from tests.e2e.browser import chromium, expect, make_move, move_somewhere, moves, owners, person

PATIENCE_S = 60
SOON_MS = 1_000


async def my_seat(page: Page) -> int:
    """The seat of whoever uses this page, from the bar."""
    seat = await page.locator(".players li", has_text="You").get_attribute("data-seat")
    assert seat is not None
    return int(seat) - 1


async def lost_by(page: Page, seat: int, before: dict[str, int]) -> set[str]:
    """Wait until the map shows that a seat owns less than before; what it lost."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            now = await owners(page)
            if lost := {place for place, owner in before.items() if owner == seat and now[place] != seat}:
                return lost
            await asyncio.sleep(0.1)


async def one_step(page: Page) -> None:
    """Do the one thing the page offers next."""
    # The confirmation first: its form stays open if the press before came too late on a busy machine.
    for act in ("answer-confirm", "declare", "accept", "fight", "open-board", "decline-accord"):
        button = page.locator(f"[data-testid={act}]:enabled, a[data-testid={act}]").first  # two may propose an accord
        if await button.count():
            return await button.first.click(timeout=SOON_MS)
    for act in ("meet", "withdraw", "back-down"):  # to a game rather than out of the war: tokens are few
        if await page.get_by_test_id(act).count():
            await page.get_by_test_id(act).click(timeout=SOON_MS)
            return await page.get_by_test_id("answer-confirm").click(timeout=SOON_MS)
    if not await page.locator(".next.mine").count():
        return None
    await page.get_by_test_id("next-action").get_by_role("button").first.click(timeout=SOON_MS)
    target = page.locator("button.target").first
    if "/games/" not in page.url and await target.is_visible():
        await target.click(timeout=SOON_MS)
    return None


async def to_the_board(page: Page) -> None:
    """Declare, and answer what others declare, until the page shows a game."""
    async with asyncio.timeout(PATIENCE_S):
        while "/games/" not in page.url:
            with suppress(TooLate):  # bots move meanwhile: what was offered may be gone
                await one_step(page)
            await page.wait_for_timeout(150)
    await page.locator("cg-board").wait_for()


async def resign(page: Page) -> None:
    await page.get_by_test_id("resign").click()
    await page.get_by_test_id("resign-confirm").click()
    await expect(page.get_by_test_id("result")).to_be_visible()


async def colour_of(page: Page) -> str:
    return "black" if await page.locator(".orientation-black").count() else "white"


async def test_a_guest_plays_bots_from_the_lobby_to_the_fall_of_a_country(platform: str) -> None:
    """One press, a draft, a declared war, a game by clicking, a resignation; the map follows without a reload."""
    async with chromium() as browser, person(browser, platform) as page:
        await page.get_by_test_id("play-bots-chess_wars").click()
        await page.get_by_test_id("start-bots").click()
        await page.wait_for_url("**/campaigns/**")
        await page.evaluate("window.notReloaded = true")
        await page.get_by_test_id("recovery-done").click()
        await page.get_by_test_id("draft-for-me").click()
        await choose_secret(page)
        await page.get_by_test_id("tokens").wait_for(timeout=PATIENCE_S * 1000)
        me = await my_seat(page)
        before = await owners(page)
        await to_the_board(page)
        colour = await colour_of(page)
        for turn in range(3):
            mine = 2 * turn + (colour == "black")
            await expect(moves(page)).to_have_count(mine)
            await move_somewhere(page, colour)
            await expect(moves(page).nth(mine)).to_be_visible()
        await resign(page)
        await page.get_by_test_id("back-to-map").click()
        fallen = (await lost_by(page, me, before)).pop()
        assert await page.evaluate("window.notReloaded")
        await page.get_by_label("Find a country").fill(await page.evaluate(NAME_OF, fallen))
        await page.keyboard.press("Enter")
        await expect(page.locator("#panel-body")).to_contain_text("Bot")


NAME_OF = """id => fetch('/api/v1/maps/world').then(answer => answer.json())
    .then(board => board.places.find(place => place.id === id).name)"""


async def choose_secret(page: Page) -> None:
    """Take the first secret mission that is offered."""
    await page.get_by_test_id("secret-card").first.click(timeout=PATIENCE_S * 1000)  # bots draft before
    await page.get_by_test_id("choose-secret").click()


async def join(page: Page, name: str) -> None:
    await page.get_by_test_id("guest-name").fill(name)
    await page.get_by_test_id("join").click()
    await page.get_by_test_id("recovery-done").click()


async def a_table_for_two(host: Page) -> str:
    """Made through the lobby's form, dealt at the start; the invite link."""
    await host.get_by_test_id("create-chess_wars").click()
    await host.get_by_test_id("guest-name").fill("Mara")
    await host.get_by_test_id("room-seats").select_option("2")
    await host.get_by_role("radio", name="Dealt").check()
    await host.get_by_test_id("create-room").click()
    await host.get_by_test_id("recovery-done").click()
    await host.get_by_test_id("invite").click()
    return await host.get_by_test_id("invite-link").input_value()


async def test_two_people_see_each_others_moves_and_a_reload_resumes(platform: str) -> None:
    """Two browsers, one campaign, one game; a map left open in a third tab changes by itself."""
    async with chromium() as browser, person(browser, platform) as mara:
        link = await a_table_for_two(mara)
        async with person(browser, link) as teo:
            await join(teo, "Teo")
            await mara.get_by_test_id("start").click()
            for page in (mara, teo):
                await choose_secret(page)
            for page in (mara, teo):
                await page.get_by_test_id("tokens").wait_for()
            atlas = await mara.context.new_page()
            await atlas.goto(mara.url)
            await atlas.get_by_test_id("tokens").wait_for()
            before = await owners(atlas)
            first, second = (mara, teo) if await mara.locator(".next.mine").count() else (teo, mara)
            await first.get_by_test_id("choose-target").click()
            await first.locator("button.target").first.click()
            await first.get_by_test_id("declare").click()
            for page in (second, first):
                await page.get_by_test_id("war-w1").click()
            await second.get_by_test_id("accept").click()
            for page in (second, first):
                await page.get_by_test_id("open-board").click()
                await page.locator("cg-board").wait_for()
            white, black = (first, second) if await colour_of(first) == "white" else (second, first)
            await make_move(white, "e2", "e4")
            await expect(moves(black)).to_have_text(["e4"])
            await make_move(black, "e7", "e5")
            await expect(moves(white)).to_have_text(["e4", "e5"])
            await white.reload()
            await expect(moves(white)).to_have_text(["e4", "e5"])
            await make_move(white, "g1", "f3")
            await expect(moves(black)).to_have_text(["e4", "e5", "Nf3"])
            loser = await my_seat(black)
            await resign(black)
            await expect(white.get_by_test_id("result")).to_contain_text("You won")
            assert await lost_by(atlas, loser, before)


async def test_the_page_says_when_the_line_is_down_and_comes_back(platform: str) -> None:
    """A lost connection is told on every page, and forgotten when it is back."""
    async with chromium() as browser, person(browser, platform) as page:
        await page.get_by_test_id("play-bots-chess_wars").wait_for()
        await page.context.set_offline(True)
        await expect(page.get_by_test_id("offline")).to_be_visible()
        await page.context.set_offline(False)
        await expect(page.get_by_test_id("offline")).to_be_hidden()
