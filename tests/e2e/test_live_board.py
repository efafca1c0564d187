"""Two browsers at one live game: to mate (taking back and a real board on the way), to an agreed draw, to the flag."""

import os

from tests.e2e.browser import chromium, expect, make_move, moves, press_move
from tests.e2e.live_game import a_live_game

SOAK = bool(os.environ.get("SOAK"))


async def test_a_live_game_to_mate_with_taking_back_and_a_real_board_on_the_way(platform: str) -> None:
    async with chromium() as browser, a_live_game(browser, platform, takeback=True) as (white, black):
        await make_move(white, "e2", "e4")
        await expect(moves(black)).to_have_text(["e4"])
        await white.get_by_test_id("takeback").click()
        await black.get_by_test_id("accept-takeback").click()
        await expect(moves(white)).to_have_count(0)
        await make_move(white, "f2", "f3")
        await expect(moves(black)).to_have_text(["f3"])
        await black.get_by_test_id("real-board").click()
        await black.get_by_test_id("board-confirm").click()
        await white.get_by_test_id("accept-board").click()
        for page in (white, black):
            await expect(page.get_by_test_id("over-the-board")).to_be_visible()
        await black.get_by_test_id("report-won").click()
        await white.get_by_test_id("dispute-report").click()
        await white.get_by_test_id("take-online").click()
        await expect(black.get_by_test_id("over-the-board")).to_be_hidden()
        await make_move(black, "e7", "e5")
        await expect(moves(white)).to_have_text(["f3", "e5"])
        await black.get_by_test_id("settings").click()
        await black.get_by_test_id("confirm-moves").check()
        await black.keyboard.press("Escape")
        await make_move(white, "g2", "g4")
        await expect(moves(black)).to_have_text(["f3", "e5", "g4"])
        await press_move(black, "d8", "h4")
        await expect(black.get_by_test_id("confirm-move")).to_be_visible()
        await expect(moves(white)).to_have_count(3)
        await black.get_by_test_id("confirm-move").click()
        await expect(white.get_by_test_id("result")).to_contain_text("mate")
        await expect(black.get_by_test_id("result")).to_contain_text("You won")


async def test_a_press_meets_its_square_after_what_stands_above_the_board_grew(platform: str) -> None:
    """A line more in the top bar moves the board down without changing its size."""
    async with chromium() as browser, a_live_game(browser, platform) as (white, _):
        await press_move(white, "e2", "e2")  # now it knows where it lies
        await white.locator("main").evaluate("main => { main.style.paddingTop = '90px'; }")
        await press_move(white, "e2", "e4")
        await expect(moves(white)).to_have_text(["e4"])


async def test_a_live_game_with_a_premove_to_an_agreed_draw(platform: str) -> None:
    async with chromium() as browser, a_live_game(browser, platform) as (white, black):
        await press_move(black, "e7", "e5")
        await make_move(white, "e2", "e4")
        await expect(moves(white)).to_have_text(["e4", "e5"])
        await white.get_by_test_id("draw").click()
        await white.get_by_test_id("draw-confirm").click()
        await black.get_by_test_id("accept-draw").click()
        for page in (white, black):
            await expect(page.get_by_test_id("result")).to_contain_text("Drawn")


if SOAK:  # the shortest live game takes a minute

    async def test_a_live_game_to_the_flag(platform: str) -> None:
        async with (
            chromium() as browser,
            a_live_game(browser, platform, initial_min=1, increment_s=0) as (white, black),
        ):
            for ply, (page, start, end) in enumerate(((white, "e2", "e4"), (black, "e7", "e5"))):
                await make_move(page, start, end)
                await expect(moves(white)).to_have_count(ply + 1)
            await expect(white.get_by_test_id("result")).to_contain_text("Time ran out", timeout=90_000)
            await expect(black.get_by_test_id("result")).to_contain_text("You won")
