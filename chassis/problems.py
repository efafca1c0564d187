"""Refusals and failures that a caller is told about: one class, one table of kinds, one JSON form for every wire.

Anything raised that isn't a `Problem` is a bug: it is logged once with its trace and answered as `internal`.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec


class Kind(StrEnum):
    """Whose fault it is and whether to try again; every code belongs to one kind."""

    MALFORMED = "malformed"
    """The request can never be right: wrong shape, wrong id, too long."""
    UNAUTHORISED = "unauthorised"
    """Nobody is known to be asking."""
    NOT_ALLOWED = "not_allowed"
    """Somebody is asking who may not."""
    MISSING = "missing"
    """There is no such thing (or the caller may not know of it)."""
    NOT_NOW = "not_now"
    """The state doesn't allow it; in another state it might."""
    TOO_MANY = "too_many"
    """A limit is reached; slow down."""
    UNAVAILABLE = "unavailable"
    """A part is away or too slow; the same request may be repeated."""
    INTERNAL = "internal"
    """A bug of ours."""


HTTP_STATUS: Mapping[Kind, int] = {
    Kind.MALFORMED: 400,
    Kind.UNAUTHORISED: 401,
    Kind.NOT_ALLOWED: 403,
    Kind.MISSING: 404,
    Kind.NOT_NOW: 409,
    Kind.TOO_MANY: 429,
    Kind.UNAVAILABLE: 503,
    Kind.INTERNAL: 500,
}

GRPC_STATUS: Mapping[Kind, str] = {
    Kind.MALFORMED: "INVALID_ARGUMENT",
    Kind.UNAUTHORISED: "UNAUTHENTICATED",
    Kind.NOT_ALLOWED: "PERMISSION_DENIED",
    Kind.MISSING: "NOT_FOUND",
    Kind.NOT_NOW: "FAILED_PRECONDITION",
    Kind.TOO_MANY: "RESOURCE_EXHAUSTED",
    Kind.UNAVAILABLE: "UNAVAILABLE",
    Kind.INTERNAL: "INTERNAL",
}
"""Names of `grpc.StatusCode`, so that reading this table loads no gRPC."""


ELSEWHERE = "elsewhere"
"""Code of the `unavailable` that another replica of the same part would not answer: ask again at once."""


class Problem(Exception):  # noqa: N818 - the word of RFC 9457; a refusal is an answer, not an error
    """A named refusal or failure.

    :param code: a stable machine word such as `seat_taken`; clients translate it.
    :param kind: the family that decides the HTTP and gRPC status.
    :param sentence: one English sentence for a person; names no account and quotes no secret.
    :param detail: small plain data that the sentence speaks of (limits, allowed values, the current cursor).
    :param rule: the section of the rules that was applied, if one was.
    """

    def __init__(
        self,
        code: str,
        kind: Kind,
        sentence: str,
        *,
        detail: Mapping[str, Any] | None = None,
        rule: str | None = None,
    ) -> None:
        super().__init__(sentence)
        self.code = code
        self.kind = kind
        self.sentence = sentence
        self.detail: Mapping[str, Any] = detail or {}
        self.rule = rule

    def __repr__(self) -> str:
        return f"Problem({self.code!r}, {self.kind.value!r}, {self.sentence!r})"

    @property
    def http_status(self) -> int:
        """The HTTP status of this problem's kind."""
        return HTTP_STATUS[self.kind]

    def to_json(self) -> bytes:
        """The wire form: `{code, kind, rule, detail, sentence}`."""
        return msgspec.json.encode(_Wire(self.code, self.kind, self.rule, dict(self.detail), self.sentence))

    @classmethod
    def from_json(cls, data: bytes) -> "Problem":
        """Read the wire form; what can't be read becomes an `internal` problem, since a part of ours sent it."""
        try:
            wire = msgspec.json.decode(data, type=_Wire)
        except (msgspec.DecodeError, ValueError):
            return internal()
        for known in (Busy, Unavailable):  # so that `except Unavailable` also catches one from afar
            if wire.code == known.CODE:
                return known(wire.sentence)
        return Problem(wire.code, wire.kind, wire.sentence, detail=wire.detail, rule=wire.rule)


class _Wire(msgspec.Struct):
    code: str
    kind: Kind
    rule: str | None = None
    detail: dict[str, Any] = {}
    sentence: str = ""


class Busy(Problem):
    """A bounded queue is full; nothing was done."""

    CODE = "busy"

    def __init__(self, sentence: str = "Too much is going on here; try again in a moment.") -> None:
        super().__init__(self.CODE, Kind.TOO_MANY, sentence)


class Unavailable(Problem):
    """A part didn't answer within the caller's time; the same request may be repeated."""

    CODE = "unavailable"

    def __init__(self, sentence: str = "A part of the platform doesn't answer; try again in a moment.") -> None:
        super().__init__(self.CODE, Kind.UNAVAILABLE, sentence)


def internal() -> Problem:
    """What a caller is told about a bug; the log has the rest."""
    return Problem("internal", Kind.INTERNAL, "Something went wrong on our side; it has been recorded.")
