"""How appends that won are written: a few statements for all of a batch."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from chassis.among import among
from chassis.timekeeping import EPOCH
from services.engine.adapters import wire
from services.engine.adapters.tables import APPEND, CAMPAIGN, FORMER, KEY, SEATING, SHOWN, SNAPSHOT, TEXT, WANT
from services.engine.app.appends import Append, Head

MICROSECOND = timedelta(microseconds=1)
"""Times of appends are stored in these, since 1970 UTC."""


async def write(connection: AsyncConnection, appends: Sequence[Append], now_unix_ms: int) -> None:
    """Write all rows of appends whose head rows are locked and stand where they were decided."""
    full = [append for append in appends if append.facts]
    await _write_heads(connection, full, now_unix_ms)
    await _many(connection, APPEND, [_append(append) for append in full])
    await _many(connection, KEY, [row for append in appends for row in _key(append)])
    await _many(connection, SHOWN, [row for append in full for row in _shown(append)])
    await _many(connection, TEXT, [row for append in full for row in _texts(append)])
    await _replace(connection, WANT, [row for append in full for row in _wants(append, now_unix_ms)], "target")
    for append in full:
        if append.seating is not None:
            await connection.execute(delete(SEATING).where(SEATING.c.campaign == append.head.campaign))
            await _many(connection, SEATING, _seating(append))
    former = [{"campaign": append.head.campaign, "account": append.replaced} for append in full if append.replaced]
    await _many(connection, FORMER, former)
    snapshots = [
        {"campaign": a.head.campaign, "seq": a.head.seq, "body": a.snapshot} for a in full if a.snapshot is not None
    ]
    await _replace(connection, SNAPSHOT, snapshots)


async def _write_heads(connection: AsyncConnection, appends: Sequence[Append], now_unix_ms: int) -> None:
    await _many(
        connection, CAMPAIGN, [head_row(append.head, now_unix_ms) for append in appends if append.head.seq == 1]
    )
    old = [append.head for append in appends if append.head.seq > 1]
    if old:
        await connection.execute(
            update(CAMPAIGN)
            .where(CAMPAIGN.c.id == bindparam("which"))
            .values(seq=bindparam("to"), status=bindparam("status_"), numbers=bindparam("numbers_"),
                    marked=bindparam("marked_")),
            [{"which": head.campaign, "to": head.seq, "status_": head.status, "numbers_": _numbers(head),
              "marked_": head.marked} for head in old],
        )  # fmt: skip


async def _many(connection: AsyncConnection, table: Any, rows: list[dict[str, Any]]) -> None:
    if rows:
        await connection.execute(insert(table), rows)


async def _replace(connection: AsyncConnection, table: Any, rows: list[dict[str, Any]], *also: str) -> None:
    """Delete and insert rows by campaign (and further columns): their campaigns' head rows are locked."""
    if not rows:
        return
    names = ("campaign", *also)
    replaced = among([table.c[name] for name in names], [[row[name] for name in names] for row in rows])
    await connection.execute(delete(table).where(replaced))
    await connection.execute(insert(table), rows)


def head_row(head: Head, now_unix_ms: int) -> dict[str, Any]:
    """The head row of a new campaign."""
    return {
        "id": head.campaign, "room": head.room, "name": head.name, "ruleset": head.ruleset, "version": head.version,
        "map_id": head.map_id, "spectators": head.spectators, "epoch": head.epoch, "seq": head.seq,
        "status": head.status, "numbers": _numbers(head), "marked": head.marked, "created_unix_ms": now_unix_ms,
        "imported": head.imported,
    }  # fmt: skip


def _numbers(head: Head) -> str:
    return msgspec.json.encode({str(viewer): n for viewer, n in head.numbers.items()}).decode()


def _append(append: Append) -> dict[str, Any]:
    return {
        "campaign": append.head.campaign, "seq": append.head.seq, "at_unix_us": (append.at - EPOCH) // MICROSECOND,
        "facts": append.facts, "seat": append.seat, "command": append.command,
    }  # fmt: skip


def _shown(append: Append) -> list[dict[str, Any]]:
    head = append.head
    return [
        {"campaign": head.campaign, "viewer": shown.viewer, "n": shown.n, "seq": head.seq, "body": shown.body}
        for shown in append.updates
    ]


def _texts(append: Append) -> list[dict[str, Any]]:
    key = "" if append.key is None else append.key.key
    return [
        {"campaign": append.head.campaign, "id": text.id, "seq": text.seq, "author": text.author, "key": key,
         "words": text.words}
        for text in append.texts
    ]  # fmt: skip


def _seating(append: Append) -> list[dict[str, Any]]:
    return [
        {"campaign": append.head.campaign, "seat": holder.seat, "account": holder.account,
         "bot_level": holder.bot_level, "since_unix_ms": holder.since_unix_ms}
        for holder in append.seating or ()
    ]  # fmt: skip


def _key(append: Append) -> list[dict[str, Any]]:
    if append.key is None or append.answer is None:
        return []
    answer = append.answer
    return [
        {"campaign": append.head.campaign, "account": append.key.account, "key": append.key.key,
         "digest": answer.digest, "viewer": answer.viewer, "n": answer.n, "facts": answer.facts}
    ]  # fmt: skip


def _wants(append: Append, now_unix_ms: int) -> list[dict[str, Any]]:
    head = append.head
    bodies: list[tuple[str, bytes]] = []
    if append.deadlines is not None:
        bodies.append(("clock", wire.deadline_wants(head.campaign, head.epoch, head.seq, append.at, append.deadlines)))
    if append.games is not None:
        bodies.append(("chess", wire.game_wants(head.campaign, head.epoch, head.seq, append.at, append.games)))
    return [
        {"target": target, "campaign": head.campaign, "epoch": head.epoch, "seq": head.seq, "body": body,
         "changed_unix_ms": now_unix_ms}
        for target, body in bodies
    ]  # fmt: skip
