"""Streams of lines of JSON, for bots and other programs."""

from contextlib import ExitStack
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from services.gateway.addresses import address_of
from services.gateway.hub import credentials, hub_of, maybe
from services.gateway.line_stream import LineStream
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
    reader = LineStream(hub, identity, secrets)
    with ExitStack() as counted:  # before anything is awaited, so that those asked for at once count, too
        try:
            counted.enter_context(request.app.state.sockets.counted(reader, address_of(request)))
            await reader.watch(topic, link[:MOST_LINK])
        except BaseException:
            await reader.end()
            raise
        return _Lines(reader, counted.pop_all())


class _Lines(StreamingResponse):
    """The reader's lines; whatever becomes of the answer, nothing is kept of it."""

    def __init__(self, reader: LineStream, counted: ExitStack) -> None:
        super().__init__(reader.lines(), media_type="application/x-ndjson", headers=NOT_HELD_BACK)
        self._reader = reader
        self._counted = counted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, also whom has left before the first line."""
        with self._counted:
            try:
                await super().__call__(scope, receive, send)
            finally:
                await self._reader.end()
