"""What lobby hears of campaigns: that they start, end and are deleted."""

from warboard_pb.campaign.v1 import envelope_pb2

from chassis.bus import Bus
from chassis.consumers import Delivery, consume
from chassis.subjects import ANY, pattern
from services.lobby.app.starting import Starting


class Messages:
    """Listens on the bus and calls the use cases."""

    def __init__(self, bus: Bus, starting: Starting) -> None:
        self._bus = bus
        self._starting = starting

    async def listen(self, unacknowledged: int) -> None:
        """Start consuming."""
        await consume(
            self._bus, "lobby", "CAMPAIGN", [pattern("campaign", ANY)], self.campaign, max_ack_pending=unacknowledged
        )

    async def campaign(self, delivery: Delivery) -> None:
        """An append of a campaign; doubled ones change nothing."""
        envelope = envelope_pb2.Envelope.FromString(delivery.data)
        neutral = envelope.neutral
        if neutral.HasField("started"):
            await self._starting.campaign_started(envelope.campaign)
        if neutral.HasField("ended"):
            await self._starting.campaign_ended(envelope.campaign, _winner(neutral.ended))
        if neutral.HasField("deleted"):
            await self._starting.campaign_deleted(envelope.campaign)


def _winner(ended: envelope_pb2.CampaignEnded) -> str:
    """The one account on the first place; a shared victory splits no pot, so entries go back."""
    first = [standing.account for standing in ended.standings if standing.place == 1]
    return first[0] if len(first) == 1 and not ended.nobody_won else ""
