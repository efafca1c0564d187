"""Talk through the page alone: two people talk, a third sees nothing of it."""

from contextlib import AsyncExitStack

from playwright.async_api import Browser, Locator, Page

from tests.e2e.browser import chromium, expect, person
from tests.e2e.test_access import signed_in
from tests.player import Player, guest

PHONE = {"width": 390, "height": 844}
SECRET = "Let us share Peru, you and I"
WIDER = "() => document.documentElement.scrollWidth > innerWidth"


async def table_of_three(host: Player, *others: Player) -> str:
    """A started campaign of three people and a bot."""
    room = await host.room("chess_wars", 4, {"draft": "dealt"})
    for other in others:
        await other.join(room)
    await host.call("POST", f"/rooms/{room}/bots", {"level": 1})
    return await host.start(room)


async def at_diplomacy(stack: AsyncExitStack, browser: Browser, url: str, player: Player, campaign: str) -> Page:
    """The player's own browser, with the tab of diplomacy open."""
    page = await stack.enter_async_context(person(browser, url))
    await signed_in(page, player)
    await page.goto(f"{url}/campaigns/{campaign}")
    await page.locator("#tab-diplomacy").click()
    await page.get_by_test_id("channels").wait_for()
    return page


def row(page: Page, name: str) -> Locator:
    return page.get_by_test_id("channels").get_by_role("button").filter(has=page.locator(".who", has_text=name))


def messages(page: Page) -> Locator:
    return page.get_by_test_id("messages")


async def say(page: Page, text: str) -> None:
    await page.get_by_test_id("compose").fill(text)
    await page.get_by_test_id("compose").press("Enter")
    await expect(page.get_by_test_id("compose")).to_have_value("")


async def back(page: Page) -> None:
    await page.locator("section.talk header button").first.click()


async def test_two_people_talk_and_a_third_sees_nothing(platform: str) -> None:
    """Live, with unread counts; the campaign's channel is everybody's; what is erased is gone for both."""
    async with (
        guest(platform, "Ann") as ann, guest(platform, "Bob") as bob, guest(platform, "Eve") as eve,
        chromium() as browser, AsyncExitStack() as stack,
    ):  # fmt: skip
        campaign = await table_of_three(ann, bob, eve)
        anns, bobs, eves = [await at_diplomacy(stack, browser, platform, each, campaign) for each in (ann, bob, eve)]
        await expect(anns.get_by_test_id("channels").get_by_role("button")).to_have_count(3)  # none with the bot
        await bobs.locator("#tab-standings").click()
        await row(anns, "Bob").click()
        await say(anns, SECRET)
        await say(anns, "What do you say?")
        await expect(bobs.get_by_test_id("talk-unread")).to_contain_text("2")
        await bobs.locator("#tab-diplomacy").click()
        await row(bobs, "Ann").click()
        await expect(messages(bobs)).to_contain_text(SECRET)
        await expect(bobs.get_by_test_id("talk-unread")).to_have_count(0)
        await say(bobs, "Agreed.")
        await expect(messages(anns)).to_contain_text("Agreed.")

        await messages(anns).locator("li", has_text=SECRET).hover()
        await messages(anns).locator("li", has_text=SECRET).get_by_role("button").click()
        await anns.get_by_test_id("erase").click()
        for page in (anns, bobs):
            await expect(messages(page)).to_contain_text("Message erased")
            await expect(messages(page)).not_to_contain_text("Peru")

        await back(bobs)
        await row(bobs, "Everyone").click()
        await say(bobs, "Hello, all")
        await expect(row(eves, "Everyone")).to_contain_text("Hello, all")
        await expect(eves.get_by_test_id("talk-unread")).to_contain_text("1")
        await row(eves, "Everyone").click()
        await expect(messages(eves)).to_contain_text("Hello, all")
        await expect(messages(eves).locator("li")).to_have_count(1)
        for text in (SECRET, "What do you say?", "Agreed."):
            assert text not in await eves.content()


async def test_talk_on_a_phone_in_persian(platform: str) -> None:
    """Nothing is wider than the screen; dispatches report what happened; a muted channel isn't counted at the tab."""
    async with (
        guest(platform, "Ann") as ann, guest(platform, "Bob") as bob, guest(platform, "Eve") as eve,
        chromium() as browser, person(browser, platform, viewport=PHONE, locale="fa-IR") as page,
    ):  # fmt: skip
        campaign = await table_of_three(ann, bob, eve)
        await signed_in(page, ann)
        await page.goto(f"{platform}/campaigns/{campaign}")
        await page.locator("#tab-diplomacy").click()
        await row(page, "Bob").click()
        await say(page, "سلام! " + "w" * 90)
        await expect(messages(page).locator("li")).to_have_count(1)
        assert not await page.evaluate(WIDER)
        await page.get_by_test_id("mute").click()
        await back(page)
        seats = {name: seat for seat, name in await names(ann)}
        low, high = sorted((seats["Ann"], seats["Bob"]))
        path = f"/campaigns/{campaign}/channels/{low}-{high}/messages"
        await bob.call("POST", path, {"key": "k1", "text": "psst"})
        await expect(row(page, "Bob").locator(".count")).to_contain_text("۱")
        await expect(page.get_by_test_id("talk-unread")).to_have_count(0)
        assert not await page.evaluate(WIDER)
        await page.get_by_test_id("part-dispatches").click()
        await expect(page.get_by_test_id("dispatches").locator("time").first).to_be_visible()
        assert not await page.evaluate(WIDER)


async def names(player: Player) -> list[tuple[int, str]]:
    """Seats and the names of their people."""
    seats = (await player.view())["campaign"]["seats"].values()
    return [(seat["seat"], seat["name"]) for seat in seats if "name" in seat]
