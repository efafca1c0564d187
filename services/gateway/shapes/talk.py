"""What players say to one another."""

from typing import Literal

from msgspec import UNSET, UnsetType

from services.gateway.shapes.shape import Shape, UnixMs


class TalkMessage(Shape, frozen=True, kw_only=True):
    """Something said in a channel; without a text if it was erased."""

    n: int
    seat: int
    at_unix_ms: UnixMs
    name: str | UnsetType = UNSET
    text: str | UnsetType = UNSET
    erased: Literal[True] | UnsetType = UNSET


class TalkChannel(Shape, frozen=True, kw_only=True):
    """A channel as the reader finds it."""

    channel: str
    """`all`, or `<low>-<high>` of two seats."""
    unread: int
    read: int
    muted: bool
    last: TalkMessage | UnsetType = UNSET
