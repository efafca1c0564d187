"""Two browsers at the board of a live game."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from playwright.async_api import Browser, Page

from tests.at_war import accept, declare, on_turn
from tests.e2e.browser import person
from tests.player import Player, guest

Link = Callable[[Player, str], Awaitable[None]]


@asynccontextmanager
async def a_live_game(
    browser: Browser, url: str, *, equal: bool = False, link: Link | None = None, **options: Any
) -> AsyncIterator[tuple[Page, Page]]:
    """White's and Black's pages, at the board of a war just accepted.

    :param equal: with equal clocks.
    :param link: what Ann and Bob do before they sit down.
    """
    async with AsyncExitStack() as stack:
        ann, bob = [await stack.enter_async_context(guest(url, name)) for name in ("Ann", "Bob")]
        for player, user in ((ann, "annl"), (bob, "bobl")):
            if link is not None:
                await link(player, user)
        room = await ann.room(
            "chess_wars", 2, {"draft": "dealt", "theatre": ["South America"], "pace": "live", **options}
        )
        await bob.join(room)
        bob.campaign = await ann.start(room)
        for player in (ann, bob):
            await player.choose_secret()
        first, second = (ann, bob) if await on_turn(ann) else (bob, ann)
        game, _ = await asyncio.gather(declare(first, equal=equal), accept(second))
        pages = [await stack.enter_async_context(_board(browser, player, game)) for player in (first, second)]
        white = 0 if await pages[0].locator(".orientation-white").count() else 1
        yield pages[white], pages[1 - white]


@asynccontextmanager
async def _board(browser: Browser, player: Player, game: str) -> AsyncIterator[Page]:
    cookies = [
        {"name": cookie.key, "value": cookie.value, "domain": "127.0.0.1", "path": "/", "expires": -1}
        for cookie in player.http.cookie_jar
    ]
    async with person(browser, "about:blank", storage_state={"cookies": cookies, "origins": []}) as page:
        await page.goto(f"{player.base}/campaigns/{player.campaign}/games/{game}")
        await page.locator("cg-board").wait_for()
        yield page
