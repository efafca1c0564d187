"""What happens at the board: moves, draw offers, resignations, flags. Pure functions from a game to the next one."""

from datetime import timedelta

import chess
import msgspec
from msgspec.structs import replace

from chassis.liveness import GRACE
from services.chessgate.core.commands import AcceptDraw, Command, MakeMove, OfferDraw, Refused, Resign
from services.chessgate.core.endings import ending, flagged
from services.chessgate.core.game import Colour, Credit, Game, Move, moved, other
from services.chessgate.core.spans import NO_OUTAGES, Spans

GRACE_MS = GRACE // timedelta(milliseconds=1)
OLDEST_STAMP_MS = 5_000
"""A stamp of receipt older than this is taken as this old."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a step led to: the game as it is now, and what others are told."""

    game: Game
    declined: str = ""
    """Accepted peace offer that lapses here, to be told of."""
    stopped_for: str = ""
    lapsed_offer: str = ""
    refused: Refused | None = None
    """The step itself was refused, though time may have ended the game meanwhile."""


_COLOURS: tuple[Colour, ...] = ("white", "black")


def command(
    game: Game,
    board: chess.Board,
    colour: Colour,
    wanted: Command,
    *,
    stamp: int,
    now: int,
    outages: Spans = NO_OUTAGES,
) -> Outcome:
    """A player's command, received at `stamp`. Time that ran out before it comes first."""
    at = min(max(stamp, game.last_ms, now - OLDEST_STAMP_MS), now)
    game = credited(game, outages.overlap(game.wait_began_ms, at)) if game.waits else game
    fallen = out_of_time(game, board, at)
    if fallen is not None:
        return Outcome(game=fallen, refused=_over())
    try:
        return turned_down(_command(game, board, colour, wanted, at))
    except Refused as refused:
        return Outcome(game=game, refused=refused)


def turned_down(game: Game) -> Outcome:
    """A player's move turns down the peace offer that came before it, as it does a draw offer."""
    for colour in _COLOURS:
        made = next((offer for offer in reversed(game.offers) if offer.by == other(colour)), None)
        if game.state == "over" or made is None or made.id in game.declined:
            continue
        if moved_after(game, colour, made.at_ms):
            return Outcome(game=replace(game, declined=(*game.declined, made.id)), declined=made.id)
    return Outcome(game=game)


def _over() -> Refused:
    return Refused("game_over", "The game is over.")


def _command(game: Game, board: chess.Board, colour: Colour, wanted: Command, at: int) -> Game:
    if game.state == "over":
        raise _over()
    if game.paused_ms:
        raise Refused("parked", "The campaign stands still, and this game with it.")
    if isinstance(wanted, Resign):
        return ended(game, other(colour), "resignation", at)
    if game.state == "waiting":
        raise Refused("not_started", "The game has not started: one of its players has another one to finish.")
    if isinstance(wanted, MakeMove):
        return move(game, board, colour, wanted, at)
    if isinstance(wanted, OfferDraw):
        if game.draw_offer == other(colour):
            return ended(game, "draw", "agreement", at)
        return game if game.draw_offer == colour else changed(game, draw_offer=colour)
    if wanted.ply != game.ply:
        raise Refused("wrong_ply", "The game has moved on.")
    if game.draw_offer != other(colour):
        raise Refused("no_offer", "No draw is on offer.")
    if isinstance(wanted, AcceptDraw):
        return ended(game, "draw", "agreement", at)
    return changed(game, draw_offer=None)


def move(game: Game, board: chess.Board, colour: Colour, wanted: MakeMove, at: int) -> Game:
    """A move: it declines the opponent's draw offer, and may end the game.

    :raises Refused: if it is another's turn, another ply or no legal move.
    """
    if wanted.ply != game.ply:
        raise Refused("wrong_ply", "The game has moved on; this move was meant for another position.")
    if game.turn != colour:
        raise Refused("not_your_move", "It is your opponent's move.")
    made = _legal(board, wanted.uci)
    left = _left(game, colour, at)
    kept = left if game.live else game.side(colour).initial_ms
    after = changed(
        game,
        moves=(*game.moves, Move(uci=made.uci(), san=board.san(made), clock_ms=left, at_ms=at)),
        white_ms=kept if colour == "white" else game.white_ms,
        black_ms=kept if colour == "black" else game.black_ms,
        since_ms=at,
        given_before_pause_ms=0,
        draw_offer=colour if game.draw_offer == colour else None,
    )
    result = ending(moved(board, made))
    return after if result is None else replace(ended(after, *result, at), version=after.version)


def _legal(board: chess.Board, uci: str) -> chess.Move:
    try:
        made = chess.Move.from_uci(uci)
    except ValueError:
        made = chess.Move.null()
    if not made or not board.is_legal(made):
        raise Refused("illegal_move", "That is no legal move here.")
    return made


def _left(game: Game, colour: Colour, at: int) -> int:
    """The mover's clock after a move; before both have made their first, clocks don't run."""
    left = game.clock_ms(colour)
    if game.first_moves:
        return left
    left = max(left - max(at - game.since_ms, 0), 0)
    return left + game.side(colour).increment_ms if game.live else left


def out_of_time(game: Game, board: chess.Board, at: int) -> Game | None:
    """The game ended by time, if the side to move had none left at a moment."""
    deadline = game.deadline_ms
    if not deadline or at <= deadline:
        return None
    result, reason = flagged(board, first_move=game.first_moves)
    colour = game.turn
    left = {} if game.first_moves else {f"{colour}_ms": 0}
    return replace(ended(game, result, reason, deadline), **left)


def expire(game: Game, board: chess.Board, ply: int, credit: int, now: int) -> Game:
    """A deadline of `ply` was reported as over, with `credit` ms of it given back; early and late ones do nothing."""
    if game.ply != ply or not game.waits:
        return game
    given = credited(game, credit)
    fallen = out_of_time(given, board, now - GRACE_MS)
    return given if fallen is None else replace(fallen, version=game.version + 1)


def credited(game: Game, total: int) -> Game:
    """Give back what a wait lost to outages, `total` in all for this wait; what was given before counts."""
    more = total - game.given_ms
    if more <= 0 or not game.waits:
        return game
    return changed(game, since_ms=game.since_ms + more, credits=(*game.credits, Credit(ply=game.ply, ms=more)))


def start(game: Game, now: int) -> Game:
    """Let a waiting game begin."""
    return changed(game, state="playing", started_ms=now, since_ms=now) if game.state == "waiting" else game


def ended(game: Game, result: str, reason: str, at: int) -> Game:
    """The game, over."""
    return changed(game, state="over", result=result, reason=reason, ended_ms=at, draw_offer=None)


def changed(game: Game, **fields: object) -> Game:
    """The next version."""
    return replace(game, version=game.version + 1, **fields)


def moved_after(game: Game, colour: Colour, at: int) -> bool:
    """Whether a side's last move was made after a moment."""
    mine = game.moves[0 if colour == "white" else 1 :: 2]
    return bool(mine) and mine[-1].at_ms > at
