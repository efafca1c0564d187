"""Talk as browsers meet it: three players, a spectator, REST and the socket."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.contract.gateway.conftest import Browser, Line, Platform, key, started

SECRET = "meet me in Peru"


@pytest.fixture
async def people(platform: Platform, browsers: list[Browser]) -> AsyncIterator[list[Browser]]:
    """Ann, Bob and Eve, who may play, and Sam, who may not."""
    more = [await Browser(platform).be_guest(name) for name in ("Eve", "Sam")]
    yield [*browsers[:2], *more]
    for browser in more:
        await browser.http.close()


@pytest.fixture
async def talking(people: list[Browser]) -> str:
    """A campaign of Ann, who hosts, Bob and Eve, which anybody may watch."""
    return await started(people[:3])


async def seats(browser: Browser, campaign: str) -> dict[str, int]:
    """Seats by name."""
    view = (await browser.call("GET", f"/campaigns/{campaign}"))[1]["view"]
    return {seat["name"]: seat["seat"] for seat in view["campaign"]["seats"].values()}


async def private(browser: Browser, campaign: str, one: str, other: str) -> str:
    found = await seats(browser, campaign)
    low, high = sorted((found[one], found[other]))
    return f"{low}-{high}"


async def say(browser: Browser, campaign: str, channel: str, text: str, click: str = "") -> tuple[int, Any]:
    path = f"/campaigns/{campaign}/channels/{channel}/messages"
    return await browser.call("POST", path, {"key": click or key(), "text": text})


async def listening(browser: Browser, campaign: str, **more: Any) -> Line:
    line = await browser.socket()
    await line.say(t="watch", topic=f"talk:{campaign}", **more)
    return line


async def test_the_campaigns_channel_live(people: list[Browser], talking: str) -> None:
    """Everybody hears it with the speaker's name, a spectator too; the same click says it once."""
    ann, bob, _, sam = people
    lines = [await listening(browser, talking) for browser in (ann, bob, sam)]
    shown = [(await line.hear("channels"))["channels"] for line in lines]
    assert [len(channels) for channels in shown] == [3, 3, 1]
    click = key()
    for _ in range(2):
        status, answer = await say(ann, talking, "all", "  Hello,\u202e world ", click)
        assert (status, answer["message"]["text"], answer["message"]["name"]) == (201, "Hello, world", "Ann")
    for line in lines:
        heard = await line.hear("talk")
        assert (heard["topic"], heard["channel"], heard["message"]) == (f"talk:{talking}", "all", answer["message"])
    await say(bob, talking, "all", "Hi")
    assert (await lines[0].hear("talk"))["message"]["n"] == 2
    status, answer = await sam.call("GET", f"/campaigns/{talking}/channels/all/messages?limit=1")
    assert (status, [message["text"] for message in answer["messages"]]) == (200, ["Hi"])
    assert (await say(sam, talking, "all", "me too"))[1]["code"] == "not_a_player"


async def test_private_messages_reach_nobody_else(people: list[Browser], talking: str) -> None:
    """Not the host, not a third player, not a spectator, nobody signed out; by no call and no socket."""
    ann, bob, eve, sam = people
    channel = await private(ann, talking, "Bob", "Eve")
    lines = [await listening(browser, talking) for browser in (ann, bob, eve, sam)]
    for line in lines:
        await line.hear("channels")
    assert (await say(bob, talking, channel, SECRET))[0] == 201
    for line in (lines[1], lines[2]):
        assert (await line.hear("talk"))["message"]["text"] == SECRET
    here = f"/campaigns/{talking}/channels"
    assert (await eve.call("POST", f"{here}/{channel}/read", {"n": 1})) == (200, {"unread": 0})
    assert (await lines[2].hear("talk_read"))["read"] == 1
    assert (await bob.call("DELETE", f"{here}/{channel}/messages/1"))[0] == 200
    assert (await lines[2].hear("talk"))["message"]["erased"]
    for browser, line in ((ann, lines[0]), (sam, lines[3])):
        heard = await line.quiet()
        assert channel not in heard
        assert SECRET not in heard
        for method, path, body in (
            ("GET", f"{here}/{channel}/messages", None),
            ("POST", f"{here}/{channel}/messages", {"key": key(), "text": "who is there?"}),
            ("POST", f"{here}/{channel}/read", {"n": 1}),
            ("POST", f"{here}/{channel}/mute", {"muted": True}),
            ("DELETE", f"{here}/{channel}/messages/1", None),
        ):
            status, answer = await browser.call(method, path, body)
            assert (status, answer["code"]) in ((404, "no_such_channel"), (403, "not_a_player")), (method, path)
        listed = (await browser.call("GET", here))[1]["channels"]
        assert channel not in [each["channel"] for each in listed]
        for path in (f"/campaigns/{talking}", f"/campaigns/{talking}/log", "/inbox"):
            assert SECRET not in str(await browser.call("GET", path))


async def test_reading_and_muting(people: list[Browser], talking: str) -> None:
    """Counts are one's own, and told to one's own other sockets; a muted channel makes no notice."""
    ann, bob, *_ = people
    channel = await private(ann, talking, "Ann", "Bob")
    here = f"/campaigns/{talking}/channels"
    line = await listening(bob, talking)
    await line.hear("channels")
    for text in ("one", "two"):
        await say(ann, talking, channel, text)
    listed = {each["channel"]: each for each in (await bob.call("GET", here))[1]["channels"]}
    assert (listed[channel]["unread"], listed[channel]["last"]["text"], listed["all"]["unread"]) == (2, "two", 0)
    notices = (await bob.call("GET", "/inbox"))[1]["items"]
    assert [item["parameters"]["channel"] for item in notices if item["key"] == "notice.message"] == [channel]
    assert (await bob.call("POST", f"{here}/{channel}/read", {"n": 1}))[1] == {"unread": 1}
    told = await line.hear("talk_read")
    assert (told["channel"], told["read"], told["unread"], told["muted"]) == (channel, 1, 1, False)
    assert (await bob.call("POST", f"{here}/{channel}/mute", {"muted": True}))[1] == {"muted": True}
    assert (await line.hear("talk_read"))["muted"]


async def test_talk_is_held_to_its_limits(people: list[Browser], talking: str) -> None:
    ann = people[0]
    for bad in ("", " \n ", "x" * 2_001):
        assert (await say(ann, talking, "all", bad))[1]["code"] == "bad_text"
    for body in ({"key": key()}, {"key": "*", "text": "x"}, {"key": key(), "text": "x" * 9_000}, {"text": 1}):
        status, _ = await ann.call("POST", f"/campaigns/{talking}/channels/all/messages", body)
        assert status == 400
    for channel in ("everybody", "0-0", "0-64", "1-0"):
        assert (await say(ann, talking, channel, "hello"))[0] == 404
    assert [(await say(ann, talking, "all", f"m{number}"))[0] for number in range(11)] == [201] * 10 + [429]
    status, answer = await say(ann, talking, "all", "again")
    assert (answer["code"], answer["kind"]) == ("slow_down", "too_many")
    assert answer["detail"]["retry_after_ms"] > 1_000
    text = '{"key":"k","text":"\\ud800"}'
    path = f"/api/v1/campaigns/{talking}/channels/all/messages"
    headers = {"X-Warboard": "1", "Content-Type": "application/json"}
    async with ann.http.post(path, data=text, headers=headers) as refused:
        assert (refused.status, (await refused.json(content_type=None))["kind"]) == (400, "malformed")


async def test_who_may_not_watch_hears_nothing(people: list[Browser]) -> None:
    """A campaign for its players only; a link opens one that is watched by link."""
    ann, bob, _, sam = people
    shut = await started([ann, bob], {"spectators": "none"})
    assert (await sam.call("GET", f"/campaigns/{shut}/channels"))[1]["code"] == "not_allowed"
    line = await listening(sam, shut)
    assert (await line.hear("problem"))["code"] == "not_allowed"
    await say(ann, shut, "all", SECRET)
    assert await line.quiet() == ""
    linked = await started([ann, bob], {"spectators": "link"})
    link = (await ann.call("POST", f"/campaigns/{linked}/links", {}))[1]["link"]
    assert (await sam.call("GET", f"/campaigns/{linked}/channels/all/messages"))[0] == 403
    line = await listening(sam, linked, link=link)
    assert [each["channel"] for each in (await line.hear("channels"))["channels"]] == ["all"]
    await say(ann, linked, "all", "welcome")
    assert (await line.hear("talk"))["message"]["text"] == "welcome"
    status, answer = await sam.call("GET", f"/campaigns/{linked}/channels/all/messages?link={link}")
    assert (status, len(answer["messages"])) == (200, 1)
    await line.say(t="leave", topic=f"talk:{linked}")
    await line.quiet()
    await say(ann, linked, "all", "gone?")
    assert await line.quiet() == ""


async def test_a_token_reads_or_plays(people: list[Browser], talking: str) -> None:
    """Its scope reaches as far as in the rest of a campaign."""
    ann = people[0]
    _, made = await ann.call("POST", "/tokens", {"label": "mine", "scopes": ["read"]})
    path = f"/api/v1/campaigns/{talking}/channels"
    headers = {"Authorization": f"Bearer {made['token']}"}
    async with ann.http.get(path, headers=headers) as answer:
        assert answer.status == 200
    async with ann.http.post(f"{path}/all/messages", json={"key": key(), "text": "x"}, headers=headers) as answer:
        assert (answer.status, (await answer.json(content_type=None))["code"]) == (403, "scope_missing")


async def test_who_leaves_for_good_is_a_viewer_within_a_second(people: list[Browser]) -> None:
    """On open sockets, too: a public campaign goes on as the public's, another one ends."""
    ann, bob = people[:2]
    for spectators in ("public", "none"):
        campaign = await started([ann, bob], {"spectators": spectators})
        line = await ann.socket()
        await line.say(t="watch", topic=f"campaign:{campaign}")
        shown = await line.hear("view")
        await line.say(t="watch", topic=f"talk:{campaign}")
        await line.hear("channels")
        path = f"/campaigns/{campaign}/seats/{shown['class']}"
        assert (await ann.call("POST", path, {"key": key(), "change": "leave"}))[0] == 200
        async with asyncio.timeout(1):
            if spectators == "public":
                assert (await line.hear("view"))["class"] == -1
                channels = (await line.hear("channels"))["channels"]
                assert [channel["channel"] for channel in channels] == ["all"]
            else:
                topics = {(await line.hear("problem"))["topic"] for _ in range(2)}
                assert topics == {f"campaign:{campaign}", f"talk:{campaign}"}
        status, answer = await ann.call(
            "POST", f"/campaigns/{campaign}/channels/all/messages", {"key": key(), "text": "psst"}
        )
        assert (status, answer["code"]) == (403, "not_a_player")
        await line.line.close()
