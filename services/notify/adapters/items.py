"""Rows of inboxes, as everything that fills one writes and reads them. The inboxes concerned are locked."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from chassis.among import among
from chassis.database import lock_rows
from chassis.timekeeping import from_unix_ms
from services.notify.adapters.tables import INBOX, ITEM, TRIMMED
from services.notify.app.ports import Item

Kind = tuple[str, str, str]
"""Campaign, account and key of items."""
Place = tuple[int, int, int]
"""Epoch, number and place: which append's which notice."""


@dataclass
class Inbox:
    """An inbox while a batch is written."""

    account: str
    last: int
    read: int
    added: list[dict[str, Any]] = field(default_factory=list)

    def add(self, **columns: Any) -> dict[str, Any]:
        """Number an item and keep it for `store`; its row."""
        self.last += 1
        row = {"account": self.account, "n": self.last, **columns}
        self.added.append(row)
        return row


async def lock(connection: AsyncConnection, accounts: list[str]) -> dict[str, Inbox]:
    """The inboxes of these accounts (sorted), made if need be, and locked until the end of the transaction."""
    await make(connection, "inbox (account, last, read) VALUES (:key, 0, 0)", accounts)
    locked = await lock_rows(connection, "inbox", "account", ("last", "read"), accounts)
    return {account: Inbox(account, *locked[account]) for account in accounts}


async def store(connection: AsyncConnection, inboxes: Sequence[Inbox], most: int) -> None:
    """Keep what was added to inboxes.

    :param most: items an inbox; the oldest go.
    """
    filled = [inbox for inbox in inboxes if inbox.added]
    if not filled:
        return
    await connection.execute(insert(ITEM), [row for inbox in filled for row in inbox.added])
    await connection.execute(
        update(INBOX).where(INBOX.c.account == bindparam("whose")).values(last=bindparam("to")),
        [{"whose": inbox.account, "to": inbox.last} for inbox in filled],
    )
    for inbox in filled:
        await trim(connection, inbox.account, most)


async def newest(connection: AsyncConnection, kinds: Set[Kind]) -> dict[Kind, Place]:
    """Which append's which notice the newest item of each kind tells; kinds without items are left out."""
    found: dict[Kind, Place] = {}
    wanted = sorted({kind[:2] for kind in kinds})
    condition = among((ITEM.c.campaign, ITEM.c.account), wanted)
    of_a_kind = ITEM.c.key.in_({key for _, _, key in kinds})
    query = select(ITEM.c.campaign, ITEM.c.account, ITEM.c.key, ITEM.c.epoch, ITEM.c.seq, ITEM.c.place)
    for row in await connection.execute(query.where(condition, of_a_kind)) if wanted else ():
        kind = (row.campaign, row.account, row.key)
        found[kind] = max(found.get(kind, (0, 0, 0)), (row.epoch, row.seq, row.place))
    return found


async def drop(connection: AsyncConnection, kinds: Iterable[Kind]) -> None:
    """Take all stored items of these kinds out: a newer one makes them void."""
    named = {"of": ITEM.c.campaign, "whose": ITEM.c.account, "what": ITEM.c.key}
    rows = [dict(zip(named, kind, strict=True)) for kind in sorted(kinds)]
    if rows:
        same = (column == bindparam(name) for name, column in named.items())
        await connection.execute(delete(ITEM).where(*same), rows)


async def trim(connection: AsyncConnection, account: str, most: int) -> None:
    """Drop the oldest items of an inbox beyond a limit, and note that they were told."""
    mine = ITEM.c.account == account
    cut = await connection.scalar(select(ITEM.c.n).where(mine).order_by(ITEM.c.n.desc()).offset(most).limit(1))
    if cut is None:
        return
    gone = await connection.execute(
        delete(ITEM).where(mine, ITEM.c.n <= cut).returning(ITEM.c.campaign, ITEM.c.epoch, ITEM.c.seq)
    )
    newest: dict[str, tuple[int, int]] = {}
    for row in gone:
        newest[row.campaign] = max(newest.get(row.campaign, (0, 0)), (row.epoch, row.seq))
    known = await connection.execute(
        delete(TRIMMED)
        .where(TRIMMED.c.account == account, TRIMMED.c.campaign.in_(sorted(newest)))
        .returning(TRIMMED.c.campaign, TRIMMED.c.epoch, TRIMMED.c.seq)
    )
    for row in known:
        newest[row.campaign] = max(newest[row.campaign], (row.epoch, row.seq))
    await connection.execute(
        insert(TRIMMED),
        [{"campaign": campaign, "account": account, "epoch": epoch, "seq": seq}
         for campaign, (epoch, seq) in newest.items()],
    )  # fmt: skip


async def make(connection: AsyncConnection, what: str, keys: Sequence[str]) -> None:
    """Insert the rows of these keys that aren't there, in their order.

    :param what: a constant of the program.
    """
    await connection.execute(
        text(f"INSERT INTO {what} ON CONFLICT DO NOTHING"),
        [{"key": key} for key in keys],
    )


async def unread(connection: AsyncConnection, accounts: Sequence[str]) -> dict[str, int]:
    """How many items are unread, by account; those with none are left out."""
    query = (
        select(ITEM.c.account, func.count().label("unread"))
        .join(INBOX, INBOX.c.account == ITEM.c.account)
        .where(ITEM.c.account.in_(accounts), ITEM.c.n > INBOX.c.read)
        .group_by(ITEM.c.account)
    )
    return {row.account: row.unread for row in await connection.execute(query)}


def item(row: Mapping[str, Any], read: int) -> Item:
    """A row as an item of an inbox that is read up to a number."""
    return Item(
        n=row["n"], campaign=row["campaign"], key=row["key"], parameters=bytes(row["parameters"]),
        at=from_unix_ms(row["at_unix_ms"]), read=row["n"] <= read, owes=bool(row["owes"]),
    )  # fmt: skip
