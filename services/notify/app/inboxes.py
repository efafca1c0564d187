"""Filling inboxes from what campaigns tell, and reading them."""

from datetime import timedelta

from chassis.database import is_away
from chassis.logs import logger
from chassis.timekeeping import Clock
from services.notify.app.ports import Change, Engine, Item, Store, Teller
from services.notify.core.audience import Event, Occupant

_LOG = logger(__name__)

MOST_LISTED = 100
_LISTED = 50
_SWEEP = timedelta(hours=1)
_REMEMBERED = timedelta(days=4)
"""A deleted campaign's late messages can come as long as the stream keeps them: three days."""


class Inboxes:
    """The use cases of inboxes."""

    def __init__(self, store: Store, engine: Engine, teller: Teller, clock: Clock) -> None:
        self._store = store
        self._engine = engine
        self._teller = teller
        self._clock = clock

    async def deliver(self, event: Event) -> None:
        """Take in an append; a doubled or late one adds nothing twice.

        :raises Problem: if the seating isn't known and the engine doesn't answer; try again.
        """
        if not (event.notices or event.seats or event.deleted):
            return
        repair: tuple[Occupant, ...] = ()
        if event.notices and not event.seats and not await self._store.knows(event.campaign):
            found = await self._engine.seating(event.campaign)
            if found is None:
                _LOG.info("notices of a campaign that is gone", campaign=event.campaign)
                return
            repair = found
        for change in await self._store.deliver(event, repair):
            await self._teller.tell(change)
        if event.replaced or any(occupant.left and occupant.seat in event.changed for occupant in event.seats):
            await self._teller.reseated(event.campaign)
        if event.deleted:
            await self._teller.deleted(event.campaign)

    async def inbox(self, account: str, before: int, limit: int) -> tuple[list[Item], int]:
        """Items before a number (0: the newest), newest first, at most 100, and how many are unread in all."""
        return await self._store.inbox(account, before, min(limit or _LISTED, MOST_LISTED))

    async def mark_read(self, account: str, n: int) -> int:
        """Mark everything up to a number as read; how many are unread now. Repeating it is harmless."""
        unread, changed = await self._store.mark_read(account, n)
        if changed:
            await self._teller.tell(Change(account=account, unread=unread))
        return unread

    async def run(self) -> None:
        """Tidy for ever."""
        while True:
            try:
                await self._store.forget_deleted(self._clock.now() - _REMEMBERED)
            except Exception as error:
                if not is_away(error):
                    raise
                _LOG.warning("tidying waits for the database", error=type(error).__name__)
            await self._clock.sleep(_SWEEP)
