"""Lobby as chessgate asks it, by gRPC: who somebody is on Lichess."""

import asyncio
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from warboard_pb.lobby.v1 import lobby_pb2, lobby_pb2_grpc

from chassis import rpc
from chassis.problems import Kind, Problem
from chassis.timekeeping import Clock
from services.chessgate.core.on_lichess import Users

_PATIENCE = timedelta(seconds=2)


class GrpcLobby:
    """The `Linked` port."""

    def __init__(self, channel: Any, clock: Clock) -> None:
        self._stub: Any = lobby_pb2_grpc.LobbyStub(channel)
        self._clock = clock

    async def users(self, accounts: Sequence[str]) -> Users:
        """Ids of users of Lichess by those of the accounts that are linked."""
        asked = [account for account in accounts if account]
        found = await asyncio.gather(*(self._user(account) for account in asked))
        return {account: user for account, user in zip(asked, found, strict=True) if user}

    async def _user(self, account: str) -> str:
        request = lobby_pb2.GetLichessRequest(account=account)
        reply = await rpc.call(self._stub.GetLichess, request, clock=self._clock, within=_PATIENCE)
        if not reply.enabled:
            raise Problem("lichess_off", Kind.NOT_ALLOWED, "This server does without Lichess.")
        return str(reply.user.name).lower()
