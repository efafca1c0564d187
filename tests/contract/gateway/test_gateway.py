"""The client API of docs/api.md as a browser meets it."""

import asyncio
from contextlib import suppress
from datetime import timedelta
from typing import Any

import aiohttp
import msgspec
import pytest
from yarl import URL

from chassis.bus import Bus
from chassis.subjects import subject
from chassis.timekeeping import from_unix_ms
from tests.contract.gateway.conftest import HEADERS, Browser, Platform, key


async def view(browser: Browser, campaign: str) -> Any:
    status, answer = await browser.call("GET", f"/campaigns/{campaign}")
    assert status == 200, answer
    return answer


async def adder(browsers: list[Browser], campaign: str) -> tuple[Browser, Browser, dict[str, Any]]:
    """Who is on turn, the other, and the command."""
    ann, bob, _ = browsers
    shown = (await view(ann, campaign))["view"]
    holder = shown["campaign"]["seats"][str(shown["game"]["seat"])]["account"]
    command = {"type": "Add", "turn": shown["game"]["turn"], "amount": 2}
    return (ann, bob, command) if holder == ann.account else (bob, ann, command)


async def test_a_campaign_from_rest_and_socket(browsers: list[Browser], campaign: str) -> None:
    first, second, command = await adder(browsers, campaign)
    seats = (await view(first, campaign))["view"]["campaign"]["seats"]
    assert {seat["name"] for seat in seats.values()} == {"Ann", "Bob"}
    lines = [await browser.socket() for browser in (first, second)]
    for line in lines:
        await line.say(t="watch", topic=f"campaign:{campaign}")
        shown = await line.hear("view")
    click = key()
    for number in (1, 2):  # the same click twice: one patch
        await lines[0].say(t="command", id=number, campaign=campaign, key=click, command=command)
        assert (await lines[0].hear("ok"))["id"] == number
    assert (await lines[1].hear("patch"))["n"] == shown["n"] + 1
    status, answer = await second.call("POST", f"/campaigns/{campaign}/commands", {"key": key(), "command": command})
    assert status == 409, answer
    assert answer["code"] == "not_your_turn" or answer["detail"]["cursor"]
    status, answer = await first.call("GET", f"/campaigns/{campaign}/log")
    assert status == 200
    assert answer["entries"]
    assert (await first.call("GET", f"/campaigns/{campaign}/actions"))[0] == 200
    listed = (await first.call("GET", "/campaigns"))[1]["campaigns"]
    assert [entry["id"] for entry in listed] == [campaign]
    assert listed[0]["map"] == (await view(first, campaign))["view"]["campaign"]["map"]["id"] != ""


async def test_a_broken_line_resumes_without_a_gap(browsers: list[Browser], campaign: str) -> None:
    first, _, command = await adder(browsers, campaign)
    line = await first.socket()
    await line.say(t="watch", topic=f"campaign:{campaign}")
    shown = await line.hear("view")
    await line.line.close()
    await first.call("POST", f"/campaigns/{campaign}/commands", {"key": key(), "command": command})
    line = await first.socket()
    await line.say(
        t="watch", topic=f"campaign:{campaign}", cursor={name: shown[name] for name in ("epoch", "class", "n")}
    )
    assert (await line.hear("patch"))["n"] == shown["n"] + 1


async def test_a_part_that_falls_silent_is_told_to_all(platform: Platform, browsers: list[Browser], bus: Bus) -> None:
    """Neither the clock nor chessgate runs here; one of them comes."""
    line = await browsers[2].socket()
    told = await line.hear("welcome")
    while {entry["part"] for entry in told["away"]} != {"clock", "chessgate"}:
        told = await line.hear("status")
    late = await (await browsers[0].socket()).hear("welcome")
    assert told["away"] == late["away"]
    async with browsers[1].http.get("/api/v1/stream?topic=me", headers=HEADERS) as answer:
        first = msgspec.json.decode(await answer.content.readline())
        assert {"t": "status", "away": told["away"]} == first
        await bus.publish(subject("beat", "chessgate", "c1"), b"")
        assert [entry["part"] for entry in (await line.hear("status"))["away"]] == ["clock"]


async def test_the_socket_of_a_token_ends_with_it(platform: Platform, browsers: list[Browser]) -> None:
    ann, _, nobody = browsers
    _, made = await ann.call("POST", "/tokens", {"label": "short", "scopes": ["read"], "expires_in_s": 1})
    assert (await ann.call("GET", "/tokens"))[1]["tokens"] == [{k: v for k, v in made.items() if k != "token"}]
    line = await nobody.socket(token=made["token"])
    await line.hear("welcome")
    left = from_unix_ms(made["expires_unix_ms"]) - platform.gateway.clock.now()
    await platform.gateway.clock.sleep(left + timedelta(milliseconds=20))
    platform.sockets.end_expired()
    assert await line.closed() == 4403
    assert await (await nobody.socket(token=made["token"])).closed() == 4401


async def test_signing_out_closes_the_socket(browsers: list[Browser]) -> None:
    line = await browsers[0].socket()
    await line.hear("welcome")
    assert (await browsers[0].call("DELETE", "/sessions/current"))[0] == 204
    assert await line.closed() == 4403
    assert (await browsers[0].call("GET", "/me"))[0] == 401


async def test_five_sockets_also_by_token(browsers: list[Browser]) -> None:
    ann, _, nobody = browsers
    _, made = await ann.call("POST", "/tokens", {"label": "mine", "scopes": ["play"]})
    lines = [await nobody.socket(token=made["token"]) for _ in range(5)]
    for line in lines:
        assert (await line.hear("welcome"))["account"]["id"] == ann.account
    assert await (await nobody.socket(token=made["token"])).closed() == 4429
    await lines[0].say(t="watch", topic="campaign:a1")
    assert (await lines[0].hear("problem"))["code"] == "scope_missing"
    await lines[0].line.close()


async def test_sockets_defend_themselves(browsers: list[Browser]) -> None:
    line = await browsers[0].socket()
    await line.hear("welcome")
    for text in ("nonsense", "[]", '{"t":1}', '{"t":"what"}', "[" * 10_000):
        await line.line.send_str(text)
        assert (await line.hear("problem"))["kind"] == "malformed"
    for topic in ("campaign:*", "campaign:>", "game:a.b", "room:", "what", "campaign:" + "x" * 65):
        await line.say(t="watch", topic=topic)
        assert (await line.hear("problem"))["kind"] == "malformed"
    await line.say(t="ping", id=3)
    assert (await line.hear("pong"))["id"] == 3
    await line.line.send_str("x" * 17_000)
    assert await line.closed() == 1009
    other = await browsers[0].http.ws_connect("/ws", headers={"Origin": "https://evil.example"})
    await other.send_json({"t": "hello"})
    assert (await other.receive()).type is aiohttp.WSMsgType.CLOSE
    assert other.close_code == 4403


@pytest.mark.parametrize("size", [17_000, 20_000_000])
async def test_who_sends_too_much_hears_why_the_socket_ends(browsers: list[Browser], size: int) -> None:
    """Also while they still send: to hang up at once would lose the code."""
    line = await browsers[0].socket()
    await line.hear("welcome")
    with suppress(ConnectionError):
        await line.line.send_str("x" * size)
    assert await line.closed() == 1009


async def test_strangers_may_watch_rooms_and_public_campaigns_only(browsers: list[Browser], campaign: str) -> None:
    line = await browsers[2].socket()
    assert "account" not in await line.hear("welcome")
    await line.say(t="watch", topic="rooms")
    assert (await line.hear("rooms"))["rooms"] == []
    await line.say(t="watch", topic="me")
    assert (await line.hear("problem"))["code"] == "not_signed_in"
    await line.say(t="watch", topic=f"campaign:{campaign}")
    shown = await line.hear("view")
    assert shown["class"] == -1
    assert "mine" not in shown["view"]


async def test_a_room_that_becomes_private_is_shown_to_strangers_no_more(browsers: list[Browser]) -> None:
    ann, _, nobody = browsers
    body = {"ruleset": "tally", "name": "Ours", "seats": 2, "options": {}, "public": True, "entropy": "ef" * 32}
    room = (await ann.call("POST", "/rooms", body))[1]["room"]["id"]
    line = await nobody.socket()
    await line.say(t="watch", topic=f"room:{room}")
    await line.hear("room")
    await ann.call("PATCH", f"/rooms/{room}", {"public": False})
    assert (await line.hear("problem"))["code"] == "no_such_room"
    assert (await nobody.call("GET", f"/rooms/{room}"))[0] == 404


@pytest.mark.parametrize("bad", ["*", "%3E", "a.b", "x" * 10_000, "%20"])
async def test_bad_ids(browsers: list[Browser], bad: str) -> None:
    status, answer = await browsers[0].call("GET", f"/campaigns/{bad}")
    assert (status, answer["code"]) == (400, "bad_id")


async def test_bad_bodies(browsers: list[Browser], campaign: str) -> None:
    ann = browsers[0]
    path = f"/api/v1/campaigns/{campaign}/commands"
    json = {**HEADERS, "Content-Type": "application/json"}
    start = '{"key":"k","command":{"type":"Add","x":'
    for text in ("", "{", "[]", "[" * 60_000, '{"key":"k"}', start + '"\\ud800"}}', start + "9" * 5_000 + "}}",
                 start + "1" * 30 + "}}", start + '1},"more":1}'):  # fmt: skip
        async with ann.http.post(path, data=text, headers=json) as answer:
            assert (answer.status, (await answer.json(content_type=None))["kind"]) == (400, "malformed"), text[:50]
    for body, said in (({"key": "k"}, "`command` is missing"), ({"key": 1, "command": {}}, "`key` is not of the kind")):
        sentence = (await ann.call("POST", f"/campaigns/{campaign}/commands", body))[1]["sentence"]
        assert sentence.startswith(f"The request can't be read: {said}")
    async with ann.http.post(path, data=b" " * 70_000, headers=json) as answer:
        assert answer.status == 413
        assert (await answer.json(content_type=None))["code"] == "too_large"
        assert answer.content_type == "application/problem+json"


async def test_changes_need_our_own_pages(browsers: list[Browser]) -> None:
    http = browsers[0].http
    async with http.patch("/api/v1/me", json={"name": "Eve"}) as answer:
        assert (await answer.json(content_type=None))["code"] == "header_missing"
    for extra in ({}, {"Authorization": "Basic eDp5"}):
        headers = {**HEADERS, **extra, "Origin": "https://evil.example"}
        async with http.patch("/api/v1/me", json={"name": "Eve"}, headers=headers) as answer:
            assert (answer.status, (await answer.json(content_type=None))["code"]) == (403, "wrong_origin")


async def test_commands_are_limited(browsers: list[Browser], campaign: str) -> None:
    line = await browsers[0].socket()
    for number in range(80):
        await line.say(t="command", id=number, campaign=campaign, key=key(), command={"type": "Add"})
    codes = [(await line.hear("problem"))["kind"] for _ in range(80)]
    assert "too_many" in codes


async def test_pages_headers_and_documents(browsers: list[Browser]) -> None:
    http = browsers[2].http
    async with http.get("/rooms/abc") as answer:
        assert answer.status == 503
        assert "not built" in await answer.text()
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    async with http.get("/../../etc/passwd") as answer:
        assert answer.status in (404, 503)
    status, document = await browsers[2].call("GET", "/openapi.json")
    assert status == 200
    assert "tally.Add" in document["components"]["schemas"]
    assert (await browsers[2].call("GET", "/nothing"))[1]["code"] == "not_found"
    status, problem = await browsers[2].call("PUT", "/me")
    assert (status, problem["status"], problem["code"]) == (405, 405, "wrong_method")
    for name in ("world-v1", "world"):
        async with http.get(f"/api/v1/maps/{name}") as answer:
            if answer.status == 200:
                async with http.get(f"/api/v1/maps/{name}", headers={"If-None-Match": answer.headers["ETag"]}) as same:
                    assert same.status == 304


async def test_a_stop_tells_sockets_to_come_back(browsers: list[Browser], platform: Platform) -> None:
    line = await browsers[0].socket()
    await line.hear("welcome")
    # Read while it stops: a client that answers the close too late is told 1006 by its own library.
    code, well = await asyncio.gather(line.closed(), platform.gateway.stop())
    assert (code, well) == (1012, True)


@pytest.mark.parametrize("path", ["/%00", "/a%00b"])
async def test_odd_addresses_are_not_found(browsers: list[Browser], path: str) -> None:
    """Names that no file can have are answered like any other that isn't there."""
    first = browsers[0]
    async with first.http.get(URL(path, encoded=True)) as answer:
        assert answer.status == 404
        assert (await answer.json(content_type=None))["code"] == "not_found"


async def test_an_origin_that_is_none_is_another_sites(browsers: list[Browser]) -> None:
    first = browsers[0]
    async with first.http.patch(
        "/api/v1/me", json={"name": "Eve"}, headers={**HEADERS, "Origin": "http://["}
    ) as answer:
        assert answer.status == 403


@pytest.mark.parametrize("topic", ["rooms:", "me:", "rooms:x"])
async def test_a_topic_that_is_almost_one_is_none(browsers: list[Browser], topic: str) -> None:
    """Else the socket would be kept under a name that nobody takes it out by."""
    line = await browsers[0].socket()
    await line.say(t="watch", topic=topic)
    assert (await line.hear("problem"))["code"] == "unknown_topic"
