"""Talk's rows. Whatever numbers or counts in a campaign holds the campaign's row; an inbox is locked after it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from chassis.database import Database, lock_rows
from chassis.timekeeping import Clock, from_unix_ms, unix_ms
from services.notify.adapters import items
from services.notify.adapters.store import seatings_of
from services.notify.adapters.tables import CAMPAIGN, CHANNEL_READ, HEARD_FROM, ITEM, MESSAGE, MUTED
from services.notify.app.ports import Change, Channel, Message, Said, Saying
from services.notify.core.audience import Occupant
from services.notify.core.talk import MINUTE, NOTICE, Refusal, Refused, wait

_EPOCH = -1
"""In place of an append's: items that tell of messages come of no append."""


class SqlTalkStore:
    """The `TalkStore` on SQLite and PostgreSQL."""

    def __init__(self, database: Database, clock: Clock, *, most_messages: int, most_items: int) -> None:
        """
        :param most_messages: of a channel; the oldest go.
        :param most_items: of an inbox, likewise.
        """
        self._database = database
        self._clock = clock
        self._most_messages = most_messages
        self._most_items = most_items

    async def seating(self, campaign: str) -> dict[int, Occupant] | None:
        """Who sits where; None if the campaign is unknown."""
        async with self._database.read() as connection:
            query = select(CAMPAIGN.c.deleted_unix_ms).where(CAMPAIGN.c.id == campaign)
            if await connection.scalar(query) is not None:
                raise Refused(Refusal.NO_SUCH_CAMPAIGN)
            return (await seatings_of(connection, [campaign])).get(campaign)

    async def say(self, saying: Saying) -> Said:
        """Number and keep a message; the same key says nothing twice."""
        async with self._database.write() as connection:
            await _hold(connection, saying.campaign)
            first = await _first(connection, saying)
            if first is not None:
                return Said(message=first, new=False)
            now = self._clock.now()
            await _not_too_quick(connection, saying, now)
            message = await self._add(connection, saying, now)
            return Said(message=message, new=True, change=await self._notice(connection, saying, message))

    async def messages(self, campaign: str, channel: str, before: int, limit: int, seat: int | None) -> list[Message]:
        """Messages before a number, newest first."""
        query = select(MESSAGE).where(*_of(MESSAGE, campaign, channel)).order_by(MESSAGE.c.n.desc()).limit(limit)
        if before:
            query = query.where(MESSAGE.c.n < before)
        async with self._database.read() as connection:
            floor = (await _floors(connection, campaign, [channel], seat)).get(channel, 0)
            query = query.where(MESSAGE.c.n > floor)
            return [_message(row) for row in await connection.execute(query)]

    async def channels(self, campaign: str, channels: list[str], account: str, seat: int | None) -> list[Channel]:
        """Channels as an account finds them, in the order given."""
        async with self._database.read() as connection:
            return await _channels(connection, campaign, channels, account, seat)

    async def heard_from(self, campaign: str, channel: str) -> dict[int, int]:
        """After which number seats' newcomers read a channel."""
        query = select(HEARD_FROM.c.seat, HEARD_FROM.c.n).where(*_of(HEARD_FROM, campaign, channel))
        async with self._database.read() as connection:
            return {row.seat: row.n for row in await connection.execute(query)}

    async def mark_read(self, campaign: str, channel: str, account: str, seat: int, n: int) -> tuple[Channel, bool]:
        """Everything up to a number is read."""
        async with self._database.write() as connection:
            await _hold(connection, campaign)
            [before] = await _channels(connection, campaign, [channel], account, seat)
            to = min(n, before.last.n if before.last else 0)
            if to <= before.read:
                return before, False
            mine = {"campaign": campaign, "channel": channel, "account": account}
            await connection.execute(
                delete(CHANNEL_READ).where(*_of(CHANNEL_READ, campaign, channel), CHANNEL_READ.c.account == account)
            )
            await connection.execute(insert(CHANNEL_READ), [{**mine, "n": to}])
            [now] = await _channels(connection, campaign, [channel], account, seat)
            return now, True

    async def mute(self, campaign: str, channel: str, account: str, seat: int, *, muted: bool) -> tuple[Channel, bool]:
        """Mute a channel or end that."""
        async with self._database.write() as connection:
            await _hold(connection, campaign)
            [before] = await _channels(connection, campaign, [channel], account, seat)
            if before.muted == muted:
                return before, False
            if muted:
                mine = {"campaign": campaign, "channel": channel, "account": account}
                await connection.execute(insert(MUTED), [mine])
            else:
                await connection.execute(
                    delete(MUTED).where(*_of(MUTED, campaign, channel), MUTED.c.account == account)
                )
            return msgspec.structs.replace(before, muted=muted), True

    async def erase(self, campaign: str, channel: str, account: str, n: int) -> tuple[Message, bool]:
        """Take the text of an account's message away."""
        place = and_(*_of(MESSAGE, campaign, channel), MESSAGE.c.n == n)
        async with self._database.write() as connection:
            await _hold(connection, campaign)
            row = (await connection.execute(select(MESSAGE).where(place))).one_or_none()
            if row is None:
                raise Refused(Refusal.NO_SUCH_MESSAGE)
            if row.account != account:
                raise Refused(Refusal.NOT_YOUR_MESSAGE)
            await connection.execute(update(MESSAGE).where(place).values(text=b"", erased=True))
            return msgspec.structs.replace(_message(row), text="", erased=True), not row.erased

    # --- writing ---

    async def _add(self, connection: AsyncConnection, saying: Saying, now: datetime) -> Message:
        here = _of(MESSAGE, saying.campaign, saying.channel)
        n = (await connection.scalar(select(func.max(MESSAGE.c.n)).where(*here)) or 0) + 1
        row = {
            "campaign": saying.campaign, "channel": saying.channel, "n": n, "seat": saying.seat,
            "account": saying.account, "key": saying.key, "text": saying.text.encode(), "at_unix_ms": unix_ms(now),
            "erased": False,
        }  # fmt: skip
        await connection.execute(insert(MESSAGE), [row])
        await connection.execute(delete(MESSAGE).where(*here, MESSAGE.c.n <= n - self._most_messages))
        return Message(n=n, seat=saying.seat, account=saying.account, text=saying.text, at=from_unix_ms(unix_ms(now)))

    async def _notice(self, connection: AsyncConnection, saying: Saying, message: Message) -> Change | None:
        """Tell a private message's reader once, until the notice is read: a talk is no heap of notices."""
        to = saying.notify
        muted = select(MUTED.c.account).where(*_of(MUTED, saying.campaign, saying.channel), MUTED.c.account == to)
        if not to or await connection.scalar(muted) is not None:
            return None
        inbox = (await items.lock(connection, [to]))[to]
        unread = select(ITEM.c.n).where(
            ITEM.c.account == to, ITEM.c.campaign == saying.campaign, ITEM.c.epoch == _EPOCH,
            ITEM.c.place == saying.seat, ITEM.c.n > inbox.read,
        )  # fmt: skip
        if await connection.scalar(unread.limit(1)) is not None:
            return None
        parameters = msgspec.json.encode({"seat": saying.seat, "channel": saying.channel})
        row = inbox.add(
            campaign=saying.campaign, epoch=_EPOCH, seq=message.n, place=saying.seat, key=NOTICE,
            parameters=parameters, owes=False, at_unix_ms=unix_ms(message.at),
        )  # fmt: skip
        await items.store(connection, [inbox], self._most_items)
        count = (await items.unread(connection, [to])).get(to, 0)
        return Change(account=to, unread=count, newest=items.item(row, inbox.read))


async def _hold(connection: AsyncConnection, campaign: str) -> None:
    """Lock the campaign.

    :raises Refused: `no_such_campaign` if it was deleted.
    """
    locked = await lock_rows(connection, "campaign", "id", ("deleted_unix_ms",), [campaign])
    if locked.get(campaign, (0,))[0] is not None:
        raise Refused(Refusal.NO_SUCH_CAMPAIGN)


async def _first(connection: AsyncConnection, saying: Saying) -> Message | None:
    """What this key has said before.

    :raises Refused: `key_reused` if that was something else.
    """
    query = select(MESSAGE).where(
        MESSAGE.c.campaign == saying.campaign, MESSAGE.c.account == saying.account, MESSAGE.c.key == saying.key
    )
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return None
    first = _message(row)
    if row.channel != saying.channel or (first.text != saying.text and not first.erased):
        raise Refused(Refusal.KEY_REUSED)
    return first


async def _not_too_quick(connection: AsyncConnection, saying: Saying, now: datetime) -> None:
    """Hold the account to its messages a minute.

    :raises Refused: `slow_down` with `retry_after_ms`.
    """
    query = select(MESSAGE.c.at_unix_ms).where(
        MESSAGE.c.campaign == saying.campaign,
        MESSAGE.c.account == saying.account,
        MESSAGE.c.at_unix_ms > unix_ms(now - MINUTE),
    )
    pause = wait([from_unix_ms(row.at_unix_ms) for row in await connection.execute(query)], now)
    if pause is not None:
        raise Refused(Refusal.SLOW_DOWN, retry_after_ms=max(1, int(pause.total_seconds() * 1000)))


async def _channels(
    connection: AsyncConnection, campaign: str, channels: Sequence[str], account: str, seat: int | None
) -> list[Channel]:
    """Channels as an account finds them (empty: nobody in particular), in the order given."""
    floors = await _floors(connection, campaign, channels, seat)
    newest = await _newest(connection, campaign, channels)
    last = {channel: message for channel, message in newest.items() if message.n > floors.get(channel, 0)}
    if not account:
        return [Channel(channel=channel, last=last.get(channel)) for channel in channels]
    own = and_(CHANNEL_READ.c.campaign == campaign, CHANNEL_READ.c.account == account)
    read = {row.channel: row.n for row in await connection.execute(select(CHANNEL_READ).where(own))}
    unread = await _unread(
        connection,
        campaign,
        {channel: max(read.get(channel, 0), floors.get(channel, 0)) for channel in channels},
        account,
    )
    quiet = select(MUTED.c.channel).where(MUTED.c.campaign == campaign, MUTED.c.account == account)
    muted = {row.channel for row in await connection.execute(quiet)}
    return [
        Channel(
            channel=channel, unread=unread.get(channel, 0), read=read.get(channel, 0), muted=channel in muted,
            last=last.get(channel),
        )
        for channel in channels
    ]  # fmt: skip


async def _floors(
    connection: AsyncConnection, campaign: str, channels: Sequence[str], seat: int | None
) -> dict[str, int]:
    """After which number a seat's player reads channels in which somebody else had the seat before."""
    query = select(HEARD_FROM.c.channel, HEARD_FROM.c.n).where(
        HEARD_FROM.c.campaign == campaign, HEARD_FROM.c.channel.in_(channels), HEARD_FROM.c.seat == seat
    )
    return {row.channel: row.n for row in await connection.execute(query)} if seat is not None else {}


async def _newest(connection: AsyncConnection, campaign: str, channels: Sequence[str]) -> dict[str, Message]:
    here = and_(MESSAGE.c.campaign == campaign, MESSAGE.c.channel.in_(channels))
    newest = select(MESSAGE.c.channel, func.max(MESSAGE.c.n).label("n")).where(here).group_by(MESSAGE.c.channel)
    top = newest.subquery()
    query = select(MESSAGE).join(top, and_(MESSAGE.c.channel == top.c.channel, MESSAGE.c.n == top.c.n))
    rows = await connection.execute(query.where(MESSAGE.c.campaign == campaign))
    return {row.channel: _message(row) for row in rows}


async def _unread(connection: AsyncConnection, campaign: str, read: Mapping[str, int], account: str) -> dict[str, int]:
    """How many messages of others come after what is read, by channel; those with none are left out."""
    after = or_(*(and_(MESSAGE.c.channel == channel, MESSAGE.c.n > n) for channel, n in read.items()))
    query = (
        select(MESSAGE.c.channel, func.count().label("unread"))
        .where(MESSAGE.c.campaign == campaign, after, MESSAGE.c.account != account, MESSAGE.c.erased.is_(False))
        .group_by(MESSAGE.c.channel)
    )
    return {row.channel: row.unread for row in await connection.execute(query)}


def _of(table: Any, campaign: str, channel: str) -> tuple[Any, Any]:
    return table.c.campaign == campaign, table.c.channel == channel


def _message(row: Any) -> Message:
    return Message(
        n=row.n, seat=row.seat, account=row.account, text=bytes(row.text).decode(), at=from_unix_ms(row.at_unix_ms),
        erased=bool(row.erased),
    )  # fmt: skip
