"""Games of chess watched through this gateway: the whole game at first, then each change; a hole asks for the game."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

import msgspec
from nats.aio.subscription import Subscription
from warboard_pb.campaign.v1 import engine_pb2
from warboard_pb.chess.v1 import chess_pb2

from chassis.bus import Bus, Message
from chassis.logs import logger
from chassis.problems import Kind, Problem
from chassis.subjects import subject
from chassis.tasks import Workers
from services.gateway.clients import Clients
from services.gateway.feeds import Watcher
from services.gateway.names import Names

_LOG = logger(__name__)


@dataclass
class _Feed:
    game: str
    versions: dict[Watcher, int] = field(default_factory=dict)
    subscription: Subscription | None = None
    opening: asyncio.Lock = field(default_factory=asyncio.Lock)
    wanted: int = 0
    """Watches being opened: the feed stays for them."""
    heard: int = 0
    """The newest version heard of, also while the game is being asked for."""


class GameFeeds:
    """All games watched through this gateway."""

    def __init__(self, bus: Bus, clients: Clients, names: Names) -> None:
        self._bus = bus
        self._clients = clients
        self._names = names
        self._feeds: dict[str, _Feed] = {}
        self._workers = Workers(2_000, queue_per_key=256)

    async def game(self, game: str, account: str, link: str = "") -> dict[str, Any]:
        """A game as docs/api.md has it, for one reader.

        :param link: a spectator's signed link; empty if none.
        :raises Problem: `no_such_game`, `not_allowed`.
        """
        request = chess_pb2.GetGameRequest(game=game, account=account)
        reply = await self._clients.ask(self._clients.chessgate.GetGame, request)
        return await self.dressed(reply, account, link)

    async def dressed(self, reply: Any, account: str, link: str) -> dict[str, Any]:
        """Names added, and whether the reader may see it at all: a game's viewers are its campaign's."""
        plain: dict[str, Any] = msgspec.json.decode(reply.game)
        seating = await self._clients.ask(
            self._clients.engine.GetSeating,
            engine_pb2.GetSeatingRequest(campaign=reply.campaign, account=account, link=link),
        )
        accounts = {seat.seat: seat.account for seat in seating.seats}
        if not seating.may_watch:
            raise Problem("not_allowed", Kind.NOT_ALLOWED, "Only the campaign's players see this game.")
        names = await self._names.of(accounts.values())
        for side in ("white", "black"):
            holder = accounts.get(plain[side]["seat"], "")
            if holder in names:
                plain[side]["name"] = names[holder]
            if account and holder == account:
                plain["you"] = side
        return plain

    async def watch(self, watcher: Watcher, game: str) -> None:
        """Show a game to a socket.

        :raises Problem: `no_such_game`, `not_allowed`.
        """
        feed = self._feeds.setdefault(game, _Feed(game))
        feed.wanted += 1
        try:
            async with feed.opening:
                if feed.subscription is None:
                    feed.subscription = await self._bus.subscribe(subject("chess", game), self._received)
            await self._show(feed, watcher)
        finally:
            feed.wanted -= 1
            await self._close_if_unwatched(feed)

    async def leave(self, watcher: Watcher, game: str) -> None:
        """Show it no more."""
        feed = self._feeds.get(game)
        if feed is not None:
            feed.versions.pop(watcher, None)
            await self._close_if_unwatched(feed)

    def refresh_all(self) -> None:
        """After a lost connection: every watcher gets the game anew."""
        for feed in list(self._feeds.values()):
            for watcher in list(feed.versions):
                self._show_soon(feed, watcher)

    def _show_soon(self, feed: _Feed, watcher: Watcher) -> None:
        """Ask for the whole game beside everything else: a subscription may not wait."""
        try:
            self._workers.submit(feed.game, lambda: self._show_again(feed, watcher))
        except Problem:
            _LOG.warning("too many games to show again", game=feed.game)

    async def _show(self, feed: _Feed, watcher: Watcher) -> None:
        link = watcher.links.get(f"game:{feed.game}", "")
        plain = await self.game(feed.game, watcher.account, link)
        while plain["version"] < feed.heard:  # a move came while the game was asked for
            newest = feed.heard
            plain = await self.game(feed.game, watcher.account, link)
            if plain["version"] < newest:
                break  # an older replica's answer; the next change shows the hole
        feed.versions[watcher] = plain["version"]
        watcher.send(msgspec.json.encode({"t": "game", "topic": f"game:{feed.game}", "game": plain}))

    async def _show_again(self, feed: _Feed, watcher: Watcher) -> None:
        try:
            await self._show(feed, watcher)
        except Problem as problem:
            _LOG.info("a game could not be shown again", code=problem.code)
            if problem.kind in (Kind.NOT_ALLOWED, Kind.MISSING):
                feed.versions.pop(watcher, None)
        if not watcher.open:
            feed.versions.pop(watcher, None)
        await self._close_if_unwatched(feed)

    async def _received(self, message: Message) -> None:
        changed = chess_pb2.GameChanged.FromString(message.data)
        feed = self._feeds.get(changed.game)
        if feed is None:
            return
        feed.heard = max(feed.heard, changed.version)
        change: dict[str, Any] = msgspec.json.decode(changed.change)
        for watcher, version in list(feed.versions.items()):
            if changed.version <= version:
                continue
            if changed.version != version + 1:
                self._show_soon(feed, watcher)
                continue
            feed.versions[watcher] = changed.version
            mine = bool(changed.to_move) and watcher.account == changed.to_move and bool(changed.legal)
            legal = msgspec.Raw(changed.legal) if mine else None
            body = {"t": "move", "topic": f"game:{feed.game}", "version": changed.version,
                    "change": {**change, "legal": legal}}  # fmt: skip
            watcher.send(msgspec.json.encode(body))

    async def _close_if_unwatched(self, feed: _Feed) -> None:
        if feed.versions or feed.wanted or self._feeds.get(feed.game) is not feed:
            return
        del self._feeds[feed.game]
        if feed.subscription is not None:
            await self._bus.unsubscribe(feed.subscription)
