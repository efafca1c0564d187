"""Rooms over HTTP: options that can't be, the list in pages, and links for spectators."""

import secrets
from typing import Any

import pytest

from tests.contract.gateway.conftest import Browser, Platform, key, started


def room(ruleset: str = "tally", **options: Any) -> dict[str, Any]:
    entropy = secrets.token_hex(32)
    return {"ruleset": ruleset, "name": "R", "seats": 2, "options": options, "public": True, "entropy": entropy}


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"map": "nowhere"}, "unknown_map"),
        ({"map": 7}, "bad_option"),
        ({"map": "x" * 5_000}, "value_too_long"),
        ({"spectators": "x" * 5_000}, "value_too_long"),
        ({"x" * 5_000: 1}, "value_too_long"),
        ({"theatre": ["Asia", "x" * 5_000]}, "value_too_long"),
        ({"theatre": ["x" * 200]}, "bad_option"),
    ],
)
async def test_options_that_can_not_be_are_refused_at_once(
    browsers: list[Browser], options: dict[str, Any], code: str
) -> None:
    """When a room is made as when it is changed."""
    ann = browsers[0]
    status, answer = await ann.call("POST", "/rooms", room("chess_wars", **options))
    assert (status, answer["code"]) == (400, code)
    made = (await ann.call("POST", "/rooms", room("chess_wars")))[1]["room"]["id"]
    status, answer = await ann.call("PATCH", f"/rooms/{made}", {"options": options})
    assert (status, answer["code"]) == (400, code)


async def test_the_list_comes_in_pages(browsers: list[Browser], monkeypatch: pytest.MonkeyPatch) -> None:
    """No page is larger than is good, none is empty, and no room is missing or doubled."""
    made = [(await browsers[0].call("POST", "/rooms", room()))[1]["room"]["id"] for _ in range(7)]
    monkeypatch.setattr("services.lobby.adapters.wire.PAGE_BYTES", 700)
    seen: list[str] = []
    after, pages = "", 0
    while after or not pages:
        pages += 1
        status, page = await browsers[2].call("GET", f"/rooms?after={after}")
        assert status == 200, page
        assert page["rooms"]
        seen += [entry["id"] for entry in page["rooms"]]
        after = page["next"]
    assert (sorted(seen), len(seen)) == (sorted(made), 7)
    assert 2 <= pages <= 7
    for bad in ("nonsense", "1", "-", "9" * 15 + "-abc", "1-a.b", "x" * 5_000):
        status, answer = await browsers[2].call("GET", f"/rooms?after={bad}")
        assert (status, answer["kind"]) == (400, "malformed")


async def test_links_for_spectators_are_made_where_there_may_be_any(
    platform: Platform, browsers: list[Browser]
) -> None:
    """By who holds a seat; not by who left it."""
    ann, bob, nobody = browsers
    shut = await started([ann, bob], {"spectators": "none"})
    status, answer = await ann.call("POST", f"/campaigns/{shut}/links", {})
    assert (status, answer["code"]) == (409, "spectators_none")
    linked = await started([ann, bob], {"spectators": "link"})
    status, answer = await ann.call("POST", f"/campaigns/{linked}/links", {})
    assert status == 201
    assert answer["url"] == f"{platform.url}/campaigns/{linked}?link={answer['link']}"
    assert (await nobody.call("GET", f"/campaigns/{linked}?link={answer['link']}"))[0] == 200
    mine = (await ann.call("GET", f"/campaigns/{linked}"))[1]["class"]
    await ann.call("POST", f"/campaigns/{linked}/seats/{mine}", {"key": key(), "change": "leave"})
    status, answer = await ann.call("POST", f"/campaigns/{linked}/links", {})
    assert (status, answer["code"]) == (404, "no_such_room")


@pytest.mark.parametrize("number", ["1.0", "+1", "%201", "1_0", "01", "-0", "1e0", "%D9%A1"])
async def test_a_number_in_an_address_has_one_form(browsers: list[Browser], campaign: str, number: str) -> None:
    """What only looks like a seat is no seat, and what only looks like a page no page."""
    ann = browsers[0]
    made = (await ann.call("POST", "/rooms", room()))[1]["room"]["id"]
    bot = (await ann.call("POST", f"/rooms/{made}/bots", {"level": 3}))[1]["room"]
    for method, path, body in (
        ("DELETE", f"/rooms/{made}/seats/{number}", None),
        ("PATCH", f"/rooms/{made}/bots/{number}", {"level": 4}),
        ("POST", f"/campaigns/{campaign}/seats/{number}", {"key": key(), "change": "leave"}),
        ("POST", f"/campaigns/{campaign}/seats/{number}/links", {"expires_in_s": 60}),
        ("GET", f"/campaigns/{campaign}/log?before={number.replace('+', '%2B')}", None),
    ):
        status, answer = await ann.call(method, path, body)
        assert (status, answer["code"]) == (400, "malformed"), path
    assert (await ann.call("GET", f"/rooms/{made}"))[1]["room"]["seats"] == bot["seats"]
