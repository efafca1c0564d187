"""A game as clients get it (docs/api.md), as a patch of it, and as PGN."""

from datetime import datetime
from typing import Any

import chess
import chess.pgn
import msgspec

from services.chessgate.core.game import Game, Side, due, starts_free

TERMINATIONS = {
    "checkmate": "checkmate", "resignation": "resignation", "time": "time forfeit",
    "first_move": "no first move in time", "stalemate": "stalemate", "threefold": "threefold repetition",
    "fifty_moves": "fifty-move rule", "dead_position": "dead position", "agreement": "agreement",
    "time_no_material": "time forfeit against bare material", "stopped": "peace was made",
    "cancelled": "the war was cancelled",
}  # fmt: skip
RESULTS = {"white": "1-0", "black": "0-1", "draw": "1/2-1/2"}


def unix_ms(at: datetime) -> int:
    """Milliseconds since 1970 UTC."""
    return round(at.timestamp() * 1000)


def plain(game: Game, board: chess.Board) -> dict[str, Any]:
    """The whole game, without names and without legal moves."""
    shown = {
        "id": game.id, "campaign": game.campaign, "war": game.war, "live": game.live,
        "white": _player(game.white), "black": _player(game.black),
        "moves": [_move(game, ply) for ply in range(len(game.moves))], **_changing(game, board),
    }  # fmt: skip
    return {key: value for key, value in shown.items() if value is not None}


def change(before: Game | None, after: Game, board: chess.Board) -> bytes:
    """The merge patch from one version to the next, in which `moves` holds only the new ones."""
    known = 0 if before is None else len(before.moves)
    return msgspec.json.encode(
        {
            **_changing(after, board),
            "white": _player(after.white),
            "black": _player(after.black),
            "moves": [_move(after, ply) for ply in range(known, len(after.moves))],
        }
    )


def legal(board: chess.Board) -> dict[str, list[str]]:
    """Legal moves by the square they start from; promotions carry their piece."""
    found: dict[str, list[str]] = {}
    for move in board.legal_moves:
        uci = move.uci()
        found.setdefault(uci[:2], []).append(uci[2:])
    return found


def pgn(game: Game) -> str:
    """The game as PGN, with clocks and a truthful termination."""
    sheet = chess.pgn.Game()
    sheet.headers["Event"] = f"Warboard campaign {game.campaign}"
    sheet.headers["Site"] = game.id
    sheet.headers["Date"] = game.created.strftime("%Y.%m.%d")
    sheet.headers["Round"] = game.war
    sheet.headers["White"] = _title(game.white)
    sheet.headers["Black"] = _title(game.black)
    sheet.headers["Result"] = RESULTS.get(game.result, "*")
    if game.reason:
        sheet.headers["Termination"] = TERMINATIONS[game.reason]
    node: chess.pgn.GameNode = sheet
    for move in game.moves:
        node = node.add_variation(chess.Move.from_uci(move.uci))
        node.set_clock(move.clock_ms / 1000)
    return f"{sheet}\n"


def _changing(game: Game, board: chess.Board) -> dict[str, Any]:
    running = None if game.over or game.paused_at is not None else game.to_move
    end = due(game)
    return {
        "state": "over" if game.over else ("playing" if game.moves else "waiting"),
        "ply": len(game.moves),
        "fen": board.fen(),
        "clocks": {
            "white_ms": game.white_ms,
            "black_ms": game.black_ms,
            "running": None if running is None or starts_free(game) else running,
            "since_unix_ms": None if running is None else unix_ms(game.since),
            "due_unix_ms": None if end is None else unix_ms(end),
            "increment": {"white_ms": game.white.increment_ms, "black_ms": game.black.increment_ms},
        },
        "draw_offer": game.draw_offer or None,
        "result": game.result or None,
        "reason": game.reason or None,
        "version": game.version,
    }


def without_nulls(value: dict[str, Any]) -> dict[str, Any]:
    """A whole object has no nulls; only a patch does."""
    return {
        key: without_nulls(item) if isinstance(item, dict) else item for key, item in value.items() if item is not None
    }


def _player(side: Side) -> dict[str, Any]:
    return {"seat": side.seat, **({"bot_level": side.bot_level} if side.bot_level else {})}


def _move(game: Game, ply: int) -> dict[str, Any]:
    move = game.moves[ply]
    return {"ply": ply, "uci": move.uci, "san": move.san, "clock_ms": move.clock_ms, "at_unix_ms": unix_ms(move.at)}


def _title(side: Side) -> str:
    return f"Seat {side.seat}" + (f" (bot level {side.bot_level})" if side.bot_level else "")
