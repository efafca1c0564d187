"""Streams of lines: the socket's messages over plain HTTP."""

import asyncio
import gc
import json
from typing import Any

import aiohttp

from chassis.ids import new_key
from services.gateway.line_stream import LineStream
from tests.contract.gateway.conftest import HEADERS, Browser, Platform
from tests.contract.gateway.test_gateway import adder


async def lines(answer: aiohttp.ClientResponse, kind: str) -> dict[str, Any]:
    """The next line of a kind."""
    async with asyncio.timeout(10):
        while True:
            line = await answer.content.readline()
            assert line, "the stream ended"
            if line.strip():
                message: dict[str, Any] = json.loads(line)
                if message["t"] == kind:
                    return message


async def test_a_stream_tells_what_the_socket_tells(browsers: list[Browser], campaign: str) -> None:
    first, _, command = await adder(browsers, campaign)
    asked = browsers[0].http.get(f"/api/v1/stream?topic=campaign:{campaign}&topic=me", headers=HEADERS)
    async with asked as answer:
        assert (answer.status, answer.content_type) == (200, "application/x-ndjson")
        view = await lines(answer, "view")
        assert view["topic"] == f"campaign:{campaign}"
        assert (await lines(answer, "me"))["topic"] == "me"
        body = {"key": new_key(), "command": command}
        assert (await first.call("POST", f"/campaigns/{campaign}/commands", body))[0] == 200
        assert (await lines(answer, "patch"))["n"] == view["n"] + 1


async def test_a_stream_ends_with_its_session_and_the_last_line_says_why(browsers: list[Browser]) -> None:
    async with browsers[0].http.get("/api/v1/stream?topic=me", headers=HEADERS) as answer:
        await lines(answer, "me")
        assert (await browsers[0].call("DELETE", "/sessions/current"))[0] == 204
        assert (await lines(answer, "closed"))["code"] == 4403
        assert await answer.content.readline() == b""


async def test_topics_that_may_not_be_watched_are_refused_before_the_stream_begins(browsers: list[Browser]) -> None:
    for topic, status in (("nothing", 400), ("campaign:nowhere", 404), ("game:x y", 400)):
        assert (await browsers[0].call("GET", f"/stream?topic={topic}"))[0] == status
    assert (await browsers[0].call("GET", "/stream"))[0] in {400, 422}


async def test_an_account_has_so_many_streams_and_sockets(browsers: list[Browser]) -> None:
    open_ones = [await browsers[0].http.get("/api/v1/stream?topic=me", headers=HEADERS) for _ in range(5)]
    for answer in open_ones:
        await lines(answer, "me")
    assert (await browsers[0].call("GET", "/stream?topic=me"))[1]["code"] == "too_many_streams"
    open_ones.pop().close()
    async with asyncio.timeout(5):
        while True:
            async with browsers[0].http.get("/api/v1/stream?topic=me", headers=HEADERS) as answer:
                if answer.status == 200:
                    break
            await asyncio.sleep(0.05)
    for answer in open_ones:
        answer.close()


async def test_nothing_is_kept_for_who_vanishes_before_the_first_line(
    platform: Platform, browsers: list[Browser], campaign: str
) -> None:
    """Their feeds go on writing to a watcher that nobody has taken away."""
    cookie = "; ".join(f"{one.key}={one.value}" for one in browsers[0].http.cookie_jar)
    topics = f"topic=campaign:{campaign}&topic=me&topic=talk:{campaign}&topic=rooms"
    asked = f"GET /api/v1/stream?{topics} HTTP/1.1\r\nHost: here\r\nX-Warboard: 1\r\nCookie: {cookie}\r\n\r\n"
    for pause_s in (0.0, 0.002, 0.005, 0.01, 0.02) * 3:
        _, writer = await asyncio.open_connection("127.0.0.1", int(platform.url.rpartition(":")[2]))
        writer.write(asked.encode())
        await writer.drain()
        await asyncio.sleep(pause_s)
        writer.close()
    async with asyncio.timeout(10):
        while [one for one in gc.get_objects() if isinstance(one, LineStream) and one.open]:  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.2)


async def test_streams_asked_for_at_once_count_too(browsers: list[Browser]) -> None:
    asked = [browsers[0].http.get("/api/v1/stream?topic=me", headers=HEADERS) for _ in range(12)]
    answers = await asyncio.gather(*asked)
    assert sorted(answer.status for answer in answers) == [200] * 5 + [429] * 7
    for answer in answers:
        answer.close()
