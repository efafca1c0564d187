"""Lichess over HTTP: cookies, origins, tokens; and the ratings on their way into a campaign."""

import asyncio
import secrets
from typing import Any

from tests.contract.gateway.conftest import HEADERS, Browser, Platform
from tests.lichess.server import StandIn

LICHESS = "/api/v1/lichess"


async def back(browser: Browser, lichess: StandIn, user: str) -> dict[str, str]:
    """What a browser brings back from Lichess."""
    status, made = await browser.call("POST", "/lichess/start")
    assert status == 201, made
    return await lichess.agree(made["url"], user)


async def linked(browser: Browser, lichess: StandIn, name: str, **perfs: int) -> None:
    brought = await back(browser, lichess, lichess.person(name, **perfs))
    status, made = await browser.call("POST", "/lichess/finish", brought)
    assert (status, made["account"]["id"]) == (200, browser.account), made


async def test_a_browser_goes_to_lichess_and_comes_back_signed_in(
    browsers: list[Browser], platform: Platform, lichess: StandIn
) -> None:
    """To our own page; the way's cookie is for our pages alone, and ends."""
    nobody = browsers[2]
    assert (await nobody.call("GET", "/lichess"))[1] == {"enabled": True}
    lichess.person("Cat", rapid=1500)
    async with nobody.http.post(f"{LICHESS}/start", headers=HEADERS) as answer:
        cookie = answer.cookies["warboard_lichess"]
        url = (await answer.json())["url"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "strict", LICHESS)
    assert url.startswith(f"{lichess.url}/oauth?")
    brought = await lichess.agree(url, "cat")
    status, made = await nobody.call("POST", "/lichess/finish", {**brought, "language": "fa"})
    assert (status, made["account"]["name"], made["account"]["language"]) == (200, "Cat", "fa")
    assert "warboard_lichess" not in {kept.key for kept in nobody.http.cookie_jar}
    assert (await nobody.call("GET", "/me"))[1]["account"] == made["account"]
    shown = (await nobody.call("GET", "/lichess"))[1]
    assert (shown["password"], shown["user"]["name"]) == (False, "Cat")
    assert shown["user"]["ratings"] == [{"kind": "rapid", "rating": 1500, "games": 120, "established": True}]
    assert (await nobody.call("DELETE", "/lichess"))[1]["code"] == "no_other_way_in"
    assert (await nobody.call("POST", "/me/password", {"new": "correct horse"}))[0] == 204
    assert (await nobody.call("DELETE", "/lichess"))[0] == 204


async def test_only_the_browser_that_went_comes_back(browsers: list[Browser], lichess: StandIn) -> None:
    """Neither another's, nor one that never went, nor another site's page; nobody is signed in or linked by it."""
    ann, bob, nobody = browsers
    lichess.person("Cat", rapid=1500)
    brought = await back(ann, lichess, "cat")
    assert (await nobody.call("POST", "/lichess/finish", brought))[1]["code"] == "lichess_state"
    assert (await bob.call("POST", "/lichess/finish", brought))[1]["code"] == "lichess_state"
    await back(bob, lichess, "cat")
    assert (await bob.call("POST", "/lichess/finish", brought))[1]["code"] == "lichess_state"
    elsewhere = {**HEADERS, "Origin": "https://evil.example"}
    for path, body in (("start", None), ("finish", brought)):
        async with ann.http.post(f"{LICHESS}/{path}", headers=elsewhere, json=body) as answer:
            assert (answer.status, (await answer.json())["code"]) == (403, "wrong_origin")
    async with ann.http.post(f"{LICHESS}/finish", json=brought) as answer:
        assert (answer.status, (await answer.json())["code"]) == (403, "header_missing")
    for browser in (bob, nobody):
        assert "user" not in (await browser.call("GET", "/lichess"))[1]
    assert (await ann.call("POST", "/lichess/finish", brought))[0] == 200
    assert (await ann.call("POST", "/lichess/finish", brought))[1]["code"] == "lichess_state"


async def test_who_signs_in_meanwhile_is_not_linked(browsers: list[Browser], lichess: StandIn) -> None:
    """A way that a stranger began signs nobody's account up for it, and one that Ann began links no other account."""
    ann, nobody = browsers[0], browsers[2]
    lichess.person("Cat", rapid=1500)
    brought = await back(nobody, lichess, "cat")
    await nobody.be_guest("Dan")
    assert (await nobody.call("POST", "/lichess/finish", brought))[1]["code"] == "lichess_state"
    brought = await back(ann, lichess, "cat")
    await ann.be_guest("Eve")
    assert (await ann.call("POST", "/lichess/finish", brought))[1]["code"] == "lichess_state"


async def test_a_token_links_nobody(browsers: list[Browser], lichess: StandIn) -> None:
    """Beside one the cookie doesn't count: it begins a way to sign in, which the account's own session can't end."""
    ann = browsers[0]
    lichess.person("Cat", rapid=1500)
    token = (await ann.call("POST", "/tokens", {"label": "mine", "scopes": ["read"]}))[1]["token"]
    async with ann.http.post(f"{LICHESS}/start", headers={"Authorization": f"Bearer {token}"}) as answer:
        brought = await lichess.agree((await answer.json())["url"], "cat")
    assert (await ann.call("POST", "/lichess/finish", brought))[1]["code"] == "lichess_state"


async def test_lichess_in_trouble_is_told_with_when_to_come_back(browsers: list[Browser], lichess: StandIn) -> None:
    """503 and 429, as of our own parts."""
    ann = browsers[0]
    lichess.person("Cat", rapid=1500)
    for trouble, status, code in ((lichess.broken, 503, "lichess_away"), (lichess.limited, 429, "lichess_busy")):
        brought = await back(ann, lichess, "cat")
        trouble.append((500, "") if status == 503 else "90")  # type: ignore[arg-type]
        async with ann.http.post(f"{LICHESS}/finish", headers=HEADERS, json=brought) as answer:
            assert (answer.status, (await answer.json())["code"]) == (status, code)
            after = int(answer.headers["Retry-After"])
    assert after == 90


async def test_a_campaign_has_the_ratings_of_its_kind(browsers: list[Browser], lichess: StandIn) -> None:
    """Shown at the seats of the room as they change, an own one where it is allowed; then frozen in the campaign."""
    ann, bob = browsers[:2]
    options = {"pace": "live", "initial_min": 10, "increment_s": 5, "handicap": "light", "own_ratings": True}
    body = {"ruleset": "chess_wars", "name": "R", "seats": 2, "options": options, "public": True,
            "entropy": secrets.token_hex(32)}  # fmt: skip
    room = (await ann.call("POST", "/rooms", body))[1]["room"]
    assert (room["rating_kinds"][0], room["own_ratings"]) == ("rapid", True)
    await bob.call("POST", f"/rooms/{room['id']}/seats", {"entropy": secrets.token_hex(32)})
    line = await bob.socket()
    await line.say(t="watch", topic=f"room:{room['id']}")
    await line.hear("room")
    await linked(ann, lichess, "AnnL", rapid=1900, blitz=2100)
    assert (await line.hear("room"))["room"]["seats"][0]["rating"] == {
        "rating": 1900, "mark": "established", "kind": "rapid",
    }  # fmt: skip
    path = f"/rooms/{room['id']}/rating"
    assert (await ann.call("PUT", path, {"rating": 1000}))[1]["code"] == "rated_already"
    assert (await bob.call("PUT", path, {"rating": 399}))[1]["code"] == "bad_rating"
    shown = (await bob.call("PUT", path, {"rating": 1400}))[1]["room"]["seats"][1]
    assert shown["rating"] == {"rating": 1400, "mark": "own"}
    changed = {"options": {**options, "initial_min": 3}}
    quicker = (await ann.call("PATCH", f"/rooms/{room['id']}", changed))[1]["room"]
    assert quicker["seats"][0]["rating"]["rating"] == 2100
    await ann.call("PATCH", f"/rooms/{room['id']}", {"options": options})
    seats = await _started(ann, room["id"])
    by_name = {seat["name"]: seat for seat in seats.values()}
    assert by_name["Ann"]["rating"] == 1900
    assert (by_name["Bob"]["rating"], by_name["Bob"]["own_rating"]) == (1400, True)
    assert "own_rating" not in by_name["Ann"]


async def _started(host: Browser, room: str) -> dict[str, Any]:
    """The seats of the campaign's view, once it has started."""
    status, made = await host.call("POST", f"/rooms/{room}/start")
    assert status == 202, made
    async with asyncio.timeout(10):
        while made["room"]["state"] != "started":
            await asyncio.sleep(0.05)
            _, made = await host.call("GET", f"/rooms/{room}")
    view = (await host.call("GET", f"/campaigns/{made['room']['campaign']}"))[1]["view"]
    for seat, player in view["game"]["seats"].items():
        assert player["rating"] == view["campaign"]["seats"][seat]["rating"]
    seats: dict[str, Any] = view["campaign"]["seats"]
    return seats
