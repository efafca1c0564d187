"""Talk: a campaign's channels and what is said in them."""

from typing import Any

from fastapi import APIRouter, Request, Response
from warboard_pb.notify.v1 import notify_pb2

from chassis.ids import parse_id
from services.gateway.hub import hub_of, limited, maybe, somebody
from services.gateway.routers import bodies
from services.gateway.routers.rooms import json
from services.gateway.talk_feeds import plain_message
from services.gateway.topics import MOST_LINK

router = APIRouter(tags=["talk"], prefix="/campaigns/{campaign}/channels")
_MOST_N = (1 << 62) - 1


@router.get("")
async def channels(request: Request, campaign: str, link: str = "") -> Response:
    """The channels I may read, the campaign's first; a spectator's link opens that one alone."""
    identity = await maybe(request)
    account = identity.account if identity else ""
    found, _ = await hub_of(request).talk.channels(parse_id(campaign), account, link[:MOST_LINK])
    return json({"channels": found})


@router.get("/{channel}/messages")
async def messages(
    request: Request, campaign: str, channel: str, before: bodies.Number = 0, limit: bodies.Number = 50, link: str = ""
) -> Response:
    """Messages, newest first."""
    hub, identity = hub_of(request), await maybe(request)
    asked = notify_pb2.ListMessagesRequest(
        campaign=parse_id(campaign), channel=parse_id(channel), account=identity.account if identity else "",
        link=link[:MOST_LINK], before=min(max(before, 0), _MOST_N), limit=min(max(limit, 1), 100),
    )  # fmt: skip
    reply = await hub.clients.ask(hub.clients.notify.ListMessages, asked)
    names = await hub.names.of(message.account for message in reply.messages)
    return json({"messages": [plain_message(message, names) for message in reply.messages]})


@router.post("/{channel}/messages", status_code=201)
async def say(request: Request, campaign: str, channel: str, body: bodies.NewMessage) -> Response:
    """Say something; the same key says it once."""
    hub, identity = hub_of(request), await somebody(request, "play")
    await limited(hub.commands, identity.account)
    asked = notify_pb2.SayRequest(
        campaign=parse_id(campaign), channel=parse_id(channel), account=identity.account, key=parse_id(body.key),
        text=body.text,
    )  # fmt: skip
    reply = await hub.clients.ask(hub.clients.notify.Say, asked)
    return json({"message": plain_message(reply.message, {identity.account: identity.name})}, 201)


@router.post("/{channel}/read")
async def read(request: Request, campaign: str, channel: str, body: bodies.ReadUpTo) -> dict[str, Any]:
    """Everything up to a number is read."""
    hub, identity = hub_of(request), await somebody(request, "play")
    asked = notify_pb2.MarkChannelReadRequest(
        campaign=parse_id(campaign), channel=parse_id(channel), account=identity.account, n=body.n
    )
    return {"unread": (await hub.clients.ask(hub.clients.notify.MarkChannelRead, asked)).unread}


@router.post("/{channel}/mute")
async def mute(request: Request, campaign: str, channel: str, body: bodies.Mute) -> dict[str, Any]:
    """Mute a channel, or end that: no notices, and not counted at the tab."""
    hub, identity = hub_of(request), await somebody(request, "play")
    asked = notify_pb2.MuteChannelRequest(
        campaign=parse_id(campaign), channel=parse_id(channel), account=identity.account, muted=body.muted
    )
    await hub.clients.ask(hub.clients.notify.MuteChannel, asked)
    return {"muted": body.muted}


@router.delete("/{channel}/messages/{n}")
async def erase(request: Request, campaign: str, channel: str, n: bodies.Number) -> Response:
    """Take the text of my own message away, for everybody; its place stays."""
    hub, identity = hub_of(request), await somebody(request, "play")
    asked = notify_pb2.EraseMessageRequest(
        campaign=parse_id(campaign), channel=parse_id(channel), account=identity.account, n=min(max(n, 0), _MOST_N)
    )
    reply = await hub.clients.ask(hub.clients.notify.EraseMessage, asked)
    return json({"message": plain_message(reply.message, {identity.account: identity.name})})
