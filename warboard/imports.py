"""A checked export as the requests with which the engine takes it in."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any

from warboard_pb.campaign.v1 import engine_pb2

from chassis.ids import is_id
from chassis.plain_text import BadText, cleaned
from chassis.timekeeping import EPOCH
from services.engine.core.board import Board
from services.engine.core.campaign import Campaign
from services.engine.core.retelling import Retold, retold
from services.engine.core.ruleset import Ruleset
from services.engine.core.storage import Codec
from services.engine.core.verifying import Recorded
from warboard.exports import BadExport, Head

MOST_BYTES = 1 << 20
"""Of a request, unless one append alone is larger."""
MOST_NAME = 200
_MICROSECOND = timedelta(microseconds=1)


def requests(
    head: Head, ruleset: Ruleset, board: Board, appends: Iterable[Recorded], spectators: str
) -> Iterator[engine_pb2.ImportRequest]:
    """What is sent, in order; the last one makes the campaign visible.

    :param head: checked already, with `appends`.
    :param spectators: `public`, `link`, `none`; empty: as in the file.
    :raises BadExport: what nothing in the facts vouches for can't be: the campaign's name, the room's id.
    """
    page: Any = engine_pb2.ImportRequest(campaign=head.campaign)
    size, n, last = 0, 0, None
    _check_ids(head)
    if head.map_file:
        yield engine_pb2.ImportRequest(campaign=head.campaign, map_file=head.map_file.encode())
    for last in retold(ruleset, board, appends):
        n += bool(last.shown)
        one = _append(last, n if last.shown else 0)
        size += one.ByteSize()
        if page.appends and size > MOST_BYTES:
            yield page
            page, size = engine_pb2.ImportRequest(campaign=head.campaign), one.ByteSize()
        page.appends.append(one)
    assert last is not None
    page.head.CopyFrom(_whole(head, Codec(ruleset), last.after, spectators))
    yield page


def _check_ids(head: Head) -> None:
    if not is_id(head.campaign) or not is_id(head.room):
        raise BadExport("its campaign's or its room's id is none")


def _name(head: Head) -> str:
    """The campaign's name, which nothing vouches for: one line, and nothing in it that acts on the text around it."""
    try:
        return " ".join(cleaned(head.name, MOST_NAME).split())
    except BadText as error:
        raise BadExport(f"the campaign's name isn't 1 to {MOST_NAME} characters that can be seen") from error


def _append(one: Retold, n: int) -> engine_pb2.ImportedAppend:
    recorded = one.recorded
    return engine_pb2.ImportedAppend(
        append=engine_pb2.ExportedAppend(
            seq=recorded.seq, at_unix_us=(recorded.at - EPOCH) // _MICROSECOND,
            seat=-1 if recorded.seat is None else recorded.seat, command=recorded.command, facts=recorded.facts,
        ),
        n=n, shown=one.shown,
    )  # fmt: skip


def _whole(head: Head, codec: Codec, ended: Campaign, spectators: str) -> engine_pb2.ImportedHead:
    return engine_pb2.ImportedHead(
        room=head.room, name=_name(head), ruleset=head.ruleset, version=head.version, map=head.map,
        spectators=spectators or ended.spectators, secret=bytes.fromhex(head.secret), seq=ended.seq,
        snapshot=codec.freeze(ended), bot_levels=[holder.bot_level or 0 for holder in ended.table.seats],
    )  # fmt: skip
