"""Maps: those that come with Warboard and one's own (docs/maps.md)."""

from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from warboard_pb.campaign.v1 import engine_pb2

from chassis.ids import parse_id
from chassis.problems import Kind, Problem
from services.gateway.hub import hub_of, limited, maybe, somebody
from services.gateway.routers.rooms import json
from services.gateway.statuses import OtherStatus

router = APIRouter(tags=["maps"], prefix="/maps")
_BODY = {"requestBody": {"required": True, "content": {"application/json": {"schema": {"type": "object"}}}}}


@router.get("")
async def listed(request: Request) -> Response:
    """The maps that come with Warboard, then my own, newest first."""
    hub, identity = hub_of(request), await maybe(request)
    asked = engine_pb2.ListMapsRequest(account=identity.account if identity else "")
    reply = await hub.clients.ask(hub.clients.engine.ListMaps, asked)
    return json({"maps": [{**_plain(one), "own": one.own} for one in reply.maps]})


@router.post("", status_code=201, openapi_extra=_BODY)
async def upload(request: Request) -> Response:
    """Keep a map file as one of mine: the body is the file. What is wrong with it is told whole."""
    hub, identity = hub_of(request), await somebody(request, "rooms")
    await limited(hub.uploads, identity.account)
    asked = engine_pb2.UploadMapRequest(account=identity.account, file=await request.body())
    reply = await hub.clients.ask(hub.clients.engine.UploadMap, asked)
    if not reply.HasField("map"):
        detail = {"faults": msgspec.Raw(reply.faults), "more": reply.more}
        raise OtherStatus(422, "bad_map", "This map doesn't hold; each fault is named.", detail)
    made = {**_plain(reply.map), "warnings": msgspec.Raw(reply.warnings)}
    return Response(msgspec.json.encode(made), 201, media_type="application/json")


@router.get("/{board}")
async def board(request: Request, board: str) -> Response:
    """A map: places, borders, lanes, figures."""
    reply = await _asked(request, board)
    return _kept(request, reply.board, reply.sha256)


@router.get("/{board}/shapes")
async def shapes(request: Request, board: str) -> Response:
    """The TopoJSON of a map that was uploaded with one."""
    reply = await _asked(request, board)
    if not reply.shapes:
        raise Problem("no_shapes", Kind.MISSING, "This map has no shapes of its own.")
    return _kept(request, reply.shapes, f"{reply.sha256}-shapes")


async def _asked(request: Request, board: str) -> Any:
    hub = hub_of(request)
    return await hub.clients.ask(hub.clients.engine.GetMap, engine_pb2.GetMapRequest(map=parse_id(board)))


def _kept(request: Request, content: bytes, version: str) -> Response:
    headers = {"ETag": f'"{version}"', "Cache-Control": "public, max-age=3600"}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type="application/json", headers=headers)


def _plain(one: engine_pb2.MapInfo) -> dict[str, Any]:
    return {"id": one.id, "sha256": one.sha256, "name": one.name, "names": dict(one.names), "places": one.places}
