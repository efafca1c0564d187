"""The engine as notify asks it, by gRPC."""

from typing import Any

from warboard_pb.campaign.v1 import engine_pb2, engine_pb2_grpc

from chassis import rpc
from chassis.problems import Kind, Problem
from chassis.timekeeping import Clock
from services.notify.adapters.wire import occupants
from services.notify.core.audience import Occupant


class GrpcEngine:
    """The `Engine` port."""

    def __init__(self, channel: Any, clock: Clock) -> None:
        self._stub: Any = engine_pb2_grpc.EngineStub(channel)
        self._clock = clock

    async def seating(self, campaign: str) -> tuple[Occupant, ...] | None:
        """Who sits where now; None if there is no such campaign."""
        request = engine_pb2.GetSeatingRequest(campaign=campaign)
        try:
            reply = await rpc.call(self._stub.GetSeating, request, clock=self._clock)
        except Problem as problem:
            if problem.kind is Kind.MISSING:
                return None
            raise
        return occupants(reply.seats)

    async def may_watch(self, campaign: str, link: str) -> bool:
        """Whether somebody without a seat may see the campaign; False if there is none."""
        request = engine_pb2.GetSeatingRequest(campaign=campaign, link=link)
        try:
            return bool((await rpc.call(self._stub.GetSeating, request, clock=self._clock)).may_watch)
        except Problem as problem:
            if problem.kind is Kind.MISSING:
                return False
            raise
