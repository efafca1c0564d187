"""What each call of the API asks of whoever calls it, for all calls there are."""

import asyncio
import secrets
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from services.gateway.documents import API, routed
from tests.contract.gateway.conftest import HEADERS, Browser, key

OPEN, SEEN, SESSION = "open", "seen", "session"
"""To anybody; to anybody, but not to a token that may not read; to a browser's session alone."""
SCOPES = ("read", "play", "rooms")

_NAMED = {"name": "Zoe", "password": "correct horse"}
_ENTROPY = secrets.token_hex(32)
_COMMAND = {"key": key(), "command": {"type": "Add"}}
_ROOM = {"ruleset": "tally", "name": "R", "seats": 2, "entropy": _ENTROPY}
_TALK = "/campaigns/{campaign}/channels"

TABLE: list[tuple[str, str, str, Any]] = [
    ("POST", "/guests", OPEN, {"name": "Zoe"}),
    ("POST", "/accounts", OPEN, _NAMED),
    ("POST", "/sessions", OPEN, _NAMED),
    ("DELETE", "/sessions/current", SESSION, None),
    ("GET", "/me", "read", None),
    ("PATCH", "/me", SESSION, {"language": "fa"}),
    ("POST", "/me/account", SESSION, _NAMED),
    ("POST", "/me/password", SESSION, {"old": "correct horse", "new": "correct horse"}),
    ("GET", "/lichess", SEEN, None),
    ("POST", "/lichess/start", OPEN, None),
    ("POST", "/lichess/finish", OPEN, {"state": "s", "code": "c"}),
    ("DELETE", "/lichess", SESSION, None),
    ("GET", "/tokens", SESSION, None),
    ("POST", "/tokens", SESSION, {"label": "mine", "scopes": ["read"]}),
    ("DELETE", "/tokens/{token}", SESSION, None),
    ("GET", "/rulesets", OPEN, None),
    ("GET", "/bots", OPEN, None),
    ("GET", "/maps", SEEN, None),
    ("POST", "/maps", "rooms", {}),
    ("GET", "/maps/{board}", OPEN, None),
    ("GET", "/maps/{board}/shapes", OPEN, None),
    ("GET", "/rooms", SEEN, None),
    ("POST", "/rooms", "rooms", _ROOM),
    ("GET", "/rooms/{room}", SEEN, None),
    ("PATCH", "/rooms/{room}", "rooms", {}),
    ("DELETE", "/rooms/{room}", "rooms", None),
    ("POST", "/rooms/{room}/seats", "rooms", {"entropy": _ENTROPY}),
    ("DELETE", "/rooms/{room}/seats/{seat}", "rooms", None),
    ("POST", "/rooms/{room}/bots", "rooms", {"level": 1}),
    ("PATCH", "/rooms/{room}/bots/{seat}", "rooms", {"level": 1}),
    ("PUT", "/rooms/{room}/rating", "rooms", {"rating": 0}),
    ("POST", "/rooms/{room}/invites", "rooms", {}),
    ("POST", "/rooms/{room}/start", "rooms", None),
    ("POST", "/campaigns/{campaign}/rematch", "rooms", {"entropy": _ENTROPY}),
    ("GET", "/me/purse", "read", None),
    ("GET", "/campaigns", "read", None),
    ("GET", "/campaigns/{campaign}", SEEN, None),
    ("GET", "/campaigns/{campaign}/actions", "read", None),
    ("GET", "/campaigns/{campaign}/log", SEEN, None),
    ("GET", "/campaigns/{campaign}/history", SEEN, None),
    ("GET", "/campaigns/{campaign}/texts/{text}", SEEN, None),
    ("DELETE", "/campaigns/{campaign}/texts/{text}", "play", None),
    ("POST", "/campaigns/{campaign}/commands", "play", _COMMAND),
    ("POST", "/campaigns/{campaign}/battles/{battle}/log", "play", {}),
    ("POST", "/campaigns/{campaign}/links", "rooms", {}),
    ("POST", "/campaigns/{campaign}/seats/{seat}/links", "rooms", {}),
    ("POST", "/campaigns/{campaign}/seats/{seat}", "play", {"key": key(), "change": "leave"}),
    ("GET", "/games/{game}", SEEN, None),
    ("GET", "/games/{game}/pgn", SEEN, None),
    ("POST", "/games/{game}/commands", "play", _COMMAND),
    ("GET", "/campaigns/{campaign}/pgn", SEEN, None),
    ("GET", "/stream", SEEN, None),
    ("GET", "/inbox", "read", None),
    ("POST", "/inbox/read", "play", {"n": 1}),
    ("GET", _TALK, SEEN, None),
    ("GET", _TALK + "/{channel}/messages", SEEN, None),
    ("POST", _TALK + "/{channel}/messages", "play", {"key": key(), "text": "hello"}),
    ("DELETE", _TALK + "/{channel}/messages/{n}", "play", None),
    ("POST", _TALK + "/{channel}/read", "play", {"n": 1}),
    ("POST", _TALK + "/{channel}/mute", "play", {"muted": True}),
]
"""Method, path, who may call it, and a body that can be read."""


def test_the_table_holds_every_call() -> None:
    app = routed(FastAPI())
    paths = get_openapi(title="", version="1", routes=app.routes)["paths"]
    calls = {(method.upper(), path.removeprefix(API)) for path, methods in paths.items() for method in methods}
    assert calls == {(method, path) for method, path, _, _ in TABLE}


async def all_answered(browser: Browser, token: str) -> list[tuple[Any, tuple[int, str, Any]]]:
    """Every call with its answer. Those that ask chessgate at once, since none runs here and each waits for it."""
    waited_for = [call for call in TABLE if call[1].startswith("/games") or call[:2] == ("GET", "/campaigns")]
    answers = list(await asyncio.gather(*(answered(browser, call, token) for call in waited_for)))
    found = list(zip(waited_for, answers, strict=True))
    for call in TABLE:
        if call not in waited_for:
            found.append((call, await answered(browser, call, token)))
            browser.http.cookie_jar.clear()
    return found


async def answered(browser: Browser, call: tuple[str, str, str, Any], token: str) -> tuple[int, str, Any]:
    """Status, code and detail of a call with a bearer token alone."""
    method, path, _, body = call
    for part in ("token", "room", "campaign", "game", "board", "battle", "text"):
        path = path.replace(f"{{{part}}}", "none")
    path = (
        path.replace("/stream", "/stream?topic=rooms")
        .replace("{seat}", "0")
        .replace("{n}", "1")
        .replace("{channel}", "all")
    )
    headers = {**HEADERS, "Authorization": f"Bearer {token}"} if token else HEADERS
    given = {} if body is None else {"json": body}
    async with browser.http.request(method, API + path, headers=headers, **given) as answer:
        plain = await answer.json(content_type=None) if answer.status >= 400 else {}
        return answer.status, plain.get("code", ""), plain.get("detail", {})


@pytest.mark.parametrize("held", SCOPES)
async def test_a_token_reaches_as_far_as_its_scope(browsers: list[Browser], held: str) -> None:
    """A call that needs another is refused by name; one that needs a person by session takes no token at all."""
    ann, _, nobody = browsers
    token = (await ann.call("POST", "/tokens", {"label": "mine", "scopes": [held]}))[1]["token"]
    for call, (status, code, detail) in await all_answered(nobody, token):
        wants = call[2]
        if wants == SESSION:
            assert (status, code) == (401, "not_signed_in"), call
        elif wants in (OPEN, held) or (wants == SEEN and held == "read"):
            assert code not in ("scope_missing", "not_signed_in", "malformed"), call
        else:
            assert (status, code, detail) == (403, "scope_missing", {"needs": "read" if wants == SEEN else wants}), call


async def test_a_stranger_may_call_what_is_open(browsers: list[Browser]) -> None:
    nobody = browsers[2]
    for call, (_, code, _) in await all_answered(nobody, ""):
        signed_in = call[2] not in (OPEN, SEEN) and call[:2] != ("DELETE", "/sessions/current")  # has ended already
        assert (code == "not_signed_in") is signed_in, call


async def test_a_bearers_request_leaves_the_cookies_session_alone(browsers: list[Browser]) -> None:
    """Bob's token in Ann's browser signs nobody out, even if it is no token."""
    ann, bob, _ = browsers
    token = (await bob.call("POST", "/tokens", {"label": "mine", "scopes": ["read"]}))[1]["token"]
    for bearer in (token, "nonsense", ""):
        headers = {**HEADERS, "Authorization": f"Bearer {bearer}"}
        async with ann.http.delete("/api/v1/sessions/current", headers=headers) as answer:
            assert (answer.status, "Set-Cookie" in answer.headers) == (401, False)
        assert (await ann.call("GET", "/me"))[1]["account"]["id"] == ann.account
