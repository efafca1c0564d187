"""Talk's feed tells each socket what is theirs, also what comes while it is being opened."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from warboard_pb.notify.v1 import notify_pb2

from chassis.bus import Message
from chassis.problems import Kind, Problem
from chassis.timekeeping import SystemClock
from services.gateway.talk_feeds import TalkFeeds

MEMBERS = ["ann", "bob", "eve"]


class Socket:
    open = True

    def __init__(self, account: str) -> None:
        self.account = account
        self.links: dict[str, str] = {}
        self.got: list[dict[str, Any]] = []

    def send(self, message: bytes) -> None:
        self.got.append(msgspec.json.decode(message))

    def heard(self) -> list[Any]:
        return [message["message"].get("text") for message in self.got if message["t"] == "talk"]


class Platform:
    """Bus, notify and names in one: a campaign of three, watched by the link `see`."""

    def __init__(self) -> None:
        self.notify, self.ListChannels = self, "ListChannels"
        self.members = list(MEMBERS)
        self.handler: Any = None
        self.subscribed = 0
        self.during: Callable[[], Any] | None = None
        self.feeds = TalkFeeds(self, self, self, SystemClock())  # type: ignore[arg-type]

    async def subscribe(self, _: str, handler: Any) -> str:
        self.handler, self.subscribed = handler, self.subscribed + 1
        return "subscription"

    async def unsubscribe(self, _: str) -> None:
        self.subscribed -= 1

    async def of(self, accounts: Any) -> dict[str, str]:
        return {account: account.title() for account in accounts}

    async def ask(self, _: str, request: Any) -> Any:
        if request.account not in self.members and request.link != "see":
            raise Problem("not_allowed", Kind.NOT_ALLOWED, "No.")
        if self.during is not None:
            during, self.during = self.during, None
            await during()
        return notify_pb2.ListChannelsReply(channels=[notify_pb2.Channel(channel="all")], members=self.members)

    async def tell(self, channel: str, readers: list[str], **change: Any) -> None:
        changed = notify_pb2.TalkChanged(campaign="c", channel=channel, readers=readers, **change)
        await self.handler(Message(subject="talk.c", data=changed.SerializeToString(), headers={}))
        await self.feeds._workers.idle()

    async def say(self, text: str, channel: str = "all", readers: tuple[str, ...] = tuple(MEMBERS)) -> None:
        await self.tell(channel, list(readers), message=notify_pb2.Message(n=1, account="bob", text=text))


@pytest.fixture
def platform() -> Platform:
    return Platform()


async def test_each_hears_what_is_theirs(platform: Platform) -> None:
    """The campaign's channel goes to spectators, too; a private one to its two; reading to oneself."""
    sockets = {account: Socket(account) for account in ("ann", "bob", "eve", "sam", "")}
    for socket in sockets.values():
        socket.links["talk:c"] = "see"
        await platform.feeds.watch(socket, "c")
    await platform.say("to all")
    await platform.say("to eve", "1-2", ("bob", "eve"))
    await platform.tell("all", ["bob"], read=notify_pb2.ChannelRead(read=1))
    heard = {account: socket.heard() for account, socket in sockets.items()}
    assert heard == {
        "ann": ["to all"], "bob": ["to all", "to eve"], "eve": ["to all", "to eve"], "sam": ["to all"], "": ["to all"],
    }  # fmt: skip
    assert [account for account, socket in sockets.items() if socket.got[-1]["t"] == "talk_read"] == ["bob"]


async def test_what_comes_while_a_watch_is_opened_is_judged_first(platform: Platform) -> None:
    """It follows the channels, and only for whom it is meant."""

    async def meanwhile() -> None:
        await platform.say("psst", "1-2", ("bob", "eve"))

    for account, heard in (("ann", []), ("eve", ["psst"])):
        platform.during = meanwhile
        socket = Socket(account)
        await platform.feeds.watch(socket, "c")
        assert (socket.got[0]["t"], socket.heard()) == ("channels", heard)


async def test_who_may_not_watch_hears_nothing_and_leaves_no_trace(platform: Platform) -> None:
    """Not even what comes while the question is open."""
    socket = Socket("sam")
    with pytest.raises(Problem):
        await platform.feeds.watch(socket, "c")
    assert (socket.got, platform.subscribed) == ([], 0)


async def test_a_deleted_campaign_ends_its_talk(platform: Platform) -> None:
    socket = Socket("ann")
    await platform.feeds.watch(socket, "c")
    await platform.tell("", [], deleted=True)
    assert (socket.got[-1]["code"], platform.subscribed) == ("no_such_campaign", 0)


async def test_after_a_lost_connection_the_channels_come_again(platform: Platform) -> None:
    socket = Socket("ann")
    await platform.feeds.watch(socket, "c")
    platform.feeds.refresh_all()
    await platform.feeds._again.workers.idle()
    assert [message["t"] for message in socket.got] == ["channels", "channels"]
    await platform.feeds.leave(socket, "c")
    assert platform.subscribed == 0


async def test_who_left_for_good_watches_like_any_other_or_not_at_all(platform: Platform) -> None:
    """Ann leaves: without a link she hears no more, with one the campaign's channel alone."""
    shut, linked, stays = Socket("ann"), Socket("ann"), Socket("bob")
    linked.links["talk:c"] = "see"
    for socket in (shut, linked, stays):
        await platform.feeds.watch(socket, "c")
    platform.members.remove("ann")
    await platform.tell("", [], reseated=True)
    await platform.feeds._again.workers.idle()
    assert shut.got[-1]["code"] == "not_allowed"
    await platform.say("to all", readers=("bob", "eve"))
    await platform.say("psst", "0-1", ("bob",))
    assert [socket.heard() for socket in (shut, linked, stays)] == [[], ["to all"], ["to all", "psst"]]
