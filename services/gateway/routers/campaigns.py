"""Campaigns: views, actions, log, commands, seats; also rulesets and bots."""

from typing import Annotated, Any
from urllib.parse import quote

import msgspec
from fastapi import APIRouter, Query, Request, Response
from warboard_pb.campaign.v1 import engine_pb2
from warboard_pb.chess.v1 import chess_pb2
from warboard_pb.lobby.v1 import lobby_pb2

from chassis.bot_ratings import MARGINS, RATINGS
from chassis.ids import parse_id
from chassis.problem_messages import problem_of
from chassis.problems import Kind, Problem
from services.gateway.feed_messages import named_view
from services.gateway.hub import hub_of, limited, maybe, origin_of, somebody
from services.gateway.routers import bodies
from services.gateway.routers.rooms import json
from services.gateway.socket_messages import plain_cursor
from services.gateway.topics import MOST_LINK

router = APIRouter(tags=["campaigns"])
_LOG_BODY = {"requestBody": {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}}}
_MOST_ABOUT = 64
_CHANGES = {
    "hand_to_bot": engine_pb2.ChangeSeatRequest.CHANGE_HAND_TO_BOT,
    "take_back": engine_pb2.ChangeSeatRequest.CHANGE_TAKE_BACK,
    "leave": engine_pb2.ChangeSeatRequest.CHANGE_LEAVE,
    "take_over": engine_pb2.ChangeSeatRequest.CHANGE_TAKE_OVER,
}


@router.get("/rulesets")
async def rulesets(request: Request) -> Response:
    """The games this server plays."""
    hub = hub_of(request)
    reply = await hub.clients.ask(hub.clients.engine.ListRulesets, engine_pb2.ListRulesetsRequest())
    return json(
        {
            "rulesets": [
                {
                    "name": info.name, "version": info.version, "min_seats": info.min_seats,
                    "max_seats": info.max_seats, "options_schema": msgspec.Raw(info.options_schema),
                    "defaults": msgspec.Raw(info.defaults), "command_schemas": msgspec.Raw(info.command_schemas),
                    "refusals": list(info.refusals),
                }
                for info in reply.rulesets
            ]
        }
    )  # fmt: skip


@router.get("/bots")
async def bots() -> Response:
    """What the levels of bots are worth."""
    levels = enumerate(zip(RATINGS, MARGINS, strict=True), 1)
    return json({"levels": [{"level": n, "rating": rating, "margin": margin} for n, (rating, margin) in levels]})


@router.get("/campaigns")
async def campaigns(request: Request) -> Response:
    """My campaigns, and what each waits for from me."""
    hub, identity = hub_of(request), await somebody(request)
    clients = hub.clients
    reply = await clients.ask(clients.engine.ListCampaigns, engine_pb2.ListCampaignsRequest(account=identity.account))
    moves: dict[str, list[dict[str, Any]]] = {}
    try:
        owed = await clients.ask(clients.chessgate.ListOwed, chess_pb2.ListOwedRequest(account=identity.account))
        for move in owed.owed:
            entry: dict[str, Any] = {"what": f"move:{move.game}"}
            if move.due_unix_ms:
                entry["due_unix_ms"] = move.due_unix_ms
            moves.setdefault(move.campaign, []).append(entry)
    except Problem as problem:
        if problem.kind is not Kind.UNAVAILABLE:
            raise  # without chessgate the campaigns are still worth listing
    names = await hub.names.of(seat.account for info in reply.campaigns for seat in info.seats)
    listed = [
        {
            "id": info.id, "ruleset": info.ruleset, "name": info.name, "status": info.status,
            "seats": [_seat(seat, names) for seat in info.seats], "your_seat": info.your_seat,
            "owed": [
                *({"what": o.what, "due_unix_ms": o.due_unix_ms} for o in info.owed), *moves.get(info.id, []),
            ],
            "started_unix_ms": info.started_unix_ms, "map": info.map,
        }
        for info in reply.campaigns
    ]  # fmt: skip
    return json({"campaigns": listed})


@router.get("/campaigns/{campaign}")
async def view(request: Request, campaign: str, link: str = "") -> Response:
    """The whole view of my class; a spectator's link opens campaigns that are watched by link."""
    hub = hub_of(request)
    identity = await maybe(request)
    account = identity.account if identity else ""
    asked = engine_pb2.GetViewRequest(campaign=parse_id(campaign), account=account, link=link[:MOST_LINK])
    reply = await hub.clients.ask(hub.clients.engine.GetView, asked)
    names = await hub.names.of(seat.account for seat in reply.seats)
    cursor = plain_cursor(reply.cursor)
    return _sized({**cursor, "view": msgspec.Raw(named_view(reply.view, reply.seats, names))})


def _sized(value: Any) -> Response:
    """JSON; where blanks fill something up whose size must not tell, nobody on the way may squeeze them out."""
    response = json(value)
    if b"    " in bytes(response.body):
        response.headers.update({"Content-Encoding": "identity", "Cache-Control": "no-transform"})
    return response


@router.get("/campaigns/{campaign}/actions")
async def actions(request: Request, campaign: str) -> Response:
    """What my seat may do now, by command."""
    hub, identity = hub_of(request), await somebody(request)
    asked = engine_pb2.GetActionsRequest(campaign=parse_id(campaign), account=identity.account)
    reply = await hub.clients.ask(hub.clients.engine.GetActions, asked)
    return json({"actions": msgspec.Raw(reply.actions), "cursor": plain_cursor(reply.cursor)})


@router.get("/campaigns/{campaign}/log")
async def log(
    request: Request, campaign: str, before: bodies.Number = 0, limit: bodies.Number = 50, link: str = ""
) -> Response:
    """What my class was told, newest first."""
    hub = hub_of(request)
    identity = await maybe(request)
    asked = engine_pb2.GetLogRequest(
        campaign=parse_id(campaign),
        account=identity.account if identity else "",
        link=link[:MOST_LINK],
        before=min(max(before, 0), 1 << 60),
        limit=min(max(limit, 1), 200),
    )
    reply = await hub.clients.ask(hub.clients.engine.GetLog, asked)
    entries = [msgspec.Raw(b'{"n":%d,%b}' % (update.n, update.body)) for update in reply.updates]
    return json({"entries": entries})


@router.get("/campaigns/{campaign}/history")
async def history(
    request: Request,
    campaign: str,
    first: Annotated[int, Query(alias="from")] = 1,
    limit: bodies.Number = 200,
    link: str = "",
) -> Response:
    """What my class was shown from a number on, oldest first, with patches; the first page has the view it begins with.

    The view is as number 1 left it: the patches from number 2 on lead to the present view. `next` says with which
    number the next page begins; without it this was the last.
    """
    hub = hub_of(request)
    identity = await maybe(request)
    asked = engine_pb2.GetHistoryRequest(
        campaign=parse_id(campaign), account=identity.account if identity else "", link=link[:MOST_LINK],
        limit=min(max(limit, 1), 500), **{"from": min(max(first, 1), 1 << 60)},
    )  # fmt: skip
    reply = await hub.clients.ask(hub.clients.engine.GetHistory, asked)
    page: dict[str, Any] = {
        "newest": plain_cursor(reply.newest),
        "entries": [msgspec.Raw(b'{"n":%d,%b}' % (update.n, update.body)) for update in reply.updates],
    }
    if reply.view:
        names = await hub.names.of(seat.account for seat in reply.seats)
        page["view"] = msgspec.Raw(named_view(reply.view, reply.seats, names))
    if reply.next:
        page["next"] = reply.next
    return _sized(page)


@router.post("/campaigns/{campaign}/commands")
async def command(request: Request, campaign: str, body: bodies.CommandBody) -> Response:
    """Command; the same key gets the same answer."""
    hub, identity = hub_of(request), await somebody(request, "play")
    received = hub.service.clock.now()
    await limited(hub.commands, identity.account)
    raw = bodies.encoded(body.command)
    reply = await hub.clients.play("engine", parse_id(campaign), identity.account, parse_id(body.key), raw, received)
    if reply.HasField("problem"):
        problem = problem_of(reply.problem)
        detail = dict(problem.detail)
        if reply.HasField("cursor"):
            detail["cursor"] = plain_cursor(reply.cursor)
        raise Problem(problem.code, problem.kind, problem.sentence, detail=detail, rule=problem.rule)
    return json({"cursor": plain_cursor(reply.cursor)})


@router.post("/campaigns/{campaign}/battles/{battle}/log", openapi_extra=_LOG_BODY)
async def battle_log(request: Request, campaign: str, battle: str) -> Response:
    """What a server's log says of my battle; nothing changes: it fills in the report that I send."""
    hub, identity = hub_of(request), await somebody(request, "play")
    await limited(hub.uploads, identity.account)
    asked = engine_pb2.ReadFileRequest(
        campaign=parse_id(campaign), account=identity.account, kind="battle_log", about=battle[:_MOST_ABOUT],
        content=await request.body(),
    )  # fmt: skip
    reply = await hub.clients.ask(hub.clients.engine.ReadFile, asked)
    return json(msgspec.Raw(reply.said))


@router.post("/campaigns/{campaign}/links", status_code=201)
async def link(request: Request, campaign: str, body: bodies.NewInvite) -> dict[str, Any]:
    """A signed link with which anybody may watch, where spectators come by link; for its players."""
    hub, identity = hub_of(request), await somebody(request, "rooms")
    asked = lobby_pb2.CreateSpectatorLinkRequest(
        campaign=parse_id(campaign), account=identity.account, expires_in_s=body.expires_in_s
    )
    made = await hub.clients.ask(hub.clients.lobby.CreateSpectatorLink, asked)
    url = f"{origin_of(request)}/campaigns/{campaign}?link={quote(made.link)}"
    return {"link": made.link, "url": url, "expires_unix_ms": made.expires_unix_ms}


@router.post("/campaigns/{campaign}/seats/{seat}/links", status_code=201)
async def seat_link(request: Request, campaign: str, seat: bodies.Number, body: bodies.NewInvite) -> dict[str, Any]:
    """A signed link with which one other person may take the seat over; for the host."""
    hub, identity = hub_of(request), await somebody(request, "rooms")
    asked = lobby_pb2.CreateSeatLinkRequest(
        campaign=parse_id(campaign), account=identity.account, seat=_number(seat), expires_in_s=body.expires_in_s
    )
    made = await hub.clients.ask(hub.clients.lobby.CreateSeatLink, asked)
    url = f"{origin_of(request)}/campaigns/{campaign}?seat={seat}&link={quote(made.link)}"
    return {"link": made.link, "url": url, "expires_unix_ms": made.expires_unix_ms}


@router.post("/campaigns/{campaign}/seats/{seat}")
async def change_seat(request: Request, campaign: str, seat: bodies.Number, body: bodies.ChangeSeat) -> Response:
    """Hand a seat to a bot, take it back, leave for good, or take over the one that a link opens."""
    hub, identity = hub_of(request), await somebody(request, "play")
    asked = engine_pb2.ChangeSeatRequest(
        campaign=parse_id(campaign), account=identity.account, key=parse_id(body.key),
        seat=_number(seat), change=_CHANGES[body.change], link=body.link[:MOST_LINK],
    )  # fmt: skip
    reply = await hub.clients.ask(hub.clients.engine.ChangeSeat, asked)
    return json({"cursor": plain_cursor(reply.cursor)})


def _number(seat: int) -> int:
    """A seat's number that fits where it goes; those that can't be are one that there isn't."""
    return seat if 0 <= seat < 1000 else 999


def _seat(seat: Any, names: dict[str, str]) -> dict[str, Any]:
    entry: dict[str, Any] = {"seat": seat.seat}
    if seat.account in names:
        entry["name"] = names[seat.account]
    if seat.bot_level:
        entry["bot_level"] = seat.bot_level
    return entry
