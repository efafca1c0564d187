"""What arrives at the engine on the bus: play requests, deadlines that ran out, games that were settled."""

from datetime import datetime

from google.protobuf.message import DecodeError
from warboard_pb.chess.v1 import chess_pb2
from warboard_pb.clock.v1 import clock_pb2
from warboard_pb.common.v1 import play_pb2

from chassis.bus import Bus, Message
from chassis.consumers import Delivery, consume
from chassis.logs import logger
from chassis.problems import Kind, Problem
from chassis.subjects import ANY, pattern
from chassis.tasks import Workers
from chassis.timekeeping import EPOCH, from_unix_ms
from services.engine.adapters import wire
from services.engine.app.bots import Bots
from services.engine.app.commands import Commands
from services.engine.app.loading import Loader
from services.engine.app.ports import Store
from services.engine.core.kernel import ExpireDeadline, MoveGame, RecordGameResult
from services.engine.core.thoughts import is_thought

_LOG = logger(__name__)


class Messages:
    """Listens on the bus and calls the use cases."""

    def __init__(self, bus: Bus, commands: Commands, bots: Bots, loader: Loader, store: Store) -> None:
        self._bus = bus
        self._commands = commands
        self._bots = bots
        self._loader = loader
        self._store = store

    async def listen(self, workers: Workers, unacknowledged: int) -> None:
        """Start serving."""
        await self._bus.serve(pattern("play", "engine", ANY), "engine", self.play, workers)
        due = pattern("clock", "due", "engine", ANY)
        await consume(self._bus, "engine", "CLOCK", [due], self.due, max_ack_pending=unacknowledged)
        ends = [pattern("chess", "end", ANY), pattern("chess", "declined", ANY), pattern("chess", "place", ANY)]
        await consume(self._bus, "engine", "CHESSEND", ends, self.game, max_ack_pending=unacknowledged)

    async def play(self, message: Message) -> bytes:
        """A player's command; the reply is a PlayReply."""
        try:
            request = play_pb2.PlayRequest.FromString(message.data)
        except DecodeError as error:
            raise Problem("malformed", Kind.MALFORMED, "The request can't be read.") from error
        if request.entity != message.key or not request.account or not request.key:
            raise Problem("malformed", Kind.MALFORMED, "The request names no account, key or campaign.")
        answer = await self._commands.play(
            request.entity, request.account, request.key, request.command, _time(request.received_unix_ms)
        )
        return wire.answer(answer)

    async def due(self, delivery: Delivery) -> None:
        """A deadline ran out."""
        due = clock_pb2.Due.FromString(delivery.data)
        try:
            if due.what == "delete":
                await self._delete(due.entity)
            elif is_thought(due.what):
                await self._bots.think(due.entity)
            else:
                deadline = ExpireDeadline(what=due.what, due=_time(due.due_unix_ms), offline_s=due.offline_s)
                await self._commands.expire(due.entity, deadline, due.credited_ms)
        except Problem as problem:
            if problem.kind is not Kind.MISSING:
                raise
            _LOG.info("a deadline of a campaign that is gone", campaign=due.entity)

    async def game(self, delivery: Delivery) -> None:
        """A game was settled, a peace lapsed at the board, or a game moved to a real board or back."""
        campaign, news = _news(delivery)
        try:
            await self._commands.record_game(campaign, news, delivery.id)
        except Problem as problem:
            if problem.kind is not Kind.MISSING:
                raise
            _LOG.info("a game of a campaign that is gone", campaign=campaign)

    async def _delete(self, campaign: str) -> None:
        loaded = await self._loader.load(campaign, fresh=True)
        if loaded.campaign.status == "ended" and not loaded.head.imported:
            await self._store.delete(loaded.head)
            self._loader.forget(campaign)


def _news(delivery: Delivery) -> tuple[str, RecordGameResult | MoveGame]:
    if delivery.subject.startswith("chess.declined."):
        declined = chess_pb2.PeaceDeclined.FromString(delivery.data)
        lapsed = RecordGameResult(war=declined.war, result="declined", reason="declined", offer=declined.offer)
        return declined.campaign, lapsed
    if delivery.subject.startswith("chess.place."):
        place = chess_pb2.PlaceChanged.FromString(delivery.data)
        return place.campaign, MoveGame(war=place.war, over_the_board=place.over_the_board, version=place.version)
    ended = chess_pb2.GameEnded.FromString(delivery.data)
    return ended.campaign, RecordGameResult(
        war=ended.war, result=ended.result, reason=ended.reason, plies=ended.plies,
        offer=ended.offer or ended.lapsed_offer or None,
    )  # fmt: skip


def _time(unix_ms: int) -> datetime:
    """A time on the wire; what no clock could have said becomes 1970, which counts as too old."""
    try:
        return from_unix_ms(unix_ms)
    except OverflowError:
        return EPOCH
