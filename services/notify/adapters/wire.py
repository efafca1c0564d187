"""Between notify's own records and what travels."""

from collections.abc import Iterable
from typing import Any

import msgspec
from warboard_pb.campaign.v1 import envelope_pb2
from warboard_pb.notify.v1 import notify_pb2

from chassis.timekeeping import from_unix_ms, unix_ms
from services.notify.app.ports import Change, Channel, Item, Message
from services.notify.core.audience import Event, Notice, Occupant


def occupants(seats: Iterable[Any]) -> tuple[Occupant, ...]:
    """Who sits where."""
    return tuple(
        Occupant(seat=seat.seat, account=seat.account, bot_level=seat.bot_level, left=seat.left) for seat in seats
    )


def event(data: bytes) -> Event:
    """What an envelope says to services."""
    envelope = envelope_pb2.Envelope.FromString(data)
    neutral = envelope.neutral
    return Event(
        campaign=envelope.campaign,
        epoch=envelope.epoch,
        seq=envelope.seq,
        at=from_unix_ms(envelope.at_unix_ms),
        seats=occupants(neutral.seats),
        changed=frozenset(change.seat for change in neutral.changed),
        replaced=frozenset(change.seat for change in neutral.changed if change.replaced),
        notices=tuple(
            Notice(
                place=place,
                seats=tuple(notice.seats),
                key=notice.key,
                parameters=notice.parameters or b"{}",
                owes=notice.owes,
                latest=notice.latest,
            )
            for place, notice in enumerate(neutral.notices)
        ),
        deleted=neutral.HasField("deleted"),
    )


def item(record: Item) -> notify_pb2.Item:
    """An item for the gateway."""
    return notify_pb2.Item(
        n=record.n,
        campaign=record.campaign,
        key=record.key,
        parameters=record.parameters,
        at_unix_ms=unix_ms(record.at),
        read=record.read,
        owes=record.owes,
    )


def inbox_changed(change: Change) -> bytes:
    """What gateways are told of a changed inbox."""
    newest = b"" if change.newest is None else _json(change.newest)
    return notify_pb2.InboxChanged(account=change.account, unread=change.unread, newest=newest).SerializeToString()


def message(record: Message) -> notify_pb2.Message:
    """A message for the gateway."""
    return notify_pb2.Message(
        n=record.n, seat=record.seat, account=record.account, text=record.text, at_unix_ms=unix_ms(record.at),
        erased=record.erased,
    )  # fmt: skip


def channel(record: Channel) -> notify_pb2.Channel:
    """A channel for the gateway."""
    last = None if record.last is None else message(record.last)
    return notify_pb2.Channel(
        channel=record.channel, unread=record.unread, read=record.read, muted=record.muted, last=last
    )


def talk_said(campaign: str, named: str, readers: Iterable[str], record: Message) -> bytes:
    """What gateways are told of a message."""
    return notify_pb2.TalkChanged(
        campaign=campaign, channel=named, readers=readers, message=message(record)
    ).SerializeToString()


def talk_read(campaign: str, account: str, record: Channel) -> bytes:
    """What gateways are told of a channel that an account has read or muted."""
    read = notify_pb2.ChannelRead(read=record.read, unread=record.unread, muted=record.muted)
    changed = notify_pb2.TalkChanged(campaign=campaign, channel=record.channel, readers=[account], read=read)
    return changed.SerializeToString()


def talk_reseated(campaign: str) -> bytes:
    """What gateways are told when a player left: who may read has changed."""
    return notify_pb2.TalkChanged(campaign=campaign, reseated=True).SerializeToString()


def talk_deleted(campaign: str) -> bytes:
    """What gateways are told of a deleted campaign."""
    return notify_pb2.TalkChanged(campaign=campaign, deleted=True).SerializeToString()


def _json(record: Item) -> bytes:
    """An item as clients get it."""
    return msgspec.json.encode(
        {
            "n": record.n,
            "campaign": record.campaign,
            "key": record.key,
            "parameters": msgspec.Raw(record.parameters),
            "at_unix_ms": unix_ms(record.at),
            "read": record.read,
            "owes": record.owes,
        }
    )
