"""A war's game of chess: moves, clocks, offers and how it ends. Pure: time is an argument, the board is python-chess.

Durations are whole milliseconds, as they are stored and sent. In a correspondence game a clock is the time for one
move and is full again after it; in a live game it runs down and gains the increment (chess_wars section 6).
"""

from datetime import datetime, timedelta
from enum import StrEnum

import chess
import msgspec

from services.chessgate.core.material import can_mate

FIRST_MOVE_MS = 5 * 60 * 1000
"""In live games each side's first move must come within this (chess_wars section 7)."""


class Code(StrEnum):
    """Refusals of chess commands."""

    WRONG_PLY = "wrong_ply"
    ILLEGAL_MOVE = "illegal_move"
    NOT_YOUR_MOVE = "not_your_move"
    GAME_OVER = "game_over"
    NOT_A_PLAYER = "not_a_player"
    NO_DRAW_OFFER = "no_draw_offer"
    PAUSED = "paused"


class Refused(Exception):  # noqa: N818 - an answer, not an error
    """A command the game refuses; nothing changes."""

    def __init__(self, code: Code, **detail: object) -> None:
        super().__init__(code.value)
        self.code = code
        self.detail = detail


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays a colour."""

    seat: int
    account: str
    bot_level: int
    """1-8 while a bot plays, else 0."""
    initial_ms: int
    increment_ms: int


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A move that was made."""

    uci: str
    san: str
    clock_ms: int
    """The mover's clock after it."""
    at: datetime


class Credit(msgspec.Struct, frozen=True, kw_only=True):
    """Time given back to a side, and why; part of the game's log."""

    ply: int
    side: str
    credited_ms: int
    reason: str


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A peace offer that stands in the war."""

    offer: str
    by: str
    at: datetime


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """The whole game."""

    id: str
    campaign: str
    war: str
    white: Side
    black: Side
    live: bool
    created: datetime
    white_ms: int
    black_ms: int
    since: datetime
    """When the side to move came to be on move (or a pause ended)."""
    moves: tuple[Played, ...] = ()
    version: int = 1
    draw_offer: str = ""
    """`white` or `black`."""
    result: str = ""
    """`white`, `black`, `draw`, `stopped`, `cancelled`; empty while it goes on."""
    reason: str = ""
    offer: str = ""
    """The peace offer it was stopped for, or that lapsed."""
    paused_at: datetime | None = None
    declined: tuple[str, ...] = ()
    """Accepted peace offers that lapsed since their accepter had moved on."""
    credits: tuple[Credit, ...] = ()

    @property
    def to_move(self) -> str:
        """`white` or `black`."""
        return "black" if len(self.moves) % 2 else "white"

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return bool(self.result)

    def side(self, colour: str) -> Side:
        """Who plays a colour."""
        return self.white if colour == "white" else self.black

    def clock_ms(self, colour: str) -> int:
        """What a colour's clock showed when its turn began."""
        return self.white_ms if colour == "white" else self.black_ms


def other(colour: str) -> str:
    """The opposing colour."""
    return "black" if colour == "white" else "white"


def board_of(game: Game) -> chess.Board:
    """The position, with its whole history (threefold repetition needs it)."""
    board = chess.Board()
    for move in game.moves:
        board.push_uci(move.uci)
    return board


def starts_free(game: Game) -> bool:
    """Live: clocks start after each side's first move; until then only the first-move window runs."""
    return game.live and len(game.moves) < 2


def due(game: Game) -> datetime | None:
    """When the side to move runs out of time, or None while nothing runs."""
    if game.over or game.paused_at is not None:
        return None
    left = FIRST_MOVE_MS if starts_free(game) else game.clock_ms(game.to_move)
    return game.since + timedelta(milliseconds=left)


def move(game: Game, board: chess.Board, colour: str, ply: int, uci: str, at: datetime) -> Game:
    """The game after a move; `board` is moved along. A move stamped after the flag's fall meets the flag first.

    :raises Refused: it is not legal here and now.
    """
    _may_act(game)
    if ply != len(game.moves):
        raise Refused(Code.WRONG_PLY, ply=len(game.moves))
    if colour != game.to_move:
        raise Refused(Code.NOT_YOUR_MOVE, to_move=game.to_move)
    end = due(game)
    if end is not None and at > end:
        return flag(game, board, at)
    try:
        wanted = chess.Move.from_uci(uci)
    except ValueError:
        raise Refused(Code.ILLEGAL_MOVE, uci=uci[:10]) from None
    if not board.is_legal(wanted):
        raise Refused(Code.ILLEGAL_MOVE, uci=uci[:10])
    clock = _clock_after(game, colour, at)
    played = Played(uci=wanted.uci(), san=board.san(wanted), clock_ms=clock, at=at)
    board.push(wanted)
    after = msgspec.structs.replace(
        game,
        moves=(*game.moves, played),
        white_ms=clock if colour == "white" else game.white_ms,
        black_ms=clock if colour == "black" else game.black_ms,
        since=at,
        version=game.version + 1,
        draw_offer=game.draw_offer if game.draw_offer == colour else "",
    )
    return _ended_on_board(after, board, colour)


def resign(game: Game, colour: str) -> Game:
    """The game after a resignation.

    :raises Refused: it is over.
    """
    _may_act(game)
    return _end(game, other(colour), "resignation")


def offer_draw(game: Game, colour: str) -> Game:
    """The game with a draw offered; offering against an offer accepts it.

    :raises Refused: it is over.
    """
    _may_act(game)
    if game.draw_offer == other(colour):
        return _end(game, "draw", "agreement")
    if game.draw_offer == colour:
        return game
    return msgspec.structs.replace(game, draw_offer=colour, version=game.version + 1)


def answer_draw(game: Game, colour: str, ply: int, *, accept: bool) -> Game:
    """The game after the opponent's draw offer was answered.

    :raises Refused: there is no such offer now.
    """
    _may_act(game)
    if game.draw_offer != other(colour) or ply != len(game.moves):
        raise Refused(Code.NO_DRAW_OFFER)
    if accept:
        return _end(game, "draw", "agreement")
    return msgspec.structs.replace(game, draw_offer="", version=game.version + 1)


def flag(game: Game, board: chess.Board, at: datetime, credited: timedelta = timedelta()) -> Game:
    """The game after its deadline was looked at: only the side to move can run out of time.

    :param credited: outage time given back; it is added to the clock, in sight of the players.
    """
    end = due(game)
    if end is None:
        return game
    if credited > timedelta() and at < end + credited:
        return game
    if at < end:
        return game
    colour = game.to_move
    if starts_free(game):
        return _end(game, other(colour), "first_move")
    if can_mate(board, chess.BLACK if colour == "white" else chess.WHITE):
        return _end(game, other(colour), "time")
    return _end(game, "draw", "time_no_material")


def stop(game: Game, offer: Offer) -> Game:
    """The game after an accepted peace asked it to stop: over already, played on, or stopped (architecture)."""
    if game.over or offer.offer in game.declined:
        return game
    accepter = other(offer.by)
    first = 0 if accepter == "white" else 1
    last = next((m for m in reversed(game.moves[first::2])), None)
    if last is not None and last.at > offer.at:
        return msgspec.structs.replace(game, declined=(*game.declined, offer.offer), version=game.version + 1)
    return msgspec.structs.replace(_end(game, "stopped", "stopped"), offer=offer.offer)


def cancel(game: Game) -> Game:
    """The game after its war is gone: no result, moves kept."""
    return game if game.over else _end(game, "cancelled", "cancelled")


def pause(game: Game, at: datetime, *, paused: bool) -> Game:
    """Clocks stand still, or go on with what they had."""
    if game.over or paused == (game.paused_at is not None):
        return game
    if paused:
        return msgspec.structs.replace(game, paused_at=at, version=game.version + 1)
    assert game.paused_at is not None
    since = game.since + (at - game.paused_at)
    return msgspec.structs.replace(game, paused_at=None, since=since, version=game.version + 1)


def _may_act(game: Game) -> None:
    if game.over:
        raise Refused(Code.GAME_OVER, result=game.result)
    if game.paused_at is not None:
        raise Refused(Code.PAUSED)


def _clock_after(game: Game, colour: str, at: datetime) -> int:
    side = game.side(colour)
    if not game.live:
        return side.initial_ms
    if starts_free(game):
        return game.clock_ms(colour)
    spent = max(at - game.since, timedelta()) // timedelta(milliseconds=1)
    return max(game.clock_ms(colour) - spent, 0) + side.increment_ms


def _ended_on_board(game: Game, board: chess.Board, mover: str) -> Game:
    """Mate and the automatic draws; mate on the hundredth half-move wins."""
    if board.is_checkmate():
        return _end(game, mover, "checkmate", bump=0)
    for true, reason in (
        (board.is_stalemate, "stalemate"),
        (board.is_insufficient_material, "dead_position"),
        (board.is_fifty_moves, "fifty_moves"),
    ):
        if true():
            return _end(game, "draw", reason, bump=0)
    if board.is_repetition(3):
        return _end(game, "draw", "threefold", bump=0)
    return game


def _end(game: Game, result: str, reason: str, bump: int = 1) -> Game:
    return msgspec.structs.replace(game, result=result, reason=reason, draw_offer="", version=game.version + bump)
