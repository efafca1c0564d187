"""A refusal always reaches who asked, whatever it quotes."""

from chassis.problems import Kind, Problem
from chassis.rpc import bounded


def test_a_refusal_that_quotes_too_much_keeps_code_and_kind() -> None:
    """The trailing metadata of a call has no room for more; what fits stays whole."""
    small = Problem("bad_option", Kind.MALFORMED, "No.", detail={"reason": "x"}, rule="2")
    assert bounded(small) is small
    large = bounded(Problem("bad_option", Kind.MALFORMED, "No " * 2_000, detail={"reason": "x" * 9_000}, rule="2"))
    assert (large.code, large.kind, large.rule, large.detail) == ("bad_option", Kind.MALFORMED, "2", {})
    assert len(large.to_json()) < 2_048
