"""What the use cases need from outside: the store of inboxes, the engine's seating, and whoever tells the gateways."""

from datetime import datetime
from typing import Protocol

import msgspec

from services.notify.core.audience import Event, Occupant


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """Something in an inbox."""

    n: int
    """The account's own number, from 1, without a gap as they come."""
    campaign: str
    key: str
    parameters: bytes
    """JSON object."""
    at: datetime
    read: bool
    owes: bool


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """An inbox that changed."""

    account: str
    unread: int
    newest: Item | None = None
    """The newest item, if one was added."""


class Store(Protocol):
    """Inboxes and the projection of seatings. Every method may raise `Unavailable` when the database is away."""

    async def knows(self, campaign: str) -> bool:
        """Whether the campaign's seating is known, or it is known to be deleted."""
        ...

    async def deliver(self, event: Event, repair: tuple[Occupant, ...]) -> list[Change]:
        """Keep who sits where, add to inboxes what they aren't told yet, or delete everything of the campaign.

        :param repair: the seating to assume if the campaign is unknown.
        """
        ...

    async def inbox(self, account: str, before: int, limit: int) -> tuple[list[Item], int]:
        """Items before a number (0: the newest), newest first, and how many are unread in all."""
        ...

    async def mark_read(self, account: str, n: int) -> tuple[int, bool]:
        """Mark everything up to a number as read: how many are unread now, and whether anything changed."""
        ...

    async def forget_deleted(self, before: datetime) -> int:
        """Forget that campaigns were deleted before; how many."""
        ...


class Engine(Protocol):
    """What notify asks of the engine."""

    async def seating(self, campaign: str) -> tuple[Occupant, ...] | None:
        """Who sits where now; None if there is no such campaign (any more).

        :raises Problem: if it doesn't answer.
        """
        ...


class Teller(Protocol):
    """Tells gateways of changed inboxes."""

    async def tell(self, change: Change) -> None:
        """Say it once; who doesn't hear it sees the inbox the next time it is read."""
        ...
