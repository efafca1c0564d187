"""Blanks that hide a size stay blanks on the wire: nothing squeezes them out."""

import asyncio
from typing import Any

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route

from services.gateway.routers.campaigns import _sized


def answered(app: Starlette) -> tuple[dict[bytes, bytes], int]:
    """Headers and length of the answer to a client that takes gzip."""
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http", "method": "GET", "path": "/", "raw_path": b"/", "query_string": b"",
        "headers": [(b"accept-encoding", b"gzip")],
    }  # fmt: skip
    asyncio.run(app(scope, receive, send))
    return dict(sent[0]["headers"]), sum(len(message.get("body", b"")) for message in sent)


@pytest.mark.parametrize(("blanks", "encoding"), [(4096, b"identity"), (0, b"gzip")])
def test_what_is_filled_up_is_not_compressed(blanks: int, encoding: bytes) -> None:
    """As a view or a page of history has it; everything else is."""
    content = {"view": msgspec.Raw(b'{"a":"' + b"a" * 4000 + b'"}' + b" " * blanks)}
    app = Starlette(
        routes=[Route("/", lambda _: _sized(content))], middleware=[Middleware(GZipMiddleware, minimum_size=2_000)]
    )
    headers, length = answered(app)
    assert headers[b"content-encoding"] == encoding
    assert (length > 8000) == bool(blanks)
