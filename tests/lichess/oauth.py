"""The stand-in's OAuth 2: authorisation code with PKCE for public clients that are not registered.

`GET /oauth` shows who may be chosen, `POST /oauth` is that page's button; `POST` and `DELETE /api/token`.
"""

import base64
import hashlib
import html
import secrets
from dataclasses import dataclass
from urllib.parse import urlencode

from aiohttp import web

from tests.lichess.people import PEOPLE, TOKENS, bearer


@dataclass(frozen=True)
class Grant:
    """What a code is good for, once."""

    user: str
    client_id: str
    redirect_uri: str
    challenge: str


GRANTS = web.AppKey("grants", dict[str, Grant])
"""By code."""
_ASKED = ("client_id", "redirect_uri", "code_challenge", "state")

routes = web.RouteTableDef()


@routes.get("/oauth")
async def ask(request: web.Request) -> web.Response:
    """The page that asks somebody whether they agree."""
    asked = request.query
    if asked.get("response_type") != "code" or asked.get("code_challenge_method") != "S256":
        raise web.HTTPBadRequest(text="response_type must be code, code_challenge_method S256")
    if not all(asked.get(name) for name in _ASKED):
        raise web.HTTPBadRequest(text="something is missing")
    hidden = "".join(f'<input type="hidden" name="{n}" value="{html.escape(asked[n])}">' for n in _ASKED)
    buttons = "".join(f'<button name="user" value="{u}">{u}</button>' for u in request.app[PEOPLE])
    page = f'<!doctype html><title>Lichess</title><form method="post" action="/oauth">{hidden}{buttons}'
    return web.Response(text=f'{page}<button name="user" value="">Cancel</button></form>', content_type="text/html")


@routes.post("/oauth")
async def answer(request: web.Request) -> web.Response:
    """Back to the client, with a code or with `access_denied`."""
    form = await request.post()
    asked = {name: str(form[name]) for name in _ASKED}
    user = str(form.get("user", ""))
    if not user:
        back = {"error": "access_denied", "error_description": "user cancelled", "state": asked["state"]}
    else:
        code = "liu_" + secrets.token_hex(16)
        request.app[GRANTS][code] = Grant(user, asked["client_id"], asked["redirect_uri"], asked["code_challenge"])
        back = {"code": code, "state": asked["state"]}
    raise web.HTTPFound(f"{asked['redirect_uri']}?{urlencode(back)}")


@routes.post("/api/token")
async def exchange(request: web.Request) -> web.Response:
    """A code for a token; a code is void after the first try."""
    form = {name: str(value) for name, value in (await request.post()).items()}
    if form.get("grant_type") != "authorization_code":
        return _refused("unsupported_grant_type")
    grant = request.app[GRANTS].pop(form.get("code", ""), None)
    if grant is None:
        return _refused("invalid_grant")
    proof = hashlib.sha256(form.get("code_verifier", "").encode()).digest()
    given = base64.urlsafe_b64encode(proof).rstrip(b"=").decode()
    asked = (form.get("client_id"), form.get("redirect_uri"), given)
    if asked != (grant.client_id, grant.redirect_uri, grant.challenge):
        return _refused("invalid_grant")
    token = "lio_" + secrets.token_hex(16)
    request.app[TOKENS][token] = grant.user
    return web.json_response({"token_type": "Bearer", "access_token": token, "expires_in": 31_536_000})


@routes.delete("/api/token")
async def revoke(request: web.Request) -> web.Response:
    """The token ends."""
    del request.app[TOKENS][bearer(request)]
    return web.Response(status=204)


def _refused(error: str) -> web.Response:
    return web.json_response({"error": error, "error_description": "not accepted"}, status=400)
