"""The web application: problems, security headers, limits, routers, the socket, the static client."""

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse, HTMLResponse
from warboard_pb.campaign.v1 import engine_pb2

from chassis.ids import new_trace
from chassis.logs import logger, trace_id, with_trace
from chassis.problems import HTTP_STATUS, Kind, Problem, internal
from services.gateway.documents import API, openapi_document, routed
from services.gateway.hub import Hub
from services.gateway.identity import COOKIE, same_origin
from services.gateway.sockets import Sockets
from services.gateway.statuses import OtherStatus

_LOG = logger(__name__)
UPLOAD_BYTES = 2_000_000
"""Of a file: a map or a server's log."""
_UPLOADS = re.compile(f"{API}/(maps|campaigns/[^/]+/battles/[^/]+/log)")
CSP = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "font-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'self'; form-action 'self'"
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_WRONG = {"missing": "is missing", "extra_forbidden": "is not known here"}
"""By the kind of pydantic's error, whose own sentences are about Python."""
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_NOT_BUILT = (
    "<!doctype html><title>Warboard</title><p>The web client is not built yet: run <code>make setup</code>.</p>"
)


def create_app(hub: Hub) -> FastAPI:
    """The application around a hub."""
    app = FastAPI(title="Warboard", version="1", docs_url=None, redoc_url=None, openapi_url=None)
    app.state.hub = hub
    sockets = Sockets(hub)
    app.state.sockets = sockets
    routed(app)

    @app.get(f"{API}/openapi.json", include_in_schema=False)
    async def openapi() -> Response:
        reply = await hub.clients.ask(hub.clients.engine.ListRulesets, engine_pb2.ListRulesetsRequest())
        document = openapi_document(reply.rulesets)
        return Response(msgspec.json.encode(document), media_type="application/json")

    @app.websocket("/ws")
    async def ws(line: WebSocket) -> None:
        await sockets.accept(line)

    app.add_middleware(GZipMiddleware, minimum_size=2_000, compresslevel=5)
    app.middleware("http")(_guarded(hub))
    app.add_exception_handler(Problem, _on_problem)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http)
    _serve_client(app, Path(hub.settings.web_root))
    return app


def problem_response(problem: Problem) -> Response:
    """RFC 9457, with our code and kind."""
    body: dict[str, Any] = {
        "type": f"urn:warboard:problem:{problem.code}", "title": problem.sentence, "status": problem.http_status,
        "code": problem.code, "kind": problem.kind.value, "sentence": problem.sentence, "trace": trace_id(),
    }  # fmt: skip
    if problem.detail:
        body["detail"] = dict(problem.detail)
    headers = {}
    if problem.kind in (Kind.TOO_MANY, Kind.UNAVAILABLE):
        headers["Retry-After"] = str(-(-int(problem.detail.get("retry_after_ms", 1000)) // 1000))
    return Response(
        msgspec.json.encode(body), problem.http_status, media_type="application/problem+json", headers=headers
    )


def _guarded(hub: Hub) -> Callable[[Request, Callable[[Request], Awaitable[Response]]], Awaitable[Response]]:
    async def guard(request: Request, follow: Callable[[Request], Awaitable[Response]]) -> Response:
        with with_trace(new_trace()):
            try:
                _check(request, hub)
                response = await follow(request)
            except Problem as problem:
                response = problem_response(problem)
            except Exception:  # noqa: BLE001 - the client gets an answer, the log the cause
                _LOG.exception("a request failed", path=request.url.path[:100])
                response = problem_response(internal())
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return guard


def _check(request: Request, hub: Hub) -> None:
    """Size, and that a browser's change comes from our own pages."""
    length = request.headers.get("content-length")
    uploads = request.method == "POST" and _UPLOADS.fullmatch(request.url.path) is not None
    limit = UPLOAD_BYTES if uploads else hub.service.limits.http_body_bytes
    if length is not None and (not (length.isascii() and length.isdigit()) or int(length) > limit):
        raise OtherStatus(413, "too_large", f"A body has at most {limit} bytes.", {"most": limit})
    if request.method in _SAFE:
        return
    if length is None and "transfer-encoding" in request.headers:
        raise OtherStatus(411, "length_required", "Say how long the body is (Content-Length).", {})
    if request.headers.get("authorization", "").lower().startswith("bearer "):
        return  # another site's page can't send this header, and the cookie does not count beside it
    origin, host = request.headers.get("origin"), request.headers.get("host")
    if not same_origin(origin, host, hub.settings.public_url):
        raise Problem("wrong_origin", Kind.NOT_ALLOWED, "This request comes from another site.")
    if request.cookies.get(COOKIE) and request.headers.get("x-warboard") != "1":
        raise Problem("header_missing", Kind.NOT_ALLOWED, "Changes need the header X-Warboard: 1.")


async def _on_problem(_: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return problem_response(error)


async def _on_invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0] if error.errors() else {}
    where = ".".join(str(part) for part in first.get("loc", ())[1:])[:200]
    wrong = _WRONG.get(first.get("type", ""), "is not of the kind or size asked for")
    if first.get("type") == "json_invalid" or not where:
        return problem_response(
            Problem("malformed", Kind.MALFORMED, "The body can't be read; it must be a JSON object.")
        )
    sentence = f"The request can't be read: `{where}` {wrong}."
    return problem_response(Problem("malformed", Kind.MALFORMED, sentence, detail={"where": where}))


async def _on_http(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    kinds = {status: kind for kind, status in HTTP_STATUS.items()}
    if error.status_code == 405:
        return problem_response(OtherStatus(405, "wrong_method", "This address knows no such method.", {}))
    if error.status_code == 400:
        return problem_response(Problem("malformed", Kind.MALFORMED, "The body can't be read; it must be JSON."))
    code = "not_found" if error.status_code == 404 else "refused"
    kind = kinds.get(error.status_code, Kind.MALFORMED)
    return problem_response(Problem(code, kind, "There is nothing at this address."))


def _serve_client(app: FastAPI, root: Path) -> None:
    """Built files as they are; every other address outside the API is the client's own page."""
    root = root.resolve()
    index = root / "index.html"

    @app.get("/{path:path}", include_in_schema=False)
    async def client(path: str) -> Response:
        if path.startswith("api/"):
            raise Problem("not_found", Kind.MISSING, "There is nothing at this address.")
        try:
            file = (root / path).resolve()
            there = bool(path) and file.is_file() and file.is_relative_to(root)
        except (OSError, ValueError) as error:  # longer than a name can be, or with a character that none can have
            raise Problem("not_found", Kind.MISSING, "There is nothing at this address.") from error
        if there:
            age = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
            return FileResponse(file, headers={"Cache-Control": age})
        if "." in path.rsplit("/", 1)[-1]:
            raise Problem("not_found", Kind.MISSING, "There is nothing at this address.")
        if not index.is_file():
            return HTMLResponse(_NOT_BUILT, status_code=503)
        return FileResponse(index, headers={"Cache-Control": "no-cache"})
