"""Everything a request or socket needs, made once."""

from dataclasses import dataclass
from datetime import timedelta

from fastapi import Request

from chassis.bus import Message
from chassis.cache import RateLimiter
from chassis.problems import Kind, Problem
from chassis.service import Service
from services.gateway.away import Away
from services.gateway.clients import Clients
from services.gateway.feeds import CampaignFeeds
from services.gateway.game_feeds import GameFeeds
from services.gateway.identity import COOKIE, Identities, Identity, unauthorised
from services.gateway.names import Names
from services.gateway.presence import Connected
from services.gateway.room_feeds import RoomFeeds
from services.gateway.settings import GatewaySettings
from services.gateway.talk_feeds import TalkFeeds


@dataclass(frozen=True)
class Hub:
    """The gateway's parts."""

    service: Service
    settings: GatewaySettings
    clients: Clients
    identities: Identities
    names: Names
    campaigns: CampaignFeeds
    games: GameFeeds
    rooms: RoomFeeds
    talk: TalkFeeds
    connected: Connected
    away: Away
    commands: RateLimiter
    newcomers: RateLimiter
    uploads: RateLimiter
    """Files of an account."""
    sign_ins: RateLimiter
    """Of an address, as `newcomers`."""

    def forget(self, account: str) -> None:
        """An account changed: what is remembered of it is void."""
        self.identities.forget(account)
        self.names.forget(account)

    async def account_changed(self, message: Message) -> None:
        """Lobby says that an account changed."""
        self.forget(message.key)


def hub_of(request: Request) -> Hub:
    """The hub, from the application."""
    hub: Hub = request.app.state.hub
    return hub


def origin_of(request: Request) -> str:
    """Our own address as players see it, without a slash at its end: what is set, else what the browser asked for."""
    public_url = hub_of(request).settings.public_url
    return public_url.rstrip("/") if public_url else f"{request.url.scheme}://{request.url.netloc}"


def credentials(cookies: dict[str, str], authorization: str | None) -> tuple[str | None, str | None]:
    """Session and token of a request; beside a bearer token, even an empty one, the cookie doesn't count."""
    if authorization and authorization.lower().startswith("bearer "):
        return None, authorization[7:].strip()
    return cookies.get(COOKIE), None


async def maybe(request: Request) -> Identity | None:
    """Who asks to read, if anybody is known.

    :raises Problem: `scope_missing` for a token that may not read.
    """
    identity = await _known(request)
    if identity is not None and not identity.may("read"):
        raise Problem("scope_missing", Kind.NOT_ALLOWED, "This token may not read.", detail={"needs": "read"})
    return identity


async def _known(request: Request) -> Identity | None:
    session, token = credentials(request.cookies, request.headers.get("authorization"))
    return await hub_of(request).identities.of(session, token)


async def somebody(request: Request, scope: str = "read") -> Identity:
    """Who asks.

    :raises Problem: `not_signed_in`, or `scope_missing` for a token that does not reach so far.
    """
    identity = await _known(request)
    if identity is None:
        raise unauthorised()
    if not identity.may(scope):
        raise Problem("scope_missing", Kind.NOT_ALLOWED, "This token may not do that.", detail={"needs": scope})
    return identity


async def person(request: Request) -> Identity:
    """Who asks by a session: tokens may not change who somebody is.

    :raises Problem: `not_signed_in`.
    """
    identity = await _known(request)
    if identity is None:
        raise unauthorised()
    if not identity.is_session:
        raise Problem("not_signed_in", Kind.UNAUTHORISED, "A token can't do this: it needs somebody who has signed in.")
    return identity


async def limited(limiter: RateLimiter, who: str) -> None:
    """Take a token of a limit.

    :raises Problem: `slow_down` with `retry_after_ms`.
    """
    wait = await limiter.take(who)
    if wait is not None:
        after = max(1, wait // timedelta(milliseconds=1))
        raise Problem("slow_down", Kind.TOO_MANY, "That was too quick; slow down.", detail={"retry_after_ms": after})
