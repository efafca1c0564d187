"""The file a campaign is exported to: lines of JSON, the first about the campaign, then one an append.

Format 1. First line: `{"format": "warboard-campaign", "format_version": 1, "campaign", "room", "name", "ruleset",
"version", "map", "status", "secret"?, "map_file"?}` (the secret as hexadecimal digits, only after the end; the map file
as text, if the map was uploaded). Each further line:
`{"seq", "at_unix_us", "seat"?, "command"?, "facts"}`, command and facts as the engine stored them.
"""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec

from chassis.timekeeping import EPOCH
from services.engine.core.verifying import Recorded

FORMAT, FORMAT_VERSION = "warboard-campaign", 1
_MICROSECOND = timedelta(microseconds=1)
_LONGEST_LINE = 8 << 20


class Head(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The first line."""

    format: str
    format_version: int
    campaign: str
    room: str
    name: str
    ruleset: str
    version: int
    map: str
    status: str
    secret: str = ""
    map_file: str = ""


class _Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    seq: int
    at_unix_us: int
    seat: int | None = None
    command: msgspec.Raw = msgspec.Raw(b"")
    facts: msgspec.Raw


class BadExport(Exception):  # noqa: N818 - the file says something that can't be
    """A file that can't be used; the text says why.

    :param code: `bad_export` if it is none, or one of another format.
    """

    def __init__(self, sentence: str, code: str = "bad_export") -> None:
        super().__init__(sentence)
        self.code = code


def written(head: Head, appends: Iterable[Any]) -> Iterator[bytes]:
    """The lines of a file.

    :param appends: `ExportedAppend` messages in order.
    """
    yield msgspec.json.encode(head) + b"\n"
    for append in appends:
        line: dict[str, Any] = {"seq": append.seq, "at_unix_us": append.at_unix_us}
        if append.seat >= 0:
            line["seat"] = append.seat
        if append.command:
            line["command"] = msgspec.Raw(append.command)
        yield msgspec.json.encode({**line, "facts": msgspec.Raw(append.facts)}) + b"\n"


def read(path: Path) -> tuple[Head, Iterator[Recorded]]:
    """What a file says; its appends are read as they are asked for.

    :raises BadExport: it can't be read; also while its appends are read.
    """
    lines = _lines(path)
    try:
        head = msgspec.json.decode(next(lines, b""), type=Head)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadExport(f"the first line is none of an export: {error}") from error
    if (head.format, head.format_version) != (FORMAT, FORMAT_VERSION):
        raise BadExport(f"{head.format} {head.format_version} can't be read by this version")
    return head, (_recorded(number, line) for number, line in enumerate(lines, 2))


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            while line := file.readline(_LONGEST_LINE):
                yield line
    except OSError as error:
        raise BadExport(f"it can't be read: {error.strerror}") from error


def _recorded(number: int, line: bytes) -> Recorded:
    try:
        read = msgspec.json.decode(line, type=_Line)
        at = EPOCH + read.at_unix_us * _MICROSECOND
    except (msgspec.MsgspecError, OverflowError, RecursionError) as error:
        raise BadExport(f"line {number}: {error}") from error
    return Recorded(seq=read.seq, at=at, seat=read.seat, command=bytes(read.command), facts=bytes(read.facts))
