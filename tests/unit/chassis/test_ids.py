"""Ids and subjects: nothing from outside reaches further than it may."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chassis.ids import BadId, is_id, new_id, new_key, new_trace, parse_id
from chassis.problems import Kind
from chassis.subjects import ANY, REST, last_token, pattern, subject

WRONG = ["", "*", ">", ".", "a.b", "a b", "a\n", "a\r\nPUB x", "ä", "٣", "a" * 65, "x" * 10_240, "a/b", None, 7, b"a"]


def test_ids_are_a_shard_and_26_characters_and_differ() -> None:
    made = {new_id() for _ in range(1000)}
    assert len(made) == 1000
    assert all(len(one) == 27 and one[0] == "a" and one == one.lower() for one in made)
    assert not set("".join(one[1:] for one in made)) & set("ilou")
    assert new_id("b")[0] == "b"
    assert all(is_id(one) for one in (*made, new_key(), new_trace(), f"{new_id()}-w12"))


@pytest.mark.parametrize("text", WRONG)
def test_what_is_not_an_id_is_refused_without_being_quoted(text: object) -> None:
    with pytest.raises(BadId) as caught:
        parse_id(text)
    assert caught.value.kind is Kind.MALFORMED
    assert not is_id(text)


@given(st.text())
def test_an_id_is_only_ever_letters_digits_hyphens_and_underscores(text: str) -> None:
    right = 0 < len(text) <= 64 and all(c.isascii() and (c.isalnum() or c in "-_") for c in text)
    assert is_id(text) is right


@pytest.mark.parametrize("text", [text for text in WRONG if isinstance(text, str)])
def test_no_subject_is_built_from_what_is_not_an_id(text: str) -> None:
    """`*` as an id would read every campaign."""
    with pytest.raises(BadId):
        subject("campaign", text)


def test_patterns_may_stand_for_many_but_not_by_accident() -> None:
    assert subject("campaign", "a1") == "campaign.a1"
    assert pattern("campaign", ANY) == "campaign.*"
    assert pattern("wants", "clock", REST) == "wants.clock.>"
    assert last_token("play.engine.a1") == "a1"
    for tokens in ((REST,), ("a", REST, "b"), ("a.b",), ("a", "")):
        with pytest.raises(BadId):
            pattern(*tokens)
