"""Signing in with Lichess and linking an account with it (ADR 14).

The browser goes to Lichess with `POST /lichess/start`'s address, comes back to the client's page `/lichess`, and that
page posts what it brought to `POST /lichess/finish`. Nothing here redirects.
"""

from typing import Any

from fastapi import APIRouter, Request, Response
from warboard_pb.lobby.v1 import lobby_pb2

from services.gateway.addresses import address_of
from services.gateway.hub import credentials, hub_of, limited, maybe, origin_of, person
from services.gateway.identity import Identity
from services.gateway.routers import bodies
from services.gateway.routers.accounts import enter, is_secure, plain

router = APIRouter(tags=["lichess"])
COOKIE = "warboard_lichess"
PATH = "/api/v1/lichess"
_UNDER_WAY_S = 600


@router.get("/lichess")
async def mine(request: Request) -> dict[str, Any]:
    """Whether this server works with Lichess, and who the asker is there."""
    hub, identity = hub_of(request), await maybe(request)
    asked = lobby_pb2.GetLichessRequest(account=identity.account if identity else "")
    reply = await hub.clients.ask(hub.clients.lobby.GetLichess, asked)
    answer: dict[str, Any] = {"enabled": reply.enabled}
    if identity is not None:
        answer["password"] = reply.password
    if reply.HasField("user"):
        answer["user"] = {
            "name": reply.user.name,
            "ratings": [
                {"kind": one.kind, "rating": one.rating, "games": one.games, "established": one.established}
                for one in reply.user.ratings
            ],
            "fetched_unix_ms": reply.user.fetched_unix_ms,
        }
    return answer


@router.post("/lichess/start", status_code=201)
async def start(request: Request, response: Response) -> dict[str, Any]:
    """Where the browser goes: to link the account that is signed in, else to sign in."""
    hub, identity = hub_of(request), await _signed_in(request)
    await limited(hub.sign_ins, address_of(request))
    asked = lobby_pb2.StartLichessRequest(
        account=identity.account if identity else "", redirect_uri=f"{origin_of(request)}/lichess"
    )
    made = await hub.clients.ask(hub.clients.lobby.StartLichess, asked)
    response.set_cookie(
        COOKIE, made.browser, max_age=_UNDER_WAY_S, httponly=True, samesite="strict", secure=is_secure(request),
        path=PATH,
    )  # fmt: skip
    return {"url": made.url}


@router.post("/lichess/finish")
async def finish(request: Request, response: Response, body: bodies.BackFromLichess) -> dict[str, Any]:
    """Back from Lichess, once: the account is linked, or somebody has signed in."""
    hub, identity = hub_of(request), await _signed_in(request)
    await limited(hub.sign_ins, address_of(request))
    asked = lobby_pb2.FinishLichessRequest(
        account=identity.account if identity else "", state=body.state, code=body.code,
        browser=request.cookies.get(COOKIE, "")[:200], language=body.language, address=address_of(request),
    )  # fmt: skip
    done = await hub.clients.ask(hub.clients.lobby.FinishLichess, asked, idempotent=False)
    response.delete_cookie(COOKIE, path=PATH)
    if done.HasField("linked"):
        hub.forget(done.linked.id)
        return {"account": plain(done.linked)}
    enter(request, response, done.signed_in)
    return {"account": plain(done.signed_in.account)}


@router.delete("/lichess", status_code=204)
async def unlink(request: Request) -> None:
    """Forget who the asker is on Lichess."""
    hub, identity = hub_of(request), await person(request)
    asked = lobby_pb2.UnlinkLichessRequest(account=identity.account)
    await hub.clients.ask(hub.clients.lobby.UnlinkLichess, asked)


async def _signed_in(request: Request) -> Identity | None:
    """Who has signed in; a token is nobody here, since it may not change who somebody is."""
    session, _ = credentials(request.cookies, request.headers.get("authorization"))
    return await hub_of(request).identities.of(session, None)
