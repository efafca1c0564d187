"""What happens to a game: moves, draw offers, resignations, flags. Pure functions from a game to the next one."""

from datetime import timedelta

import chess
import msgspec
from msgspec.structs import replace

from chassis.liveness import GRACE
from services.chessgate.core import takebacks
from services.chessgate.core.commands import (
    AcceptDraw,
    AcceptTakeback,
    Command,
    DeclineTakeback,
    MakeMove,
    OfferDraw,
    OfferTakeback,
    Refused,
    Resign,
)
from services.chessgate.core.endings import ending, flagged
from services.chessgate.core.game import FIRST_MOVE_MS, Credit, Game, Move, other, spare, written
from services.chessgate.core.lag import after, first_quota_ms, granted
from services.chessgate.core.on_lichess import NO_USERS, LichessCommand, Seen, Users, at_lichess, heard, unheard
from services.chessgate.core.over_the_board import BoardCommand, at_the_board, waited_out
from services.chessgate.core.places import Colour
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
    round_trip_ms: int = 0,
    users: Users = NO_USERS,
) -> Outcome:
    """A player's command, received at `stamp`. Time that ran out before it comes first.

    :param round_trip_ms: of the player's connection; 0 if it isn't known.
    :param users: who the players are on Lichess, if the command is about that.
    """
    at = min(max(stamp, game.last_ms, now - OLDEST_STAMP_MS), now)
    lag = granted(game, game.turn, round_trip_ms) if colour == game.turn and isinstance(wanted, MakeMove) else 0
    # The opponent's command doesn't end the time in which a move is waited for that may be on its way.
    spared = 0 if colour == game.turn else spare(game, game.turn)
    game = timely(game, board, outages.overlap(game.wait_began_ms, at), at - lag, spared=spared)
    if game.state == "over":
        return Outcome(game=game, refused=_over())
    try:
        return turned_down(_command(game, board, colour, wanted, at, lag, users))
    except Refused as refused:
        return Outcome(game=game, refused=refused)


def timely(game: Game, board: chess.Board, lost_ms: int, at: int, *, spared: int) -> Game:
    """The game after what time has brought until a moment: a flag, a report that stands, a game online again.

    :param lost_ms: what its present wait has lost to outages in all.
    :param spared: how long a move that may be on its way is still waited for.
    """
    if game.over_the_board:
        waited = waited_out(game, lost_ms, at)
        if waited is game:
            return game
        game = changed(waited)
    elif game.on_lichess:
        waited = unheard(game, lost_ms, at)
        if waited is game:
            return game
        game = changed(waited)
    elif game.waits:
        game = credited(game, lost_ms)
    return out_of_time(game, board, at, spared=spared) or game


def turned_down(game: Game) -> Outcome:
    """A player's move turns down the peace offer that came before it, as it does a draw offer."""
    if not game.offers:
        return Outcome(game=game)
    for colour in _COLOURS:
        made = next((offer for offer in reversed(game.offers) if offer.by == other(colour)), None)
        if game.state == "over" or made is None or made.id in game.declined:
            continue
        if moved_after(game, colour, made.at_ms):
            return Outcome(game=replace(game, declined=(*game.declined, made.id)), declined=made.id)
    return Outcome(game=game)


def without_engine(game: Game) -> Game:
    """The game in which a bot owes something while no chess engine can be had."""
    return changed(game, no_engine=True) if game.bot_owes and not game.no_engine else game


def thought(game: Game) -> Game:
    """The game in which a bot has thought of what it owes."""
    return changed(game, no_engine=False) if game.no_engine else game


def _over() -> Refused:
    return Refused("game_over", "The game is over.")


def _command(  # noqa: C901
    game: Game, board: chess.Board, colour: Colour, wanted: Command, at: int, lag: int, users: Users
) -> Game:
    if game.state == "over":
        raise _over()
    if game.paused_ms:
        raise Refused("parked", "The campaign stands still, and this game with it.")
    if isinstance(wanted, Resign):
        return ended(game, other(colour), "resignation", at)
    if game.state == "waiting":
        raise Refused("not_started", "The game has not started: one of its players has another one to finish.")
    if isinstance(wanted, LichessCommand):
        done = at_lichess(game, colour, wanted, users, at)
        return game if done is game else changed(done)
    if game.on_lichess:
        raise Refused("on_lichess", "The game is played on Lichess.")
    if isinstance(wanted, BoardCommand):
        done = at_the_board(game, colour, wanted, at)
        return game if done is game else changed(done)
    if game.over_the_board:
        raise Refused("over_the_board", "The game is played over the board: report its end, or take it online.")
    if isinstance(wanted, MakeMove):
        return move(game, board, colour, wanted, at, lag)
    if isinstance(wanted, OfferTakeback):
        return changed(takebacks.offer(game, colour, at))
    if isinstance(wanted, AcceptTakeback | DeclineTakeback):
        agrees = isinstance(wanted, AcceptTakeback)
        return changed(takebacks.answer(game, colour, wanted.ply, agrees=agrees, now=at))
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


def move(game: Game, board: chess.Board, colour: Colour, wanted: MakeMove, at: int, lag: int) -> Game:
    """A move: it declines the opponent's draw offer, and may end the game.

    :param lag: of its time, what its way is granted.
    :raises Refused: if it is another's turn, another ply or no legal move.
    """
    if wanted.ply != game.ply:
        raise Refused("wrong_ply", "The game has moved on; this move was meant for another position.")
    if game.turn != colour:
        raise Refused("not_your_move", "It is your opponent's move.")
    made = _legal(board, wanted.uci)
    san, board_after = written(board, made)
    left = _left(game, colour, at - lag)
    kept = left if game.live else game.side(colour).initial_ms
    made_it = changed(
        game,
        moves=(*game.moves, Move(uci=made.uci(), san=san, clock_ms=left, at_ms=at, lag_ms=lag)),
        white_ms=kept if colour == "white" else game.white_ms,
        black_ms=kept if colour == "black" else game.black_ms,
        since_ms=at,
        given_before_pause_ms=0,
        draw_offer=colour if game.draw_offer == colour else None,
        takeback_offer=None,
        lichess=None,
        **{f"{colour}_quota_ms": after(game, colour, lag)} if game.live else {},
    )
    result = ending(board_after)
    return made_it if result is None else replace(ended(made_it, *result, at), version=made_it.version)


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


def out_of_time(game: Game, board: chess.Board, at: int, *, spared: int = 0) -> Game | None:
    """The game ended by time, if the side to move had none left at a moment."""
    if not game.waits:
        return None
    deadline = game.since_ms + (FIRST_MOVE_MS if game.first_moves else game.clock_ms(game.turn) + spared)
    if at <= deadline:
        return None
    result, reason = flagged(board, first_move=game.first_moves)
    colour = game.turn
    left = {} if game.first_moves else {f"{colour}_ms": 0}
    return replace(ended(game, result, reason, deadline), **left)


def expire(game: Game, board: chess.Board, ply: int, credit: int, now: int) -> Game:
    """A deadline of `ply` was reported as over, with `credit` ms of it given back; early and late ones do nothing."""
    if game.ply != ply or not game.deadline_ms:
        return game
    after = timely(game, board, credit, now - GRACE_MS, spared=spare(game, game.turn))
    return after if after is game else replace(after, version=game.version + 1)


def told(game: Game, seen: Seen, now: int) -> Outcome | None:
    """What Lichess tells of a game that is played there; None if that is nothing new."""
    after = heard(game, seen, now)
    return None if after is game else turned_down(changed(after))


def credited(game: Game, total: int) -> Game:
    """Give back what a wait lost to outages, `total` in all for this wait; what was given before counts."""
    more = total - game.given_ms
    if more <= 0 or not game.waits:
        return game
    return changed(game, since_ms=game.since_ms + more, credits=(*game.credits, Credit(ply=game.ply, ms=more)))


def start(game: Game, now: int) -> Game:
    """Let a waiting game begin."""
    if game.state != "waiting":
        return game
    quotas = {
        f"{colour}_quota_ms": first_quota_ms(game.side(colour).initial_ms, game.side(colour).increment_ms)
        for colour in _COLOURS
        if game.live
    }
    return changed(game, state="playing", started_ms=now, since_ms=now, **quotas)


def ended(game: Game, result: str, reason: str, at: int) -> Game:
    """The game, over."""
    return changed(
        game, state="over", result=result, reason=reason, ended_ms=at, draw_offer=None, takeback_offer=None, place=None,
        lichess=None,
    )  # fmt: skip


def changed(game: Game, **fields: object) -> Game:
    """The next version."""
    return replace(game, version=game.version + 1, **fields)


def moved_after(game: Game, colour: Colour, at: int) -> bool:
    """Whether a side's last move was made after a moment."""
    mine = game.moves[0 if colour == "white" else 1 :: 2]
    return bool(mine) and mine[-1].at_ms > at
