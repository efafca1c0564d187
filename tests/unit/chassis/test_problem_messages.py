"""Problems in replies: what one service says is what another raises."""

import pytest
from warboard_pb.common.v1 import play_pb2

from chassis.problem_messages import message_of, problem_of
from chassis.problems import Busy, Kind, Problem, Unavailable


@pytest.mark.parametrize("kind", list(Kind))
def test_a_problem_survives_a_reply(kind: Kind) -> None:
    told = Problem("too_few", kind, "You need 7.", detail={"need": 7, "names": ["a"]}, rule="5.1")
    heard = problem_of(play_pb2.Problem.FromString(message_of(told).SerializeToString()))
    assert heard.to_json() == told.to_json()


def test_what_a_problem_lacks_stays_away() -> None:
    heard = problem_of(message_of(Problem("gone", Kind.MISSING, "Gone.")))
    assert (heard.rule, heard.detail) == (None, {})
    assert message_of(heard) == play_pb2.Problem(code="gone", kind="missing", sentence="Gone.")


@pytest.mark.parametrize("known", [Busy, Unavailable])
def test_known_problems_keep_their_class(known: type[Problem]) -> None:
    """So that who may ask again can be told by `except`."""
    assert isinstance(problem_of(message_of(known())), known)  # type: ignore[call-arg]


def test_a_kind_of_a_later_release_keeps_its_code_and_sentence() -> None:
    heard = problem_of(play_pb2.Problem(code="new", kind="invented", sentence="New."))
    assert (heard.code, heard.kind, heard.sentence) == ("new", Kind.NOT_NOW, "New.")


@pytest.mark.parametrize("junk", [b"{", b"[]", b"\xff"])
def test_a_detail_that_can_not_be_read_is_our_own_bug(junk: bytes) -> None:
    assert problem_of(play_pb2.Problem(code="x", kind="not_now", detail=junk)).kind is Kind.INTERNAL
