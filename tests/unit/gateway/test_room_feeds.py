"""Rooms, the list and inboxes: what changes while they are asked for is not missed, nor what a lost bus swallowed."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from warboard_pb.lobby.v1 import lobby_pb2
from warboard_pb.notify.v1 import notify_pb2

from chassis.bus import Message
from chassis.problems import Kind, Problem, Unavailable
from services.gateway.room_feeds import RoomFeeds, room_message


class Socket:
    open = True

    def __init__(self, account: str = "ann") -> None:
        self.account = account
        self.links: dict[str, str] = {}
        self.got: list[dict[str, Any]] = []

    def send(self, message: bytes) -> None:
        self.got.append(msgspec.json.decode(message))

    def versions(self) -> list[int]:
        return [message["room"]["version"] for message in self.got if message["t"] == "room"]


class Platform:
    """Lobby, notify and the clock in one."""

    def __init__(self) -> None:
        self.lobby = self.notify = self
        self.GetRoom, self.ListRooms, self.GetInbox = "GetRoom", "ListRooms", "GetInbox"
        self.room = lobby_pb2.Room(id="r", version=1, public=True, options=b"{}", host="bob")
        self.unread = 0
        self.during: Callable[[], Any] | None = None
        self.away = 0
        self.feeds = RoomFeeds(self, self)  # type: ignore[arg-type]

    async def sleep(self, _: timedelta) -> None:
        pass

    async def ask(self, method: str, request: Any) -> Any:
        if self.away:
            self.away -= 1
            raise Unavailable
        room, unread = lobby_pb2.Room(), self.unread
        room.CopyFrom(self.room)
        if self.during is not None:  # the answer is on its way, and older than this
            during, self.during = self.during, None
            await during()
        if method == "GetInbox":
            return notify_pb2.GetInboxReply(unread=unread)
        if method == "ListRooms":
            return lobby_pb2.ListRoomsReply(rooms=[room])
        if not room.public and request.account != "bob" and request.invite != "good":
            raise Problem("no_such_room", Kind.MISSING, "No.")
        return room

    async def change(self, *, lost: bool = False, **fields: Any) -> None:
        self.room.version += 1
        for name, value in fields.items():
            setattr(self.room, name, value)
        if not lost:
            data = lobby_pb2.RoomChanged(room=self.room).SerializeToString()
            await self.feeds.room_changed(Message(subject="lobby.r", data=data, headers={}))

    async def notice(self) -> None:
        self.unread += 1
        data = notify_pb2.InboxChanged(account="ann", unread=self.unread).SerializeToString()
        await self.feeds.inbox_changed(Message(subject="notify.account.ann", data=data, headers={}))

    async def settle(self) -> None:
        await self.feeds._again.workers.idle()


@pytest.fixture
def platform() -> Platform:
    return Platform()


async def test_a_change_while_a_room_is_asked_for_is_shown(platform: Platform) -> None:
    """Pitfall 34: first listened, then asked."""
    socket, platform.during = Socket(), platform.change
    await platform.feeds.watch_room(socket, "r")
    assert socket.versions() == [1, 2]


async def test_a_room_that_closes_itself_while_it_is_asked_for_is_shown_no_more(platform: Platform) -> None:
    socket = Socket()
    platform.during = lambda: platform.change(public=False)
    await platform.feeds.watch_room(socket, "r")
    await platform.change()
    assert (socket.versions(), socket.got[-1]["code"]) == ([1], "no_such_room")


async def test_who_is_refused_gets_nothing_and_leaves_no_trace(platform: Platform) -> None:
    socket, platform.room.public = Socket("eve"), False
    platform.during = platform.change
    with pytest.raises(Problem):
        await platform.feeds.watch_room(socket, "r", "bad")
    await platform.change()
    assert (socket.got, platform.feeds._rooms) == ([], {})


@pytest.mark.parametrize(("invite", "versions"), [("good", [1, 2, 3]), ("bad", [1]), ("", [1])])
async def test_an_invite_counts_once_it_is_needed_and_found_good(
    platform: Platform, invite: str, versions: list[int]
) -> None:
    socket = Socket("eve")
    await platform.feeds.watch_room(socket, "r", invite)
    await platform.change(public=False)
    await platform.settle()
    await platform.change(name="Secret")
    await platform.settle()
    assert socket.versions() == versions


async def test_an_older_list_never_follows_a_newer_one(platform: Platform) -> None:
    """Two answers overtake each other: who was shown the newer one isn't shown the older."""
    early, late = Socket(), Socket()

    async def meanwhile() -> None:
        await platform.change()
        await platform.feeds.watch_list(late)
        await platform.feeds._show_list([early])

    platform.during = meanwhile
    await platform.feeds.watch_list(early)
    assert [[room["version"] for room in said["rooms"]] for said in early.got] == [[2]]
    assert len(late.got) == 1


async def test_a_change_while_the_list_is_asked_for_lists_again(platform: Platform) -> None:
    socket, platform.during = Socket(), platform.change
    await platform.feeds.watch_list(socket)
    assert platform.feeds._stale.is_set()
    assert socket in platform.feeds._list


async def test_an_inbox_that_changes_while_it_is_asked_for_ends_with_the_newest(platform: Platform) -> None:
    socket, platform.during = Socket(), platform.notice
    await platform.feeds.watch_inbox(socket)
    assert [said["inbox"]["unread"] for said in socket.got] == [1, 1]


async def test_after_a_lost_bus_everything_is_asked_for_until_it_is_answered(platform: Platform) -> None:
    socket = Socket()
    await platform.feeds.watch_room(socket, "r")
    await platform.feeds.watch_inbox(socket)
    await platform.feeds.watch_list(socket)
    await platform.change(lost=True)
    platform.unread, platform.away = 5, 3
    platform.feeds.refresh_all()
    await platform.settle()
    assert socket.versions() == [1, 2]
    assert socket.got[-1]["inbox"]["unread"] == 5 or socket.got[-2]["inbox"]["unread"] == 5
    assert platform.feeds._stale.is_set()


async def test_a_room_that_closed_to_strangers_while_the_bus_was_lost_is_gone(platform: Platform) -> None:
    socket = Socket("eve")
    await platform.feeds.watch_room(socket, "r")
    await platform.change(lost=True, public=False)
    platform.feeds.refresh_all()
    await platform.settle()
    assert (socket.versions(), socket.got[-1]["code"]) == ([1], "no_such_room")


def test_a_refused_start_tells_what_its_sentence_speaks_of(platform: Platform) -> None:
    """The rules' numbers and names reach the client, which says it in its own words."""
    refused = platform.room.start_refused
    refused.code, refused.sentence, refused.detail = "mission_unavailable", "No.", b'{"missions":["MareNostrum"]}'
    told = msgspec.json.decode(room_message(platform.room, "bob"))["room"]["start_refused"]
    assert told == {"code": "mission_unavailable", "sentence": "No.", "detail": {"missions": ["MareNostrum"]}}
