"""What happens to a game: moves, offers, flags, stops. Pure functions from a game to the next one."""

from collections.abc import Sequence
from datetime import timedelta
from typing import TypeAlias

import chess
import msgspec
from msgspec.structs import replace

from chassis.liveness import GRACE
from services.chessgate.core.endings import ending, flagged
from services.chessgate.core.game import Colour, Credit, Game, Move, Offer, Side, moved, other

GRACE_MS = GRACE // timedelta(milliseconds=1)
OLDEST_STAMP_MS = 5_000
"""A stamp of receipt older than this is taken as this old."""


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """A command that the game's state doesn't allow."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


class MakeMove(msgspec.Struct, frozen=True, tag="Move", forbid_unknown_fields=True):
    """A move, with the number of half-moves before it."""

    ply: int
    uci: str


class Resign(msgspec.Struct, frozen=True, tag="Resign", forbid_unknown_fields=True):
    """Give the game up."""


class OfferDraw(msgspec.Struct, frozen=True, tag="OfferDraw", forbid_unknown_fields=True):
    """Offer a draw, or take the one on offer."""


class AcceptDraw(msgspec.Struct, frozen=True, tag="AcceptDraw", forbid_unknown_fields=True):
    """Take the draw offered at this point of the game."""

    ply: int


class DeclineDraw(msgspec.Struct, frozen=True, tag="DeclineDraw", forbid_unknown_fields=True):
    """Decline it."""

    ply: int


Command: TypeAlias = MakeMove | Resign | OfferDraw | AcceptDraw | DeclineDraw


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a step led to: the game as it is now, and what others are told."""

    game: Game
    declined: str = ""
    """Accepted peace offer that lapses here, to be told of."""
    stopped_for: str = ""
    lapsed_offer: str = ""
    refused: Refused | None = None
    """The step itself was refused, though time may have ended the game meanwhile."""


class Spans(msgspec.Struct, frozen=True):
    """Stretches in which a part of the platform was away, as (from, until)."""

    spans: Sequence[tuple[int, int]] = ()

    def overlap(self, start: int, end: int) -> int:
        """How much of a wait they took; overlapping ones count once."""
        total, covered = 0, start
        for begin, until in sorted(self.spans):
            low, high = max(begin, covered), min(until, end)
            if high > low:
                total += high - low
                covered = high
        return total


NO_OUTAGES = Spans()
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
        if _moved_after(game, colour, made.at_ms):
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
    try:
        made = chess.Move.from_uci(wanted.uci)
    except ValueError:
        made = chess.Move.null()
    if not made or not board.is_legal(made):
        raise Refused("illegal_move", "That is no legal move here.")
    san = board.san(made)
    left = game.clock_ms(colour)
    if not game.first_moves:
        left = max(left - max(at - game.since_ms, 0), 0)
        if game.live:
            left += game.side(colour).increment_ms
    kept = left if game.live else game.side(colour).initial_ms
    after = changed(
        game,
        moves=(*game.moves, Move(uci=made.uci(), san=san, clock_ms=left, at_ms=at)),
        white_ms=kept if colour == "white" else game.white_ms,
        black_ms=kept if colour == "black" else game.black_ms,
        since_ms=at,
        given_before_pause_ms=0,
        draw_offer=colour if game.draw_offer == colour else None,
    )
    result = ending(moved(board, made))
    return after if result is None else replace(ended(after, *result, at), version=after.version)


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


class Want(msgspec.Struct, frozen=True, kw_only=True):
    """A game as its campaign wants it."""

    id: str
    campaign: str
    war: str
    white: Side
    black: Side
    live: bool
    since_ms: int
    offers: tuple[Offer, ...] = ()
    draw_wins: Colour | None = None
    stop: str = ""
    paused: bool = False
    epoch: int
    seq: int


def wanted(game: Game | None, board: chess.Board, want: Want, now: int, outages: Spans = NO_OUTAGES) -> Outcome | None:
    """Make a game, or bring it to what its campaign wants now; None if this list was applied already or is older."""
    if game is None:
        game = _made(want, now)
    elif (want.epoch, want.seq) <= (game.epoch, game.seq):
        return None
    else:
        if game.waits and (want.stop or want.paused):  # what the wait lost counts before it ends or stands still
            game = credited(game, outages.overlap(game.wait_began_ms, now))
        game = _updated(game, want, now)
    if want.stop:
        return _stop(game, board, want.stop, now)
    return turned_down(game)


def drop(game: Game, epoch: int, seq: int, now: int) -> Game:
    """An unfinished game that its campaign no longer wants: over without a result, its moves kept."""
    if game.state == "over" or (epoch, seq) <= (game.epoch, game.seq):
        return game
    return replace(ended(game, "cancelled", "cancelled", now), epoch=epoch, seq=seq)


def _made(want: Want, now: int) -> Game:
    game = Game(
        id=want.id, campaign=want.campaign, war=want.war, white=want.white, black=want.black, live=want.live,
        wanted_ms=want.since_ms, white_ms=want.white.initial_ms, black_ms=want.black.initial_ms,
        draw_wins=want.draw_wins, offers=want.offers, epoch=want.epoch, seq=want.seq,
        paused_ms=now if want.paused else 0,
    )  # fmt: skip
    return game if want.live else replace(start(game, now), version=1)


def _updated(game: Game, want: Want, now: int) -> Game:
    known = {offer.id: offer for offer in (*game.offers, *want.offers)}
    after = replace(game, offers=tuple(known.values()), epoch=want.epoch, seq=want.seq)
    if game.state == "over":
        return after
    white = replace(game.white, account=want.white.account, bot_level=want.white.bot_level)
    black = replace(game.black, account=want.black.account, bot_level=want.black.bot_level)
    after = replace(after, white=white, black=black)
    if want.paused and not game.paused_ms:
        after = replace(after, paused_ms=now)
    elif game.paused_ms and not want.paused:
        stood = max(now - max(game.paused_ms, game.since_ms), 0) if game.state == "playing" else 0
        kept = game.given_before_pause_ms + game.given_ms
        after = replace(after, paused_ms=0, since_ms=game.since_ms + stood, given_before_pause_ms=kept)
    seen = (white, black, after.paused_ms) != (game.white, game.black, game.paused_ms)
    return replace(after, version=game.version + 1) if seen else after


def _stop(game: Game, board: chess.Board, offer: str, now: int) -> Outcome:
    """An accepted peace asks the game to stop: one of four things stands, whatever the order of events."""
    if game.state == "over" or offer in game.declined:
        return Outcome(game=game)
    fallen = out_of_time(game, board, now - GRACE_MS)
    if fallen is not None:
        return Outcome(game=fallen, lapsed_offer=offer)
    made = next((known for known in game.offers if known.id == offer), None)
    if made is not None and _moved_after(game, other(made.by), made.at_ms):
        return Outcome(game=replace(game, declined=(*game.declined, offer)), declined=offer)
    return Outcome(game=ended(game, "stopped", "stopped", now), stopped_for=offer)


def _moved_after(game: Game, colour: Colour, at: int) -> bool:
    mine = game.moves[0 if colour == "white" else 1 :: 2]
    return bool(mine) and mine[-1].at_ms > at
