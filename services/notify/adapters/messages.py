"""What notify hears of campaigns, and what it tells gateways."""

from chassis.bus import Bus
from chassis.consumers import Delivery, consume
from chassis.logs import logger
from chassis.problems import Unavailable
from chassis.subjects import ANY, pattern, subject
from services.notify.adapters import wire
from services.notify.app.inboxes import Inboxes
from services.notify.app.ports import Change

_LOG = logger(__name__)


class BusTeller:
    """The `Teller` port, on the plain bus."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    async def tell(self, change: Change) -> None:
        """Publish `notify.account.<id>`."""
        try:
            await self._bus.publish(subject("notify", "account", change.account), wire.inbox_changed(change))
        except Unavailable:
            _LOG.warning("a changed inbox could not be told of")


async def listen(bus: Bus, inboxes: Inboxes, unacknowledged: int) -> None:
    """Start consuming."""

    async def campaign(delivery: Delivery) -> None:
        await inboxes.deliver(wire.event(delivery.data))

    await consume(bus, "notify", "CAMPAIGN", [pattern("campaign", ANY)], campaign, max_ack_pending=unacknowledged)
