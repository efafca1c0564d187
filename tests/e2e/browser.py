"""What browser tests share: Chromium, a page that reports its faults, and moves on the board by clicking."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Browser, Locator, Page, async_playwright
from playwright.async_api import expect as expecting

ARGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
DESK = {"width": 1440, "height": 900}
WITHIN_MS = 20_000
MAP_OWNERS = """() => Object.fromEntries([...document.querySelectorAll('path.country[data-seat]')]
    .map(path => [path.dataset.id, Number(path.dataset.seat) - 1]))"""
# chessground keeps squares it doesn't need and hides them.
SQUARES = """board => { const found = {};
    for (const each of board.querySelectorAll('piece, square.move-dest'))
        if (each.style.display !== 'none')
            (found[each.tagName === 'PIECE' ? each.className : 'move-dest'] ??= []).push(each.cgKey);
    return found; }"""
# The board draws in the frame after a change; only then do its squares say what is so.
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"

expect = expecting
expect.set_options(timeout=WITHIN_MS)


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """The system's Chromium."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGS)
        yield browser
        await browser.close()


@asynccontextmanager
async def person(browser: Browser, url: str, **context: Any) -> AsyncIterator[Page]:
    """A browser of one's own at an address; fails at the end if a script of the page failed."""
    own = await browser.new_context(**{"viewport": DESK, "reduced_motion": "reduce", "locale": "en-GB", **context})
    own.set_default_timeout(WITHIN_MS)
    page = await own.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None)
    await page.goto(url)
    yield page
    await own.close()
    assert faults == []


async def owners(page: Page) -> dict[str, int]:
    """Who owns each country, as the map is painted."""
    await page.locator("path.country[data-seat]").first.wait_for(state="attached")
    found: dict[str, int] = await page.evaluate(MAP_OWNERS)
    return found


async def click_square(page: Page, square: str) -> None:
    """Press a square of the board, whichever way round it lies."""
    board = page.locator("cg-board")
    box = None
    for _ in range(50):  # the board is made anew when its frame changes
        box = await board.bounding_box() if await board.count() else None
        if box is not None:
            break
        await page.wait_for_timeout(50)
    assert box is not None, "there is no board"
    column, row = ord(square[0]) - ord("a"), int(square[1]) - 1
    if await page.locator(".orientation-black").count():
        column, row = 7 - column, 7 - row
    await page.mouse.click(box["x"] + (column + 0.5) * box["width"] / 8, box["y"] + (7.5 - row) * box["height"] / 8)
    await page.evaluate(DRAWN)


async def press_move(page: Page, origin: str, target: str) -> None:
    """Press two squares, whatever comes of it."""
    await click_square(page, origin)
    await click_square(page, target)


async def make_move(page: Page, origin: str, target: str) -> None:
    """Move a piece by two presses; pressed again if the board was not ready to be played on yet."""
    before = await moves(page).count()
    for _ in range(3):
        await press_move(page, origin, target)
        try:
            # A premove may answer before anybody looks: more moves than one are as good.
            return await expect(moves(page).nth(before)).to_be_attached(timeout=3_000)
        except AssertionError:
            continue
    raise AssertionError(f"{origin}{target} could not be played")


async def move_somewhere(page: Page, colour: str) -> str:
    """Make any legal move by clicking a piece and then a marked square; the square moved to."""
    board = page.locator("cg-board")
    pieces: dict[str, list[str]] = await board.evaluate(SQUARES)
    for kind in ("pawn", "knight", "bishop", "queen", "rook", "king"):
        for origin in pieces.get(f"{colour} {kind}", []):
            await click_square(page, origin)
            targets = (await board.evaluate(SQUARES)).get("move-dest", [])
            if targets:
                await click_square(page, targets[0])
                return str(targets[0])
    raise AssertionError(f"{colour} has no legal move: {json.dumps(pieces)}")


def moves(page: Page) -> Locator:
    """The moves played so far, as they are listed."""
    return page.get_by_test_id("moves").locator("[data-ply]")
