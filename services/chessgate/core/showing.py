"""A game as clients see it (docs/api.md, "Games of chess"), as merge patches, and as PGN."""

from datetime import UTC, datetime, timedelta
from typing import Any

import chess
import chess.pgn

from services.chessgate.core.game import Game, Move, Side, legal_moves
from services.chessgate.core.on_lichess import possible
from services.chessgate.core.places import OnLichess, Place, lichess_ends, window_ends

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def show(game: Game, board: chess.Board, account: str = "") -> dict[str, Any]:
    """The whole game for a reader; `legal` only if the reader is to move."""
    shown = {**_shown(game, board.fen()), "moves": [_move(ply, move) for ply, move in enumerate(game.moves)]}
    you = game.colour_of(account)
    if you is not None:
        shown["you"] = you
        if game.waits and game.turn == you:
            shown["legal"] = legal_moves(board)
    return shown


def change(before: Game | None, after: Game, fen: str) -> dict[str, Any]:
    """A merge patch from one version to the next, in which `moves` holds only the new ones.

    Moves taken back show by a smaller `ply`: the moves from there on are gone. What is legal is each reader's own and
    not in it.

    :param fen: the position of `after`; every move makes another one.
    """
    made = 0 if before is None else min(before.ply, after.ply)
    old = {} if before is None else _shown(before, fen if after.ply == before.ply else "")
    patch = _difference(old, _shown(after, fen))
    if after.ply > made:
        patch["moves"] = [_move(ply, after.moves[ply]) for ply in range(made, after.ply)]
    return patch


def pgn(game: Game) -> str:
    """The game as PGN, with clocks and a truthful Termination."""
    written = chess.pgn.Game()
    written.headers["Event"] = f"Warboard {game.campaign}"
    written.headers["Site"] = "Warboard"
    began = _EPOCH + timedelta(milliseconds=game.started_ms or game.wanted_ms)
    written.headers["Date"] = began.strftime("%Y.%m.%d")
    written.headers["Round"] = game.war
    written.headers["White"] = _player(game.white)
    written.headers["Black"] = _player(game.black)
    result = {"white": "1-0", "black": "0-1", "draw": "1/2-1/2"}.get(game.result, "*")
    written.headers["Result"] = result
    written.headers["TimeControl"] = _time_control(game.white, live=game.live)
    if (game.white.initial_ms, game.white.increment_ms) != (game.black.initial_ms, game.black.increment_ms):
        written.headers["WhiteTimeControl"] = _time_control(game.white, live=game.live)
        written.headers["BlackTimeControl"] = _time_control(game.black, live=game.live)
    written.headers["Termination"] = _termination(game.reason)
    node: chess.pgn.GameNode = written
    for ply, move in enumerate(game.moves):
        node = node.add_variation(chess.Move.from_uci(move.uci))
        lost = sum(credit.ms for credit in game.credits if credit.ply == ply and not credit.taken_back)
        node.comment = f"{lost / 1000:g} s given back: a part of the server was away" if lost else ""
        node.set_clock(move.clock_ms / 1000)
    return str(written) + "\n"


def _shown(game: Game, fen: str) -> dict[str, Any]:
    clocks: dict[str, Any] = {
        "white_ms": game.white_ms, "black_ms": game.black_ms,
        "increment": {"white_ms": game.white.increment_ms, "black_ms": game.black.increment_ms},
    }  # fmt: skip
    if game.waits and not game.first_moves:
        clocks |= {"running": game.turn, "since_unix_ms": game.since_ms}
    shown: dict[str, Any] = {
        "id": game.id, "campaign": game.campaign, "war": game.war, "white": _side(game.white),
        "black": _side(game.black), "live": game.live, "state": game.state, "ply": game.ply, "fen": fen,
        "clocks": clocks, "version": game.version, **_elsewhere(game),
    }  # fmt: skip
    if game.draw_offer:
        shown["draw_offer"] = game.draw_offer
    if game.takeback:
        shown["takeback"] = True
    if game.takeback_offer:
        shown["takeback_offer"] = game.takeback_offer
    if game.spectator_delay_ms:
        shown["spectator_delay_ms"] = game.spectator_delay_ms
    if game.no_engine and game.bot_owes:
        shown["no_engine"] = True
    if game.credits:
        shown["credits"] = [{"ply": credit.ply, "ms": credit.ms} for credit in game.credits]
    if game.state == "over":
        shown |= {"result": game.result, "reason": game.reason}
    return shown


def _elsewhere(game: Game) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    if game.place is not None:
        shown["over_the_board"] = _place(game.place, live=game.live)
    if possible(game):
        shown["lichess_possible"] = True
    if game.lichess is not None:
        shown["lichess"] = _lichess(game.lichess, live=game.live)
    if game.back_from_lichess:
        shown["back_from_lichess"] = game.back_from_lichess
    return shown


def _place(place: Place, *, live: bool) -> dict[str, Any]:
    shown: dict[str, Any] = {"offer": place.offer, "by": place.by, "there": place.there}
    if place.there:
        shown["due_unix_ms"] = window_ends(place, live=live)
    if place.report is not None:
        report = place.report
        shown["report"] = {"number": report.number, "by": report.by, "result": report.result}
    return shown


def _lichess(lichess: OnLichess, *, live: bool) -> dict[str, Any]:
    shown: dict[str, Any] = {"offer": lichess.offer, "by": lichess.by, "there": lichess.there}
    if lichess.there:
        shown |= {"began": lichess.began, "due_unix_ms": lichess_ends(lichess, live=live)}
    return {**shown, "url": lichess.url} if lichess.url else shown


def _side(side: Side) -> dict[str, Any]:
    return {"seat": side.seat, **({"bot_level": side.bot_level} if side.bot_level else {})}


def _move(ply: int, move: Move) -> dict[str, Any]:
    made = {"ply": ply, "uci": move.uci, "san": move.san, "clock_ms": move.clock_ms, "at_unix_ms": move.at_ms}
    return {**made, "lag_ms": move.lag_ms} if move.lag_ms else made


def _difference(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    patch: dict[str, Any] = {key: None for key in old if key not in new}
    for key, value in new.items():
        if key not in old:
            patch[key] = value
        elif isinstance(value, dict) and isinstance(old[key], dict):
            inner = _difference(old[key], value)
            if inner:
                patch[key] = inner
        elif value != old[key]:
            patch[key] = value
    return patch


def _player(side: Side) -> str:
    return f"Bot level {side.bot_level}" if side.bot_level else f"Seat {side.seat}"


def _time_control(side: Side, *, live: bool) -> str:
    seconds = side.initial_ms // 1000
    return f"{seconds}+{side.increment_ms // 1000}" if live else f"1/{seconds}"


_TERMINATIONS = {
    "": "unterminated", "stopped": "abandoned", "cancelled": "abandoned", "time": "time forfeit",
    "first_move": "time forfeit", "time_no_material": "time forfeit", "reported": "adjudication",
    "forfeit": "rules infraction",
}  # fmt: skip


def _termination(reason: str) -> str:
    return _TERMINATIONS.get(reason, "normal")
