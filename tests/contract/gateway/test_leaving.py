"""Who leaves for good while somebody looks through another gateway, or while the line is broken."""

from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import pytest
from yarl import URL

from tests.contract.gateway.conftest import HEADERS, Browser, Platform, key, start_gateway
from tests.contract.gateway.test_gateway import view
from tests.contract.gateway.test_streams import lines


@pytest.fixture
async def elsewhere(platform: Platform, browsers: list[Browser]) -> AsyncIterator[Browser]:
    """Bob, through a second gateway."""
    second = await start_gateway(platform.settings)
    bob = Browser(second)
    for cookie in browsers[1].http.cookie_jar:
        bob.http.cookie_jar.update_cookies({cookie.key: cookie.value}, URL(second.url))
    yield bob
    await bob.http.close()
    await second.gateway.stop()


async def command(browser: Browser, campaign: str, **command: Any) -> None:
    status, answer = await browser.call("POST", f"/campaigns/{campaign}/commands", {"key": key(), "command": command})
    assert status == 200, answer


async def leave(browser: Browser, campaign: str) -> None:
    seat = (await view(browser, campaign))["class"]
    path = f"/campaigns/{campaign}/seats/{seat}"
    status, answer = await browser.call("POST", path, {"key": key(), "change": "leave"})
    assert status == 200, answer


async def test_streams_of_another_gateway_go_on_as_the_publics(
    browsers: list[Browser], elsewhere: Browser, campaign: str
) -> None:
    """A fresh view without the old seat's part, then the public's updates alone; and so does the log."""
    ann, bob, _ = browsers
    await command(ann, campaign, type="Whisper", words="between us")
    text = (await view(elsewhere, campaign))["view"]["mine"]["whisper"]
    line = await elsewhere.socket()
    await line.say(t="watch", topic=f"campaign:{campaign}")
    before = await line.hear("view")
    assert before["view"]["mine"]["whisper"] == text
    async with elsewhere.http.get(f"/api/v1/stream?topic=campaign:{campaign}", headers=HEADERS) as stream:
        await lines(stream, "view")
        await leave(bob, campaign)
        shown = [await line.hear("view"), await lines(stream, "view")]
        for each in shown:
            assert (each["class"], "mine" in each["view"], "you" in each["view"]) == (-1, False, False)
        await command(ann, campaign, type="Whisper", words="to a bot now")
        await command(ann, campaign, type="Repeat")
        said = (await view(ann, campaign))["view"]["game"]["said"]
        for hear in (partial(line.hear, "patch"), partial(lines, stream, "patch")):
            patch = (await hear())["patch"]
            while "said" not in patch.get("game", {}):  # the bot may have moved before
                assert "mine" not in patch
                patch = (await hear())["patch"]
            assert (patch["game"]["said"], "mine" in patch) == (said, False)
    for what in ("", "/log", "/history"):
        status, page = await elsewhere.call("GET", f"/campaigns/{campaign}{what}")
        assert (status, text in str(page)) == (200, False), what
    assert (await elsewhere.call("GET", f"/campaigns/{campaign}/texts/{text}"))[1]["code"] == "no_such_text"
    assert (await elsewhere.call("GET", f"/campaigns/{campaign}/actions"))[1]["code"] == "not_seated"


async def test_a_cursor_of_a_seat_that_was_left_meanwhile_gets_a_fresh_view(
    browsers: list[Browser], campaign: str
) -> None:
    """Numbers are each class's own: the public's updates after the seat's number would leave some out."""
    ann, bob, _ = browsers
    await command(ann, campaign, type="Whisper", words="between us")
    line = await bob.socket()
    await line.say(t="watch", topic=f"campaign:{campaign}")
    old = await line.hear("view")
    await line.line.close()
    for words in ("one", "two", "three"):
        await command(ann, campaign, type="Whisper", words=words)
        await command(ann, campaign, type="Repeat")
    await leave(bob, campaign)
    whole = await view(bob, campaign)
    assert whole["n"] > old["n"], "else the cursor would be too new for the public"
    line = await bob.socket()
    await line.say(
        t="watch", topic=f"campaign:{campaign}", cursor={name: old[name] for name in ("epoch", "class", "n")}
    )
    shown = await line.hear("view")
    assert (shown["class"], "mine" in shown["view"]) == (-1, False)
    for cursor in ({"epoch": 1, "n": old["n"]}, {}):
        await line.say(t="watch", topic=f"campaign:{campaign}", cursor=cursor)
        assert (await line.hear("view"))["class"] == -1
    for cursor in ({"epoch": 1, "class": "all", "n": 1}, {"epoch": 1, "class": -2, "n": 1}, {"epoch": 1, "class": 0}):
        await line.say(t="watch", topic=f"campaign:{campaign}", cursor=cursor)
        assert (await line.hear("problem"))["code"] == "malformed"
