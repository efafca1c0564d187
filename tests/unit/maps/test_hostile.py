"""Files made to harm: each is refused by name, soon."""

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.engine.core.maps.checks import check
from services.engine.core.maps.form import MOST_BYTES
from tests.small_maps import grid

SECONDS = 10.0
"""Of the processor: far more than any needs, and far less than a check that grows with the square of a file."""
GRID = json.dumps(grid(shapes=True)).encode()


def filled(head: bytes, part: bytes, tail: bytes) -> bytes:
    """As many parts as the largest file holds."""
    return head + part * ((MOST_BYTES - len(head) - len(tail)) // len(part)) + tail


def with_shapes(shapes: Any) -> bytes:
    return json.dumps(grid() | {"shapes": shapes}, separators=(",", ":")).encode()


SHAPES = grid(shapes=True)["shapes"]
ROUND = [[[0, 0], [1, 0], [1, 1], [0, 0]]]
FILES: dict[str, tuple[bytes, str]] = {
    "too large": (b" " * (MOST_BYTES + 1), "too_large"),
    "empty": (b"", "not_json"),
    "deep lists": (b"[" * 200_000, "not_json"),
    "deep objects": (b'{"a":' * 200_000, "not_json"),
    "deep arcs": (GRID.replace(b"[[0, 1, 2, 3]]", b"[" * 900 + b"]" * 900), "bad_shape"),
    "no UTF-8": (b'{"id":"\xff"}', "not_json"),
    "UTF-16": ('{"id":"x"}'.encode("utf-16"), "not_json"),
    "half a surrogate": (rb'{"id":"\ud800"}', "not_json"),
    "NaN": (b'{"id":NaN}', "not_json"),
    "infinity": (b'{"id":1e999}', "not_json"),
    "a long number": (b'{"id":' + b"9" * 1_000_000 + b"}", "not_json"),
    "a key twice": (b'{"id":"a","id":"b"}', "doubled_key"),
    "a key twice, written in two ways": (rb'{"\u0061\"":1,"a\"":2}', "doubled_key"),
    "a key twice, far inside": (GRID.replace(b'"name": "Square 1 1"', b'"name": "x", "name": "y"'), "doubled_key"),
    "many strings": (filled(b'{"id":"x","land":[],"places":[', b'"",', b'"{"]}'), "too_many"),
    "a list": (b"[]", "not_a_map"),
    "many empty places": (filled(b'{"id":"x","land":[],"places":[', b"{},", b"{}]}"), "too_many"),
    "many borders": (filled(b'{"id":"x","places":[],"land":[', b'["a","b"],', b'["a","b"]]}'), "too_many"),
    "many lanes": (filled(b'{"id":"x","places":[],"land":[],"sea":[', b'{"a":"a","b":"b"},', b"0]}"), "too_many"),
    "many tags": (
        filled(b'{"id":"x","land":[],"places":[{"id":"a","name":"A","at":[0,0],"tags":[', b'"x",', b'"x"]}]}'),
        "too_many",
    ),
    "a long name": (filled(b'{"id":"x","land":[],"places":[{"id":"a","at":[0,0],"name":"', b"x", b'"}]}'), "bad_name"),
    "many arcs": (with_shapes(SHAPES | {"arcs": [[]] * 200_000}), "too_many_arcs"),
    "one long arc": (with_shapes(SHAPES | {"arcs": [[[0, 0]] * 200_000]}), "too_many_points"),
    "an arc drawn for ever": (
        with_shapes({
            "type": "Topology", "arcs": [[[i % 2, i % 3] for i in range(9_000)] + [[0, 0]]],
            "objects": {"o": {"type": "GeometryCollection", "geometries": [
                {"type": "Polygon", "id": "a0", "arcs": [[0]] * 200_000},
            ]}},
        }),
        "too_many_points",
    ),
    "many empty shapes": (
        with_shapes({
            "type": "Topology", "arcs": ROUND,
            "objects": {"o": {"type": "GeometryCollection", "geometries": [{"type": "x"}] * 130_000}},
        }),
        "shape_unknown",
    ),
    "huge steps": (with_shapes(SHAPES | {"arcs": [[[x * 1e306, y] for x, y in arc] for arc in SHAPES["arcs"]]}),
                   "shape_off_the_globe"),
    "many lists": (b"[" + b"[]," * 600_000 + b"[]]", "too_many"),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_hostile_files_are_refused_soon(name: str) -> None:
    """None holds the processor, and none is a fault of ours."""
    content, code = FILES[name]
    assert name == "too large" or len(content) <= MOST_BYTES
    began = time.process_time()
    found = check(content)
    took = time.process_time() - began
    assert code in {fault.code for fault in found.faults}
    assert sum(len(fault.sentence) for fault in found.faults) < 100_000
    assert took < SECONDS


@given(st.recursive(st.text(max_size=3), lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=3), inner)))
@settings(deadline=None)
def test_keys_of_different_objects_are_no_doubles(value: Any) -> None:
    """Whatever stands in strings, and however it is written."""
    for content in (json.dumps({"a": value}), json.dumps({"a": value}, ensure_ascii=False, indent=1)):
        assert "doubled_key" not in {fault.code for fault in check(content.encode("utf-8", "replace")).faults}


def test_the_largest_drawing_is_looked_at_soon() -> None:
    """A hundred thousand points of line."""
    points = [[i % 179, i * 7 % 89] for i in range(49_990)]
    arc = [*points, points[0]]
    areas = [{"type": "Polygon", "id": id_, "arcs": [[0]]} for id_ in ("a0", "a1")]
    objects = {"o": {"type": "GeometryCollection", "geometries": areas}}
    began = time.process_time()
    found = check(with_shapes({"type": "Topology", "arcs": [arc], "objects": objects}))
    assert time.process_time() - began < SECONDS
    assert {fault.code for fault in found.faults} == {"shape_missing"}


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**30), 10**30) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)
paths = st.lists(st.integers(0, 11), min_size=1, max_size=6)


@settings(deadline=None)
@given(paths, values)
def test_whatever_stands_anywhere_is_judged(path: list[int], value: Any) -> None:
    """Any value in any part of a good file leads to faults or to a map, never to an error."""
    board = grid(shapes=True) | {"sea": [{"a": "a0", "b": "c2", "line": [[0, 0], [1, 1]]}], "extra": {"excused": []}}
    at: Any = board
    for step in path[:-1]:
        inner = _child(at, step)
        if not isinstance(inner, (dict, list)) or not inner:
            break
        at = inner
    key = list(at)[path[-1] % len(at)] if isinstance(at, dict) else path[-1] % len(at)
    at[key] = value
    check(json.dumps(board).encode())


def _child(at: Any, step: int) -> Any:
    return list(at.values())[step % len(at)] if isinstance(at, dict) else at[step % len(at)]
