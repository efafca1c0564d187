"""Streams of lines of JSON, for bots and other programs."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse

from chassis.problems import Kind, Problem
from services.gateway.hub import credentials, hub_of, maybe
from services.gateway.line_stream import LineStream
from services.gateway.sockets import Sockets
from services.gateway.topics import MOST_LINK, TOPICS_MOST

router = APIRouter(tags=["streams"])
NOT_HELD_BACK = {"Content-Encoding": "identity", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Nobody on the way compresses or gathers lines."""


@router.get("/stream")
async def stream(
    request: Request, topic: Annotated[list[str], Query(max_length=TOPICS_MOST)], link: str = ""
) -> StreamingResponse:
    """Topics as on the socket (`me`, `game:<id>`, `campaign:<id>`, `talk:<id>`, ...), a message a line."""
    hub = hub_of(request)
    identity = await maybe(request)
    secrets = credentials(request.cookies, request.headers.get("authorization"))
    limit = hub.service.limits.sockets_per_account
    if identity is not None and hub.connected.sockets(identity.account) >= limit:
        raise Problem("too_many_streams", Kind.TOO_MANY, f"At most {limit} sockets and streams are open at a time.")
    reader = LineStream(hub, identity, secrets)
    await reader.watch(topic, link[:MOST_LINK])
    lines = _counted(request.app.state.sockets, reader)
    return StreamingResponse(lines, media_type="application/x-ndjson", headers=NOT_HELD_BACK)


async def _counted(sockets: Sockets, reader: LineStream) -> AsyncIterator[bytes]:
    with sockets.counted(reader):
        async for line in reader.lines():
            yield line
