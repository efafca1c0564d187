"""Rooms and the list of open rooms, as sockets watch them; also each account's inbox."""

import asyncio
from datetime import timedelta
from typing import Any

import msgspec
from warboard_pb.lobby.v1 import lobby_pb2
from warboard_pb.notify.v1 import notify_pb2

from chassis.bus import Message
from chassis.logs import logger
from chassis.problems import Problem
from chassis.timekeeping import Clock
from services.gateway.clients import Clients
from services.gateway.feeds import Watcher

_LOG = logger(__name__)
DEBOUNCE = timedelta(milliseconds=250)
LISTED = 100
_GONE = (
    b'{"t":"problem","topic":"room:%b","code":"no_such_room","kind":"missing",'
    b'"sentence":"This room is not public any more."}'
)


class RoomFeeds:
    """Who watches which room, the list, or an inbox."""

    def __init__(self, clients: Clients, clock: Clock) -> None:
        self._clients = clients
        self._clock = clock
        self._rooms: dict[str, set[Watcher]] = {}
        self._invited: dict[str, set[Watcher]] = {}
        self._list: set[Watcher] = set()
        self._inboxes: dict[str, set[Watcher]] = {}
        self._stale = asyncio.Event()

    async def watch_room(self, watcher: Watcher, room: str, invite: str = "") -> None:
        """Show a room to a socket.

        :raises Problem: `no_such_room`.
        """
        request = lobby_pb2.GetRoomRequest(room=room, account=watcher.account, invite=invite)
        reply = await self._clients.ask(self._clients.lobby.GetRoom, request)
        self._rooms.setdefault(room, set()).add(watcher)
        if invite:
            self._invited.setdefault(room, set()).add(watcher)
        watcher.send(room_message(reply, watcher.account))

    async def watch_list(self, watcher: Watcher) -> None:
        """Show the open rooms to a socket."""
        body = await self._listed()
        self._list.add(watcher)
        watcher.send(body)

    async def watch_inbox(self, watcher: Watcher) -> None:
        """Tell a socket of its account's inbox."""
        self._inboxes.setdefault(watcher.account, set()).add(watcher)
        request = notify_pb2.GetInboxRequest(account=watcher.account, limit=1)
        try:
            reply = await self._clients.ask(self._clients.notify.GetInbox, request)
        except Problem:
            _discard(self._inboxes, watcher.account, watcher)
            raise
        watcher.send(msgspec.json.encode({"t": "me", "topic": "me", "inbox": {"unread": reply.unread}}))

    def leave(self, watcher: Watcher, topic: str) -> None:
        """Show it no more."""
        if topic == "rooms":
            self._list.discard(watcher)
        elif topic == "me":
            _discard(self._inboxes, watcher.account, watcher)
        else:
            _discard(self._rooms, topic.removeprefix("room:"), watcher)
            _discard(self._invited, topic.removeprefix("room:"), watcher)

    async def room_changed(self, message: Message) -> None:
        """Lobby published a room."""
        room = lobby_pb2.RoomChanged.FromString(message.data).room
        for watcher in list(self._rooms.get(room.id, ())):
            if self._may_see(room, watcher):
                watcher.send(room_message(room, watcher.account))
            else:
                self.leave(watcher, f"room:{room.id}")
                watcher.send(_GONE % room.id.encode())
        self._stale.set()

    def _may_see(self, room: Any, watcher: Watcher) -> bool:
        """A room that is not public is its members' and those who came with an invite."""
        if room.public or watcher in self._invited.get(room.id, ()):
            return True
        return bool(watcher.account) and watcher.account in (room.host, *(seat.account for seat in room.seats))

    async def inbox_changed(self, message: Message) -> None:
        """Notify says that an inbox changed."""
        changed = notify_pb2.InboxChanged.FromString(message.data)
        inbox: dict[str, Any] = {"unread": changed.unread}
        if changed.newest:
            inbox["newest"] = msgspec.Raw(changed.newest)
        body = msgspec.json.encode({"t": "me", "topic": "me", "inbox": inbox})
        for watcher in list(self._inboxes.get(changed.account, ())):
            watcher.send(body)

    async def list_for_ever(self) -> None:
        """Send the list of open rooms after changes, at most four times a second."""
        while True:
            await self._stale.wait()
            await self._clock.sleep(DEBOUNCE)
            self._stale.clear()
            if not self._list:
                continue
            try:
                body = await self._listed()
            except Problem as problem:
                _LOG.info("the rooms can't be listed now", code=problem.code)
                continue
            for watcher in list(self._list):
                watcher.send(body)

    async def _listed(self) -> bytes:
        reply = await self._clients.ask(self._clients.lobby.ListRooms, lobby_pb2.ListRoomsRequest(limit=LISTED))
        rooms = [plain_room(room, "") for room in reply.rooms]
        return msgspec.json.encode({"t": "rooms", "topic": "rooms", "rooms": rooms})


def room_message(room: Any, account: str) -> bytes:
    """A room for one socket."""
    return msgspec.json.encode({"t": "room", "topic": f"room:{room.id}", "room": plain_room(room, account)})


def plain_room(room: Any, account: str) -> dict[str, Any]:
    """A room as docs/api.md has it."""
    seats: list[dict[str, Any]] = []
    you: dict[str, Any] = {"host": bool(account) and room.host == account}
    for seat in room.seats:
        entry: dict[str, Any] = {"seat": seat.seat}
        if seat.account:
            entry.update(account=seat.account, name=seat.name, guest=seat.guest)
        if seat.bot_level:
            entry["bot_level"] = seat.bot_level
        if account and seat.account == account:
            you["seat"] = seat.seat
        seats.append(entry)
    plain: dict[str, Any] = {
        "id": room.id, "ruleset": room.ruleset, "name": room.name, "host": room.host, "state": room.state,
        "public": room.public, "seats": seats, "seat_count": room.seat_count, "options": msgspec.Raw(room.options),
        "secret_hash": room.secret_hash, "created_unix_ms": room.created_unix_ms, "version": room.version,
    }  # fmt: skip
    if room.state == "started":
        plain["campaign"] = room.campaign
    if account:
        plain["you"] = you
    if room.HasField("start_refused"):
        plain["start_refused"] = {"code": room.start_refused.code, "sentence": room.start_refused.sentence}
    return plain


def _discard(groups: dict[str, set[Watcher]], key: str, watcher: Watcher) -> None:
    group = groups.get(key)
    if group is not None:
        group.discard(watcher)
        if not group:
            del groups[key]
