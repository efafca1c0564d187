"""Chessgate's gRPC face."""

from typing import Any

import chess
import msgspec
from warboard_pb.chess.v1 import chess_pb2, chess_pb2_grpc

from chassis.ids import parse_id
from chassis.problems import Kind, Problem
from services.chessgate.adapters.store import SqlGames
from services.chessgate.app.play import Play
from services.chessgate.core.delaying import as_it_was, held_back_ms, is_delayed
from services.chessgate.core.game import Game, board_of
from services.chessgate.core.showing import pgn, show

_PAGE = 500
_PGN_PAGE = 50


class ChessServicer(chess_pb2_grpc.ChessServicer):
    """warboard.chess.v1.Chess."""

    def __init__(self, games: SqlGames, play: Play) -> None:
        self._games = games
        self._play = play

    async def GetGame(self, request: Any, context: Any) -> chess_pb2.GetGameReply:
        game, board, held_back = await self._seen(request.game, request.account)
        body = msgspec.json.encode(show(game, board, request.account))
        return chess_pb2.GetGameReply(
            game=body, campaign=game.campaign, version=game.version, held_back_ms=held_back
        )  # fmt: skip

    async def GetPgn(self, request: Any, context: Any) -> chess_pb2.GetPgnReply:
        game, _, _ = await self._seen(request.game, request.account)
        return chess_pb2.GetPgnReply(pgn=pgn(game), campaign=game.campaign)

    async def ListPgn(self, request: Any, context: Any) -> chess_pb2.ListPgnReply:
        games = await self._games.of_campaign(parse_id(request.campaign), request.after, _PGN_PAGE)
        now = self._play.now_ms()
        shown = [as_it_was(game, now) if is_delayed(game, request.account) else game for game in games]
        return chess_pb2.ListPgnReply(
            pgns=[pgn(game) for game in shown], next=games[-1].id if len(games) == _PGN_PAGE else ""
        )

    async def ListOwed(self, request: Any, context: Any) -> chess_pb2.ListOwedReply:
        found = await self._games.owed(parse_id(request.account))
        return chess_pb2.ListOwedReply(
            owed=[
                chess_pb2.OwedMove(game=game.id, campaign=game.campaign, due_unix_ms=game.deadline_ms) for game in found
            ]
        )

    async def ListWants(self, request: Any, context: Any) -> chess_pb2.ListWantsReply:
        found = await self._games.wants(request.changed_since_unix_ms, request.after, _PAGE)
        return chess_pb2.ListWantsReply(
            deadlines=[wants.SerializeToString() for wants in found],
            next=found[-1].entity if len(found) == _PAGE else "",
        )

    async def _seen(self, game_id: str, account: str) -> tuple[Game, chess.Board, int]:
        """A game as a reader sees it now, its position, and how long its next move is still held back."""
        game, board = await self._found(game_id)
        if not is_delayed(game, account):
            return game, board, 0
        now = self._play.now_ms()
        seen = as_it_was(game, now)
        return seen, board_of(seen), held_back_ms(game, seen, now)

    async def _found(self, game: str) -> tuple[Game, chess.Board]:
        found = await self._games.game(parse_id(game))
        if found is None:
            raise Problem("no_such_game", Kind.MISSING, "There is no such game.")
        return found
