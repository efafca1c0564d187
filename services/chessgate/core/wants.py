"""Games as their campaigns want them: made, brought up to date, stopped for a peace, dropped. Pure functions."""

import chess
import msgspec
from msgspec.structs import replace

from services.chessgate.core.game import Game, Offer, Side, other, spare
from services.chessgate.core.on_lichess import back_online
from services.chessgate.core.over_the_board import later, online
from services.chessgate.core.places import Colour
from services.chessgate.core.play import (
    GRACE_MS,
    Outcome,
    credited,
    ended,
    moved_after,
    start,
    timely,
    turned_down,
)
from services.chessgate.core.spans import NO_OUTAGES, Spans
from services.chessgate.core.standing_still import go_on


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
    takeback: bool = False
    spectator_delay_ms: int = 0
    epoch: int
    seq: int


def wanted(game: Game | None, board: chess.Board, want: Want, now: int, outages: Spans = NO_OUTAGES) -> Outcome | None:
    """Make a game, or bring it to what its campaign wants now; None if this list was applied already or is older."""
    if game is None:
        game = _made(want, now)
    elif (want.epoch, want.seq) <= (game.epoch, game.seq):
        return None
    else:
        if want.paused and not game.paused_ms:  # what the wait lost counts before it stands still
            game = _counted(game, outages.overlap(game.wait_began_ms, now))
        game = _updated(game, want, now)
    if want.stop:
        return _stop(game, board, want.stop, outages.overlap(game.wait_began_ms, now), now)
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
        paused_ms=now if want.paused else 0, takeback=want.takeback, spectator_delay_ms=want.spectator_delay_ms,
    )  # fmt: skip
    return game if want.live else replace(start(game, now), version=1)


def _counted(game: Game, lost_ms: int) -> Game:
    if game.place is not None and game.over_the_board:
        return replace(game, place=later(game.place, lost_ms))
    if game.lichess is not None and game.on_lichess:
        return replace(game, lichess=replace(game.lichess, word_ms=game.lichess.word_ms + lost_ms))
    return credited(game, lost_ms)


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
        after = _unpaused(after, now)
    after = without_bots(after, after.paused_ms or now)
    if (white.person, black.person) != (game.white.person, game.black.person):
        after = without_lichess(after, after.paused_ms or now)
    seen = _seen(after) != _seen(game)
    return replace(after, version=game.version + 1) if seen else after


def _seen(game: Game) -> tuple[object, ...]:
    return game.white, game.black, game.paused_ms, game.place, game.lichess


def _unpaused(game: Game, now: int) -> Game:
    """What waits elsewhere stood still as the clocks did; the clocks of such a game stand anyway."""
    place, lichess = game.place, game.lichess
    stood = max(now - game.paused_ms, 0)
    if lichess is not None and game.on_lichess:
        return replace(game, paused_ms=0, lichess=replace(lichess, word_ms=lichess.word_ms + stood), went_on_ms=now)
    if place is None or not game.over_the_board:
        return replace(go_on(game, game.paused_ms, now), paused_ms=0)
    return replace(game, paused_ms=0, place=later(place, stood), went_on_ms=now)


def without_bots(game: Game, now: int) -> Game:
    """Bots play online only: one that takes over brings the game back, and no offer of a real board outlives that.

    :param now: of a paused game, since when: what stands still after that is given back when it goes on.
    """
    if game.place is None or not (game.white.bot_level or game.black.bot_level):
        return game
    return online(game, now) if game.over_the_board else replace(game, place=None)


def without_lichess(game: Game, now: int) -> Game:
    """On Lichess play the users who agreed to it: whoever takes a seat over plays here, and no offer outlives that.

    :param now: as in `without_bots`.
    """
    return back_online(game, "foreign", now) if game.on_lichess else replace(game, lichess=None)


def _stop(game: Game, board: chess.Board, offer: str, lost_ms: int, now: int) -> Outcome:
    """An accepted peace asks the game to stop: one of four things stands, whatever the order of events."""
    if game.state == "over" or offer in game.declined:
        return Outcome(game=game)
    late = timely(game, board, lost_ms, now - GRACE_MS, spared=spare(game, game.turn))
    if late.state == "over":
        return Outcome(game=late, lapsed_offer=offer)
    game = late
    made = next((known for known in game.offers if known.id == offer), None)
    if made is not None and moved_after(game, other(made.by), made.at_ms):
        return Outcome(game=replace(game, declined=(*game.declined, offer)), declined=offer)
    return Outcome(game=ended(game, "stopped", "stopped", now), stopped_for=offer)
