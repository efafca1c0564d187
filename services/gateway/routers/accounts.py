"""Who you are: guests, accounts, sessions, tokens."""

from typing import Any

from fastapi import APIRouter, Request, Response
from warboard_pb.lobby.v1 import lobby_pb2

from chassis.ids import parse_id
from chassis.problems import Kind, Problem
from services.gateway.addresses import address_of
from services.gateway.hub import credentials, hub_of, limited, maybe, person, somebody
from services.gateway.identity import COOKIE, unauthorised
from services.gateway.routers import bodies

router = APIRouter(tags=["accounts"])
_MONTH_S = 30 * 86400


@router.post("/guests", status_code=201)
async def guest(request: Request, response: Response, body: bodies.NewGuest) -> dict[str, Any]:
    """Play at once; the recovery code, shown only here, keeps the seats."""
    hub = hub_of(request)
    await limited(hub.newcomers, address_of(request))
    made = await hub.clients.ask(
        hub.clients.lobby.CreateGuest,
        lobby_pb2.CreateGuestRequest(name=body.name, language=body.language),
        idempotent=False,
    )
    enter(request, response, made)
    return {"account": plain(made.account), "recovery_code": made.recovery_code}


@router.post("/accounts", status_code=201)
async def account(request: Request, response: Response, body: bodies.NewAccount) -> dict[str, Any]:
    """A new account."""
    hub = hub_of(request)
    await limited(hub.newcomers, address_of(request))
    made = await hub.clients.ask(
        hub.clients.lobby.CreateAccount,
        lobby_pb2.CreateAccountRequest(
            name=body.name, password=body.password, language=body.language, address=address_of(request)
        ),
        idempotent=False,
    )
    enter(request, response, made)
    return {"account": plain(made.account)}


@router.post("/sessions", status_code=201)
async def sign_in(request: Request, response: Response, body: bodies.SignIn) -> dict[str, Any]:
    """Sign in by name and password, or by a guest's recovery code."""
    hub = hub_of(request)
    address = address_of(request)
    await limited(hub.sign_ins, address)  # all of them; lobby counts the failures
    lobby = hub.clients.lobby
    if body.recovery_code is not None:
        made = await hub.clients.ask(
            lobby.Recover, lobby_pb2.RecoverRequest(code=body.recovery_code, address=address), idempotent=False
        )
    elif body.name is not None and body.password is not None:
        asked = lobby_pb2.SignInRequest(name=body.name, password=body.password, address=address)
        made = await hub.clients.ask(lobby.SignIn, asked, idempotent=False)
    else:
        raise Problem("malformed", Kind.MALFORMED, "Give a name and a password, or a recovery code.")
    enter(request, response, made)
    return {"account": plain(made.account)}


@router.delete("/sessions/current", status_code=204)
async def sign_out(request: Request, response: Response) -> None:
    """End this session; a token is none, and is ended by its id."""
    hub = hub_of(request)
    session, token = credentials(request.cookies, request.headers.get("authorization"))
    if token is not None:
        raise unauthorised()
    if session:
        identity = await maybe(request)
        await hub.clients.ask(hub.clients.lobby.SignOut, lobby_pb2.SignOutRequest(session=session))
        if identity is not None:
            hub.forget(identity.account)
    response.delete_cookie(COOKIE, path="/")


@router.get("/me")
async def me(request: Request) -> dict[str, Any]:
    """Who is asking."""
    return {"account": (await somebody(request)).plain()}


@router.patch("/me")
async def change_me(request: Request, body: bodies.ChangeMe) -> dict[str, Any]:
    """A new name or language."""
    hub, identity = hub_of(request), await person(request)
    changed = await hub.clients.ask(
        hub.clients.lobby.UpdateAccount,
        lobby_pb2.UpdateAccountRequest(account=identity.account, name=body.name or "", language=body.language or ""),
    )
    hub.forget(identity.account)
    return {"account": plain(changed)}


@router.post("/me/account")
async def upgrade(request: Request, body: bodies.Upgrade) -> dict[str, Any]:
    """A guest becomes an account and keeps every seat."""
    hub, identity = hub_of(request), await person(request)
    asked = lobby_pb2.UpgradeGuestRequest(account=identity.account, name=body.name, password=body.password)
    changed = await hub.clients.ask(hub.clients.lobby.UpgradeGuest, asked, idempotent=False)
    hub.forget(identity.account)
    return {"account": plain(changed)}


@router.post("/me/password", status_code=204)
async def change_password(request: Request, body: bodies.ChangePassword) -> None:
    """A new password; other sessions end."""
    hub, identity = hub_of(request), await person(request)
    asked = lobby_pb2.ChangePasswordRequest(
        account=identity.account, old=body.old, new=body.new, session=request.cookies.get(COOKIE, "")
    )
    await hub.clients.ask(hub.clients.lobby.ChangePassword, asked, idempotent=False)
    hub.forget(identity.account)


@router.get("/tokens")
async def tokens(request: Request) -> dict[str, Any]:
    """My tokens."""
    hub, identity = hub_of(request), await person(request)
    reply = await hub.clients.ask(hub.clients.lobby.ListTokens, lobby_pb2.ListTokensRequest(account=identity.account))
    return {"tokens": [_token(entry) for entry in reply.tokens]}


@router.post("/tokens", status_code=201)
async def new_token(request: Request, body: bodies.NewToken) -> dict[str, Any]:
    """A new token, shown only here."""
    hub, identity = hub_of(request), await person(request)
    asked = lobby_pb2.CreateTokenRequest(
        account=identity.account, label=body.label, scopes=body.scopes, expires_in_s=body.expires_in_s
    )
    made = await hub.clients.ask(hub.clients.lobby.CreateToken, asked, idempotent=False)
    return {"token": made.token, **_token(made.info)}


@router.delete("/tokens/{token}", status_code=204)
async def revoke(request: Request, token: str) -> None:
    """End a token."""
    hub, identity = hub_of(request), await person(request)
    asked = lobby_pb2.RevokeTokenRequest(account=identity.account, id=parse_id(token))
    await hub.clients.ask(hub.clients.lobby.RevokeToken, asked)


def plain(account: Any) -> dict[str, Any]:
    """An account as docs/api.md has it."""
    return {"id": account.id, "name": account.name, "guest": account.guest, "language": account.language}


def _token(info: Any) -> dict[str, Any]:
    plain = {"id": info.id, "label": info.label, "scopes": list(info.scopes), "created_unix_ms": info.created_unix_ms}
    if info.expires_unix_ms:
        plain["expires_unix_ms"] = info.expires_unix_ms
    return plain


def enter(request: Request, response: Response, made: Any) -> None:
    """Give the browser the session's cookie."""
    response.set_cookie(
        COOKIE, made.session, max_age=_MONTH_S, httponly=True, samesite="lax", secure=is_secure(request), path="/"
    )


def is_secure(request: Request) -> bool:
    """Whether players reach us by https, so that cookies shall go no other way."""
    return request.url.scheme == "https" or hub_of(request).settings.public_url.startswith("https")
