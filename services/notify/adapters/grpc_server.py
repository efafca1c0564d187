"""Notify's gRPC face."""

from typing import Any

from warboard_pb.notify.v1 import notify_pb2, notify_pb2_grpc

from chassis.ids import parse_id
from services.notify.adapters import wire
from services.notify.app.inboxes import Inboxes
from services.notify.app.talk import Talk


class NotifyServicer(notify_pb2_grpc.NotifyServicer):
    """warboard.notify.v1.Notify."""

    def __init__(self, inboxes: Inboxes, talk: Talk) -> None:
        self._inboxes = inboxes
        self._talk = talk

    async def GetInbox(self, request: Any, context: Any) -> notify_pb2.GetInboxReply:
        items, unread = await self._inboxes.inbox(parse_id(request.account), _n(request.before), request.limit)
        return notify_pb2.GetInboxReply(items=[wire.item(item) for item in items], unread=unread)

    async def MarkRead(self, request: Any, context: Any) -> notify_pb2.MarkReadReply:
        return notify_pb2.MarkReadReply(unread=await self._inboxes.mark_read(parse_id(request.account), _n(request.n)))

    async def Say(self, request: Any, context: Any) -> notify_pb2.SayReply:
        message = await self._talk.say(
            parse_id(request.campaign), request.channel, parse_id(request.account), parse_id(request.key), request.text
        )
        return notify_pb2.SayReply(message=wire.message(message))

    async def ListMessages(self, request: Any, context: Any) -> notify_pb2.ListMessagesReply:
        campaign, before = parse_id(request.campaign), _n(request.before)
        messages = await self._talk.messages(
            campaign, request.channel, request.account, request.link, before, request.limit
        )
        return notify_pb2.ListMessagesReply(messages=[wire.message(message) for message in messages])

    async def ListChannels(self, request: Any, context: Any) -> notify_pb2.ListChannelsReply:
        channels, members = await self._talk.channels(parse_id(request.campaign), request.account, request.link)
        return notify_pb2.ListChannelsReply(channels=[wire.channel(channel) for channel in channels], members=members)

    async def MarkChannelRead(self, request: Any, context: Any) -> notify_pb2.MarkChannelReadReply:
        unread = await self._talk.mark_read(
            parse_id(request.campaign), request.channel, parse_id(request.account), _n(request.n)
        )
        return notify_pb2.MarkChannelReadReply(unread=unread)

    async def MuteChannel(self, request: Any, context: Any) -> notify_pb2.MuteChannelReply:
        account = parse_id(request.account)
        await self._talk.mute(parse_id(request.campaign), request.channel, account, muted=request.muted)
        return notify_pb2.MuteChannelReply()

    async def EraseMessage(self, request: Any, context: Any) -> notify_pb2.EraseMessageReply:
        message = await self._talk.erase(
            parse_id(request.campaign), request.channel, parse_id(request.account), _n(request.n)
        )
        return notify_pb2.EraseMessageReply(message=wire.message(message))


def _n(number: int) -> int:
    """A number of an item or message; what none could reach counts as the most that a database can hold."""
    return min(number, 2**63 - 1)
