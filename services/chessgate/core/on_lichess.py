"""A game on Lichess: offered, accepted, created there, followed, and online here again (rules section 7).

Chessgate stays the judge: the players are who is linked, moves are replayed on our board, and a game that is over here
is over, whatever happens there.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

import chess
import msgspec
from msgspec.structs import replace

from services.chessgate.core.commands import AcceptLichess, DeclineLichess, LeaveLichess, OfferLichess, Refused
from services.chessgate.core.elsewhere import Elsewhere
from services.chessgate.core.endings import ending, flagged
from services.chessgate.core.game import Game, Move
from services.chessgate.core.places import Colour, OnLichess, lichess_ends
from services.chessgate.core.standing_still import go_on
from services.chessgate.core.takebacks import cut

_LICHESS = Elsewhere(OnLichess, "lichess", "on Lichess")
LichessCommand = OfferLichess | AcceptLichess | DeclineLichess | LeaveLichess
Users: TypeAlias = Mapping[str, str]
"""Ids of users of Lichess by the accounts that are linked with them."""
NO_USERS: Users = MappingProxyType({})

_SECONDS = frozenset({0, 15, 30, 45, 60, 90})
_MOST_MINUTES = 180
_MOST_INCREMENT_S = 60
_DAYS = frozenset({1, 2, 3, 5, 7, 10, 14})
_DAY_MS = 24 * 3_600_000
_WORD_MS = 30 * 60_000
"""That Lichess still knows a game is noted no more often."""

UNDER_WAY = frozenset({"created", "started"})
"""Of a game that is not over."""
_NONE = frozenset({"aborted", "noStart"})
_LOST_BY_RULE = frozenset({"timeout", "cheat"})


class Tempo(msgspec.Struct, frozen=True, kw_only=True):
    """A clock as Lichess has it, the same for both sides."""

    limit_s: int = 0
    increment_s: int = 0
    days: int = 0
    """For each move; 0 in live games."""


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """A game as Lichess tells it (https://lichess.org/api, GameJson and GameStreamGame)."""

    id: str
    status: str
    """A GameStatusName, such as `started` or `mate`."""
    white: str
    """Id of the user; "" for anybody without one."""
    black: str
    winner: Colour | None = None
    standard: bool = True
    """Chess from its first position, unrated as we ask for it."""
    tempo: Tempo | None = None
    """None if it isn't told."""
    moves: tuple[str, ...] | None = None
    """In SAN; None if they aren't told."""
    clocks_ms: tuple[int, ...] = ()
    """The mover's after each move; may be fewer."""
    last_ms: int = 0
    """When the last move was made; 0 if it isn't told."""


class Foreign(Exception):  # noqa: N818 - says what is the case
    """What Lichess tells is not the game that was agreed upon."""


def tempo(game: Game) -> Tempo | None:
    """The clocks of a game as Lichess can have them, or None: it knows no unequal ones, and not every length."""
    white, black = game.white, game.black
    if (white.initial_ms, white.increment_ms) != (black.initial_ms, black.increment_ms):
        return None
    if not game.live:
        days, rest = divmod(white.initial_ms, _DAY_MS)
        return Tempo(days=days) if not rest and days in _DAYS and not white.increment_ms else None
    limit, increment = white.initial_ms // 1000, white.increment_ms // 1000
    if white.initial_ms % 1000 or white.increment_ms % 1000 or not limit + increment:
        return None
    whole_minutes = limit % 60 == 0 and limit <= _MOST_MINUTES * 60
    if increment > _MOST_INCREMENT_S or not (limit in _SECONDS or whole_minutes):
        return None
    return Tempo(limit_s=limit, increment_s=increment)


def possible(game: Game) -> bool:
    """Whether a game may be offered to be played on Lichess, as far as the game itself goes."""
    return _obstacle(game) is None and game.state == "playing" and game.lichess is None and not game.over_the_board


def at_lichess(game: Game, colour: Colour, command: LichessCommand, users: Users, at: int) -> Game:
    """What a player does about playing on Lichess.

    :param users: who the players are there, as far as they are linked.
    :raises Refused: `bots_play_online`, `lichess_clocks`, `lichess_moved`, `lichess_spectators`, `lichess_unlinked`,
        `over_the_board`, `on_lichess`, `no_offer`, `not_on_lichess`, `lichess_began`.
    """
    match command:
        case OfferLichess():
            return _offer(game, colour, users, at)
        case AcceptLichess():
            return _LICHESS.accept(game, colour, command.offer, lambda offered: _there(game, offered, users, at))
        case DeclineLichess():
            return _LICHESS.decline(game, command.offer)
        case LeaveLichess():
            if game.lichess is None or not game.on_lichess:
                raise Refused("not_on_lichess", "The game is played here.")
            if game.lichess.began:
                raise Refused("lichess_began", "The game has begun on Lichess: finish it there, or abort it there.")
            return back_online(game, "left", at)


def created(game: Game, number: int, challenge: str, url: str) -> Game:
    """The game once Lichess has the challenge for it; what came too late changes nothing."""
    lichess = game.lichess
    if lichess is None or not game.on_lichess or lichess.offer != number or lichess.id:
        return game
    return replace(game, lichess=replace(lichess, id=challenge, url=url))


def refused(game: Game, number: int, at: int) -> Game:
    """The game online here, since Lichess doesn't want it."""
    lichess = game.lichess
    if lichess is None or not game.on_lichess or lichess.offer != number or lichess.id:
        return game
    return back_online(game, "refused", at)


def heard(game: Game, seen: Seen, at: int) -> Game:
    """The game after what Lichess tells of it; the same one if that is nothing new, or not this game.

    While the campaign stands still it listens to nothing: what happened meanwhile is told again afterwards.
    """
    lichess = game.lichess
    if lichess is None or not game.on_lichess or game.paused_ms or lichess.id != seen.id:
        return game
    if (seen.white, seen.black) != (lichess.white, lichess.black) or not seen.standard:
        return back_online(game, "foreign", at)
    if seen.tempo is not None and seen.tempo != tempo(game):
        return back_online(game, "foreign", at)
    if seen.status in _NONE:
        return back_online(game, "aborted", at)
    if not lichess.began or at - lichess.word_ms >= _WORD_MS:
        game = replace(game, lichess=replace(lichess, began=True, word_ms=at))
    try:
        return game if seen.moves is None else _followed(game, seen, seen.moves, at)
    except Foreign:
        return back_online(game, "foreign", at)


def unheard(game: Game, lost_ms: int, at: int) -> Game:
    """A game that nobody opened there, or of which nothing was heard for too long, is online here again.

    :param lost_ms: what the wait lost to outages.
    """
    lichess = game.lichess
    if lichess is None or not game.on_lichess or game.paused_ms:
        return game
    due = lichess_ends(lichess, live=game.live) + lost_ms
    if at <= due:
        return game
    return back_online(game, "silent" if lichess.began else "not_taken", due)


def back_online(game: Game, why: str, at: int) -> Game:
    """The game online here, as it was before: no move made, clocks as they were."""
    since = 0 if game.lichess is None else game.lichess.since_ms
    return replace(go_on(cut(game, 0), since, at), lichess=None, back_from_lichess=why)


def _obstacle(game: Game) -> Refused | None:
    if game.white.bot_level or game.black.bot_level:
        return Refused("bots_play_online", "Bots play online only.")
    if game.moves:
        return Refused("lichess_moved", "A move has been made: the game is played to its end here.")
    if game.spectator_delay_ms:
        return Refused("lichess_spectators", "Whoever watches sees this game later, and would see it there at once.")
    if tempo(game) is None:
        return Refused("lichess_clocks", "Lichess can't have these clocks: it knows equal ones of some lengths only.")
    return None


def _offer(game: Game, colour: Colour, users: Users, at: int) -> Game:
    if game.on_lichess:
        raise Refused("on_lichess", "The game is played on Lichess already.")
    if game.over_the_board:
        raise Refused("over_the_board", "The game is over the board.")
    if game.lichess is None:
        _players(game, users)
        game = replace(game, back_from_lichess="")
    return _LICHESS.offer(game, colour, at, lambda offered: _there(game, offered, users, at))


def _there(game: Game, offered: OnLichess, users: Users, at: int) -> Game:
    white, black = _players(game, users)
    there = replace(offered, there=True, since_ms=at, word_ms=at, white=white, black=black)
    return replace(game, lichess=there, place=None, draw_offer=None, takeback_offer=None)


def _players(game: Game, users: Users) -> tuple[str, str]:
    obstacle = _obstacle(game)
    if obstacle is not None:
        raise obstacle
    white, black = users.get(game.white.person, ""), users.get(game.black.person, "")
    if not white or not black:
        raise Refused("lichess_unlinked", "Both players need an account that is linked with Lichess.")
    return white, black


def _followed(game: Game, seen: Seen, told: tuple[str, ...], at: int) -> Game:
    line, board, result = _replayed(game, seen, told, at)
    same = next((ply for ply, move in enumerate(game.moves) if line[ply : ply + 1] != (move,)), game.ply)
    over = result is not None or seen.status not in UNDER_WAY
    if same < game.ply and (over or len(line) > same):  # fewer of the same moves are older news
        if not game.takeback:
            raise Foreign
        return cut(game, same)  # the new line follows when Lichess is asked next
    if len(line) > game.ply:
        game = _moved(game, line)
    if not over:
        return game
    result = result or _result(seen, board)
    return replace(game, state="over", result=result[0], reason=result[1], ended_ms=at, lichess=None)


def _replayed(
    game: Game, seen: Seen, told: tuple[str, ...], at: int
) -> tuple[tuple[Move, ...], chess.Board, tuple[str, str] | None]:
    """The moves on our board, which ends the game where our rules do: Lichess waits there until a draw is claimed."""
    board, line, stamp = chess.Board(), list[Move](), 0 if game.lichess is None else game.lichess.since_ms
    stamp = max(stamp, min(seen.last_ms or at, at))
    for ply, san in enumerate(told):
        try:
            move = board.parse_san(san)
        except ValueError as error:
            raise Foreign from error
        known = game.moves[ply] if ply < game.ply else None
        if known is None or known.uci != move.uci():
            clock = seen.clocks_ms[ply] if ply < len(seen.clocks_ms) else game.white.initial_ms
            known = Move(uci=move.uci(), san=board.san(move), clock_ms=clock, at_ms=stamp)
        line.append(known)
        board.push(move)
        result = ending(board)
        if result is not None:
            return tuple(line), board, result
    return tuple(line), board, None


def _moved(game: Game, line: tuple[Move, ...]) -> Game:
    white, black = line[::2], line[1::2]
    return replace(
        game, moves=line, white_ms=white[-1].clock_ms if white else game.white_ms,
        black_ms=black[-1].clock_ms if black else game.black_ms,
    )  # fmt: skip


def _result(seen: Seen, board: chess.Board) -> tuple[str, str]:
    """Result and reason of a game that ended there without a move that ends it here.

    :raises Foreign: if they can't be: what isn't known to be somebody's doing decides no war.
    """
    if seen.status == "draw" or (seen.status == "timeout" and seen.winner is None):
        return "draw", "agreement"
    if seen.status == "insufficientMaterialClaim":
        return "draw", "dead_position"
    if seen.status == "outoftime":
        return flagged(board, first_move=False)
    if seen.winner is not None and seen.status == "resign":
        return seen.winner, "resignation"
    if seen.winner is not None and seen.status in _LOST_BY_RULE:
        return seen.winner, "forfeit"
    raise Foreign
