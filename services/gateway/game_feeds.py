"""Games of chess watched through this gateway: the whole game at first, then each change; a hole asks for the game.

A game's viewers are its campaign's: when somebody's seat changes, each watcher's right is asked for again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any

import msgspec
from warboard_pb.campaign.v1 import engine_pb2, envelope_pb2
from warboard_pb.chess.v1 import chess_pb2

from chassis.bus import Bus, Message
from chassis.problems import Kind, Problem
from chassis.subjects import subject
from chassis.timekeeping import Clock
from services.gateway.clients import Clients
from services.gateway.feed_messages import refusal
from services.gateway.names import Names
from services.gateway.showing_again import ShowAgain
from services.gateway.watched import Feed, Watched, Watcher

SEATINGS = 5_000
"""Campaigns whose players are remembered; the longest unused leaves first."""
PATIENCE = timedelta(milliseconds=500)
"""Of an answer that says what is done, for the names of whom it concerns."""
_SIDES = ("white", "black")
_HOLE = -1
"""The version of a watcher who has no whole game."""


@dataclass
class _Feed(Feed[int]):
    """Of each watcher the version it was shown. The second subscription is to the game's campaign."""

    heard: int = 0
    """The newest version heard of, also while the game is being asked for."""
    reseated: int = 0
    """How often a seat of the campaign was heard to change."""


class GameFeeds:
    """All games watched through this gateway."""

    def __init__(self, bus: Bus, clients: Clients, names: Names, clock: Clock) -> None:
        self._bus = bus
        self._clients = clients
        self._names = names
        self._watched = Watched(bus, "chess", _Feed, self._received)
        self._clock = clock
        self._again = ShowAgain(clock)
        self._later: set[tuple[Watcher, str]] = set()
        """Spectators who will be shown a game again, since something is held back from them."""
        self._seatings: OrderedDict[str, dict[int, str]] = OrderedDict()

    async def game(self, game: str, account: str, link: str = "") -> dict[str, Any]:
        """A game as docs/api.md has it, for one reader.

        :param link: a spectator's signed link; empty if none.
        :raises Problem: `no_such_game`, `not_allowed`.
        """
        return await self._dressed(await self._found(game, account), account, link)

    async def _found(self, game: str, account: str) -> Any:
        request = chess_pb2.GetGameRequest(game=game, account=account)
        return await self._clients.ask(self._clients.chessgate.GetGame, request)

    async def _dressed(self, reply: Any, account: str, link: str) -> dict[str, Any]:
        """Names added, and whether the reader may see it at all: a game's viewers are its campaign's."""
        seating = await self.may_watch(reply.campaign, account, link)
        plain: dict[str, Any] = msgspec.json.decode(reply.game)
        mine = {seat.seat for seat in seating.seats if account and seat.account == account and not seat.left}
        for side in _SIDES:
            if plain[side]["seat"] in mine:
                plain["you"] = side
        return await self._named(plain, self._remembered(reply.campaign, seating.seats))

    async def may_watch(self, campaign: str, account: str, link: str) -> Any:
        """Who sits where, for a reader who may see the campaign's games.

        :raises Problem: `not_allowed`, `no_such_campaign`.
        """
        request = engine_pb2.GetSeatingRequest(campaign=campaign, account=account, link=link)
        seating = await self._clients.ask(self._clients.engine.GetSeating, request)
        if not seating.may_watch:
            raise Problem("not_allowed", Kind.NOT_ALLOWED, "Only the campaign's players see its games.")
        return seating

    async def played(self, game: bytes) -> dict[str, Any]:
        """The game that answered its player's command: done is done, so names that can't be had soon are left out."""
        plain: dict[str, Any] = msgspec.json.decode(game)
        try:
            async with asyncio.timeout(PATIENCE.total_seconds()):
                return await self._named(plain, await self._seats(plain["campaign"]))
        except (Problem, TimeoutError):
            return plain

    async def _seats(self, campaign: str) -> dict[int, str]:
        """Accounts by seat, as far as they are for showing names: whoever may see the game has been asked for."""
        known = self._seatings.get(campaign)
        if known is None:
            request = engine_pb2.GetSeatingRequest(campaign=campaign)
            known = self._remembered(
                campaign, (await self._clients.ask(self._clients.engine.GetSeating, request)).seats
            )
        return known

    async def _named(self, plain: dict[str, Any], seats: dict[int, str]) -> dict[str, Any]:
        sides = [plain[side] for side in _SIDES]
        names = await self._names.of(seats.get(side["seat"], "") for side in sides)
        for side in sides:
            holder = seats.get(side["seat"], "")
            if holder in names:
                side["name"] = names[holder]
        return plain

    def _remembered(self, campaign: str, seats: Any) -> dict[int, str]:
        """Accounts by seat, until another person takes one."""
        self._seatings[campaign] = known = {seat.seat: seat.account for seat in seats}
        self._seatings.move_to_end(campaign)
        while len(self._seatings) > SEATINGS:
            self._seatings.popitem(last=False)
        return known

    async def watch(self, watcher: Watcher, game: str) -> None:
        """Show a game to a socket.

        :raises Problem: `no_such_game`, `not_allowed`.
        """
        async with self._watched.opened(game) as feed:
            await self._show(feed, watcher)

    async def leave(self, watcher: Watcher, game: str) -> None:
        """Show it no more."""
        await self._watched.leave(watcher, game)

    def refresh_all(self) -> None:
        """After a lost connection: every watcher gets the game anew."""
        for feed in list(self._watched.feeds.values()):
            for watcher in list(feed.watches):
                self._show_soon(feed, watcher)

    def _show_soon(self, feed: _Feed, watcher: Watcher) -> None:
        """Ask for the whole game beside everything else: a subscription may not wait."""

        async def refused(problem: Problem) -> None:
            if feed.watches.pop(watcher, None) is not None:
                watcher.send(refusal(f"game:{feed.id}", problem))
            await self._watched.close_if_unwatched(feed)

        def wanted() -> bool:
            return watcher in feed.watches

        self._again.soon(feed.id, lambda: self._show(feed, watcher, wanted), wanted=wanted, refused=refused)

    async def _show(self, feed: _Feed, watcher: Watcher, wanted: Callable[[], bool] = lambda: True) -> None:
        while True:
            newest, reseated = feed.heard, feed.reseated
            plain, held_back_ms = await self._asked(feed, watcher)
            if plain["version"] < newest:
                break  # an older replica's answer; the next change shows the hole
            if plain["version"] >= feed.heard and reseated == feed.reseated:
                break  # nothing came while the game was asked for
        if watcher.open and wanted():
            # To what is held back of, no change may be added: whatever comes next, it is shown anew.
            feed.watches[watcher] = _HOLE if held_back_ms else plain["version"]
            if held_back_ms:
                self._show_later(feed, watcher, held_back_ms)
            watcher.send(msgspec.json.encode({"t": "game", "topic": f"game:{feed.id}", "game": plain}))

    async def _asked(self, feed: _Feed, watcher: Watcher) -> tuple[dict[str, Any], int]:
        """The game for one watcher, and how long its next move is held back from them.

        The campaign's seats are listened to before its right is asked for.
        """
        reply = await self._found(feed.id, watcher.account)
        async with feed.opening:
            if len(feed.subscriptions) == 1:
                seats = subject("campaign", reply.campaign)
                feed.subscriptions.append(await self._bus.subscribe(seats, partial(self._campaign_changed, feed)))
        plain = await self._dressed(reply, watcher.account, watcher.links.get(f"game:{feed.id}", ""))
        return plain, reply.held_back_ms

    async def _campaign_changed(self, feed: _Feed, message: Message) -> None:
        envelope = envelope_pb2.Envelope.FromString(message.data)
        if envelope.neutral.seats:
            self._seatings.pop(envelope.campaign, None)
            feed.reseated += 1
            for watcher in list(feed.watches):
                self._show_soon(feed, watcher)

    async def _received(self, message: Message) -> None:
        changed = chess_pb2.GameChanged.FromString(message.data)
        feed = self._watched.feeds.get(changed.game)
        if feed is None:
            return
        feed.heard = max(feed.heard, changed.version)
        told: dict[bytes, bytes] = {}
        for watcher, version in list(feed.watches.items()):
            if changed.version <= version:
                continue
            if changed.spectator_delay_ms and watcher.account not in changed.players:
                self._show_later(feed, watcher, changed.spectator_delay_ms)
                continue
            if changed.version != version + 1:
                self._show_soon(feed, watcher)
                continue
            feed.watches[watcher] = changed.version
            mine = bool(changed.to_move) and watcher.account == changed.to_move
            legal = (mine and changed.legal) or b"null"
            if legal not in told:  # made once for all who see the same
                told[legal] = _move(changed, legal)
            watcher.send(told[legal])

    def _show_later(self, feed: _Feed, watcher: Watcher, after_ms: int) -> None:
        """Who plays neither side sees a live game with its campaign's delay: when they may see the next of it."""
        waiting = (watcher, feed.id)
        if waiting in self._later:
            return  # what comes first is waited for already, and shown again from there on
        self._later.add(waiting)
        due = self._clock.monotonic() + after_ms / 1000

        async def show() -> None:
            await self._clock.sleep(timedelta(seconds=max(due - self._clock.monotonic(), 0)))
            self._later.discard(waiting)
            again = self._watched.feeds.get(feed.id)
            if again is not None and watcher in again.watches:
                self._show_soon(again, watcher)

        self._again.soon(f"{feed.id} later {id(watcher)}", show, wanted=lambda: True)


def _move(changed: chess_pb2.GameChanged, legal: bytes) -> bytes:
    """A change with the reader's legal moves as its last field, which chessgate leaves to us."""
    fields = changed.change.strip()[1:-1]
    return b'{"t":"move","topic":"game:%b","version":%d,"change":{%b%b"legal":%b}}' % (
        changed.game.encode(), changed.version, fields, b"," if fields else b"", legal,
    )  # fmt: skip
