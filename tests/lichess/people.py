"""Users of the stand-in: `GET /api/account` and `POST /api/users`."""

from typing import Any

from aiohttp import web

PEOPLE = web.AppKey("people", dict[str, dict[str, Any]])
"""Profiles by id, as Lichess shows them."""
TOKENS = web.AppKey("tokens", dict[str, str])
"""Users by token that was given out and not revoked."""

routes = web.RouteTableDef()


def profile(name: str, perfs: dict[str, int | dict[str, Any]]) -> dict[str, Any]:
    """A profile. A perf is a rating (negative: provisional), or the object itself."""
    whole = {
        kind: perf
        if isinstance(perf, dict)
        else {"games": 120, "rating": perf, "rd": 50, "prog": 3}
        if perf > 0
        else {"games": 4, "rating": -perf, "rd": 180, "prog": 0, "prov": True}
        for kind, perf in perfs.items()
    }
    others = {"chess960": {"games": 15, "rating": 1696, "rd": 62, "prog": 19}, "storm": {"runs": 3, "score": 20}}
    return {
        "id": name.lower(), "username": name, "perfs": {**others, **whole}, "createdAt": 1_763_283_606_001,
        "seenAt": 1_763_412_484_673, "playTime": {"total": 10_095, "tv": 0}, "url": f"https://lichess.org/@/{name}",
    }  # fmt: skip


def bearer(request: web.Request) -> str:
    """The token a request brings.

    :raises HTTPUnauthorized: if it is none of ours.
    """
    token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if token not in request.app[TOKENS]:
        raise web.HTTPUnauthorized(text='{"error":"No such token"}', content_type="application/json")
    return token


@routes.get("/api/account")
async def account(request: web.Request) -> web.Response:
    """The profile of a token's user."""
    token = bearer(request)
    return web.json_response(request.app[PEOPLE][request.app[TOKENS][token]])


@routes.post("/api/users")
async def users(request: web.Request) -> web.Response:
    """Up to 300 profiles by their ids, in the order of the ids; unknown ones are left out."""
    ids = (await request.text()).lower().split(",")
    if len(ids) > 300:
        raise web.HTTPBadRequest(text='{"error":"Too many ids"}', content_type="application/json")
    people = request.app[PEOPLE]
    return web.json_response([people[each] for each in ids if each in people])
