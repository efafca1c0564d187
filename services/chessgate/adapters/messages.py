"""What arrives at chessgate on the bus, and what it tells gateways after each commit."""

from datetime import timedelta
from typing import Any

import msgspec
from google.protobuf.message import DecodeError
from warboard_pb.campaign.v1 import engine_pb2, wants_pb2
from warboard_pb.chess.v1 import chess_pb2
from warboard_pb.clock.v1 import clock_pb2
from warboard_pb.common.v1 import play_pb2

from chassis import rpc
from chassis.bus import Bus, Message
from chassis.consumers import Delivery, consume
from chassis.ids import parse_id
from chassis.logs import logger
from chassis.metrics import Metrics
from chassis.problem_messages import message_of
from chassis.problems import Kind, Problem
from chassis.subjects import ANY, pattern, subject
from chassis.tasks import Workers
from chassis.timekeeping import Clock
from services.chessgate.app.outages import Outages
from services.chessgate.app.play import Play
from services.chessgate.app.ports import Done
from services.chessgate.core.game import Offer, Side, legal_moves
from services.chessgate.core.places import Colour
from services.chessgate.core.showing import change
from services.chessgate.core.wants import Want

_LOG = logger(__name__)
_SECOND = timedelta(seconds=1)
_OLD_MS = 30_000
"""A difference older than this means a message was lost: it counts as repaired."""


class Messages:
    """Listens on the bus and calls the use cases."""

    def __init__(self, bus: Bus, play: Play, outages: Outages, clock: Clock, metrics: Metrics) -> None:
        self._bus = bus
        self._play = play
        self._outages = outages
        self._clock = clock
        self._repaired = metrics.counter("repaired", "Lists that a message should have brought and did not")

    async def listen(self, workers: Workers, unacknowledged: int) -> None:
        """Start serving."""
        await self._bus.subscribe(pattern("beat", "gateway", ANY), self._beat)
        await self._bus.serve(pattern("play", "chess", ANY), "chessgate", self.play, workers)
        wants = [pattern("wants", "chess", ANY)]
        await consume(self._bus, "chessgate", "WANTS", wants, self.wants, max_ack_pending=unacknowledged)
        due = [pattern("clock", "due", "chess", ANY), pattern("clock", "outage")]
        await consume(self._bus, "chessgate", "CLOCK", due, self.clock, max_ack_pending=unacknowledged)

    async def _beat(self, message: Message) -> None:
        self._outages.heard(message.subject.split(".")[1])

    async def play(self, message: Message) -> bytes:
        """A player's command; the reply is a PlayReply."""
        try:
            request = play_pb2.PlayRequest.FromString(message.data)
        except DecodeError as error:
            raise Problem("malformed", Kind.MALFORMED, "The request can't be read.") from error
        if request.entity != message.key or not request.account or not request.key:
            raise Problem("malformed", Kind.MALFORMED, "The request names no account, key or game.")
        try:
            game = await self._play.command(
                request.entity,
                request.account,
                request.key,
                request.command,
                request.received_unix_ms,
                request.round_trip_ms,
                without_game=request.without_game,
            )
        except Problem as problem:
            if problem.kind in {Kind.UNAVAILABLE, Kind.TOO_MANY}:
                raise
            return play_pb2.PlayReply(problem=message_of(problem)).SerializeToString()
        return play_pb2.PlayReply(accepted=play_pb2.Accepted(facts=1, game=game)).SerializeToString()

    async def wants(self, delivery: Delivery) -> None:
        """A campaign's whole list of games."""
        await self.apply(wants_pb2.GameWants.FromString(delivery.data))

    async def apply(self, wants: wants_pb2.GameWants) -> bool:
        """Bring a campaign's games to what it wants; whether that is new."""
        games = tuple(_want(wants, want) for want in wants.games)
        return await self._play.wanted(parse_id(wants.campaign), wants.epoch, wants.seq, games)

    async def clock(self, delivery: Delivery) -> None:
        """A deadline is over, or an outage."""
        if delivery.subject == subject("clock", "outage"):
            outage = clock_pb2.Outage.FromString(delivery.data)
            if outage.part in {"gateway", "chessgate", "clock"}:
                await self._outages.ended(outage.part, outage.from_unix_ms, outage.until_unix_ms)
                await self._play.give_back()
            return
        due = clock_pb2.Due.FromString(delivery.data)
        kind, _, ply = due.what.partition(":")
        if kind == "flag" and ply.isdecimal():
            await self._play.expire(due.entity, int(ply), due.credited_ms, due.due_unix_ms)

    async def after_commit(self, done: Done) -> None:
        """Tell gateways; one that misses it sees the hole in the versions."""
        game, before = done.game, done.before
        if game is None:
            return
        told = chess_pb2.GameChanged(
            game=game.id, campaign=game.campaign, version=game.version,
            change=msgspec.json.encode(change(before, game, done.board.fen())),
        )  # fmt: skip
        if game.spectator_delay_ms and game.state != "over":
            told.spectator_delay_ms = game.spectator_delay_ms
            told.players.extend(side.person for side in (game.white, game.black) if side.person)
        if game.waits:
            told.to_move = game.side(game.turn).person
            told.legal = msgspec.json.encode(legal_moves(done.board))
        try:
            await self._bus.publish(subject("chess", game.id), told.SerializeToString())
            await self._clock.sleep(timedelta())  # it leaves now: the opponent needn't wait for the mover's answer
        except Problem as problem:
            _LOG.warning("a change could not be told", code=problem.code)

    async def tick_for_ever(self) -> None:
        """Once a second: outages, and live games whose players are free now."""
        while True:
            try:
                await self._outages.look()
                await self._play.start_waiting()
            except Exception as error:  # noqa: BLE001 - a database that is away is asked again
                _LOG.warning("the tick failed", error=type(error).__name__)
            await self._clock.sleep(_SECOND)

    async def reconcile_for_ever(self, engine: Any, every: timedelta) -> None:
        """At the start and now and then, ask the engine which games it wants."""
        while True:
            try:
                after = ""
                while True:
                    request = engine_pb2.ListWantsRequest(target="chess", after=after)
                    reply = await rpc.call(engine.ListWants, request, clock=self._clock)
                    for wants in reply.games:
                        age = self._play.now_ms() - wants.changed_unix_ms
                        if await self.apply(wants) and wants.changed_unix_ms and age > _OLD_MS:
                            self._repaired.inc()
                    after = reply.next
                    if not after:
                        break
                await self._clock.sleep(every)
            except Problem as problem:
                _LOG.info("the engine could not be asked yet", code=problem.code)
                await self._clock.sleep(5 * _SECOND)


def _want(wants: wants_pb2.GameWants, want: wants_pb2.GameWant) -> Want:
    return Want(
        id=parse_id(want.game), campaign=wants.campaign, war=want.war, white=_side(want.white), black=_side(want.black),
        live=want.live, since_ms=want.since_unix_ms, stop=want.stop, paused=want.paused, epoch=wants.epoch,
        seq=wants.seq, draw_wins=_colour(want.draw_wins), takeback=want.takeback,
        spectator_delay_ms=want.spectator_delay_s * 1000, offers=tuple(
            Offer(id=offer.offer, by=_colour(offer.by) or "black", at_ms=offer.at_unix_ms)
            for offer in want.offers
        ),
    )  # fmt: skip


def _colour(word: str) -> Colour | None:
    return "white" if word == "white" else "black" if word == "black" else None


def _side(side: wants_pb2.GameSide) -> Side:
    return Side(
        seat=side.seat, account=side.account, bot_level=side.bot_level, initial_ms=side.initial_s * 1000,
        increment_ms=side.increment_s * 1000,
    )  # fmt: skip
