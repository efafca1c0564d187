"""A campaign's or game's stream of changes, shared by every socket that watches it; holes are filled once for all.

The gateway subscribes first and asks for the view after, drops what the view covers, and passes on the rest in the
order of each class's own gapless number (architecture, "Reading").
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Any

from warboard_pb.campaign.v1 import engine_pb2, envelope_pb2
from warboard_pb.common.v1 import play_pb2

from chassis.bus import Bus, Message
from chassis.logs import logger
from chassis.problems import Busy, Kind, Problem
from chassis.tasks import Workers
from chassis.timekeeping import Clock
from services.gateway.clients import Clients
from services.gateway.feed_messages import refusal, view_message
from services.gateway.watched import Feed, Watched, Watcher

_LOG = logger(__name__)
PUBLIC = -1
_RETRY = timedelta(seconds=1)
_COMPARED = 500
"""Campaigns a question after what may have been missed."""
_AT_ONCE = 32
"""Views and holes the engine is asked for at a time: after a lost connection there may be thousands."""


@dataclass
class _Watch:
    watcher: Watcher
    viewer: int
    epoch: int
    n: int


@dataclass
class _Feed(Feed[_Watch]):
    heard: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Epoch and number of the newest update heard of each class, also while a view is being asked for."""
    filling: set[int] = field(default_factory=set)


class CampaignFeeds:
    """All campaigns watched through this gateway."""

    def __init__(
        self, bus: Bus, clients: Clients, clock: Clock, names: Callable[[list[str]], Awaitable[dict[str, str]]]
    ) -> None:
        self._clients = clients
        self._clock = clock
        self._names = names
        self._watched = Watched(bus, "campaign", _Feed, self._received)
        self._workers = Workers(2_000, queue_per_key=64)
        self._asking = asyncio.Semaphore(_AT_ONCE)

    async def watch(self, watcher: Watcher, campaign: str, after: play_pb2.Cursor | None = None) -> None:
        """Begin, or resume after a cursor, to show a campaign to a socket.

        :raises Problem: `no_such_campaign`, `not_allowed`, `unavailable`.
        """
        async with self._watched.opened(campaign) as feed:
            await self._show(feed, watcher, after)

    async def leave(self, watcher: Watcher, campaign: str) -> None:
        """Show it no more."""
        await self._watched.leave(watcher, campaign)

    async def look_again(self) -> None:
        """Ask which campaigns have gone on unheard, and fill those holes; repeated until the engine answers."""
        while True:
            try:
                await self._compare_all()
            except Problem as problem:
                _LOG.warning("what was missed can't be asked yet", code=problem.code)
                await self._clock.sleep(_RETRY)
            else:
                return

    async def _compare_all(self) -> None:
        watched = list(self._watched.feeds)
        for start in range(0, len(watched), _COMPARED):
            some = watched[start : start + _COMPARED]
            asked = engine_pb2.GetNumbersRequest(campaigns=some)
            reply = await self._clients.ask(self._clients.engine.GetNumbers, asked)
            newest = {one.campaign: one for one in reply.campaigns}
            for campaign in some:
                if campaign in self._watched.feeds:
                    self._compare(self._watched.feeds[campaign], newest.get(campaign))

    def _compare(self, feed: _Feed, newest: Any) -> None:
        """Fill the holes of the classes that are behind; of all if the campaign is gone."""
        behind = {
            watch.viewer
            for watch in feed.watches.values()
            if newest is None or (newest.epoch, newest.numbers.get(watch.viewer, 0)) > (watch.epoch, watch.n)
        }
        for viewer in behind:
            self._fill_soon(feed, viewer)

    async def _show(self, feed: _Feed, watcher: Watcher, after: play_pb2.Cursor | None = None) -> None:
        if after is not None and await self._resumed(feed, watcher, after):
            return
        request = engine_pb2.GetViewRequest(campaign=feed.id, account=watcher.account, link=_link(watcher, feed.id))
        async with self._asking:
            reply = await self._clients.ask(self._clients.engine.GetView, request)
        cursor = reply.cursor
        names = await self._names([seat.account for seat in reply.seats if seat.account])
        watcher.send(view_message(feed.id, cursor.viewer, cursor.epoch, cursor.n, reply.view, reply.seats, names))
        self._shown(feed, _Watch(watcher, cursor.viewer, cursor.epoch, cursor.n))

    def _shown(self, feed: _Feed, watch: _Watch) -> None:
        """From here on updates are passed on; those that came while the view was asked for are asked for, too."""
        feed.watches[watch.watcher] = watch
        if feed.heard.get(watch.viewer, (0, 0)) > (watch.epoch, watch.n):
            self._fill_soon(feed, watch.viewer)

    async def _resumed(self, feed: _Feed, watcher: Watcher, after: play_pb2.Cursor) -> bool:
        """Send exactly what was missed; False if only a fresh view will do.

        Numbers are each class's own: whoever has left, or has another seat, since the cursor was given can't resume.
        """
        missed = await self._missed(feed.id, watcher, after)
        if missed is None:
            return False
        watch = _Watch(watcher, after.viewer, after.epoch, after.n)
        for update in missed:
            _pass_on(feed.id, watch, update.n, update.body)
        self._shown(feed, watch)
        return True

    async def _missed(self, campaign: str, watcher: Watcher, after: play_pb2.Cursor) -> list[Any] | None:
        request = engine_pb2.GetMissedRequest(
            campaign=campaign, account=watcher.account, link=_link(watcher, campaign), after=after
        )
        async with self._asking:
            reply = await self._clients.ask(self._clients.engine.GetMissed, request)
        return None if reply.stale else list(reply.updates)

    async def _received(self, message: Message) -> None:
        envelope = envelope_pb2.Envelope.FromString(message.data)
        feed = self._watched.feeds.get(envelope.campaign)
        if feed is None:
            return
        bodies = {update.viewer: update for update in envelope.updates}
        public = bodies[PUBLIC].body if PUBLIC in bodies else b""
        for told in envelope.updates:
            feed.heard[told.viewer] = max(feed.heard.get(told.viewer, (0, 0)), (envelope.epoch, told.n))
        renamed = any(change.replaced for change in envelope.neutral.changed)
        self._rescope(feed, envelope.neutral.seats, renamed=renamed)
        holes: set[int] = set()
        for watch in list(feed.watches.values()):
            update = bodies.get(watch.viewer)
            if envelope.epoch != watch.epoch:
                holes.add(watch.viewer)
            elif update is None or update.n <= watch.n:
                continue
            elif update.n == watch.n + 1:
                _pass_on(feed.id, watch, update.n, update.body or public)
            else:
                holes.add(watch.viewer)
        for viewer in holes:
            self._fill_soon(feed, viewer)
        if envelope.neutral.HasField("deleted"):
            gone = Problem("no_such_campaign", Kind.MISSING, "The campaign was deleted.")
            for watcher in list(feed.watches):
                watcher.send(refusal(f"campaign:{feed.id}", gone))
            feed.watches.clear()
        await self._watched.close_if_unwatched(feed)

    def _rescope(self, feed: _Feed, seats: Iterable[envelope_pb2.Occupant], *, renamed: bool) -> None:
        """Whoever lost or got a seat sees nothing more of the old class and gets a view of the new one.

        :param renamed: somebody plays in another's place, whose name stands in everybody's view.
        """
        occupants = list(seats)
        if not occupants:
            return  # nothing changed
        classes = _classes(occupants)
        for watch in list(feed.watches.values()):
            if renamed or watch.viewer != classes.get(watch.watcher.account, PUBLIC):
                del feed.watches[watch.watcher]
                if self._submit(feed, f"{feed.id} again", partial(self._show_again, feed, watch.watcher)):
                    feed.wanted += 1
                else:
                    watch.watcher.send(refusal(f"campaign:{feed.id}", Busy()))  # it asks again, as after any problem

    async def _show_again(self, feed: _Feed, watcher: Watcher) -> None:
        try:
            await self._show(feed, watcher)
        except Problem as problem:
            watcher.send(refusal(f"campaign:{feed.id}", problem))
        finally:
            feed.wanted -= 1
            if not watcher.open:
                feed.watches.pop(watcher, None)
            await self._watched.close_if_unwatched(feed)

    def _fill_soon(self, feed: _Feed, viewer: int) -> None:
        if viewer not in feed.filling and self._submit(feed, f"{feed.id} {viewer}", lambda: self._fill(feed, viewer)):
            feed.filling.add(viewer)

    def _submit(self, feed: _Feed, key: str, work: Callable[[], Awaitable[None]]) -> bool:
        try:
            self._workers.submit(key, work)
        except Problem:
            _LOG.warning("too many holes at once", campaign=feed.id)
            return False
        return True

    async def _fill(self, feed: _Feed, viewer: int) -> None:
        """Ask once for what a class missed and send each of its sockets its share; a fresh view where that fails."""
        feed.filling.discard(viewer)
        watches = [watch for watch in feed.watches.values() if watch.viewer == viewer]
        if not watches:
            return
        first = min(watches, key=lambda watch: watch.n)
        try:
            after = play_pb2.Cursor(epoch=first.epoch, viewer=viewer, n=first.n)
            missed = await self._missed(feed.id, first.watcher, after)
            for watch in watches:
                if feed.watches.get(watch.watcher) is watch:
                    await self._catch_up(feed, watch, missed)
        except Problem as problem:
            if problem.kind in (Kind.NOT_ALLOWED, Kind.MISSING):
                if feed.watches.get(first.watcher) is first:  # others of the class may have a better link
                    del feed.watches[first.watcher]
                    first.watcher.send(refusal(f"campaign:{feed.id}", problem))
                self._fill_soon(feed, viewer)
                await self._watched.close_if_unwatched(feed)
                return
            await self._clock.sleep(_RETRY)
            self._fill_soon(feed, viewer)

    async def _catch_up(self, feed: _Feed, watch: _Watch, missed: list[Any] | None) -> None:
        """Send one socket its share of what its class missed, or a fresh view."""
        if missed is None:
            await self._show(feed, watch.watcher)
            if not watch.watcher.open:
                await self.leave(watch.watcher, feed.id)
            return
        for update in missed:
            if update.n == watch.n + 1:
                _pass_on(feed.id, watch, update.n, update.body)


def _classes(seats: Iterable[Any]) -> dict[str, int]:
    """The class of each account with a seat; who left for good is a viewer like others."""
    return {seat.account: seat.seat for seat in seats if seat.account and not seat.left}


def _link(watcher: Watcher, campaign: str) -> str:
    return watcher.links.get(f"campaign:{campaign}", "")


def _pass_on(campaign: str, watch: _Watch, n: int, body: bytes) -> None:
    watch.n = n
    watch.watcher.send(b'{"t":"patch","topic":"campaign:%b","n":%d,%b}' % (campaign.encode(), n, body))
