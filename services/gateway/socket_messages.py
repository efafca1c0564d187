"""What goes over the socket `/ws`: a client's message, a refusal, a cursor, and the codes a connection ends with."""

from typing import Any

import msgspec
from warboard_pb.common.v1 import play_pb2

from chassis.problems import Kind, Problem

NOT_SIGNED_IN, REVOKED, TOO_SLOW, TOO_MANY, TOO_LARGE, RESTART = 4401, 4403, 4408, 4429, 1009, 1012
CLOSE_CODES = {
    NOT_SIGNED_IN: "not signed in",
    REVOKED: "session revoked, or another site's page",
    TOO_SLOW: "too slow or silent: resume by cursor",
    TOO_MANY: "too many sockets and streams: of the account, or of people who haven't signed in from one address",
    TOO_LARGE: "message too large",
    RESTART: "restart: come back after a random 0-10 s",
}


class In(msgspec.Struct):
    """A message from a client; which fields count depends on `t`."""

    t: str
    id: int = 0
    token: str = ""
    topic: str = ""
    invite: str = ""
    link: str = ""
    campaign: str = ""
    game: str = ""
    key: str = ""
    command: msgspec.Raw = msgspec.Raw(b"")
    cursor: dict[str, Any] | None = None


_DECODER = msgspec.json.Decoder(In)


def decoded(text: str) -> In:
    """A client's message.

    :raises Problem: `malformed`.
    """
    try:
        return _DECODER.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Problem(
            "malformed", Kind.MALFORMED, "The message can't be read; it must be JSON as docs/api.md has it."
        ) from error


class Closing(Exception):  # noqa: N818 - says what happens
    """Ends the connection with a code."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


def refusal(problem: Problem, message: In | None, cursor: play_pb2.Cursor | None = None) -> bytes:
    """The message that tells a problem, with the number or topic of what was asked."""
    said: dict[str, Any] = {
        "t": "problem", "code": problem.code, "kind": problem.kind.value, "sentence": problem.sentence,
    }  # fmt: skip
    if problem.detail:
        said["detail"] = dict(problem.detail)
    if message is not None and message.t in ("command", "play", "ping"):
        said["id"] = message.id
    elif message is not None and message.topic:
        said["topic"] = message.topic[:100]
    if cursor is not None and cursor.epoch:
        said["cursor"] = plain_cursor(cursor)
    return msgspec.json.encode(said)


def plain_cursor(cursor: play_pb2.Cursor) -> dict[str, Any]:
    """A cursor as docs/api.md has it."""
    return {"epoch": cursor.epoch, "class": cursor.viewer, "n": cursor.n}


def cursor_of(given: dict[str, Any] | None) -> play_pb2.Cursor | None:
    """A client's cursor; None if there is none, or none that says of which class its number is.

    :raises Problem: `malformed`.
    """
    if not given:
        return None
    epoch, viewer, n = given.get("epoch"), given.get("class"), given.get("n")
    if not (_is_number(epoch, 0, 31) and _is_number(n, 0, 62) and (viewer is None or _is_number(viewer, -1, 31))):
        raise Problem("malformed", Kind.MALFORMED, "A cursor has an epoch, a class and a number.")
    return None if viewer is None else play_pb2.Cursor(epoch=epoch, viewer=viewer, n=n)


def _is_number(value: Any, least: int, bits: int) -> bool:
    return type(value) is int and least <= value < 1 << bits
