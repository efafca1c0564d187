"""What the gateway asks of other services: gRPC stubs with deadlines, and play requests."""

from datetime import datetime
from typing import Any

from warboard_pb.campaign.v1.engine_pb2_grpc import EngineStub
from warboard_pb.chess.v1.chess_pb2_grpc import ChessStub
from warboard_pb.common.v1 import play_pb2
from warboard_pb.lobby.v1.lobby_pb2_grpc import LobbyStub
from warboard_pb.notify.v1.notify_pb2_grpc import NotifyStub

from chassis import rpc
from chassis.bus import Bus
from chassis.service import Service
from chassis.subjects import subject
from chassis.timekeeping import Clock, unix_ms
from services.gateway.settings import GatewaySettings


class Clients:
    """The other services."""

    def __init__(self, service: Service, settings: GatewaySettings) -> None:
        self._bus: Bus = service.bus
        self._clock: Clock = service.clock
        self._within = service.limits.call
        self.lobby = LobbyStub(service.channel(settings.lobby_address))
        self.engine = EngineStub(service.channel(settings.engine_address))
        self.chessgate = ChessStub(service.channel(settings.chessgate_address))
        self.notify = NotifyStub(service.channel(settings.notify_address))

    async def ask(self, method: Any, request: Any, *, idempotent: bool = True) -> Any:
        """Call a gRPC method within the platform's limit.

        :raises Problem: what the service refused, or `unavailable`.
        """
        return await rpc.call(method, request, clock=self._clock, within=self._within, idempotent=idempotent)

    async def play(
        self,
        part: str,
        entity: str,
        account: str,
        key: str,
        command: bytes,
        received: datetime,
        round_trip_ms: int = 0,
        *,
        without_game: bool = False,
    ) -> play_pb2.PlayReply:
        """Send a player's act to `engine` or `chess` and wait for the answer, repeating it under the same key.

        :param round_trip_ms: of the player's connection; 0 if it isn't known.
        :param without_game: the answer to a chess command needn't hold the game.
        :raises Problem: `unavailable` when nobody answered in time; refusals are in the reply.
        """
        request = play_pb2.PlayRequest(
            entity=entity, account=account, key=key, received_unix_ms=unix_ms(received), command=command,
            round_trip_ms=round_trip_ms, without_game=without_game,
        )  # fmt: skip
        answer = await self._bus.request(
            subject("play", part, entity), request.SerializeToString(), within=self._within
        )
        return play_pb2.PlayReply.FromString(answer.data)
