"""Games of chess, and the inbox."""

from typing import Any

import msgspec
from fastapi import APIRouter, Request, Response
from warboard_pb.chess.v1 import chess_pb2
from warboard_pb.notify.v1 import notify_pb2

from chassis.ids import parse_id
from chassis.problem_messages import problem_of
from services.gateway.hub import hub_of, limited, maybe, somebody
from services.gateway.routers import bodies
from services.gateway.routers.rooms import json
from services.gateway.topics import MOST_LINK

router = APIRouter(tags=["games"])
PGN = "application/x-chess-pgn"
MOST_PGN_PAGES = 100
"""Of fifty games: more wars than any campaign has."""


@router.get("/games/{game}")
async def get(request: Request, game: str, link: str = "") -> Response:
    """A game."""
    identity = await maybe(request)
    account = identity.account if identity else ""
    return json({"game": await hub_of(request).games.game(parse_id(game), account, link[:MOST_LINK])})


@router.post("/games/{game}/commands")
async def command(request: Request, game: str, body: bodies.CommandBody) -> Response:
    """A move, a resignation, a draw offer; the same key gets the same answer."""
    hub, identity = hub_of(request), await somebody(request, "play")
    received = hub.service.clock.now()
    await limited(hub.commands, identity.account)
    raw = bodies.encoded(body.command)
    reply = await hub.clients.play("chess", parse_id(game), identity.account, parse_id(body.key), raw, received)
    if reply.HasField("problem"):
        raise problem_of(reply.problem)
    return json({"game": await hub.games.played(reply.accepted.game)})


@router.get("/games/{game}/pgn")
async def pgn(request: Request, game: str, link: str = "") -> Response:
    """The game as PGN with clocks."""
    hub = hub_of(request)
    identity = await maybe(request)
    account = identity.account if identity else ""
    await hub.games.game(parse_id(game), account, link[:MOST_LINK])
    reply = await hub.clients.ask(hub.clients.chessgate.GetPgn, chess_pb2.GetPgnRequest(game=game, account=account))
    return Response(reply.pgn, media_type=PGN)


@router.get("/campaigns/{campaign}/pgn")
async def campaign_pgn(request: Request, campaign: str, link: str = "") -> Response:
    """All of a campaign's games as one PGN, in the order of its wars."""
    hub = hub_of(request)
    identity = await maybe(request)
    account = identity.account if identity else ""
    await hub.games.may_watch(parse_id(campaign), account, link[:MOST_LINK])
    pages: list[str] = []
    after = ""
    for _ in range(MOST_PGN_PAGES):
        asked = chess_pb2.ListPgnRequest(campaign=campaign, account=account, after=after)
        reply = await hub.clients.ask(hub.clients.chessgate.ListPgn, asked)
        pages += reply.pgns
        after = reply.next
        if not after:
            break
    return Response("\n".join(pages), media_type=PGN)


@router.get("/inbox", tags=["inbox"])
async def inbox(request: Request, before: bodies.Number = 0, limit: bodies.Number = 50) -> Response:
    """What I should hear about, newest first."""
    hub, identity = hub_of(request), await somebody(request)
    asked = notify_pb2.GetInboxRequest(
        account=identity.account, before=min(max(before, 0), 1 << 60), limit=min(max(limit, 1), 100)
    )
    reply = await hub.clients.ask(hub.clients.notify.GetInbox, asked)
    return json({"items": [_item(item) for item in reply.items], "unread": reply.unread})


@router.post("/inbox/read", tags=["inbox"])
async def read(request: Request, body: bodies.ReadUpTo) -> dict[str, Any]:
    """Everything up to a number is read."""
    hub, identity = hub_of(request), await somebody(request, "play")
    asked = notify_pb2.MarkReadRequest(account=identity.account, n=body.n)
    return {"unread": (await hub.clients.ask(hub.clients.notify.MarkRead, asked)).unread}


def _item(item: Any) -> dict[str, Any]:
    return {
        "n": item.n, "campaign": item.campaign, "key": item.key, "parameters": msgspec.Raw(item.parameters or b"{}"),
        "at_unix_ms": item.at_unix_ms, "read": item.read, "owes": item.owes,
    }  # fmt: skip
