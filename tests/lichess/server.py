"""A stand-in for Lichess on loopback, written from its public API documentation (https://lichess.org/api).

It has what our parts ask for: OAuth, profiles, challenges, and games with their stream. It also misbehaves as asked:
429 with Retry-After, failures, slow and senseless answers, broken streams.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest
from aiohttp import web

from tests.lichess import games, oauth, people
from tests.lichess.games import GAMES, Games

AREAS = (oauth, people, games)


class StandIn:
    """A running one: `url`, who is known, and how it misbehaves."""

    def __init__(self) -> None:
        self.app = web.Application(middlewares=[self._misbehave])
        self.app[people.PEOPLE] = {}
        self.app[people.TOKENS] = {}
        self.app[oauth.GRANTS] = {}
        self.games = Games()
        self.app[GAMES] = self.games
        for area in AREAS:
            self.app.add_routes(area.routes)
        self.url = ""
        self.asked: list[str] = []
        """Requests of the API, such as `POST /api/token`."""
        self.most_at_once = 0
        """Requests under way; streams don't count."""
        self.limited: list[str] = []
        """What the next requests are told to wait (`Retry-After`; empty: nothing is said) with their 429."""
        self.broken: list[tuple[int, str]] = []
        """Status and body of the next answers."""
        self.slow_s = 0.0
        self._at_once = 0
        self._runner = web.AppRunner(self.app, shutdown_timeout=1)

    def person(self, name: str, **perfs: int | dict[str, Any]) -> str:
        """Somebody, or their new ratings: `person("Ann", blitz=1500, rapid=-1700)`; negative ones are provisional."""
        made = people.profile(name, perfs)
        self.app[people.PEOPLE][made["id"]] = made
        return str(made["id"])

    def forget(self, name: str) -> None:
        """Somebody is there no more."""
        del self.app[people.PEOPLE][name.lower()]

    @property
    def tokens(self) -> list[str]:
        """Tokens that were not revoked."""
        return list(self.app[people.TOKENS])

    async def agree(self, url: str, user: str) -> dict[str, str]:
        """What the browser brings back when somebody agrees at the address it was sent to (empty user: refuses)."""
        async with aiohttp.ClientSession() as browser:
            async with browser.get(url) as page:
                assert page.status == 200, await page.text()
            asked = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
            async with browser.post(f"{self.url}/oauth", data={**asked, "user": user}, allow_redirects=False) as back:
                address = urlsplit(back.headers["Location"])
        assert f"{address.scheme}://{address.netloc}{address.path}" == asked["redirect_uri"]
        return {name: values[0] for name, values in parse_qs(address.query).items()}

    async def start(self, port: int = 0) -> None:
        """Listen on loopback."""
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        host, taken = self._runner.addresses[0][:2]
        self.url = f"http://{host}:{taken}"

    async def stop(self) -> None:
        """Listen no more."""
        await self._runner.cleanup()

    @web.middleware
    async def _misbehave(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        if not request.path.startswith("/api/"):
            return await handler(request)
        self.asked.append(f"{request.method} {request.path}")
        counts = 0 if "/stream/" in request.path and not request.path.endswith("/add") else 1
        self._at_once += counts
        self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            if self.slow_s:
                await asyncio.sleep(self.slow_s)
            if self.limited:
                wait = self.limited.pop(0)
                headers = {"Retry-After": wait} if wait else {}
                return web.json_response({"error": "Too many requests"}, status=429, headers=headers)
            if self.broken:
                status, body = self.broken.pop(0)
                return web.Response(status=status, text=body, content_type="application/json")
            return await handler(request)
        finally:
            self._at_once -= counts


@pytest.fixture
async def lichess() -> AsyncIterator[StandIn]:
    """A running stand-in."""
    made = StandIn()
    await made.start()
    yield made
    await made.stop()
