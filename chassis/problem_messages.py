"""Problems as the protobuf message in which a reply carries them: one way out and one way in, for every service."""

import msgspec
from warboard_pb.common.v1 import play_pb2

from chassis.problems import Busy, Kind, Problem, Unavailable, internal


def message_of(problem: Problem) -> play_pb2.Problem:
    """The message that tells a problem."""
    return play_pb2.Problem(
        code=problem.code,
        kind=problem.kind.value,
        sentence=problem.sentence,
        rule=problem.rule or "",
        detail=msgspec.json.encode(problem.detail) if problem.detail else b"",
    )


def problem_of(message: play_pb2.Problem) -> Problem:
    """The problem that a message tells.

    A kind that this release doesn't know is taken as `not_now`, since code and sentence are good all the same; a detail
    that can't be read makes it an `internal` problem, since a part of ours sent it.
    """
    for known in (Busy, Unavailable):
        if message.code == known.CODE:
            return known(message.sentence)
    try:
        detail = msgspec.json.decode(message.detail or b"{}", type=dict)
    except msgspec.DecodeError:
        return internal()
    kind = Kind(message.kind) if message.kind in set(Kind) else Kind.NOT_NOW
    return Problem(message.code, kind, message.sentence, detail=detail, rule=message.rule or None)
