"""The engine as lobby asks it, by gRPC."""

from datetime import timedelta
from typing import Any

from warboard_pb.campaign.v1 import engine_pb2, engine_pb2_grpc

from chassis import rpc
from chassis.problem_messages import problem_of
from chassis.problems import Kind, Problem
from chassis.timekeeping import Clock
from services.lobby.app.ports import CheckedOptions, RoomView, StartRefused
from services.lobby.core.ratings import Mark, seat_rating
from services.lobby.core.room import RoomRules, Seat

_ASK_AGAIN = {Kind.UNAVAILABLE, Kind.TOO_MANY, Kind.INTERNAL}
_PATIENCE = timedelta(seconds=2)
"""For each of the two questions of a room's creation, so that both fit into a call."""


class GrpcEngine:
    """The `Engine` port."""

    def __init__(self, channel: Any, clock: Clock) -> None:
        self._stub: Any = engine_pb2_grpc.EngineStub(channel)
        self._clock = clock

    async def reserve(self, campaign: str) -> str:
        """The SHA-256 of the campaign's secret."""
        reply = await self._ask(self._stub.Reserve, engine_pb2.ReserveRequest(campaign=campaign), _PATIENCE)
        return str(reply.secret_hash)

    async def check_options(self, campaign: str, ruleset: str, seats: int, options: bytes) -> CheckedOptions:
        """The options whole, and which ratings count."""
        request = engine_pb2.CheckOptionsRequest(campaign=campaign, ruleset=ruleset, seats=seats, options=options)
        reply = await self._ask(self._stub.CheckOptions, request, _PATIENCE)
        asked = reply.room
        return CheckedOptions(
            options=bytes(reply.options),
            rating_kinds=tuple(reply.rating_kinds),
            own_ratings=reply.own_ratings,
            rules=RoomRules(
                bot_levels=asked.bot_levels or 8, closes_with_host=asked.closes_with_host, entries=asked.entries
            ),
        )

    async def seated(self, campaign: str, account: str) -> tuple[bool, str]:
        """Whether the account holds a seat of the campaign, and who may watch."""
        request = engine_pb2.GetSeatingRequest(campaign=campaign)
        reply = await self._ask(self._stub.GetSeating, request, _PATIENCE)
        mine = any(account and seat.account == account and not seat.left for seat in reply.seats)
        return mine, str(reply.spectators)

    async def offer_seat(self, campaign: str, account: str, seat: int) -> int:
        """Since when nobody but a bot plays the seat, in milliseconds since 1970 UTC."""
        request = engine_pb2.OfferSeatRequest(campaign=campaign, account=account, seat=seat)
        return int((await self._ask(self._stub.OfferSeat, request, _PATIENCE)).since_unix_ms)

    async def create(self, view: RoomView, within: timedelta) -> None:
        """Start the room's campaign."""
        room = view.room
        request = engine_pb2.CreateCampaignRequest(
            campaign=room.campaign,
            room=room.id,
            name=room.name,
            ruleset=room.ruleset,
            options=room.options,
            seats=[_start_seat(view, seat) for seat in room.seats],
            host=next(place for place, seat in enumerate(room.seats) if seat.account == room.host),
        )
        try:
            reply = await self._ask(self._stub.CreateCampaign, request, within)
        except Problem as problem:
            if problem.kind in _ASK_AGAIN:
                raise
            raise StartRefused(problem) from problem
        if reply.WhichOneof("answer") == "refused":
            raise StartRefused(problem_of(reply.refused.problem))

    async def _ask(self, method: Any, request: Any, within: timedelta) -> Any:
        return await rpc.call(method, request, clock=self._clock, within=within)


def _start_seat(view: RoomView, seat: Seat) -> engine_pb2.StartSeat:
    """A seat with the rating that counts, if there is one."""
    holder, room = view.accounts.get(seat.account), view.room
    user = None if holder is None else holder.lichess
    known = seat_rating(room.rating_kinds, user, seat.own_rating, own_counts=room.own_ratings)
    counts = known is not None and known.counts
    return engine_pb2.StartSeat(
        account=seat.account,
        bot_level=seat.bot_level,
        entropy=seat.entropy,
        rating=known.rating if known is not None and counts else 0,
        own_rating=counts and known is not None and known.mark is Mark.OWN,
    )
