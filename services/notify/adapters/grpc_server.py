"""Notify's gRPC face."""

from typing import Any

from warboard_pb.notify.v1 import notify_pb2, notify_pb2_grpc

from chassis.ids import parse_id
from services.notify.adapters import wire
from services.notify.app.inboxes import Inboxes


class NotifyServicer(notify_pb2_grpc.NotifyServicer):
    """warboard.notify.v1.Notify."""

    def __init__(self, inboxes: Inboxes) -> None:
        self._inboxes = inboxes

    async def GetInbox(self, request: Any, context: Any) -> notify_pb2.GetInboxReply:
        items, unread = await self._inboxes.inbox(parse_id(request.account), _n(request.before), request.limit)
        return notify_pb2.GetInboxReply(items=[wire.item(item) for item in items], unread=unread)

    async def MarkRead(self, request: Any, context: Any) -> notify_pb2.MarkReadReply:
        return notify_pb2.MarkReadReply(unread=await self._inboxes.mark_read(parse_id(request.account), _n(request.n)))


def _n(number: int) -> int:
    """A number of an item; what no inbox could reach counts as the most that a database can hold."""
    return min(number, 2**63 - 1)
