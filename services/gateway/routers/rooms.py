"""Rooms: where seats, options and bots are settled before a campaign starts."""

from typing import Any
from urllib.parse import quote

import msgspec
from fastapi import APIRouter, Request, Response
from warboard_pb.lobby.v1 import lobby_pb2

from chassis.ids import parse_id
from services.gateway.hub import hub_of, maybe, origin_of, somebody
from services.gateway.room_feeds import LISTED, plain_room
from services.gateway.routers import bodies

router = APIRouter(tags=["rooms"])
_VISIBLE = {
    None: lobby_pb2.UpdateRoomRequest.VISIBILITY_UNSPECIFIED,
    True: lobby_pb2.UpdateRoomRequest.VISIBILITY_PUBLIC,
    False: lobby_pb2.UpdateRoomRequest.VISIBILITY_INVITED,
}


@router.get("/rooms")
async def rooms(request: Request, after: str = "") -> Response:
    """Open rooms, newest first; a page at a time, the next one after `next`."""
    hub = hub_of(request)
    identity = await maybe(request)
    asked = lobby_pb2.ListRoomsRequest(limit=LISTED, after=after[:100])
    reply = await hub.clients.ask(hub.clients.lobby.ListRooms, asked)
    account = identity.account if identity else ""
    return json({"rooms": [plain_room(room, account) for room in reply.rooms], "next": reply.next})


@router.post("/rooms", status_code=201)
async def create(request: Request, body: bodies.NewRoom) -> Response:
    """A new room; its creator has seat 0 and is host."""
    return await _changed(
        request, "CreateRoom", 201,
        lambda account: lobby_pb2.CreateRoomRequest(
            account=account, ruleset=body.ruleset, name=body.name, seat_count=body.seats,
            options=bodies.encoded(body.options), public=body.public, entropy=bytes.fromhex(body.entropy),
            entry=body.entry, password=body.password,
        ),
    )  # fmt: skip


@router.get("/rooms/{room}")
async def get(request: Request, room: str, invite: str = "") -> Response:
    """A room."""
    hub = hub_of(request)
    identity = await maybe(request)
    account = identity.account if identity else ""
    asked = lobby_pb2.GetRoomRequest(room=parse_id(room), account=account, invite=invite[:2000])
    reply = await hub.clients.ask(hub.clients.lobby.GetRoom, asked)
    return json({"room": plain_room(reply, account)})


@router.patch("/rooms/{room}")
async def update(request: Request, room: str, body: bodies.ChangeRoom) -> Response:
    """Change name, seats, options or visibility; host only."""
    options = b"" if body.options is None else bodies.encoded(body.options)
    return await _changed(
        request, "UpdateRoom", 200,
        lambda account: lobby_pb2.UpdateRoomRequest(
            room=parse_id(room), account=account, name=body.name or "", seat_count=body.seats or 0, options=options,
            visibility=_VISIBLE[body.public],
        ),
    )  # fmt: skip


@router.post("/rooms/{room}/seats")
async def sit(request: Request, room: str, body: bodies.Sit) -> Response:
    """Take a free seat."""
    return await _changed(
        request, "TakeSeat", 200,
        lambda account: lobby_pb2.TakeSeatRequest(
            room=parse_id(room), account=account, entropy=bytes.fromhex(body.entropy), invite=body.invite,
            password=body.password,
        ),
    )  # fmt: skip


@router.delete("/rooms/{room}/seats/{seat}")
async def stand(request: Request, room: str, seat: bodies.Number) -> Response:
    """Leave, or (the host) free a seat."""
    return await _changed(
        request, "FreeSeat", 200,
        lambda account: lobby_pb2.FreeSeatRequest(room=parse_id(room), account=account, seat=_small(seat)),
    )  # fmt: skip


@router.post("/rooms/{room}/bots")
async def add_bot(request: Request, room: str, body: bodies.BotLevel) -> Response:
    """Seat a bot; host only."""
    return await _changed(
        request, "SetBot", 200,
        lambda account: lobby_pb2.SetBotRequest(room=parse_id(room), account=account, seat=-1, level=body.level),
        idempotent=False,
    )  # fmt: skip


@router.patch("/rooms/{room}/bots/{seat}")
async def set_bot(request: Request, room: str, seat: bodies.Number, body: bodies.BotLevel) -> Response:
    """Change a bot's level; host only."""
    return await _changed(
        request, "SetBot", 200,
        lambda account: lobby_pb2.SetBotRequest(
            room=parse_id(room), account=account, seat=_small(seat), level=body.level
        ),
    )  # fmt: skip


@router.put("/rooms/{room}/rating")
async def give_rating(request: Request, room: str, body: bodies.OwnRating) -> Response:
    """Say how strong one is, where the host allows it and Lichess doesn't know."""
    return await _changed(
        request, "GiveRating", 200,
        lambda account: lobby_pb2.GiveRatingRequest(room=parse_id(room), account=account, rating=body.rating),
    )  # fmt: skip


@router.post("/rooms/{room}/invites", status_code=201)
async def invite(request: Request, room: str, body: bodies.NewInvite) -> dict[str, Any]:
    """A signed link into the room; host only."""
    hub, identity = hub_of(request), await somebody(request, "rooms")
    asked = lobby_pb2.CreateInviteRequest(room=parse_id(room), account=identity.account, expires_in_s=body.expires_in_s)
    made = await hub.clients.ask(hub.clients.lobby.CreateInvite, asked)
    url = f"{origin_of(request)}/rooms/{room}?invite={quote(made.invite)}"
    return {"invite": made.invite, "url": url, "expires_unix_ms": made.expires_unix_ms}


@router.post("/rooms/{room}/start")
async def start(request: Request, room: str) -> Response:
    """Start the campaign; host only."""
    return await _changed(
        request, "StartRoom", 202,
        lambda account: lobby_pb2.StartRoomRequest(room=parse_id(room), account=account),
    )  # fmt: skip


@router.delete("/rooms/{room}", status_code=204)
async def close(request: Request, room: str) -> Response:
    """Close the room before its start; host only."""
    await _changed(
        request, "CloseRoom", 204,
        lambda account: lobby_pb2.CloseRoomRequest(room=parse_id(room), account=account),
    )  # fmt: skip
    return Response(status_code=204)


@router.post("/campaigns/{campaign}/rematch")
async def rematch(request: Request, campaign: str, body: bodies.AskRematch) -> Response:
    """Once more with those who held a seat at the end: the first opens a room, the others sit down in it."""
    return await _changed(
        request, "Rematch", 200,
        lambda account: lobby_pb2.RematchRequest(
            campaign=parse_id(campaign), account=account, entropy=bytes.fromhex(body.entropy)
        ),
    )  # fmt: skip


@router.get("/me/purse")
async def purse(request: Request) -> Response:
    """The reader's coins and their last transfers."""
    hub, identity = hub_of(request), await somebody(request, "read")
    held = await hub.clients.ask(hub.clients.lobby.GetPurse, lobby_pb2.GetPurseRequest(account=identity.account))
    lines = [
        {
            "kind": line.kind, "amount": line.amount, "at_unix_ms": line.at_unix_ms,
            **({"campaign": line.campaign} if line.campaign else {}),
        }
        for line in held.lines
    ]  # fmt: skip
    return json({"balance": held.balance, "held": held.held, "lines": lines})


def json(value: Any, status: int = 200) -> Response:
    """JSON by msgspec: options and the like pass through undecoded."""
    return Response(msgspec.json.encode(value), status_code=status, media_type="application/json")


async def _changed(request: Request, method: str, status: int, make: Any, *, idempotent: bool = True) -> Response:
    hub, identity = hub_of(request), await somebody(request, "rooms")
    reply = await hub.clients.ask(getattr(hub.clients.lobby, method), make(identity.account), idempotent=idempotent)
    return json({"room": plain_room(reply, identity.account)}, status)


def _small(seat: int) -> int:
    return seat if 0 <= seat < 1000 else 999
