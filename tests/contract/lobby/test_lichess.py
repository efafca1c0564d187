"""Signing in with Lichess and linking accounts with it, before the stand-in; and every way to misuse that."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from chassis.bus import Message
from chassis.problems import Problem
from chassis.settings import SettingsError
from chassis.timekeeping import SystemClock
from services.lobby.adapters.lichess import HttpLichess
from services.lobby.app.lichess import UNDER_WAY
from tests.contract.lobby.conftest import ON_SQLITE, PASSWORD, JumpingClock, Lobby, StartLobby, refused
from tests.lichess.server import StandIn

BACK = "https://war.example.org/lichess"


@pytest.fixture
async def linking(start_lobby: StartLobby, lichess: StandIn) -> Lobby:
    """A lobby that works with the stand-in."""
    return await start_lobby(WARBOARD_LICHESS_URL=lichess.url)


async def begun(lobby: Lobby, account: str = "") -> Any:
    return await lobby.call("StartLichess", account=account, redirect_uri=BACK)


async def back(lobby: Lobby, lichess: StandIn, user: str, account: str = "", **other: str) -> dict[str, str]:
    """What a browser would finish with, after somebody agreed."""
    way = await begun(lobby, account)
    found = await lichess.agree(way.url, user)
    return {"account": account, "state": found["state"], "code": found["code"], "browser": way.browser, **other}


async def finished(lobby: Lobby, lichess: StandIn, user: str, account: str = "", **other: str) -> Any:
    return await lobby.call("FinishLichess", **await back(lobby, lichess, user, account, **other))


async def rated(lobby: Lobby, account: str) -> dict[str, tuple[int, bool]]:
    user = (await lobby.call("GetLichess", account=account)).user
    return {one.kind: (one.rating, one.established) for one in user.ratings}


async def test_linking_shows_the_ratings_and_keeps_no_token(linking: Lobby, lichess: StandIn) -> None:
    """By kind, unestablished ones marked; variants and kinds never played are left out; the token is revoked."""
    ann = await linking.guest()
    lichess.person("AnnL", blitz=1612, rapid=-1700, bullet={"games": 0, "rating": 1500, "rd": 500, "prov": True})
    assert (await linking.call("GetLichess", account=ann)).enabled
    done = await finished(linking, lichess, "annl", ann)
    assert done.linked.id == ann
    assert (await linking.call("GetLichess", account=ann)).user.name == "AnnL"
    assert await rated(linking, ann) == {"blitz": (1612, True), "rapid": (1700, False)}
    assert lichess.asked == ["POST /api/token", "GET /api/account", "DELETE /api/token"]
    assert lichess.tokens == []


async def test_who_comes_by_lichess_gets_an_account_once(linking: Lobby, lichess: StandIn) -> None:
    """Named as there, or like it where that name is taken; the second time it is the same account."""
    lichess.person("Bob", rapid=1500)
    await linking.call("CreateAccount", name="bob", password=PASSWORD)
    first = (await finished(linking, lichess, "bob", language="fa")).signed_in
    assert (first.account.name, first.account.guest, first.account.language) == ("Bob 2", False, "fa")
    again = (await finished(linking, lichess, "bob")).signed_in
    assert again.account == first.account
    assert again.session != first.session
    who = await linking.call("Authenticate", session=again.session)
    assert who.account.id == first.account.id


async def test_two_tabs_at_once_make_one_account(linking: Lobby, lichess: StandIn) -> None:
    """Whoever is slower finds what the other made."""
    lichess.person("Bob", rapid=1500)
    ways = [await back(linking, lichess, "bob") for _ in range(2)]
    both = await asyncio.gather(*(linking.call("FinishLichess", **way) for way in ways))
    assert len({one.signed_in.account.id for one in both}) == 1
    assert lichess.most_at_once == 1


async def test_a_linked_guest_comes_back_by_lichess(linking: Lobby, lichess: StandIn) -> None:
    """To the very same seats."""
    ann = await linking.guest()
    lichess.person("AnnL", blitz=1612)
    await finished(linking, lichess, "annl", ann)
    assert (await finished(linking, lichess, "annl")).signed_in.account.id == ann


async def test_one_lichess_user_is_one_account(linking: Lobby, lichess: StandIn) -> None:
    """Neither takes another's by linking it, nor changes who one is without unlinking first."""
    ann, bob = await linking.guest(), await linking.guest("Bob")
    lichess.person("AnnL", blitz=1612)
    lichess.person("Other", blitz=1400)
    await finished(linking, lichess, "annl", ann)
    assert await refused(finished(linking, lichess, "annl", bob)) == "lichess_taken"
    assert await refused(finished(linking, lichess, "other", ann)) == "lichess_linked"
    assert (await finished(linking, lichess, "annl")).signed_in.account.id == ann
    assert await rated(linking, bob) == {}
    await linking.call("UnlinkLichess", account=ann)
    assert not (await linking.call("GetLichess", account=ann)).HasField("user")
    await finished(linking, lichess, "annl", bob)
    assert await rated(linking, bob) == {"blitz": (1612, True)}


async def test_linking_again_brings_the_newest_ratings(linking: Lobby, lichess: StandIn) -> None:
    """The same user: that is no refusal."""
    ann = await linking.guest()
    lichess.person("AnnL", blitz=1612)
    await finished(linking, lichess, "annl", ann)
    lichess.person("AnnL", blitz=1650)
    await finished(linking, lichess, "annl", ann)
    assert await rated(linking, ann) == {"blitz": (1650, True)}


async def test_who_came_by_lichess_unlinks_after_setting_a_password(linking: Lobby, lichess: StandIn) -> None:
    """Else nothing would open the account any more; the first password needs no old one, the second does."""
    lichess.person("Bob", rapid=1500)
    bob = (await finished(linking, lichess, "bob")).signed_in.account.id
    assert not (await linking.call("GetLichess", account=bob)).password
    assert await refused(linking.call("SignIn", name="Bob", password="")) == "wrong_credentials"
    assert await refused(linking.call("UnlinkLichess", account=bob)) == "no_other_way_in"
    await linking.call("ChangePassword", account=bob, new=PASSWORD)
    assert await refused(linking.call("ChangePassword", account=bob, new="another one")) == "wrong_password"
    await linking.call("UnlinkLichess", account=bob)
    await linking.call("UnlinkLichess", account=bob)
    assert (await linking.call("SignIn", name="Bob", password=PASSWORD)).account.id == bob


async def test_a_way_back_is_good_once_and_in_its_own_browser_only(linking: Lobby, lichess: StandIn) -> None:
    """Reused or invented states, another browser, another session's state: all refused before Lichess is asked."""
    ann, eve = await linking.guest(), await linking.guest("Eve")
    lichess.person("AnnL", blitz=1612)
    way = await back(linking, lichess, "annl", ann)
    other = await begun(linking, eve)
    for wrong in (
        {"state": "made-up"},
        {"browser": ""},
        {"browser": other.browser},
        {"account": eve},
        {"account": ""},
        {"state": "s" * 10_000},
    ):
        if "account" in wrong:  # this one knows all secrets; the way ends with it
            way = await back(linking, lichess, "annl", ann)
        assert await refused(linking.call("FinishLichess", **{**way, **wrong})) == "lichess_state"
    assert lichess.asked == []
    way = await back(linking, lichess, "annl", ann)
    await linking.call("FinishLichess", **way)
    assert await refused(linking.call("FinishLichess", **way)) == "lichess_state"
    assert lichess.asked.count("POST /api/token") == 1


async def test_an_attackers_code_links_nobody(linking: Lobby, lichess: StandIn) -> None:
    """Whoever lures Ann's browser to their own way back (state and code are theirs) is stopped by her cookie."""
    ann, eve = await linking.guest(), await linking.guest("Eve")
    lichess.person("EveL", blitz=1612)
    lure = await back(linking, lichess, "evel", eve)
    anns = await begun(linking, ann)
    trapped = {**lure, "account": ann, "browser": anns.browser}
    assert await refused(linking.call("FinishLichess", **trapped)) == "lichess_state"
    assert await rated(linking, ann) == {}


async def test_a_code_that_is_not_for_this_way_is_refused(linking: Lobby, lichess: StandIn) -> None:
    """A stolen code is of no use with another state, to which another verifier belongs; nor is a code used twice."""
    ann, eve = await linking.guest(), await linking.guest("Eve")
    lichess.person("AnnL", blitz=1612)
    stolen = await back(linking, lichess, "annl", ann)
    hers = await back(linking, lichess, "annl", eve)
    assert await refused(linking.call("FinishLichess", **{**hers, "code": stolen["code"]})) == "lichess_refused"
    assert await refused(linking.call("FinishLichess", **stolen)) == "lichess_refused"
    assert await rated(linking, eve) == {}


async def test_ten_minutes_are_enough(start_lobby: StartLobby, lichess: StandIn, fake_clock: JumpingClock) -> None:
    """Later the way has ended."""
    lobby = await start_lobby(fake_clock, WARBOARD_LICHESS_URL=lichess.url)
    lichess.person("AnnL", blitz=1612)
    late, timely = await back(lobby, lichess, "annl"), None
    fake_clock.jump(UNDER_WAY - timedelta(seconds=1))
    timely = await back(lobby, lichess, "annl")
    fake_clock.jump(timedelta(seconds=1))
    assert await refused(lobby.call("FinishLichess", **late)) == "lichess_state"
    assert (await lobby.call("FinishLichess", **timely)).signed_in.account.name == "AnnL"


@ON_SQLITE
async def test_after_a_429_lichess_has_a_minutes_rest(
    start_lobby: StartLobby, lichess: StandIn, fake_clock: JumpingClock
) -> None:
    """Nobody's request reaches it meanwhile; a longer Retry-After counts, a shorter one doesn't."""
    lobby = await start_lobby(fake_clock, WARBOARD_LICHESS_URL=lichess.url)
    lichess.person("AnnL", blitz=1612)
    for asked, rest_s in (("", 60), ("2", 60), ("300", 300), ("soon", 60)):
        lichess.limited = [asked]
        with pytest.raises(Problem) as told:
            await finished(lobby, lichess, "annl")
        assert (told.value.code, told.value.detail["retry_after_ms"]) == ("lichess_busy", rest_s * 1000)
        before = len(lichess.asked)
        fake_clock.jump(timedelta(seconds=rest_s - 1))
        assert await refused(finished(lobby, lichess, "annl")) == "lichess_busy"
        assert len(lichess.asked) == before
        fake_clock.jump(timedelta(seconds=1))
    assert (await finished(lobby, lichess, "annl")).HasField("signed_in")


@ON_SQLITE
async def test_whatever_lichess_answers_is_a_clear_refusal(linking: Lobby, lichess: StandIn) -> None:
    """Failures, redirects, senseless, strange and endless answers; the token is revoked all the same."""
    ann = await linking.guest()
    lichess.person("AnnL", blitz=1612)
    good = '{"access_token": "lio_x", "token_type": "Bearer", "expires_in": 1}'
    for answers, code in (
        ([(500, "")], "lichess_away"),
        ([(302, "")], "lichess_away"),
        ([(200, "<html>")], "lichess_away"),
        ([(200, "[]")], "lichess_away"),
        ([(200, "x" * 2_000_000)], "lichess_away"),
        ([(200, '{"access_token": "a", "more": ' + "[" * 100_000)], "lichess_away"),
        ([(200, '{"access_token": "a\\r\\nHost: elsewhere"}')], "lichess_away"),
        ([(200, '{"access_token": "\\u00e9"}')], "lichess_away"),
        ([(200, good), (401, "{}")], "lichess_refused"),
        ([(200, good), (200, '{"id": "a*b", "username": "a*b"}')], "lichess_away"),
        ([(200, good), (200, '{"id": "ann", "username": "Someone"}')], "lichess_away"),
        ([(200, good), (200, '{"id": "ann", "username": "Ann", "perfs": {"blitz": {"rating": "1"}}}')], "lichess_away"),
    ):
        lichess.broken = list(answers)
        assert await refused(finished(linking, lichess, "annl", ann)) == code, answers
        assert len(answers) == 1 or lichess.asked[-1] == "DELETE /api/token"
    assert await rated(linking, ann) == {}
    lichess.broken = [(200, good), (200, '{"id": "annl", "username": "AnnL", "disabled": true}')]
    await finished(linking, lichess, "annl", ann)
    assert await rated(linking, ann) == {}
    many = (
        '{"id": "annl", "username": "AnnL", "perfs": {"blitz": {"rating": 1612, "games": 1000000000000000, "rd": 50}}}'
    )
    lichess.broken = [(200, good), (200, many)]
    await finished(linking, lichess, "annl", ann)
    assert await rated(linking, ann) == {"blitz": (1612, True)}


@ON_SQLITE
async def test_a_slow_lichess_is_away(linking: Lobby, lichess: StandIn) -> None:
    """Before the caller's own patience is over."""
    lichess.person("AnnL", blitz=1612)
    way = await back(linking, lichess, "annl")
    lichess.slow_s = 30
    assert await refused(linking.call("FinishLichess", **way)) == "lichess_away"


@ON_SQLITE
async def test_without_lichess_there_is_no_way(lobby: Lobby) -> None:
    """Switched off by the settings."""
    assert not (await lobby.call("GetLichess")).enabled
    assert await refused(begun(lobby)) == "lichess_off"
    assert await refused(lobby.call("FinishLichess", state="s", code="c", browser="b")) == "lichess_off"


@pytest.mark.parametrize("address", ["http://lichess.example", "lichess.org", "ftp://127.0.0.1", "https://"])
async def test_an_address_that_would_betray_codes_is_refused(address: str) -> None:
    """Plain http only reaches this machine."""
    with pytest.raises(SettingsError, match="WARBOARD_LICHESS_URL"):
        HttpLichess(address, "warboard", SystemClock())


async def test_a_change_of_ratings_is_told_in_open_rooms(linking: Lobby, lichess: StandIn, told: list[Message]) -> None:
    """The room shows the rating of its kind at the seat, and to everybody else nothing of who they are on Lichess."""
    ann = await linking.guest()
    room = await linking.room(ann)
    lichess.person("AnnL", rapid=-1700, bullet=1400)
    await finished(linking, lichess, "annl", ann)
    shown = await linking.call("GetRoom", room=room.id)
    assert shown.version == room.version + 1
    seat = shown.seats[0]
    assert (seat.rating.rating, seat.rating.kind, seat.rating.mark) == (1400, "bullet", "established")
    assert b"AnnL" not in shown.SerializeToString()
    await linking.call("UnlinkLichess", account=ann)
    assert not (await linking.call("GetRoom", room=room.id)).seats[0].HasField("rating")
