"""Talk watched through this gateway: a private message reaches the sockets of its two players and no others.

Notify names with each change the accounts that may be told. The campaign's channel also goes to whoever may watch the
campaign, which notify judges when the watch begins and again when a player has left for good.
"""

from dataclasses import dataclass, field
from typing import Any

import msgspec
from warboard_pb.notify.v1 import notify_pb2

from chassis.bus import Bus, Message
from chassis.logs import logger
from chassis.problems import Kind, Problem
from chassis.tasks import Workers
from chassis.timekeeping import Clock
from services.gateway.clients import Clients
from services.gateway.feed_messages import refusal
from services.gateway.names import Names
from services.gateway.showing_again import ShowAgain
from services.gateway.watched import Feed, Watched, Watcher

_LOG = logger(__name__)
ALL = "all"


@dataclass
class _Watch:
    watcher: Watcher
    spectator: bool | None = None
    """Whether it watches without a seat; None until notify has answered."""
    held: list[tuple[Any, bytes]] = field(default_factory=list)
    """Changes that came before the answer."""


_Feed = Feed[_Watch]


class TalkFeeds:
    """All campaigns whose talk is watched through this gateway."""

    def __init__(self, bus: Bus, clients: Clients, names: Names, clock: Clock) -> None:
        self._clients = clients
        self._names = names
        self._watched: Watched[_Feed] = Watched(bus, "talk", _Feed, self._received)
        self._workers = Workers(2_000, queue_per_key=256)
        self._again = ShowAgain(clock)

    async def watch(self, watcher: Watcher, campaign: str) -> None:
        """Show a socket its channels, then what is said in them.

        :raises Problem: `no_such_campaign`, `not_allowed`, what is wrong with the link.
        """
        async with self._watched.opened(campaign) as feed:
            watch = feed.watches[watcher] = _Watch(watcher)
            try:
                await self._show(feed, watch)
            except Problem:
                feed.watches.pop(watcher, None)
                raise

    async def leave(self, watcher: Watcher, campaign: str) -> None:
        """Show it no more."""
        await self._watched.leave(watcher, campaign)

    def refresh_all(self) -> None:
        """After a lost connection: every watcher gets its channels anew, and sees what it missed."""
        for feed in list(self._watched.feeds.values()):
            self._judge_again(feed)

    async def channels(self, campaign: str, account: str, link: str) -> tuple[list[dict[str, Any]], Any]:
        """The channels of an account as docs/api.md has them, and notify's own answer.

        :raises Problem: `no_such_campaign`, `not_allowed`, what is wrong with the link.
        """
        request = notify_pb2.ListChannelsRequest(campaign=campaign, account=account, link=link)
        reply = await self._clients.ask(self._clients.notify.ListChannels, request)
        names = await self._names.of(channel.last.account for channel in reply.channels)
        return [plain_channel(channel, names) for channel in reply.channels], reply

    async def _show(self, feed: _Feed, watch: _Watch) -> None:
        watcher = watch.watcher
        link = watcher.links.get(f"talk:{feed.id}", "")
        channels, reply = await self.channels(feed.id, watcher.account, link)
        watch.spectator = not watcher.account or watcher.account not in reply.members
        watcher.send(msgspec.json.encode({"t": "channels", "topic": f"talk:{feed.id}", "channels": channels}))
        held, watch.held = watch.held, []
        for changed, body in held:
            _pass_on(watch, changed, body)

    def _judge_again(self, feed: _Feed) -> None:
        """Ask for every watcher's channels; until it is answered nothing is passed on to it."""
        for watch in list(feed.watches.values()):
            watch.spectator = None
            self._show_soon(feed, watch)

    def _show_soon(self, feed: _Feed, watch: _Watch) -> None:
        watcher = watch.watcher

        def wanted() -> bool:
            return feed.watches.get(watcher) is watch

        async def refused(problem: Problem) -> None:
            if wanted():
                del feed.watches[watcher]
                watcher.send(refusal(f"talk:{feed.id}", problem))
            await self._watched.close_if_unwatched(feed)

        self._again.soon(feed.id, lambda: self._show(feed, watch), wanted=wanted, refused=refused)

    async def _received(self, message: Message) -> None:
        changed = notify_pb2.TalkChanged.FromString(message.data)
        feed = self._watched.feeds.get(changed.campaign)
        if feed is not None:
            self._submit(feed, lambda: self._tell(feed, changed))

    def _submit(self, feed: _Feed, work: Any) -> None:
        """In the order of the messages, beside everything else: a name may have to be asked for."""
        try:
            self._workers.submit(feed.id, work)
        except Problem:
            _LOG.warning("too much talk at once", campaign=feed.id)

    async def _tell(self, feed: _Feed, changed: Any) -> None:
        if changed.WhichOneof("change") == "deleted":
            gone = Problem("no_such_campaign", Kind.MISSING, "The campaign was deleted.")
            for watcher in list(feed.watches):
                watcher.send(refusal(f"talk:{feed.id}", gone))
            feed.watches.clear()
            await self._watched.close_if_unwatched(feed)
            return
        if changed.WhichOneof("change") == "reseated":
            self._judge_again(feed)
            return
        said: dict[str, Any] = {"topic": f"talk:{feed.id}", "channel": changed.channel}
        if changed.WhichOneof("change") == "read":
            read = changed.read
            said |= {"t": "talk_read", "read": read.read, "unread": read.unread, "muted": read.muted}
        else:
            names = await self._names.of([changed.message.account])
            said |= {"t": "talk", "message": plain_message(changed.message, names)}
        body = msgspec.json.encode(said)
        for watch in list(feed.watches.values()):
            _pass_on(watch, changed, body)


def _pass_on(watch: _Watch, changed: Any, body: bytes) -> None:
    """Send a change to a socket that may be told; keep it until that is known."""
    if watch.spectator is None:
        watch.held.append((changed, body))
        return
    account = watch.watcher.account
    public = changed.channel == ALL and changed.WhichOneof("change") == "message"
    if (account and account in changed.readers) or (public and watch.spectator):
        watch.watcher.send(body)


def plain_message(message: Any, names: dict[str, str]) -> dict[str, Any]:
    """A message as docs/api.md has it."""
    plain: dict[str, Any] = {"n": message.n, "seat": message.seat, "at_unix_ms": message.at_unix_ms}
    if message.account in names:
        plain["name"] = names[message.account]
    if message.erased:
        return {**plain, "erased": True}
    return {**plain, "text": message.text}


def plain_channel(channel: Any, names: dict[str, str]) -> dict[str, Any]:
    """A channel as docs/api.md has it."""
    plain: dict[str, Any] = {
        "channel": channel.channel, "unread": channel.unread, "read": channel.read, "muted": channel.muted,
    }  # fmt: skip
    if channel.HasField("last"):
        plain["last"] = plain_message(channel.last, names)
    return plain
