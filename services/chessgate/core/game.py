"""A game of chess with its clocks: what it is, and what can be read from it. Times are milliseconds since 1970 UTC."""

from typing import Literal

import chess
import msgspec

from services.chessgate.core.places import Colour, OnLichess, Place, lichess_ends, window_ends

FIRST_MOVE_MS = 5 * 60_000
"""Live: how long each side has for its first move; clocks don't run before."""

MOST_LAG_MS = 1_000
"""The most that one move is granted for its way."""


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays a colour, and with what time."""

    seat: int
    account: str = ""
    bot_level: int = 0
    """1-8 while a bot plays the seat, else 0."""
    initial_ms: int
    increment_ms: int = 0

    @property
    def person(self) -> str:
        """The account that plays, or "" while a bot does."""
        return "" if self.bot_level else self.account


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """A half-move."""

    uci: str
    san: str
    clock_ms: int
    """The mover's clock afterwards."""
    at_ms: int
    lag_ms: int = 0
    """Of the time it took, what the connection was granted and the clock did not lose."""


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A peace offer in the war that this game decides."""

    id: str
    by: Colour
    at_ms: int


class Credit(msgspec.Struct, frozen=True, kw_only=True):
    """Waiting time given back, since a part of the platform was away."""

    ply: int
    ms: int
    taken_back: bool = False
    """The move it was given for was taken back: it counts for no wait any more."""


class Watch(msgspec.Struct, frozen=True, kw_only=True):
    """What the clock service was last told to watch of a game (`services.chessgate.core.watching`)."""

    seq: int
    """Number of the list: later ones have higher numbers. The version, unless that was used already."""
    ply: int
    since_ms: int
    due_ms: int
    """0 if there was nothing to watch."""
    credits: int
    """How many credits the game had."""
    told_ms: int
    fired: bool = False
    """The clock has told us that it is over: it watches no more."""


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game. Every change makes a new one with the next version."""

    id: str
    campaign: str
    war: str
    white: Side
    black: Side
    live: bool
    wanted_ms: int
    """When the war came to be playing."""
    version: int = 1
    state: Literal["waiting", "playing", "over"] = "waiting"
    moves: tuple[Move, ...] = ()
    white_ms: int
    black_ms: int
    started_ms: int = 0
    since_ms: int = 0
    """When the present wait began, moved forward by what was given back."""
    paused_ms: int = 0
    """Since when the campaign stands still; 0 if it doesn't."""
    draw_offer: Colour | None = None
    draw_wins: Colour | None = None
    """The side for which a draw wins the war, if there is one."""
    result: str = ""
    reason: str = ""
    ended_ms: int = 0
    credits: tuple[Credit, ...] = ()
    given_before_pause_ms: int = 0
    """What was given back of the present wait before the campaign last stood still: counted and done with."""
    went_on_ms: int = 0
    """When time last ran again after it had stood still; outages before that are given back or cost nothing."""
    offers: tuple[Offer, ...] = ()
    """Every peace offer heard of: an accepted one may no longer be listed."""
    declined: tuple[str, ...] = ()
    """Accepted offers that lapsed at the board."""
    epoch: int = 0
    seq: int = 0
    """Version of the campaign's wants that was last applied."""
    takeback: bool = False
    """Friendly: moves are taken back if both agree."""
    takeback_offer: Colour | None = None
    takebacks: int = 0
    """How often moves were taken back: with `ply` it names the line that was played."""
    place: Place | None = None
    """None while the game is online and nobody offers otherwise."""
    lichess: OnLichess | None = None
    """None while it isn't played on Lichess and nobody offers that."""
    back_from_lichess: str = ""
    """Why it is played here again: `not_taken`, `aborted`, `foreign`, `refused`, `silent`, `left`; "" if it isn't."""
    offers_of_place: int = 0
    reports: int = 0
    white_quota_ms: int = 0
    """How much lag the side may still be granted."""
    black_quota_ms: int = 0
    spectator_delay_ms: int = 0
    """Who plays neither side sees the game so much later while it lasts."""
    no_engine: bool = False
    """No chess engine could be had when a bot last was to think."""
    watch: Watch | None = None
    """None in a game of a release that told the clock of every version."""

    @property
    def ply(self) -> int:
        """Half-moves made."""
        return len(self.moves)

    @property
    def turn(self) -> Colour:
        """Whose move it is."""
        return "black" if self.ply % 2 else "white"

    def draw_settles(self, colour: Colour) -> bool | None:
        """Whether a draw wins the war for a side (True) or loses it (False); None if it does neither."""
        return None if self.draw_wins is None else self.draw_wins == colour

    def side(self, colour: Colour) -> Side:
        """Who plays a colour."""
        return self.white if colour == "white" else self.black

    def clock_ms(self, colour: Colour) -> int:
        """A side's time at the beginning of the present wait."""
        return self.white_ms if colour == "white" else self.black_ms

    def colour_of(self, account: str) -> Colour | None:
        """The colour an account plays now."""
        if account and account == self.white.person:
            return "white"
        return "black" if account and account == self.black.person else None

    @property
    def first_moves(self) -> bool:
        """Whether the wait is for a side's first move of a live game: its clock doesn't run yet."""
        return self.live and self.ply < 2

    @property
    def over_the_board(self) -> bool:
        """Whether it is played on a real board."""
        return self.state == "playing" and self.place is not None and self.place.there

    @property
    def on_lichess(self) -> bool:
        """Whether it is played on Lichess, or about to be."""
        return self.state == "playing" and self.lichess is not None and self.lichess.there

    @property
    def waits(self) -> bool:
        """Whether time runs for the side to move."""
        return self.state == "playing" and not (self.paused_ms or self.over_the_board or self.on_lichess)

    @property
    def wait_began_ms(self) -> int:
        """When the present wait began (after a pause: went on), before anything was given back since.

        What it lost to outages is counted from here.
        """
        if self.place is not None and self.over_the_board:
            return max(self.place.word_ms, self.went_on_ms)
        if self.lichess is not None and self.on_lichess:
            return max(self.lichess.word_ms, self.went_on_ms)
        return max(self.since_ms - self.given_ms, self.went_on_ms)

    @property
    def given_ms(self) -> int:
        """What was given back of the present wait, since it began or last went on after a pause."""
        given = sum(credit.ms for credit in self.credits if credit.ply == self.ply and not credit.taken_back)
        return given - self.given_before_pause_ms

    @property
    def deadline_ms(self) -> int:
        """When the side to move runs out of time, or a game played elsewhere has waited long enough; 0 if neither."""
        if self.state != "playing" or self.paused_ms:
            return 0
        if self.place is not None and self.place.there:
            return window_ends(self.place, live=self.live)
        if self.lichess is not None and self.lichess.there:
            return lichess_ends(self.lichess, live=self.live)
        return self.since_ms + (FIRST_MOVE_MS if self.first_moves else self.clock_ms(self.turn))

    @property
    def decided_ms(self) -> int:
        """When that is decided without another word: a live move may still be on its way at the deadline."""
        due = self.deadline_ms
        return due + spare(self, self.turn) if due and self.waits and not self.first_moves else due

    @property
    def bot_owes(self) -> bool:
        """Whether a bot is to move, or to answer an offer of a draw or a wish to take back."""
        asked = [other(colour) for colour in (self.draw_offer, self.takeback_offer) if colour is not None]
        return self.waits and any(self.side(colour).bot_level for colour in (self.turn, *asked))

    @property
    def last_ms(self) -> int:
        """When the last thing happened that a stamp may not precede."""
        return max(self.started_ms, self.moves[-1].at_ms if self.moves else 0)


def quota_ms(game: Game, colour: Colour) -> int:
    """How much lag a side may still be granted."""
    return game.white_quota_ms if colour == "white" else game.black_quota_ms


def spare(game: Game, colour: Colour) -> int:
    """How much longer than its clock a side is waited for, since its move may be on its way: what it may be granted."""
    return min(quota_ms(game, colour), MOST_LAG_MS) if game.live and game.side(colour).person else 0


def other(colour: Colour) -> Colour:
    """The opponent."""
    return "black" if colour == "white" else "white"


def board_of(game: Game) -> chess.Board:
    """The position with its history, from the moves."""
    board = chess.Board()
    for move in game.moves:
        board.push(chess.Move.from_uci(move.uci))
    return board


def board_from(game: Game, moves: tuple[Move, ...], board: chess.Board) -> chess.Board:
    """The position of a game, from the one after `moves` if that is a move ago."""
    if not game.moves or game.moves[:-1] != moves:
        return board_of(game)
    return moved(board, chess.Move.from_uci(game.moves[-1].uci))


def moved(board: chess.Board, move: chess.Move) -> chess.Board:
    """The position after a move; `board` stays as it is."""
    after = _short(board)
    after.push(move)
    return after


def written(board: chess.Board, move: chess.Move) -> tuple[str, chess.Board]:
    """A legal move in standard notation, and the position after it; `board` stays as it is."""
    after = _short(board)
    return after.san_and_push(move), after


def _short(board: chess.Board) -> chess.Board:
    """A copy with as much history as repetitions need: back to the last capture or pawn move.

    It shares the moves, which nobody changes; the library would copy each, which takes twice as long as the rest.
    """
    after, kept = board.copy(stack=False), board.halfmove_clock
    if kept:
        after.move_stack = board.move_stack[-kept:]
        after._stack = board._stack[-kept:]  # noqa: SLF001
    return after


def legal_moves(board: chess.Board) -> dict[str, list[str]]:
    """Targets by origin; a promotion is its four moves' target squares with the piece (`e8q`)."""
    found: dict[str, list[str]] = {}
    names, pieces = chess.SQUARE_NAMES, chess.PIECE_SYMBOLS
    for move in board.generate_legal_moves():
        target = names[move.to_square]
        if move.promotion:
            target += pieces[move.promotion] or ""
        found.setdefault(names[move.from_square], []).append(target)
    return found
