"""Players' words in a campaign, by the ids that views and lines hold."""

from fastapi import APIRouter, Request, Response
from warboard_pb.campaign.v1 import engine_pb2

from chassis.ids import parse_id
from services.gateway.hub import hub_of, limited, maybe, somebody
from services.gateway.routers.rooms import json
from services.gateway.topics import MOST_LINK

router = APIRouter(tags=["texts"], prefix="/campaigns/{campaign}/texts")


@router.get("/{text}")
async def read(request: Request, campaign: str, text: str, link: str = "") -> Response:
    """The words of a text whose id I was shown."""
    hub, identity = hub_of(request), await maybe(request)
    asked = engine_pb2.GetTextRequest(
        campaign=parse_id(campaign), text=parse_id(text), account=identity.account if identity else "",
        link=link[:MOST_LINK],
    )  # fmt: skip
    reply = await hub.clients.ask(hub.clients.engine.GetText, asked)
    return json({**({"erased": True} if reply.erased else {"text": reply.words}), "yours": reply.yours})


@router.delete("/{text}", status_code=204)
async def erase(request: Request, campaign: str, text: str) -> Response:
    """Take my own words away, for everybody; that there were some stays known."""
    hub, identity = hub_of(request), await somebody(request, "play")
    await limited(hub.commands, identity.account)
    asked = engine_pb2.EraseTextRequest(campaign=parse_id(campaign), text=parse_id(text), account=identity.account)
    await hub.clients.ask(hub.clients.engine.EraseText, asked)
    return Response(status_code=204)
