"""What the use cases need from outside: the stores of inboxes and talk, the engine, whoever tells the gateways."""

from datetime import datetime
from typing import Protocol

import msgspec

from services.notify.core.audience import Event, Occupant


class Item(msgspec.Struct, frozen=True, kw_only=True):
    """Something in an inbox."""

    n: int
    """The account's own number, from 1, without a gap as they come; of what a newer one made void, gaps remain."""
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


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """Something said in a channel."""

    n: int
    """The channel's own number, from 1, without a gap."""
    seat: int
    account: str
    """Who held the seat then."""
    text: str
    """Empty if erased."""
    at: datetime
    erased: bool = False


class Channel(msgspec.Struct, frozen=True, kw_only=True):
    """A channel as one account finds it."""

    channel: str
    unread: int = 0
    """Messages of others after `read`."""
    read: int = 0
    muted: bool = False
    last: Message | None = None


class Saying(msgspec.Struct, frozen=True, kw_only=True):
    """A message on its way into a channel."""

    campaign: str
    channel: str
    seat: int
    account: str
    key: str
    text: str
    notify: str = ""
    """The account that gets a notice, unless the channel is muted or the last notice unread; empty for nobody."""


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a `Saying`."""

    message: Message
    new: bool
    """False if the key had said it before."""
    change: Change | None = None
    """The inbox that got a notice."""


class TalkStore(Protocol):
    """Messages, and how far everybody has read. Every method may raise `Unavailable` when the database is away."""

    async def seating(self, campaign: str) -> dict[int, Occupant] | None:
        """Who sits where; None if the campaign is unknown.

        :raises Refused: `no_such_campaign` for a deleted one.
        """
        ...

    async def say(self, saying: Saying) -> Said:
        """Number and keep a message; the same key says nothing twice.

        :raises Refused: `no_such_campaign`, `key_reused`, `slow_down` with `retry_after_ms`.
        """
        ...

    async def messages(self, campaign: str, channel: str, before: int, limit: int, seat: int | None) -> list[Message]:
        """Messages before a number (0: the newest), newest first.

        :param seat: the reader's; None for a spectator. A newcomer finds nothing that was said privately with the
            player before, in every method here.
        """
        ...

    async def channels(self, campaign: str, channels: list[str], account: str, seat: int | None) -> list[Channel]:
        """Channels as an account finds them (empty: nobody in particular), in the order given."""
        ...

    async def heard_from(self, campaign: str, channel: str) -> dict[int, int]:
        """After which number seats' newcomers read a channel; seats without one read all."""
        ...

    async def mark_read(self, campaign: str, channel: str, account: str, seat: int, n: int) -> tuple[Channel, bool]:
        """Everything up to a number is read; the channel now, and whether anything changed."""
        ...

    async def mute(self, campaign: str, channel: str, account: str, seat: int, *, muted: bool) -> tuple[Channel, bool]:
        """Mute a channel or end that; the channel now, and whether anything changed."""
        ...

    async def erase(self, campaign: str, channel: str, account: str, n: int) -> tuple[Message, bool]:
        """Take the text of an account's message away; what is left, and whether anything changed.

        :raises Refused: `no_such_message`, `not_your_message`.
        """
        ...


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

    async def may_watch(self, campaign: str, link: str) -> bool:
        """Whether somebody without a seat may see the campaign.

        :param link: a spectator's signed link; empty if none.
        :raises Problem: what is wrong with the link, or if the engine doesn't answer.
        """
        ...


class Teller(Protocol):
    """Tells gateways what changed, once; who doesn't hear it sees it with the next reading."""

    async def tell(self, change: Change) -> None:
        """An inbox changed."""
        ...

    async def said(self, campaign: str, channel: str, readers: tuple[str, ...], message: Message) -> None:
        """A message was said or erased."""
        ...

    async def read(self, campaign: str, account: str, channel: Channel) -> None:
        """An account has read, muted or unmuted a channel: for its own sockets."""
        ...

    async def reseated(self, campaign: str) -> None:
        """A player left for good and reads no more."""
        ...

    async def deleted(self, campaign: str) -> None:
        """The campaign and its talk are gone."""
        ...
