"""Games of chess watched through this gateway: the whole game at first, then each change; a hole asks for the game."""

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
from services.gateway.clients import Clients
from services.gateway.feeds import Watcher
from services.gateway.names import Names

_LOG = logger(__name__)


@dataclass
class _Feed:
    game: str
    versions: dict[Watcher, int] = field(default_factory=dict)
    subscription: Subscription | None = None


class GameFeeds:
    """All games watched through this gateway."""

    def __init__(self, bus: Bus, clients: Clients, names: Names) -> None:
        self._bus = bus
        self._clients = clients
        self._names = names
        self._feeds: dict[str, _Feed] = {}

    async def game(self, game: str, account: str) -> dict[str, Any]:
        """A game as docs/api.md has it, for one reader.

        :raises Problem: `no_such_game`, `not_allowed`.
        """
        request = chess_pb2.GetGameRequest(game=game, account=account)
        reply = await self._clients.ask(self._clients.chessgate.GetGame, request)
        return await self.dressed(reply, account)

    async def dressed(self, reply: Any, account: str) -> dict[str, Any]:
        """Names added, and whether the reader may see it at all: a game's viewers are its campaign's."""
        plain: dict[str, Any] = msgspec.json.decode(reply.game)
        seating = await self._clients.ask(
            self._clients.engine.GetSeating, engine_pb2.GetSeatingRequest(campaign=reply.campaign)
        )
        accounts = {seat.seat: seat.account for seat in seating.seats}
        if seating.spectators != "public" and (not account or account not in accounts.values()):
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
        if feed.subscription is None:
            feed.subscription = await self._bus.subscribe(subject("chess", game), self._received)
        try:
            await self._show(feed, watcher)
        except Problem:
            await self._close_if_unwatched(feed)
            raise

    async def leave(self, watcher: Watcher, game: str) -> None:
        """Show it no more."""
        feed = self._feeds.get(game)
        if feed is not None:
            feed.versions.pop(watcher, None)
            await self._close_if_unwatched(feed)

    async def refresh_all(self) -> None:
        """After a lost connection: every watcher gets the game anew."""
        for feed in list(self._feeds.values()):
            for watcher in list(feed.versions):
                await self._show_again(feed, watcher)

    async def _show(self, feed: _Feed, watcher: Watcher) -> None:
        plain = await self.game(feed.game, watcher.account)
        feed.versions[watcher] = plain["version"]
        watcher.send(msgspec.json.encode({"t": "game", "topic": f"game:{feed.game}", "game": plain}))

    async def _show_again(self, feed: _Feed, watcher: Watcher) -> None:
        try:
            await self._show(feed, watcher)
        except Problem as problem:
            _LOG.info("a game could not be shown again", code=problem.code)

    async def _received(self, message: Message) -> None:
        changed = chess_pb2.GameChanged.FromString(message.data)
        feed = self._feeds.get(changed.game)
        if feed is None:
            return
        change: dict[str, Any] = msgspec.json.decode(changed.change)
        for watcher, version in list(feed.versions.items()):
            if changed.version <= version:
                continue
            if changed.version != version + 1:
                await self._show_again(feed, watcher)
                continue
            feed.versions[watcher] = changed.version
            mine = bool(changed.to_move) and watcher.account == changed.to_move and bool(changed.legal)
            legal = msgspec.Raw(changed.legal) if mine else None
            body = {"t": "move", "topic": f"game:{feed.game}", "version": changed.version,
                    "change": {**change, "legal": legal}}  # fmt: skip
            watcher.send(msgspec.json.encode(body))

    async def _close_if_unwatched(self, feed: _Feed) -> None:
        if not feed.versions and feed.subscription is not None and self._feeds.get(feed.game) is feed:
            del self._feeds[feed.game]
            await feed.subscription.unsubscribe()
