"""What notify hears of campaigns, and what it tells gateways."""

from chassis.bus import Bus
from chassis.consumers import Delivery, consume
from chassis.logs import logger
from chassis.problems import Unavailable
from chassis.subjects import ANY, Subject, pattern, subject
from services.notify.adapters import wire
from services.notify.app.inboxes import Inboxes
from services.notify.app.ports import Change, Channel, Message

_LOG = logger(__name__)


class BusTeller:
    """The `Teller` port, on the plain bus."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def tell(self, change: Change) -> None:
        """Publish `notify.account.<id>`."""
        await self._publish(subject("notify", "account", change.account), wire.inbox_changed(change))

    async def said(self, campaign: str, channel: str, readers: tuple[str, ...], message: Message) -> None:
        """Publish a message, new or erased, on `talk.<campaign>`."""
        await self._publish(subject("talk", campaign), wire.talk_said(campaign, channel, readers, message))

    async def read(self, campaign: str, account: str, channel: Channel) -> None:
        """Publish on `talk.<campaign>`, for one account, what it has read or muted."""
        await self._publish(subject("talk", campaign), wire.talk_read(campaign, account, channel))

    async def reseated(self, campaign: str) -> None:
        """Publish on `talk.<campaign>` that a player left."""
        await self._publish(subject("talk", campaign), wire.talk_reseated(campaign))

    async def deleted(self, campaign: str) -> None:
        """Publish on `talk.<campaign>` that it is gone."""
        await self._publish(subject("talk", campaign), wire.talk_deleted(campaign))

    async def _publish(self, to: Subject, data: bytes) -> None:
        try:
            await self._bus.publish(to, data)
        except Unavailable:
            _LOG.warning("a change could not be told of", what=to.partition(".")[0])


async def listen(bus: Bus, inboxes: Inboxes, unacknowledged: int) -> None:
    """Start consuming."""

    async def campaign(delivery: Delivery) -> None:
        await inboxes.deliver(wire.event(delivery.data))

    await consume(bus, "notify", "CAMPAIGN", [pattern("campaign", ANY)], campaign, max_ack_pending=unacknowledged)
