"""Rooms and the list of open rooms, as sockets watch them; also each account's inbox."""

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import Any

import msgspec
from warboard_pb.lobby.v1 import lobby_pb2
from warboard_pb.notify.v1 import notify_pb2

from chassis.bus import Message
from chassis.logs import logger
from chassis.problems import Problem
from chassis.timekeeping import Clock
from services.gateway.clients import Clients
from services.gateway.showing_again import AGAIN, ShowAgain
from services.gateway.watched import Watcher

_LOG = logger(__name__)
DEBOUNCE = timedelta(milliseconds=250)
LISTED = 100
_TRIES = 3
"""Of an inbox that changes while it is asked for; the change to come tells the rest."""
_GONE = (
    b'{"t":"problem","topic":"room:%b","code":"no_such_room","kind":"missing",'
    b'"sentence":"This room is not public any more."}'
)


@dataclass
class _RoomWatch:
    watcher: Watcher
    invite: str = ""
    version: int = 0
    """What was shown last; 0: nothing yet, so whether this one may look at all is still being asked."""
    held: Any = None
    """The newest change that came before the answer."""
    invited: bool = False
    """Whether the invite was needed, and lobby has found it good."""


@dataclass
class _InboxWatch:
    watcher: Watcher
    heard: int = 0
    """Changes heard of, also while the inbox is being asked for."""


class RoomFeeds:
    """Who watches which room, the list, or an inbox.

    The bus is subscribed to from the start; a watcher is entered before lobby or notify is asked, so that nothing that
    changes meanwhile is missed, and an older answer never follows a newer one.
    """

    def __init__(self, clients: Clients, clock: Clock) -> None:
        self._clients = clients
        self._clock = clock
        self._rooms: dict[str, dict[Watcher, _RoomWatch]] = {}
        self._list: dict[Watcher, int] = {}
        """Of each watcher of the list: which question's answer it was shown last."""
        self._inboxes: dict[str, dict[Watcher, _InboxWatch]] = {}
        self._stale = asyncio.Event()
        self._questions = count(1)
        self._again = ShowAgain(clock)

    async def watch_room(self, watcher: Watcher, room: str, invite: str = "") -> None:
        """Show a room to a socket.

        :raises Problem: `no_such_room`, what is wrong with the invite.
        """
        watch = self._rooms.setdefault(room, {})[watcher] = _RoomWatch(watcher, invite)
        try:
            await self._show_room(room, watch)
        except Problem:
            self._leave_room(room, watch)
            raise

    async def watch_list(self, watcher: Watcher) -> None:
        """Show the open rooms to a socket."""
        self._list.setdefault(watcher, 0)
        try:
            await self._show_list([watcher])
        except Problem:
            self._list.pop(watcher, None)
            raise

    async def watch_inbox(self, watcher: Watcher) -> None:
        """Tell a socket of its account's inbox."""
        watch = self._inboxes.setdefault(watcher.account, {})[watcher] = _InboxWatch(watcher)
        try:
            await self._show_inbox(watch)
        except Problem:
            self.leave(watcher, "me")
            raise

    def leave(self, watcher: Watcher, topic: str) -> None:
        """Show it no more."""
        if topic == "rooms":
            self._list.pop(watcher, None)
        elif topic == "me":
            _discard(self._inboxes, watcher.account, watcher)
        else:
            _discard(self._rooms, topic.removeprefix("room:"), watcher)

    def refresh_all(self) -> None:
        """After a lost connection: everything watched is asked for again."""
        for room, watches in self._rooms.items():
            for watch in list(watches.values()):
                self._room_again(room, watch)
        for inboxes in self._inboxes.values():
            for inbox in list(inboxes.values()):
                self._inbox_again(inbox)
        self._stale.set()

    async def room_changed(self, message: Message) -> None:
        """Lobby published a room."""
        room = lobby_pb2.RoomChanged.FromString(message.data).room
        for watch in list(self._rooms.get(room.id, {}).values()):
            if watch.version:
                self._pass_on(room, watch)
            elif watch.held is None or watch.held.version < room.version:
                watch.held = room
        self._stale.set()

    async def inbox_changed(self, message: Message) -> None:
        """Notify says that an inbox changed."""
        changed = notify_pb2.InboxChanged.FromString(message.data)
        inbox: dict[str, Any] = {"unread": changed.unread}
        if changed.newest:
            inbox["newest"] = msgspec.Raw(changed.newest)
        body = msgspec.json.encode({"t": "me", "topic": "me", "inbox": inbox})
        for watch in list(self._inboxes.get(changed.account, {}).values()):
            watch.heard += 1
            watch.watcher.send(body)

    async def list_for_ever(self) -> None:
        """Send the list of open rooms after changes, at most four times a second."""
        while True:
            await self._stale.wait()
            await self._clock.sleep(DEBOUNCE)
            self._stale.clear()
            if not self._list:
                continue
            try:
                await self._show_list(list(self._list))
            except Problem as problem:
                _LOG.info("the rooms can't be listed now", code=problem.code)
                self._stale.set()  # and soon again
                await self._clock.sleep(AGAIN)

    async def _show_room(self, room: str, watch: _RoomWatch) -> None:
        request = lobby_pb2.GetRoomRequest(room=room, account=watch.watcher.account, invite=watch.invite)
        reply = await self._clients.ask(self._clients.lobby.GetRoom, request)
        if self._rooms.get(room, {}).get(watch.watcher) is not watch:
            return  # it has left meanwhile
        watch.invited = not (reply.public or _is_member(reply, watch.watcher.account))
        self._pass_on(reply, watch)
        held, watch.held = watch.held, None
        if held is not None and watch.version:
            self._pass_on(held, watch)

    def _pass_on(self, room: Any, watch: _RoomWatch) -> None:
        """Send a room that is newer than what was shown, or say that it is not to be seen any more."""
        if room.version <= watch.version:
            return
        account = watch.watcher.account
        if room.public or watch.invited or _is_member(room, account):
            watch.version = room.version
            watch.watcher.send(room_message(room, account))
        elif watch.invite:
            self._room_again(room.id, watch)  # the invite was not needed before: lobby looks at it now
        else:
            self._gone(room.id, watch)

    def _gone(self, room: str, watch: _RoomWatch) -> None:
        if self._leave_room(room, watch):
            watch.watcher.send(_GONE % room.encode())

    def _leave_room(self, room: str, watch: _RoomWatch) -> bool:
        """Forget this very watch; whether it was still there."""
        there = self._rooms.get(room, {}).get(watch.watcher) is watch
        if there:
            _discard(self._rooms, room, watch.watcher)
        return there

    def _room_again(self, room: str, watch: _RoomWatch) -> None:
        async def refused(_: Problem) -> None:
            self._gone(room, watch)

        self._again.soon(
            f"room:{room}",
            lambda: self._show_room(room, watch),
            wanted=lambda: self._rooms.get(room, {}).get(watch.watcher) is watch,
            refused=refused,
        )

    async def _show_list(self, watchers: list[Watcher]) -> None:
        question = next(self._questions)
        reply = await self._clients.ask(self._clients.lobby.ListRooms, lobby_pb2.ListRoomsRequest(limit=LISTED))
        rooms = [plain_room(room, "") for room in reply.rooms]
        body = msgspec.json.encode({"t": "rooms", "topic": "rooms", "rooms": rooms})
        for watcher in watchers:
            if self._list.get(watcher, question) < question:  # else it has left, or knows a newer answer
                self._list[watcher] = question
                watcher.send(body)

    async def _show_inbox(self, watch: _InboxWatch) -> None:
        request = notify_pb2.GetInboxRequest(account=watch.watcher.account, limit=1)
        for _ in range(_TRIES):
            heard = watch.heard
            reply = await self._clients.ask(self._clients.notify.GetInbox, request)
            if watch.heard == heard:  # else the answer may be older than what was heard meanwhile
                break
        watch.watcher.send(msgspec.json.encode({"t": "me", "topic": "me", "inbox": {"unread": reply.unread}}))

    def _inbox_again(self, watch: _InboxWatch) -> None:
        account = watch.watcher.account
        self._again.soon(
            f"me:{account}",
            lambda: self._show_inbox(watch),
            wanted=lambda: self._inboxes.get(account, {}).get(watch.watcher) is watch,
        )


def _is_member(room: Any, account: str) -> bool:
    return bool(account) and account in (room.host, *(seat.account for seat in room.seats))


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
        if seat.HasField("rating"):
            entry["rating"] = {"rating": seat.rating.rating, "mark": seat.rating.mark}
            if seat.rating.kind:
                entry["rating"]["kind"] = seat.rating.kind
        if account and seat.account == account:
            you["seat"] = seat.seat
        seats.append(entry)
    plain: dict[str, Any] = {
        "id": room.id, "ruleset": room.ruleset, "name": room.name, "host": room.host, "state": room.state,
        "public": room.public, "seats": seats, "seat_count": room.seat_count, "options": msgspec.Raw(room.options),
        "secret_hash": room.secret_hash, "created_unix_ms": room.created_unix_ms, "version": room.version,
        "rating_kinds": list(room.rating_kinds), "own_ratings": room.own_ratings,
        "entry": room.entry, "locked": room.locked, "mode": room.mode, "bot_levels": room.bot_levels,
    }  # fmt: skip
    if room.state == "started":
        plain["campaign"] = room.campaign
    if account:
        plain["you"] = you
    if room.HasField("start_refused"):
        refused = room.start_refused
        plain["start_refused"] = {"code": refused.code, "sentence": refused.sentence}
        if refused.detail:
            plain["start_refused"]["detail"] = msgspec.Raw(refused.detail)
    return plain


def _discard(groups: dict[str, dict[Watcher, Any]], key: str, watcher: Watcher) -> None:
    group = groups.get(key)
    if group is not None:
        group.pop(watcher, None)
        if not group:
            del groups[key]
