"""The durable messages that an append is committed with: its envelope, and what it wants of clock and chessgate."""

from datetime import datetime

from chassis.logs import trace_id
from chassis.outbox import OutboxRow
from chassis.subjects import subject
from services.engine.adapters import wire
from services.engine.app.appends import Append, Head


def messages(append: Append, now: datetime) -> list[OutboxRow]:
    """The messages of an append, in the order they should arrive."""
    if not append.facts:
        return []
    head = append.head
    rows = [_row(head, head.seq, "campaign", wire.envelope(append), now)]
    if append.deadlines is not None:
        body = wire.deadline_wants(head.campaign, head.epoch, head.seq, append.at, append.deadlines)
        rows.append(_row(head, head.seq, "wants.clock.engine", body, now))
    if append.games is not None:
        body = wire.game_wants(head.campaign, head.epoch, head.seq, append.at, append.games)
        rows.append(_row(head, head.seq, "wants.chess", body, now))
    return rows


def farewell(head: Head, now: datetime) -> list[OutboxRow]:
    """The messages of a campaign's deletion: that it is gone, and that it wants nothing any more."""
    seq = head.seq + 1
    clock_wants = wire.deadline_wants(head.campaign, head.epoch, seq, now, ())
    return [
        _row(head, seq, "campaign", wire.deleted_envelope(head.campaign, head.epoch, seq, now), now),
        _row(head, seq, "wants.clock.engine", clock_wants, now),
        _row(head, seq, "wants.chess", wire.game_wants(head.campaign, head.epoch, seq, now, ()), now),
    ]


def _row(head: Head, seq: int, kind: str, body: bytes, at: datetime) -> OutboxRow:
    return OutboxRow(
        key=f"{head.epoch}-{head.campaign}-{seq}-{kind.replace('.', '-')}",
        ordering=f"{kind}.{head.campaign}",
        position=seq,
        subject=subject(*kind.split("."), head.campaign),
        body=body,
        headers={"Trace": trace} if (trace := trace_id()) else {},
        created=at,
    )
