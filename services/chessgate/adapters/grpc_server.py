"""Chessgate's gRPC face."""

from typing import Any

import msgspec
from warboard_pb.chess.v1 import chess_pb2, chess_pb2_grpc

from chassis.ids import parse_id
from chassis.problems import Kind, Problem
from services.chessgate.adapters.games import Games
from services.chessgate.adapters.store import GameStore, deadline_wants, to_ms
from services.chessgate.core import showing
from services.chessgate.core.game import Game, due

_PAGE = 500


class ChessServicer(chess_pb2_grpc.ChessServicer):
    """warboard.chess.v1.Chess."""

    def __init__(self, games: Games, store: GameStore) -> None:
        self._games = games
        self._store = store

    async def GetGame(self, request: Any, context: Any) -> chess_pb2.GetGameReply:
        game = await self._known(request.game)
        shown = self._games.shown(game, request.account)
        return chess_pb2.GetGameReply(game=msgspec.json.encode(shown), campaign=game.campaign, version=game.version)

    async def GetPgn(self, request: Any, context: Any) -> chess_pb2.GetPgnReply:
        game = await self._known(request.game)
        return chess_pb2.GetPgnReply(pgn=showing.pgn(game), campaign=game.campaign)

    async def ListOwed(self, request: Any, context: Any) -> chess_pb2.ListOwedReply:
        reply = chess_pb2.ListOwedReply()
        for game in await self._store.to_move(parse_id(request.account)):
            end = due(game)
            reply.owed.add(game=game.id, campaign=game.campaign, due_unix_ms=0 if end is None else to_ms(end))
        return reply

    async def ListWants(self, request: Any, context: Any) -> chess_pb2.ListWantsReply:
        games = await self._store.changed_since(request.changed_since_unix_ms, request.after, _PAGE)
        return chess_pb2.ListWantsReply(
            deadlines=[deadline_wants(game).SerializeToString() for game in games],
            next=games[-1].id if len(games) == _PAGE else "",
        )

    async def _known(self, game: str) -> Game:
        found = await self._store.load(parse_id(game))
        if found is None:
            raise Problem("no_such_game", Kind.MISSING, "There is no such game.")
        return found
