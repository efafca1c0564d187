"""A war's game on Lichess in two browsers, with the stand-in: offered, opened there, played, and counted here."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.browser import chromium, expect, make_move, moves
from tests.e2e.live_game import a_live_game
from tests.lichess.server import StandIn
from tests.player import Player
from tests.running_platform import running_platform


@pytest.fixture
async def with_lichess(lichess: StandIn, tmp_path: Path) -> AsyncIterator[str]:
    """A platform that works with the stand-in."""
    lichess.person("AnnL")
    lichess.person("BobL")
    with running_platform(tmp_path / "var", {"WARBOARD_LICHESS_URL": lichess.url}) as platform:
        yield platform.url


async def test_a_game_goes_to_lichess_comes_back_goes_again_and_is_won_there(
    with_lichess: str, lichess: StandIn
) -> None:
    """First it is aborted there and here again as it was; the second time it is played to its end."""

    async def link(player: Player, user: str) -> None:
        back = await lichess.agree((await player.call("POST", "/lichess/start"))["url"], user)
        await player.call("POST", "/lichess/finish", back)

    async with (
        chromium() as browser,
        a_live_game(browser, with_lichess, equal=True, link=link, theatre=[]) as (white, black),
    ):
        for page, status in ((white, "aborted"), (black, "resign")):
            other = black if page is white else white
            await page.get_by_test_id("lichess").click()
            await page.get_by_test_id("lichess-confirm").click()
            await other.get_by_test_id("accept-lichess").click()
            for each in (white, black):
                await expect(each.get_by_test_id("open-lichess")).to_have_attribute(
                    "href", re.compile(re.escape(lichess.url) + "/[0-9a-f]{8}")
                )
            await expect(white.get_by_test_id("leave-lichess")).to_be_visible()
            lichess.games.begin()
            await expect(white.get_by_test_id("leave-lichess")).to_be_hidden()
            if status == "aborted":
                lichess.games.end(status)
                for each in (white, black):
                    await expect(each.get_by_test_id("back-from-lichess")).to_contain_text("aborted")
                lichess.games.all.clear()
        lichess.games.move("e4 e5 Nf3")
        lichess.games.end("resign", "white")
        await expect(white.get_by_test_id("result")).to_contain_text("You won")
        await expect(black.get_by_test_id("result")).to_contain_text("resignation")
        await expect(moves(black)).to_have_text(["e4", "e5", "Nf3"])


async def test_a_move_withdraws_the_offer(with_lichess: str, lichess: StandIn) -> None:
    """And nobody who isn't linked can be asked."""

    async def link(player: Player, user: str) -> None:
        if user == "annl":
            back = await lichess.agree((await player.call("POST", "/lichess/start"))["url"], user)
            await player.call("POST", "/lichess/finish", back)

    async with (
        chromium() as browser,
        a_live_game(browser, with_lichess, equal=True, link=link, theatre=[]) as (white, black),
    ):
        await white.get_by_test_id("lichess").click()
        await white.get_by_test_id("lichess-confirm").click()
        await expect(white.get_by_test_id("problem")).to_contain_text("linked with Lichess")
        await make_move(white, "e2", "e4")
        await expect(moves(black)).to_have_text(["e4"])
        await expect(black.get_by_test_id("lichess")).to_be_hidden()
