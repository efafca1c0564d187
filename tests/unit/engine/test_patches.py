"""Merge patches: RFC 7396's own examples, and that a diff leads to its target."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.engine.core.patches import apply, diff

RFC_7396_APPENDIX_A = [
    ({"a": "b"}, {"a": "c"}, {"a": "c"}),
    ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
    ({"a": "b"}, {"a": None}, {}),
    ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
    ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
    ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
    (["a", "b"], ["c", "d"], ["c", "d"]),
    ({"a": "b"}, ["c"], ["c"]),
    ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
    ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
    ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
]


@pytest.mark.parametrize(("target", "patch", "result"), RFC_7396_APPENDIX_A)
def test_a_patch_does_what_the_rfc_says(target: object, patch: object, result: object) -> None:
    """The examples of appendix A."""
    assert result == apply(target, patch)


leaves = st.booleans() | st.integers() | st.text(max_size=3)
values = st.recursive(leaves, lambda v: st.lists(v, max_size=3) | st.dictionaries(st.text(max_size=2), v, max_size=4))
objects = st.dictionaries(st.text(max_size=2), values, max_size=4)


@given(objects, objects)
def test_a_diff_leads_from_one_view_to_the_other(before: dict, after: dict) -> None:
    """For any two JSON objects without nulls."""
    assert after == apply(before, diff(before, after))
    assert diff(after, after) == {}
