"""An engine with memory and no rules, on real gRPC, for tests of the parts that ask it."""

import hashlib
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
from warboard_pb.campaign.v1 import engine_pb2, engine_pb2_grpc, envelope_pb2
from warboard_pb.common.v1 import play_pb2

from chassis import rpc
from chassis.metrics import Metrics
from chassis.problems import Kind, Problem
from chassis.timekeeping import SystemClock

SEATS = range(2, 61)
KINDS = ["rapid", "classical", "blitz", "correspondence", "bullet"]


class FakeEngine(engine_pb2_grpc.EngineServicer):
    """Reserves, checks options, starts once, and knows who sits where.

    Options are `{"target": n, "kinds": [...], "own_ratings": bool, "entries": bool, "closes": bool}`; what was drawn is
    added.
    """

    def __init__(self) -> None:
        self.address = ""
        self.reserved: set[str] = set()
        self.campaigns: dict[str, Any] = {}
        self.asked = 0
        """How often CreateCampaign was called."""
        self.failures: list[str] = []
        """What becomes of the next starts: `lost` (done, but the answer isn't told), `broken`, `refused`."""
        self.seatings: dict[str, list[envelope_pb2.Occupant]] = {}
        self.public: set[str] = set()
        """Campaigns that anybody may watch; the others open to the link `see-<campaign>`."""

    async def Reserve(self, request: Any, context: Any) -> engine_pb2.ReserveReply:  # noqa: N802
        self.reserved.add(request.campaign)
        return engine_pb2.ReserveReply(secret_hash=hashlib.sha256(request.campaign.encode()).hexdigest())

    async def CheckOptions(self, request: Any, context: Any) -> engine_pb2.CheckOptionsReply:  # noqa: N802
        assert request.campaign in self.reserved
        if request.ruleset != "tally":
            raise Problem("unknown_ruleset", Kind.MALFORMED, "There is no such game.")
        if request.seats not in SEATS:
            raise Problem("bad_seats", Kind.MALFORMED, "The number of seats does not fit this game.")
        options = json.loads(request.options or b"{}")
        if options.get("target", 10) < 1:
            raise Problem("bad_option", Kind.MALFORMED, "The target must be positive.")
        return engine_pb2.CheckOptionsReply(
            options=json.dumps({"target": 10, "drawn": 7, **options}).encode(),
            rating_kinds=options.get("kinds", KINDS),
            own_ratings=options.get("own_ratings", False),
            room=engine_pb2.RoomRules(
                bot_levels=8, closes_with_host=options.get("closes", False), entries=options.get("entries", False)
            ),
        )

    async def CreateCampaign(self, request: Any, context: Any) -> engine_pb2.CreateCampaignReply:  # noqa: N802
        self.asked += 1
        failure = self.failures.pop(0) if self.failures else ""
        if failure == "broken":
            raise RuntimeError("on purpose")
        if failure == "refused":
            problem = play_pb2.Problem(code="too_weak", kind="not_now", sentence="No.", detail=b'{"least": 3}')
            return engine_pb2.CreateCampaignReply(refused=engine_pb2.Refused(problem=problem))
        first = self.campaigns.setdefault(request.campaign, request)
        seats = enumerate(first.seats)
        seated = [envelope_pb2.Occupant(seat=n, account=one.account, bot_level=one.bot_level) for n, one in seats]
        self.seatings.setdefault(request.campaign, seated)
        if failure == "lost":
            raise RuntimeError("on purpose, after the commit")
        return engine_pb2.CreateCampaignReply(started=engine_pb2.Started(seats=range(len(first.seats))))

    async def GetSeating(self, request: Any, context: Any) -> engine_pb2.GetSeatingReply:  # noqa: N802
        if request.campaign not in self.seatings:
            raise Problem("no_such_campaign", Kind.MISSING, "There is no such campaign.")
        may_watch = request.campaign in self.public or request.link == f"see-{request.campaign}"
        return engine_pb2.GetSeatingReply(seats=self.seatings[request.campaign], may_watch=may_watch)


@pytest.fixture
async def engine() -> AsyncIterator[FakeEngine]:
    """A running one; its address is in `address`."""
    fake = FakeEngine()
    service = rpc.RpcService("warboard.campaign.v1.Engine", engine_pb2_grpc.add_EngineServicer_to_server, fake)
    server = await rpc.serve([service], "127.0.0.1:0", clock=SystemClock(), metrics=Metrics("fake_engine"))
    fake.address = f"127.0.0.1:{server.port}"
    yield fake
    await server.stop(timedelta())
