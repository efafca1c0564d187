"""The kingdoms in the browser: against a bot from the wishes to a fought battle, and a battle between two people."""

import json
import re
from contextlib import AsyncExitStack
from typing import Any

from playwright.async_api import Browser, Locator, Page, Request

from tests.e2e.browser import chromium, expect, person
from tests.e2e.test_access import breaches, signed_in
from tests.e2e.test_history import check_replayed
from tests.player import Player, guest
from warboard.pictured_kingdoms import OWNERS, UNITS

PHONE = {"width": 390, "height": 844}
WIDER = "() => document.documentElement.scrollWidth > innerWidth"
BLOCK = 4096
NONCE = "cd" * 32
SECONDS = 30_000


def badge(page: Page, place: str) -> Locator:
    return page.locator(f".badge[data-id={place}]")


async def press(page: Page, *places: str) -> None:
    for place in places:
        await badge(page, place).click()


async def lit(page: Page) -> list[str]:
    """Provinces that are lit on the map."""
    paths = page.locator("path.raised[data-lit]")
    found: list[str] = await paths.evaluate_all("all => all.map(one => one.dataset.lit)")
    return found


async def send(page: Page) -> None:
    """Send the orders, see them sealed, and be ready."""
    await page.get_by_test_id("send").click()
    await expect(page.get_by_test_id("sealed")).to_have_attribute("data-state", "sealed")
    await page.get_by_test_id("ready").click()


async def at_step(page: Page, kind: str) -> None:
    await expect(page.get_by_test_id(f"orders-{kind}")).to_be_visible(timeout=SECONDS)


async def drag(page: Page, handle: Locator, to: Locator) -> None:
    """From the middle of one thing to the middle of another."""
    for each, act in ((handle, page.mouse.down), (to, page.mouse.up)):
        box = await each.bounding_box()
        assert box is not None
        await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)
        await act()


async def start_against_a_bot(page: Page) -> None:
    """A table of one's own with one bot, whose battles are reported."""
    await page.get_by_test_id("create-kingdoms").click()
    await page.get_by_test_id("guest-name").fill("Mara")
    await page.get_by_test_id("room-seats").select_option("2")
    await page.get_by_test_id("create-room").click()
    await page.get_by_test_id("recovery-done").click()
    await page.get_by_test_id("add-bot").click()
    await page.get_by_test_id("start").click()


async def give_wishes(page: Page) -> None:
    """By pressing on the map, by dragging a row, and by its buttons."""
    await press(page, "anjou", "tuscany", "burgundy")
    wishes = page.get_by_test_id("wishes").locator("li .name")
    await expect(wishes).to_have_text([re.compile("Anjou"), re.compile("Tuscany"), re.compile("Burgundy")])
    await drag(page, *(page.locator(f"li[data-row={place}] .handle") for place in ("burgundy", "anjou")))
    await expect(wishes).to_have_text([re.compile("Burgundy"), re.compile("Anjou"), re.compile("Tuscany")])
    await page.get_by_role("button", name="Anjou up").click()
    await expect(page.get_by_role("button", name="Anjou down")).to_be_focused()  # it is first now, and can't go up
    await press(page, "tuscany")  # off the list again
    await expect(wishes).to_have_text([re.compile("Anjou"), re.compile("Burgundy")])
    assert await breaches(page, "kingdoms, wishes") == []
    await send(page)


async def place_all(page: Page) -> None:
    """Nothing can be sent until exactly twenty units are placed: here one on each province."""
    own = await lit(page)
    assert len(own) == 20
    await press(page, own[0])
    await expect(page.get_by_test_id("send")).to_be_disabled()
    await expect(page.get_by_test_id("units-left")).to_have_text("1 of 20 placed, 19 left")
    await page.reload()
    await expect(page.get_by_test_id("units-left")).to_have_text("1 of 20 placed, 19 left")  # a draft outlives a reload
    for place in own[1:]:
        await page.locator(f"li[data-place={place}]").get_by_role("button", name="More").click()
    await expect(page.get_by_test_id("units-left")).to_have_text("20 of 20 placed")
    await send(page)


async def create_all(page: Page) -> None:
    """All new units on one province."""
    own = await lit(page)
    await page.locator(f"li[data-place={own[1]}]").get_by_role("button", name="All").click()
    await send(page)


async def attack(page: Page) -> str:
    """From the strongest province that borders somebody else's; that province."""
    rows = page.locator("[data-testid^=from-]")
    await rows.first.wait_for()
    units = [int(text.split()[-1]) for text in await rows.all_inner_texts()]
    await rows.nth(units.index(max(units))).click()
    target = page.locator("[data-testid^=to-]").first
    name = str(await target.get_attribute("data-testid")).removeprefix("to-")
    await target.click()
    await expect(page.locator(f".arrow.planned[data-to={name}]")).to_have_count(1)
    await page.get_by_test_id("aim-done").click()
    await send(page)
    return name


async def test_from_the_wishes_to_a_fought_battle(platform: str) -> None:
    """A person against a bot: every order is sealed, padded, and found as it was sealed; the battle is drawn."""
    async with chromium() as browser, person(browser, platform) as page:
        lengths: list[int] = []

        def heard(request: Request) -> None:
            if request.method == "POST" and request.url.endswith("/commands"):
                lengths.append(len(request.post_data_buffer or b""))

        page.on("request", heard)
        await start_against_a_bot(page)
        await at_step(page, "preference")
        await give_wishes(page)
        await at_step(page, "placement")
        await expect(badge(page, "anjou")).to_have_attribute("data-seat", "1")
        await place_all(page)
        await at_step(page, "provision")
        await create_all(page)
        await at_step(page, "attacks")
        target = await attack(page)
        await expect(page.get_by_test_id("battles")).to_be_visible(timeout=SECONDS)
        battle = f"b1-{target}"
        await expect(page.locator(f"li[data-battle={battle}]")).to_have_attribute("data-status", "open")
        await page.get_by_test_id(f"battle-{battle}").click()
        assert await breaches(page, "kingdoms, battle") == []
        await page.get_by_test_id("simulate").click()
        await page.locator("#king-body-tab-orders").click()
        kept = page.get_by_test_id("revealed").first.locator("[data-verdict]")
        await expect(kept).to_have_count(2)
        assert set(await kept.evaluate_all("all => all.map(one => one.dataset.verdict)")) == {"kept"}
        await page.get_by_test_id("turn-report").click()
        await expect(page.get_by_test_id("turn-page")).to_contain_text("Attacks")
        await expect(page.get_by_test_id("turn-battles")).to_be_visible()
        assert await breaches(page, "kingdoms, report of a turn") == []
        assert lengths
        assert [length % BLOCK for length in lengths] == [0] * len(lengths)


async def war_of_two(host: Player, other: Player, stage: str = "attacks", **options: Any) -> str:
    """A campaign of two people that begins with some step of its fourth turn."""
    owners = {place: 0 if seat in (0, 3) else 1 for place, seat in OWNERS.items()}
    where: dict[str, Any] = {"owners": owners, "units": UNITS, "turn": 4, "stage": stage}
    room = await host.room("kingdoms", 2, {"position": where, **options})
    await other.join(room)
    other.campaign = await host.start(room)
    return other.campaign


async def sit_down(stack: AsyncExitStack, browser: Browser, url: str, player: Player, **how: Any) -> Page:
    page = await stack.enter_async_context(person(browser, url, **how))
    await signed_in(page, player)
    return page


async def test_a_reported_battle_of_two_people(platform: str) -> None:
    """Orders as text with reasons by the line; a report, its confirmation, and the province changes hands."""
    async with (
        guest(platform, "Mara") as mara,
        guest(platform, "Teo") as teo,
        chromium() as browser,
        AsyncExitStack() as stack,
    ):
        at = f"{platform}/campaigns/{await war_of_two(mara, teo)}"
        maras = await sit_down(stack, browser, platform, mara)
        teos = await sit_down(stack, browser, platform, teo, viewport=PHONE, has_touch=True)
        await maras.goto(at)
        await teos.goto(at)
        await at_step(maras, "attacks")
        await maras.get_by_test_id("way-text").check(force=True)
        await maras.get_by_test_id("orders-text").fill("attack champagne -> lorraine 5\nattack champagne to bohemia 1")
        await maras.get_by_test_id("send-text").click()
        await expect(maras.get_by_test_id("bad-lines")).to_contain_text("Line 2")
        await maras.get_by_test_id("orders-text").fill("attack champagne -> lorraine 5")
        await maras.get_by_test_id("send-text").click()
        await expect(maras.locator(".arrow.planned[data-from=champagne][data-to=lorraine]")).to_have_count(1)
        await expect(teos.get_by_test_id("who-sent").locator("[data-progress=sent]")).to_have_count(1)
        await maras.get_by_test_id("ready").click()
        await expect(teos.locator(".arrow")).to_have_count(0)  # nothing of it is known before the step is over
        await send(teos)  # no attacks
        assert await teos.evaluate(WIDER) is False
        for page in (maras, teos):
            await page.get_by_test_id("battle-b4-lorraine").click(timeout=SECONDS)
        await expect(maras.get_by_test_id("sizes")).to_contain_text("8")
        form = maras.get_by_test_id("report-form")
        for _ in range(5):
            await form.get_by_test_id("attacker-wins").get_by_role("button", name="More").click()
        for _ in range(2):
            await form.get_by_test_id("defender-wins").get_by_role("button", name="More").click()
        await expect(form.get_by_test_id("drawn")).to_contain_text("1 round drawn")
        await form.get_by_test_id("report").click()
        await expect(teos.get_by_test_id("reports")).to_contain_text("Report of Mara")
        other = teos.get_by_test_id("report-form").get_by_test_id("report")
        await expect(other).to_contain_text("others dispute it")
        await expect(other).not_to_have_class(re.compile("primary"))  # the answer comes first
        assert await breaches(teos, "kingdoms, a report to answer") == []
        await teos.get_by_test_id("confirm").click()
        await at_step(maras, "provision")
        await expect(badge(maras, "lorraine")).to_have_attribute("data-seat", "1")
        await expect(badge(maras, "lorraine")).to_have_attribute("data-units", "3")  # floor(5 * 5 / 8)
        await maras.get_by_test_id("order-sheets").click()
        await expect(maras.get_by_test_id("sheet")).to_have_count(2)
        assert await breaches(maras, "kingdoms, order sheets") == []


async def new_units(player: Player, place: str) -> int:
    """Put all new units on one province, and be ready; how many."""
    units = (await player.call("GET", f"/campaigns/{player.campaign}/actions"))["actions"]["submit"]
    orders = {"kind": "provision", "create": {place: units["total"]}}
    await player.command(type="Submit", step=units["step"], nonce="ab" * 32, orders=orders)
    await player.command(type="SetReady", step=units["step"], ready=True)
    return int(units["total"])


async def check_secrecy(mara: Player, campaign: str, *others: Player) -> None:
    """What is sealed stands in the past of its own seat and of nobody else."""
    at = f"/campaigns/{campaign}/history?from=1"
    assert NONCE in json.dumps(await mara.call("GET", at))
    for other in others:
        await check_replayed(other, campaign)
        assert NONCE not in json.dumps(await other.call("GET", at))


async def test_the_past_is_shown_and_orders_stay_as_they_are(platform: str) -> None:
    """Units of back then on the map, those of now in the orders, which nothing changes; also in Persian on a phone."""
    async with (
        guest(platform, "Mara") as mara,
        guest(platform, "Teo") as teo,
        guest(platform, "Eve") as stranger,
        chromium() as browser,
        AsyncExitStack() as stack,
    ):
        campaign = await war_of_two(mara, teo, "provision")
        made = await new_units(mara, "champagne"), await new_units(teo, "lorraine")
        page = await sit_down(stack, browser, platform, mara)
        await page.goto(f"{platform}/campaigns/{campaign}")
        await at_step(page, "attacks")
        orders = {"kind": "attacks", "attacks": [{"origin": "champagne", "target": "lorraine", "units": 5}]}
        step = (await mara.view())["game"]["step"]["number"]
        await mara.command(type="Submit", step=step, nonce=NONCE, orders=orders)
        await check_secrecy(mara, campaign, teo, stranger)
        order = page.get_by_test_id("ways").locator("li[data-from=champagne]")
        planned = page.locator(".arrow.planned")
        against = f"against {UNITS['lorraine'] + made[1]}"
        await expect(order).to_contain_text(against)
        await expect(planned).to_have_count(1)

        await page.get_by_test_id("history").click()
        await expect(page.get_by_test_id("history-slider")).to_be_focused()
        await expect(page.get_by_test_id("history-slider")).not_to_have_attribute("max", "1")
        await page.keyboard.press("Home")
        await expect(badge(page, "champagne")).to_have_attribute("data-units", str(UNITS["champagne"]))
        await expect(badge(page, "lorraine")).to_have_attribute("data-units", str(UNITS["lorraine"]))
        await expect(planned).to_have_count(0)
        await expect(page.get_by_test_id("history-line")).to_contain_text("Turn 4 of 40 · New units")
        await press(page, "burgundy", "franche_comte")
        assert await lit(page) == []
        strip = await page.get_by_test_id("history-strip").bounding_box()
        south = await badge(page, "romagna").bounding_box()
        assert strip is not None
        assert south is not None
        assert south["y"] + south["height"] < strip["y"]  # it covers nothing of the map
        await expect(order).to_contain_text(against)
        await expect(page.get_by_test_id("orders-attacks")).to_have_js_property("inert", value=True)
        await expect(page.get_by_test_id("ready")).to_have_count(0)
        assert await breaches(page, "kingdoms, the past") == []
        await page.get_by_test_id("orders-now").click()
        await expect(page.get_by_test_id("history-strip")).to_have_count(0)
        await expect(badge(page, "champagne")).to_have_attribute("data-units", str(UNITS["champagne"] + made[0] - 5))
        await expect(planned).to_have_count(1)
        await expect(page.get_by_test_id("ways").locator("li")).to_have_count(1)
        await check_past_on_a_phone(stack, browser, f"{platform}/campaigns/{campaign}", made[0])


async def check_past_on_a_phone(stack: AsyncExitStack, browser: Browser, at: str, made: int) -> None:
    """A stranger reads from right to left: there the past lies on the right."""
    page = await stack.enter_async_context(person(browser, at, viewport=PHONE, has_touch=True, locale="fa-IR"))
    await page.get_by_test_id("history").click()
    slider = page.get_by_test_id("history-slider")
    await expect(slider).not_to_have_attribute("max", "1")
    await page.keyboard.press("Home")
    await expect(badge(page, "champagne")).to_have_attribute("data-units", str(UNITS["champagne"]))
    for _ in range(int(str(await slider.get_attribute("max")))):
        await page.keyboard.press("ArrowLeft")
    await expect(badge(page, "champagne")).to_have_attribute("data-units", str(UNITS["champagne"] + made))
    assert await page.evaluate(WIDER) is False
    strip = await page.get_by_test_id("history-strip").bounding_box()
    sheet = await page.locator("aside").bounding_box()
    assert strip is not None
    assert sheet is not None
    assert strip["y"] + strip["height"] <= sheet["y"]
    await page.keyboard.press("Escape")
    await expect(page.get_by_test_id("history-strip")).to_have_count(0)


LOG = b""" 20:15:51 - Swadia won the round
 20:18:02 - Rhodoks won the round
 20:19:40 - Swadia won the round
 20:21:40 - The round was a draw
"""


async def test_a_battle_read_from_a_servers_log(platform: str) -> None:
    """The log fills the report once its captain has said which side attacked."""
    async with (
        guest(platform, "Mara") as mara,
        guest(platform, "Teo") as teo,
        chromium() as browser,
        AsyncExitStack() as stack,
    ):
        campaign = await war_of_two(mara, teo, battles="game_log")
        way = {"origin": "champagne", "target": "lorraine", "units": 5}
        for player, attacks in ((mara, [way]), (teo, [])):
            step = (await player.view())["game"]["step"]["number"]
            orders = {"kind": "attacks", "attacks": attacks}
            await player.command(type="Submit", step=step, nonce="ab" * 32, orders=orders)
            await player.command(type="SetReady", step=step, ready=True)
        page = await sit_down(stack, browser, platform, teo)
        await page.goto(f"{platform}/campaigns/{campaign}")
        await page.get_by_test_id("battle-b4-lorraine").click(timeout=SECONDS)
        log = {"name": "server.log", "mimeType": "text/plain", "buffer": LOG}
        await page.get_by_test_id("log-file").set_input_files(log)  # type: ignore[arg-type]
        await page.get_by_test_id("log-side").first.click()
        form = page.get_by_test_id("report-form")
        await expect(form.get_by_test_id("attacker-wins").locator("output")).to_have_text("2")
        await expect(form.get_by_test_id("defender-wins").locator("output")).to_have_text("1")
        await form.get_by_test_id("report").click()
        await expect(page.get_by_test_id("reports")).to_contain_text("by the captain")
