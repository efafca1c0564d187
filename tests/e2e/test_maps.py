"""A map of one's own in the browser: refused with its faults, uploaded, looked at, and played on."""

import json

from playwright.async_api import Page

from tests.e2e.browser import chromium, expect, person
from tests.e2e.test_access import breaches
from tests.e2e.test_provinces import badge, lit
from tests.small_maps import grid
from warboard.plan import ROOT

ISLES = ROOT / "examples" / "maps" / "nine_isles.json"

WRITTEN_PX = """all => all.map(one => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)"""
LEAST_PX = 10
"""Of 96 an inch: seven and a half points."""


async def choose(page: Page, name: str, content: bytes) -> None:
    """Choose a file, as the picker would."""
    await page.get_by_test_id("map-file").set_input_files(
        {"name": name, "mimeType": "application/json", "buffer": content}
    )


async def test_a_game_on_a_map_of_one_s_own(platform: str) -> None:
    """Nine isles without shapes, drawn as discs: by tap and by keys, against bots."""
    async with chromium() as browser, person(browser, platform) as page:
        await page.get_by_test_id("create-provinces").click()
        await page.get_by_test_id("guest-name").fill("Mara")
        await page.get_by_test_id("way-friendly").check(force=True)
        await page.get_by_test_id("room-seats").select_option("3")
        await page.get_by_test_id("create-room").click()
        await page.get_by_test_id("recovery-done").click()
        await expect(page.get_by_test_id("start")).to_be_visible()  # the form before it has a map, too
        preview = page.get_by_test_id("map-preview")
        await expect(preview).to_have_attribute("data-places", "21")

        broken = grid() | {"sea": [{"a": "a0", "b": "moon"}, {"a": "b1", "b": "b1"}]}
        await choose(page, "broken.json", json.dumps(broken).encode())
        faults = page.get_by_test_id("map-faults")
        await expect(faults.get_by_role("listitem")).to_have_text(
            ["“sea” a0–moon names a place that isn’t there.", "b1 borders itself."]
        )
        assert await breaches(page, "room, a map refused") == []
        await choose(page, "huge.json", b" " * 2_000_001)
        await expect(faults).to_contain_text("at most 2,000,000 are taken")

        await choose(page, "grid.json", json.dumps(grid(shapes=True)).encode())
        await expect(preview).to_have_attribute("data-places", "9")
        await choose(page, "isles.json", ISLES.read_bytes())
        await expect(page.get_by_test_id("map-select").locator("option:checked")).to_contain_text("Nine isles")
        await expect(preview.locator("text")).to_contain_text(["Anchor", "Beacon"])
        assert await breaches(page, "room with a map") == []
        for _ in range(2):
            await page.get_by_test_id("add-bot").first.click()
        await page.get_by_test_id("start").click()

        act = page.get_by_test_id("act")
        await expect(act).to_contain_text("Place 3 units")
        await expect(page.locator(".badge")).to_have_count(9)
        await expect(page.locator("path.country[data-id=inlet]")).to_be_attached()
        mine = await lit(page)
        assert len(mine) == 3
        for _ in range(3):
            await badge(page, mine[0]).click()
        await act.click()
        await expect(page.get_by_test_id("phase-attack")).to_have_attribute("aria-current", "step")
        assert await breaches(page, "a game on discs") == []
        await page.get_by_test_id("map").focus()
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("Enter")
        await expect(page.locator(".badge.strong")).to_have_count(1)
        await page.get_by_test_id("end-turn").click()
        await page.reload()
        await expect(page.locator(".badge")).to_have_count(9)
        step = page.get_by_test_id("phase-reinforce").or_(page.get_by_test_id("ended"))
        await expect(step.first).to_be_visible(timeout=60_000)


async def test_kingdoms_on_a_map_of_one_s_own(platform: str) -> None:
    """Unities are called as the file says, a place may be in none, and paper shows who borders whom."""
    async with chromium() as browser, person(browser, platform, locale="fa-IR") as page:
        await page.get_by_test_id("create-kingdoms").click()
        await page.get_by_test_id("guest-name").fill("Mara")
        await page.get_by_test_id("room-seats").select_option("2")
        await page.get_by_test_id("create-room").click()
        await page.get_by_test_id("recovery-done").click()
        await expect(page.get_by_test_id("start")).to_be_visible()  # the form before it has a map, too
        await expect(page.get_by_test_id("start")).to_be_disabled()
        await choose(page, "isles.json", ISLES.read_bytes())
        await expect(page.get_by_test_id("map-preview")).to_have_attribute("data-places", "9")
        await page.get_by_test_id("add-bot").first.click()
        await page.get_by_test_id("start").click()
        for place in ("anchor", "dune"):
            await page.get_by_test_id(f"wish-{place}").click()
        await expect(page.get_by_test_id("wishes").locator("li .name")).to_have_text(["لنگر شمال", "تپه "])
        await page.get_by_test_id("order-sheets").click()
        sheet = page.get_by_test_id("sheet").first
        await expect(sheet.locator("path.link:not(.lane)")).to_have_count(1)
        await expect(sheet.locator("path.link.lane")).to_have_count(1)
        await page.set_viewport_size({"width": 688, "height": 1017})  # A4 within its margins
        await page.emulate_media(media="print")
        names = sheet.locator("svg text.name")
        await expect(names).to_have_count(9)
        assert min(await names.evaluate_all(WRITTEN_PX)) >= LEAST_PX


async def test_a_drawn_map_in_persian(platform: str) -> None:
    """A map with shapes on a phone; its places have Persian names where it has them."""
    board = grid(shapes=True) | {"name": "Grid", "names": {"fa": "شبکه"}}
    board["places"][0]["names"] = {"fa": "یکم"}
    phone = {"width": 390, "height": 844}
    async with (
        chromium() as browser,
        person(browser, platform, viewport=phone, has_touch=True, locale="fa-IR") as page,
    ):
        await page.locator(".thumb .button:not(.primary)").first.click()
        await page.get_by_test_id("game-provinces").check(force=True)
        await page.get_by_test_id("guest-name").fill("مارا")
        await page.get_by_test_id("way-friendly").check(force=True)
        await page.get_by_test_id("room-seats").select_option("2")
        await page.get_by_test_id("create-room").click()
        await page.get_by_test_id("recovery-done").click()
        await expect(page.get_by_test_id("start")).to_be_visible()  # the form before it has a map, too
        await choose(page, "grid.json", b"[]")
        await expect(page.get_by_test_id("map-faults")).to_contain_text("باید یک شیء JSON باشد")
        await choose(page, "grid.json", json.dumps(board).encode())
        await expect(page.get_by_test_id("map-select").locator("option:checked")).to_contain_text("شبکه")
        await expect(page.get_by_test_id("map-preview").locator("text").first).to_have_text("یکم")
        assert await breaches(page, "room with a map in Persian") == []
        await page.get_by_test_id("add-bot").first.click()
        await page.get_by_test_id("start").click()
        await expect(page.locator(".badge")).to_have_count(9)
        await expect(page.locator("path.country")).to_have_count(9)
        assert await breaches(page, "a game on a drawn map") == []
