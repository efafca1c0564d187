"""Everything that changes a game: wanted lists, players' commands, flags, bots. Load, change, save, tell."""

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Literal

import chess
import msgspec
from google.protobuf.message import DecodeError
from warboard_pb.campaign.v1 import wants_pb2
from warboard_pb.chess.v1 import chess_pb2
from warboard_pb.clock.v1 import clock_pb2
from warboard_pb.common.v1 import play_pb2

from chassis.bus import Bus, Message
from chassis.consumers import Delivery, consume
from chassis.logs import logger
from chassis.problems import Busy, Kind, Problem, Unavailable
from chassis.subjects import ANY, pattern, subject
from chassis.tasks import Workers
from chassis.timekeeping import Clock
from services.chessgate.adapters.bots import Thinkers
from services.chessgate.adapters.store import Changed, GameStore
from services.chessgate.core import game as rules
from services.chessgate.core import showing
from services.chessgate.core.game import Code, Game, Offer, Refused, Side

_LOG = logger(__name__)
TRIES = 10
OLDEST_STAMP = timedelta(seconds=5)
KEPT_BOARDS = 2_000

SENTENCES = {
    Code.WRONG_PLY: "The game has moved on; look at the board again.",
    Code.ILLEGAL_MOVE: "This move is not legal here.",
    Code.NOT_YOUR_MOVE: "It is not your move.",
    Code.GAME_OVER: "The game is over.",
    Code.NOT_A_PLAYER: "You don't play this game.",
    Code.NO_DRAW_OFFER: "There is no draw offer to answer now.",
    Code.PAUSED: "The game stands still with its campaign.",
}


class Command(msgspec.Struct, forbid_unknown_fields=True):
    """A player's command."""

    type: Literal["Move", "Resign", "OfferDraw", "AcceptDraw", "DeclineDraw"]
    ply: int = -1
    uci: str = ""


_DECODER = msgspec.json.Decoder(Command)


class Games:
    """The judge of every game."""

    def __init__(self, store: GameStore, bus: Bus, clock: Clock, thinkers: Thinkers) -> None:
        self._store = store
        self._bus = bus
        self._clock = clock
        self._thinkers = thinkers
        self._thoughts = Workers(256, queue_per_key=1)
        self._boards: OrderedDict[str, tuple[int, chess.Board]] = OrderedDict()

    async def listen(self, workers: Workers, unacknowledged: int) -> None:
        """Start serving."""
        await self._bus.serve(pattern("play", "chess", ANY), "chessgate", self.play, workers)
        wants = [pattern("wants", "chess", ANY)]
        await consume(self._bus, "chessgate", "WANTS", wants, self.wanted, max_ack_pending=unacknowledged)
        due = [pattern("clock", "due", "chess", ANY)]
        await consume(self._bus, "chessgate", "CLOCK", due, self.flagged, max_ack_pending=unacknowledged)
        for game in await self._store.unfinished():
            self._think_soon(game)

    async def close(self, within: timedelta) -> None:
        """Finish what was begun."""
        await self._thoughts.close(within)

    async def play(self, message: Message) -> bytes:
        """A player's command; the reply is a PlayReply."""
        try:
            request = play_pb2.PlayRequest.FromString(message.data)
            command = _DECODER.decode(request.command)
        except (DecodeError, msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise Problem("malformed", Kind.MALFORMED, f"The command can't be read: {error}"[:300]) from error
        if request.entity != message.key or not request.account or not request.key:
            raise Problem("malformed", Kind.MALFORMED, "The request names no account, key or game.")
        key = Changed(account=request.account, key=request.key, digest=hashlib.sha256(request.command).hexdigest())
        stamp = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=min(request.received_unix_ms, 1 << 45))
        act = partial(self._act, request.account, command, stamp)
        try:
            await self._change(request.entity, act, key)
        except Refused as refused:
            kind = Kind.NOT_ALLOWED if refused.code is Code.NOT_A_PLAYER else Kind.NOT_NOW
            if refused.code is Code.ILLEGAL_MOVE:
                kind = Kind.MALFORMED
            reply = play_pb2.PlayReply()
            reply.problem.code, reply.problem.kind = refused.code.value, kind.value
            reply.problem.sentence = SENTENCES[refused.code]
            reply.problem.detail = msgspec.json.encode(refused.detail)
            return reply.SerializeToString()
        return play_pb2.PlayReply(accepted=play_pb2.Accepted(facts=1)).SerializeToString()

    def _act(self, account: str, command: Command, received: datetime, game: Game) -> Game:
        colour = colour_of(game, account)
        if colour is None or game.side(colour).bot_level:
            raise Refused(Code.NOT_A_PLAYER)
        now = self._clock.now()
        last = game.moves[-1].at if game.moves else game.created
        at = min(max(received, now - OLDEST_STAMP, last), max(now, last))
        match command.type:
            case "Move":
                return rules.move(game, self.board(game).copy(), colour, command.ply, command.uci, at)
            case "Resign":
                return rules.resign(game, colour)
            case "OfferDraw":
                return rules.offer_draw(game, colour)
            case "AcceptDraw" | "DeclineDraw":
                return rules.answer_draw(game, colour, command.ply, accept=command.type == "AcceptDraw")

    async def wanted(self, delivery: Delivery) -> None:
        """A campaign's whole list of games; newest version wins."""
        wants = wants_pb2.GameWants.FromString(delivery.data)
        known = {game.id: game for game in await self._store.of_campaign(wants.campaign)}
        listed = {want.game for want in wants.games}
        for want in wants.games:
            if want.game not in known:
                await self._create(wants.campaign, want)
            await self._change(want.game, partial(self._follow, want), None)
        if await self._store.newer_list(wants.campaign, wants.epoch, wants.seq):
            for game in known.values():
                if game.id not in listed and not game.over:
                    await self._change(game.id, rules.cancel, None)

    async def _create(self, campaign: str, want: wants_pb2.GameWant) -> None:
        now = self._clock.now()
        white, black = _side(want.white), _side(want.black)
        game = Game(
            id=want.game, campaign=campaign, war=want.war, white=white, black=black, live=want.live, created=now,
            white_ms=white.initial_ms, black_ms=black.initial_ms, since=now,
        )  # fmt: skip
        if await self._store.save(None, game):
            await self._tell(None, game)

    def _follow(self, want: wants_pb2.GameWant, game: Game) -> Game:
        """Who plays, whether it stands still, and whether an accepted peace asks it to stop."""
        game = rules.pause(game, self._clock.now(), paused=want.paused)
        white, black = _side(want.white), _side(want.black)
        levels = (white.bot_level, black.bot_level)
        if not game.over and levels != (game.white.bot_level, game.black.bot_level):
            game = msgspec.structs.replace(
                game,
                white=msgspec.structs.replace(game.white, bot_level=white.bot_level),
                black=msgspec.structs.replace(game.black, bot_level=black.bot_level),
                version=game.version + 1,
            )
        for offer in want.offers:
            if offer.offer == want.stop:
                at = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=offer.at_unix_ms)
                game = rules.stop(game, Offer(offer=offer.offer, by=offer.by, at=at))
        return game

    async def flagged(self, delivery: Delivery) -> None:
        """The clock says that a flag fell."""
        due = clock_pb2.Due.FromString(delivery.data)
        credited = timedelta(milliseconds=due.credited_ms)

        def fall(game: Game) -> Game:
            if due.what != f"flag:{len(game.moves)}":
                return game
            return rules.flag(game, self.board(game), self._clock.now(), credited)

        await self._change(due.entity, fall, None)

    async def think(self, game_id: str) -> None:
        """A bot's move."""
        game = await self._store.load(game_id)
        if game is None or game.over or game.paused_at is not None:
            return
        colour = game.to_move
        level = game.side(colour).bot_level
        if not level:
            return
        board = self.board(game).copy()
        uci = await self._thinkers.move(board, level)
        if uci is None:
            await self._clock.sleep(timedelta(seconds=2))
            self._think_soon(game)
            return

        def act(now: Game) -> Game:
            if now.version != game.version or now.over:
                return now
            at = max(self._clock.now(), now.moves[-1].at if now.moves else now.created)
            return rules.move(now, self.board(now).copy(), colour, len(now.moves), uci, at)

        try:
            await self._change(game_id, act, None)
        except Refused as refused:
            _LOG.error("a bot's move was refused", code=refused.code.value)

    async def _change(self, game_id: str, change: Callable[[Game], Game], key: Changed | None) -> Game:
        for _ in range(TRIES):
            before = await self._store.load(game_id)
            if before is None:
                raise Problem("no_such_game", Kind.MISSING, "There is no such game.")
            if key is not None:
                used = await self._store.digest(game_id, key.account, key.key)
                if used is not None and used != key.digest:
                    raise Problem("key_reused", Kind.NOT_NOW, "This key was used for another command.")
                if used is not None:
                    return before
            after = change(before)
            if after is before or after == before:
                return before
            if await self._store.save(before, after, key):
                await self._tell(before, after)
                return after
        raise Unavailable

    async def _tell(self, before: Game | None, after: Game) -> None:
        """Plain message to whoever watches, after the commit; and the bot to move thinks."""
        board = self.board(after)
        mover = after.side(after.to_move)
        person = "" if after.over or mover.bot_level else mover.account
        said = chess_pb2.GameChanged(
            game=after.id, campaign=after.campaign, version=after.version,
            change=showing.change(before, after, board), to_move=person,
            legal=msgspec.json.encode(showing.legal(board)) if person else b"",
        )  # fmt: skip
        try:
            await self._bus.publish(subject("chess", after.id), said.SerializeToString())
        except Unavailable:
            _LOG.info("watchers will ask for the game")
        self._think_soon(after)

    def _think_soon(self, game: Game) -> None:
        if game.over or game.paused_at is not None or not game.side(game.to_move).bot_level:
            return
        try:
            self._thoughts.submit(game.id, partial(self.think, game.id))
        except Busy:
            _LOG.warning("too many bots' thoughts wait")

    def board(self, game: Game) -> chess.Board:
        """The position of a game, kept between moves; callers copy before they move on it."""
        kept = self._boards.get(game.id)
        if kept is not None and kept[0] == len(game.moves):
            self._boards.move_to_end(game.id)
            return kept[1]
        if kept is not None and kept[0] == len(game.moves) - 1:
            board = kept[1]
            board.push_uci(game.moves[-1].uci)
        else:
            board = rules.board_of(game)
        self._boards[game.id] = (len(game.moves), board)
        self._boards.move_to_end(game.id)
        while len(self._boards) > KEPT_BOARDS:
            self._boards.popitem(last=False)
        return board

    def shown(self, game: Game, account: str) -> dict[str, Any]:
        """The whole game for a reader; legal moves only for the person to move."""
        board = self.board(game)
        whole = showing.without_nulls(showing.plain(game, board))
        mover = game.side(game.to_move)
        if account and not game.over and not mover.bot_level and mover.account == account:
            whole["legal"] = showing.legal(board)
        return whole


def colour_of(game: Game, account: str) -> str | None:
    """The colour an account plays, or None."""
    if not account:
        return None
    if game.white.account == account:
        return "white"
    return "black" if game.black.account == account else None


def _side(side: wants_pb2.GameSide) -> Side:
    return Side(
        seat=side.seat, account=side.account, bot_level=side.bot_level, initial_ms=side.initial_s * 1000,
        increment_ms=side.increment_s * 1000,
    )  # fmt: skip
