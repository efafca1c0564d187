"""Notify's database: many appends share one transaction; campaigns are locked first, then inboxes, each sorted."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from chassis.among import among
from chassis.database import Database, lock_rows
from chassis.group_commit import GroupCommit
from chassis.metrics import Metrics
from chassis.timekeeping import Clock, unix_ms
from services.notify.adapters import items
from services.notify.adapters.tables import (
    CAMPAIGN,
    CHANNEL_READ,
    HEARD_FROM,
    INBOX,
    ITEM,
    MESSAGE,
    MUTED,
    SEATING,
    TRIMMED,
)
from services.notify.app.ports import Change, Item
from services.notify.core.audience import Event, Notice, Occupant, after, audience
from services.notify.core.talk import pair

_BATCH = 64
_CHUNK = 2_000
"""Rows compared in one statement: drivers take at most 32,767 parameters."""


@dataclass(frozen=True)
class _Arrival:
    """An append on its way to the writer."""

    event: Event
    repair: tuple[Occupant, ...]


@dataclass(frozen=True)
class _Told:
    """A notice of an append to one account."""

    event: Event
    account: str
    notice: Notice

    @property
    def key(self) -> tuple[str, str, int, int, int]:
        """What is stored once."""
        return self.event.campaign, self.account, *self.at

    @property
    def at(self) -> items.Place:
        """Later ones are greater."""
        return self.event.epoch, self.event.seq, self.notice.place

    @property
    def kind(self) -> items.Kind:
        """Of which an inbox keeps only the newest, if the notice says so."""
        return self.event.campaign, self.account, self.notice.key


class SqlStore:
    """The `Store` on SQLite and PostgreSQL."""

    def __init__(
        self, database: Database, clock: Clock, metrics: Metrics, *, most_items: int, queue_limit: int
    ) -> None:
        """
        :param most_items: of an inbox; the oldest go.
        """
        self._database = database
        self._clock = clock
        self._most_items = most_items
        self.writer: GroupCommit[_Arrival, list[Change]] = GroupCommit(
            database,
            self._batch,
            key=lambda arrival: arrival.event.campaign,
            metrics=metrics,
            queue_limit=queue_limit,
            batch_limit=_BATCH,
        )

    async def knows(self, campaign: str) -> bool:
        """Whether the campaign's seating is known, or it is known to be deleted."""
        async with self._database.read() as connection:
            return await connection.scalar(select(CAMPAIGN.c.id).where(CAMPAIGN.c.id == campaign)) is not None

    async def deliver(self, event: Event, repair: tuple[Occupant, ...]) -> list[Change]:
        """Take in an append."""
        return await self.writer.submit(_Arrival(event, repair))

    async def inbox(self, account: str, before: int, limit: int) -> tuple[list[Item], int]:
        """Items before a number, newest first, and how many are unread in all."""
        query = select(ITEM).where(ITEM.c.account == account).order_by(ITEM.c.n.desc()).limit(limit)
        if before:
            query = query.where(ITEM.c.n < before)
        async with self._database.read() as connection:
            read = await connection.scalar(select(INBOX.c.read).where(INBOX.c.account == account)) or 0
            found = [items.item(dict(row), read) for row in (await connection.execute(query)).mappings()]
            return found, (await items.unread(connection, [account])).get(account, 0)

    async def mark_read(self, account: str, n: int) -> tuple[int, bool]:
        """Mark everything up to a number as read."""
        async with self._database.write() as connection:
            locked = await lock_rows(connection, "inbox", "account", ("last", "read"), [account])
            last, read = locked.get(account, (0, 0))
            to = min(n, last)
            if to > read:
                await connection.execute(update(INBOX).where(INBOX.c.account == account).values(read=to))
            return (await items.unread(connection, [account])).get(account, 0), to > read

    async def forget_deleted(self, before: datetime) -> int:
        """Forget that campaigns were deleted before; how many."""
        old = CAMPAIGN.c.deleted_unix_ms < unix_ms(before)
        async with self._database.write() as connection:
            return int((await connection.execute(delete(CAMPAIGN).where(old))).rowcount)

    # --- writing ---

    async def _batch(self, connection: AsyncConnection, arrivals: Sequence[_Arrival]) -> list[list[Change]]:
        """Take in appends of different campaigns, sorted by campaign."""
        campaigns = [arrival.event.campaign for arrival in arrivals]
        await items.make(connection, "campaign (id, epoch, seq) VALUES (:key, 0, 0)", campaigns)
        heads = await lock_rows(connection, "campaign", "id", ("epoch", "seq", "deleted_unix_ms"), campaigns)
        seatings = await seatings_of(connection, campaigns)
        told: list[_Told] = []
        gone: list[str] = []
        for arrival in arrivals:
            event = arrival.event
            epoch, seq, deleted = heads[event.campaign]
            if deleted is not None:
                continue
            if event.deleted:
                gone.append(event.campaign)
                continue
            stored = seatings.get(event.campaign)
            before = stored or {occupant.seat: occupant for occupant in arrival.repair}
            told += [_Told(event, account, notice) for account, notice in audience(event, before)]
            await _keep_seating(connection, event, before, (epoch, seq), stored=bool(stored))
        owners = await _owners(connection, gone)
        inboxes = await self._fill(connection, told, {account for accounts in owners.values() for account in accounts})
        if gone:
            await _remove(connection, gone, unix_ms(self._clock.now()))
        return await _changes(connection, campaigns, inboxes, owners)

    async def _fill(
        self, connection: AsyncConnection, told: Sequence[_Told], also: Iterable[str]
    ) -> dict[str, items.Inbox]:
        """Number and store what isn't stored yet; the inboxes concerned, locked."""
        accounts = sorted({one.account for one in told} | set(also))
        if not accounts:
            return {}
        inboxes = await items.lock(connection, accounts)
        had, trimmed = await _had(connection, told), await _trimmed(connection, told)
        had |= await _void(connection, told)
        dropped: set[items.Kind] = set()
        for one in told:
            event, notice = one.event, one.notice
            if one.key in had or event.version <= trimmed.get((event.campaign, one.account), (0, 0)):
                continue
            if notice.latest:
                dropped.add(one.kind)
            inboxes[one.account].add(
                campaign=event.campaign, epoch=event.epoch, seq=event.seq, place=notice.place, key=notice.key,
                parameters=notice.parameters, owes=notice.owes, at_unix_ms=unix_ms(event.at),
            )  # fmt: skip
        await items.drop(connection, dropped)
        await items.store(connection, list(inboxes.values()), self._most_items)
        return inboxes


async def seatings_of(connection: AsyncConnection, campaigns: Sequence[str]) -> dict[str, dict[int, Occupant]]:
    """Who sits where, by campaign; unknown ones are left out."""
    found: dict[str, dict[int, Occupant]] = {}
    for row in await connection.execute(select(SEATING).where(SEATING.c.campaign.in_(campaigns))):
        found.setdefault(row.campaign, {})[row.seat] = Occupant(
            seat=row.seat, account=row.account, bot_level=row.bot_level, eliminated=bool(row.eliminated),
            left=bool(row.left_for_good),
        )  # fmt: skip
    return found


async def _keep_seating(
    connection: AsyncConnection, event: Event, before: dict[int, Occupant], kept: tuple[int, int], *, stored: bool
) -> None:
    """Store who sits where after an append; of one older than what is kept only that somebody was eliminated."""
    used = event if event.version >= kept else msgspec.structs.replace(event, seats=())
    now = after(used, before)
    if now != before or not stored:
        await connection.execute(delete(SEATING).where(SEATING.c.campaign == event.campaign))
        rows = [
            {"campaign": event.campaign, "seat": o.seat, "account": o.account, "bot_level": o.bot_level,
             "eliminated": o.eliminated, "left_for_good": o.left}
            for o in now.values()
        ]  # fmt: skip
        if rows:
            await connection.execute(insert(SEATING), rows)
        for seat in (seat for seat, old in before.items() if seat in now and now[seat].account != old.account):
            await _keep_talk_private(connection, event.campaign, seat, before)
    if used.seats or not stored:
        head = update(CAMPAIGN).where(CAMPAIGN.c.id == event.campaign)
        await connection.execute(head.values(epoch=event.epoch, seq=event.seq))


async def _keep_talk_private(connection: AsyncConnection, campaign: str, seat: int, seating: Iterable[int]) -> None:
    """What was said privately with a seat's player before isn't for the one who plays it from here on."""
    channels = [pair(seat, other) for other in seating if other != seat]
    said = select(MESSAGE.c.channel, func.max(MESSAGE.c.n).label("n")).where(
        MESSAGE.c.campaign == campaign, MESSAGE.c.channel.in_(channels)
    )
    rows = [
        {"campaign": campaign, "channel": row.channel, "seat": seat, "n": row.n}
        for row in await connection.execute(said.group_by(MESSAGE.c.channel))
    ]
    await connection.execute(delete(HEARD_FROM).where(HEARD_FROM.c.campaign == campaign, HEARD_FROM.c.seat == seat))
    if rows:
        await connection.execute(insert(HEARD_FROM), rows)


async def _had(connection: AsyncConnection, told: Sequence[_Told]) -> set[tuple[str, str, int, int, int]]:
    """Those notices that are in their inboxes already."""
    columns = (ITEM.c.campaign, ITEM.c.account, ITEM.c.epoch, ITEM.c.seq)
    wanted = sorted({one.key[:4] for one in told})
    found: set[tuple[str, str, int, int, int]] = set()
    for start in range(0, len(wanted), _CHUNK):
        query = select(*columns, ITEM.c.place).where(among(columns, wanted[start : start + _CHUNK]))
        found.update(
            (row.campaign, row.account, row.epoch, row.seq, row.place) for row in await connection.execute(query)
        )
    return found


async def _void(connection: AsyncConnection, told: Sequence[_Told]) -> set[tuple[str, str, int, int, int]]:
    """Those notices of which only the newest counts, and which are older than what is stored or told besides."""
    latest = [one for one in told if one.notice.latest]
    newest = await items.newest(connection, {one.kind for one in latest})
    for one in latest:
        newest[one.kind] = max(newest.get(one.kind, one.at), one.at)
    return {one.key for one in latest if one.at < newest[one.kind]}


async def _trimmed(connection: AsyncConnection, told: Sequence[_Told]) -> dict[tuple[str, str], tuple[int, int]]:
    """Up to which append items were dropped, by campaign and account."""
    wanted = sorted({(one.event.campaign, one.account) for one in told})
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for start in range(0, len(wanted), _CHUNK):
        condition = among((TRIMMED.c.campaign, TRIMMED.c.account), wanted[start : start + _CHUNK])
        for row in await connection.execute(select(TRIMMED).where(condition)):
            found[row.campaign, row.account] = (row.epoch, row.seq)
    return found


async def _owners(connection: AsyncConnection, campaigns: Sequence[str]) -> dict[str, set[str]]:
    """Whose inboxes hold something of these campaigns, by campaign."""
    owners: dict[str, set[str]] = {campaign: set() for campaign in campaigns}
    if campaigns:
        query = select(ITEM.c.campaign, ITEM.c.account).where(ITEM.c.campaign.in_(campaigns)).distinct()
        for row in await connection.execute(query):
            owners[row.campaign].add(row.account)
    return owners


async def _remove(connection: AsyncConnection, campaigns: Sequence[str], now_unix_ms: int) -> None:
    """Drop everything of campaigns, and remember that they are gone. Their inboxes are locked."""
    for table in (ITEM, SEATING, TRIMMED, MESSAGE, CHANNEL_READ, HEARD_FROM, MUTED):
        await connection.execute(delete(table).where(table.c.campaign.in_(campaigns)))
    head = update(CAMPAIGN).where(CAMPAIGN.c.id.in_(campaigns))
    await connection.execute(head.values(deleted_unix_ms=now_unix_ms))


async def _changes(
    connection: AsyncConnection, campaigns: Sequence[str], inboxes: dict[str, items.Inbox], owners: dict[str, set[str]]
) -> list[list[Change]]:
    """What there is to tell, each inbox once: with the campaign that changed it last."""
    changed = {account: campaign for campaign in campaigns for account in owners.get(campaign, ())}
    changed.update({inbox.account: inbox.added[-1]["campaign"] for inbox in inboxes.values() if inbox.added})
    unread = await items.unread(connection, sorted(changed)) if changed else {}
    found: dict[str, list[Change]] = {campaign: [] for campaign in campaigns}
    for account, campaign in changed.items():
        inbox = inboxes[account]
        newest = items.item(inbox.added[-1], inbox.read) if inbox.added else None
        found[campaign].append(Change(account=account, unread=unread.get(account, 0), newest=newest))
    return [found[campaign] for campaign in campaigns]
