"""People who haven't signed in: so many sockets and streams from one address, and no more."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest

from tests.contract.gateway.conftest import HEADERS, Browser, Line, Platform

MOST = 50
"""The default of WARBOARD_LIMIT_ANONYMOUS_SOCKETS."""
STREAM = "/api/v1/stream?topic=rooms"
ELSEWHERE = {"X-Forwarded-For": "192.0.2.7"}


@pytest.fixture
async def http(platform: Platform) -> AsyncIterator[aiohttp.ClientSession]:
    """Nobody's, with as many connections as wanted."""
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(platform.url, connector=connector, headers=HEADERS) as session:
        yield session


async def socket(http: aiohttp.ClientSession, **headers: str) -> Line:
    line = Line(await http.ws_connect("/ws", headers=headers))
    await line.say(t="hello")
    return line


async def test_an_address_has_so_many_sockets_and_streams_of_strangers(
    http: aiohttp.ClientSession, browsers: list[Browser]
) -> None:
    """Who has signed in there, or comes from elsewhere, is let in all the same, and one for each who has left."""
    streams = [await http.get(STREAM) for _ in range(2)]
    assert [answer.status for answer in streams] == [200, 200]
    lines = [await socket(http) for _ in range(MOST - 2)]
    for line in lines:
        await line.hear("welcome")
    assert await (await socket(http)).closed() == 4429
    async with http.get(STREAM) as refused:
        assert (refused.status, (await refused.json())["code"]) == (429, "too_many_streams")
    assert (await (await browsers[0].socket()).hear("welcome"))["account"]["id"] == browsers[0].account
    await (await socket(http, **ELSEWHERE)).hear("welcome")
    async with http.get(STREAM, headers=ELSEWHERE) as answer:
        assert answer.status == 200
    streams.pop().close()
    await lines.pop().line.close()
    lines += [await welcomed(http) for _ in range(2)]
    assert await (await socket(http)).closed() == 4429
    streams.pop().close()


async def test_streams_of_strangers_asked_for_at_once_count_too(http: aiohttp.ClientSession) -> None:
    answers = await asyncio.gather(*(http.get(STREAM) for _ in range(MOST + 7)))
    assert sorted(answer.status for answer in answers) == [200] * MOST + [429] * 7
    for answer in answers:
        answer.close()


async def welcomed(http: aiohttp.ClientSession) -> Line:
    """Another stranger's socket, once it is let in."""
    async with asyncio.timeout(5):
        while True:
            line = await socket(http)
            if (await line.line.receive()).type is aiohttp.WSMsgType.TEXT:
                return line
            await asyncio.sleep(0.05)
