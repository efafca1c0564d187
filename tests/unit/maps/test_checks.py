"""Map files: what holds, and each thing that can be wrong with one."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.engine.adapters.maps import FOLDER, known, read_map
from services.engine.core.maps.checks import check
from services.engine.core.maps.faults import MOST, REASONS, SENTENCES
from services.engine.core.maps.form import is_uploaded, read_board, uploaded_id
from tests.small_maps import called, grid
from warboard.plan import ROOT

GRID = grid(shapes=True)
EXAMPLE = (ROOT / "examples" / "maps" / "nine_isles.json").read_bytes()
Change = Callable[[dict[str, Any]], Any]


def codes(board: dict[str, Any]) -> list[str]:
    return [fault.code for fault in check(json.dumps(board).encode()).faults]


def broken(change: Change, shapes: bool = True) -> dict[str, Any]:
    board = copy.deepcopy(GRID)
    if not shapes:
        board.pop("shapes")
    change(board)
    return board


@pytest.mark.parametrize("name", known())
def test_the_maps_that_come_with_warboard_hold(name: str) -> None:
    """Borders and drawing agree; nothing is excused that needn't be."""
    drawing = (ROOT / "web" / "public" / "maps" / f"{name}.topo.json").read_bytes()
    found = check(read_map(name), drawing, world=True)
    assert (found.faults, found.warnings) == ((), ())


def test_the_example_holds() -> None:
    """The map of docs/maps.md, which has no shapes."""
    found = check(EXAMPLE)
    assert found.faults == ()
    assert [warning.code for warning in found.warnings] == ["no_shapes"]
    board = read_board(EXAMPLE, "u1")
    assert (board.id, len(board.places), board.ids(board.tags["unity:north"])) == (
        "u1",
        9,
        ("anchor", "beacon", "cove"),
    )


def test_grids_hold_with_shapes_and_without() -> None:
    """Both ways nothing is wrong."""
    assert codes(GRID) == codes(grid()) == []


def test_only_the_world_has_codes_as_ids() -> None:
    """And only where it is not uploaded."""
    assert "bad_id" in {fault.code for fault in check(read_map("world")).faults}


WRONG: list[tuple[str, Change]] = [
    ("bad_map_id", lambda b: b.update(id="Grid")),
    ("bad_map_name", lambda b: b.update(name="a\u202eb")),
    ("bad_map_name", lambda b: b.update(names={"fa": "x"})),
    ("not_a_map", lambda b: b.update(version="1")),
    ("not_a_map", lambda b: b.update(tag=[])),
    ("not_a_map", lambda b: b.pop("id")),
    ("bad_part", lambda b: b.pop("land")),
    ("bad_part", lambda b: b["land"].append(["a0"])),
    ("bad_part", lambda b: b["places"][0].update(tag="x")),
    ("bad_part", lambda b: b["places"][0].update(at=["1", 2])),
    ("bad_part", lambda b: b["places"][0].update(iso_a2="xx")),
    ("bad_part", lambda b: b.update(extra={"unities": {"u": 7}})),
    ("too_few_places", lambda b: b.update(places=b["places"][:1], land=[], shapes=grid(1, 1, shapes=True)["shapes"])),
    ("bad_id", lambda b: b["places"][0].update(id="a-0")),
    ("doubled_place", lambda b: b["places"].append(b["places"][0] | {"name": "x", "at": [1, 2]})),
    ("bad_name", lambda b: b["places"][0].update(name="x" * 61)),
    ("bad_name", lambda b: b["places"][0].update(name="")),
    ("bad_name", lambda b: b["places"][0].update(name="two\nlines")),
    ("bad_name", lambda b: b["places"][0].update(names={"fa": "\u200b"})),
    ("bad_name", lambda b: b["places"][0].update(names={"<b>": "x"})),
    ("doubled_name", lambda b: b["places"][0].update(name=b["places"][1]["name"])),
    ("off_the_globe", lambda b: b["places"][0].update(at=[91, 0])),
    ("same_point", lambda b: b["places"][0].update(at=b["places"][1]["at"])),
    ("other_figures", lambda b: b["places"][3].update(figures={"gold": 1})),
    ("bad_figure", lambda b: [place.update(figures={"gold": -1}) for place in b["places"]]),
    ("bad_tag", lambda b: b["places"][0].update(tags=["x", "x"])),
    ("bad_tag", lambda b: b["places"][0].update(tags=[""])),
    ("too_many", lambda b: b["places"][0].update(tags=[f"t{i}" for i in range(21)])),
    ("too_many", lambda b: b.update(extra={"story": "x" * 100_001})),
    ("two_unities", lambda b: b["places"][0].update(tags=["unity:a", "unity:b"])),
    ("unknown_unity", lambda b: b["places"][0].update(tags=["unity:a"])),
    ("bad_unities", lambda b: b.update(extra={"unities": []})),
    ("bad_unity", lambda b: b.update(extra={"unities": {"A": {"name": "A"}}})),
    ("unknown_place", lambda b: b["land"].append(["a0", "zz"])),
    ("unknown_place", lambda b: b.update(sea=[{"a": "a0", "b": "zz"}])),
    ("self_border", lambda b: b["land"].append(["a0", "a0"])),
    ("doubled_border", lambda b: b["land"].append(["a1", "a0"])),
    ("doubled_border", lambda b: b.update(sea=[{"a": "a1", "b": "a0"}])),
    ("not_connected", lambda b: b.update(land=[pair for pair in b["land"] if "c2" not in pair])),
    ("bad_lane", lambda b: b.update(sea=[{"a": "a0", "b": "c2", "km": -1}])),
    ("bad_lane", lambda b: b.update(sea=[{"a": "a0", "b": "c2", "line": [[0, 0], [0, 181]]}])),
    ("bad_excused", lambda b: b.update(extra={"excused": [["a0", "zz"]]})),
    ("bad_excused", lambda b: b["shapes"].update(excused=7)),
    ("bad_shapes", lambda b: b.update(shapes=None)),
    ("bad_shapes", lambda b: b["shapes"]["objects"].update(more={})),
    ("bad_shapes", lambda b: b["shapes"].update(type="FeatureCollection")),
    ("too_many_arcs", lambda b: b["shapes"].update(arcs=[[[0, 0], [1, 1]]] * 10_001)),
    ("too_many_points", lambda b: shape(b, 0).update(arcs=[[*range(4)] * 20_000])),
    ("shape_missing", lambda b: shapes(b).pop()),
    ("shape_unknown", lambda b: shape(b, 0).update(id="zz")),
    ("shape_doubled", lambda b: shapes(b).append(shape(b, 0))),
    ("bad_shape", lambda b: shape(b, 0).update(type="Point")),
    ("bad_shape", lambda b: shape(b, 0).update(arcs=[[0, 1]])),
    ("bad_shape", lambda b: shape(b, 0).update(arcs=[[0, 1, 2, 99]])),
    ("bad_shape", lambda b: shape(b, 0).update(arcs=[[True]])),
    ("bad_shape", lambda b: shape(b, 0).update(arcs=[[[[[]]]]])),
    (
        "shape_off_the_globe",
        lambda b: b["shapes"].update(arcs=[[[9 * x, y] for x, y in arc] for arc in b["shapes"]["arcs"]]),
    ),
    ("undeclared_touch", lambda b: b["land"].remove(["a0", "a1"])),
    ("undrawn_border", lambda b: b["land"].append(["a0", "c2"])),
]


def shapes(board: dict[str, Any]) -> list[Any]:
    found: list[Any] = board["shapes"]["objects"]["grid"]["geometries"]
    return found


def shape(board: dict[str, Any], at: int) -> dict[str, Any]:
    found: dict[str, Any] = shapes(board)[at]
    return found


@pytest.mark.parametrize(("code", "change"), WRONG)
def test_each_fault_is_named(code: str, change: Change) -> None:
    """By its code and in a sentence."""
    found = check(json.dumps(broken(change)).encode())
    assert code in {fault.code for fault in found.faults}
    assert all(fault.sentence and "{" not in fault.sentence.replace("{}", "") for fault in found.faults)


def test_every_code_is_met_here() -> None:
    """Those of whole files and the warnings have tests of their own below."""
    files = {"too_large", "not_json", "doubled_key"}
    warnings = {"no_shapes", "unused_unity", "unnamed_in", "idle_excuse"}
    assert {code for code, _ in WRONG} | files | warnings == set(SENTENCES)


UNREADABLE: list[tuple[str, dict[str, Any], bytes | Change]] = [
    ("cut_off", {}, b'{"id": "x'),
    ("malformed", {"byte": 1}, b"{x}"),
    ("other", {}, b'{"a": "\xff"}'),
    ("too_deep", {}, b"[" * 9_000),
    ("not_an_object", {}, b"[]"),
    ("not_a_list", {"part": "land"}, lambda b: b.update(land={})),
    ("not_capitals", {"part": "iso_a2 of a0"}, lambda b: b["places"][0].update(iso_a2="xx")),
    ("not_a_topology", {}, lambda b: b["shapes"].update(type="FeatureCollection")),
    ("missing_field", {"field": "id"}, lambda b: b.pop("id")),
    ("missing_field_inside", {"field": "type", "inside": "geometries[0]"}, lambda b: shape(b, 0).pop("type")),
    ("unknown_field", {"field": "tag"}, lambda b: b.update(tag=[])),
    ("wrong_kind", {"field": "version"}, lambda b: b.update(version="1")),
    ("wrong_whole", {"part": "places[0]"}, lambda b: b["places"].__setitem__(0, 7)),
]


@pytest.mark.parametrize(("why", "detail", "wrong"), UNREADABLE)
def test_why_something_cannot_be_read_is_a_code(why: str, detail: dict[str, Any], wrong: bytes | Change) -> None:
    """With what it speaks of, beside the sentence."""
    content = wrong if isinstance(wrong, bytes) else json.dumps(broken(wrong)).encode()
    told = next(fault.detail for fault in check(content).faults if "why" in fault.detail)
    reason = REASONS[why].format_map(told)
    assert told == {**detail, "why": why, "reason": reason}


def test_every_reason_is_met_here() -> None:
    """But for one that only options of campaigns lead to."""
    assert {why for why, *_ in UNREADABLE} | {"unknown_field_inside"} == set(REASONS)


def test_everything_wrong_is_told_at_once() -> None:
    """One bad part hides no other."""

    def damage(board: dict[str, Any]) -> None:
        board["places"][0]["at"] = "here"
        board["places"][1]["name"] = ""
        board["land"].append(["b1", "b1"])
        shape(board, 8)["arcs"] = [[99]]

    assert codes(broken(damage)) == ["bad_part", "bad_name", "self_border", "bad_shape"]


def test_faults_beyond_a_hundred_are_counted() -> None:
    """Nobody reads more."""
    found = check(json.dumps(grid() | {"land": [["x", "y"]] * 150}).encode())
    assert (len(found.faults), found.more) == (MOST, 151 - MOST)


def test_a_touch_or_a_border_may_be_excused() -> None:
    """In the map, or in a drawing that is kept apart."""

    def without_touch(board: dict[str, Any]) -> None:
        board["land"].remove(["a0", "a1"])

    assert codes(broken(without_touch)) == ["undeclared_touch"]
    assert codes(broken(without_touch) | {"extra": {"excused": [["a1", "a0"]]}}) == []
    assert codes(broken(lambda b: (b["land"].append(["a0", "c2"]), b["shapes"].update(excused=[["a0", "c2"]])))) == []


def test_warnings_stop_nothing() -> None:
    """They are told beside a good map."""
    board = grid(shapes=True) | {"extra": {"unities": {"old": {"name": "Old"}}, "excused": [["a0", "a1"]]}}
    board["places"][0]["names"] = {"fa": "یک"}
    found = check(json.dumps(board).encode())
    assert found.faults == ()
    assert {warning.code for warning in found.warnings} == {"unused_unity", "unnamed_in", "idle_excuse"}


def test_uploaded_maps_are_called_by_their_bytes() -> None:
    """No map that comes with Warboard could be taken for one."""
    assert is_uploaded(uploaded_id(EXAMPLE))
    assert not any(map(is_uploaded, (*known(), "u", "u12", "")))
    assert all(path.stem in known() for path in Path(FOLDER).glob("*.json"))


cells = st.tuples(st.integers(0, 3), st.integers(0, 3))


@settings(deadline=None)
@given(st.sets(st.tuples(cells, cells).filter(lambda pair: pair[0] < pair[1]), max_size=40))
def test_connected_is_what_a_walk_reaches(pairs: set[tuple[tuple[int, int], tuple[int, int]]]) -> None:
    """A map is one piece exactly if joining along its borders leaves one set; what passes can be read as a board."""
    board = grid(4, 4) | {"land": [[called(*a), called(*b)] for a, b in sorted(pairs)]}
    piece = {(x, y): (x, y) for x in range(4) for y in range(4)}
    for a, b in pairs:
        old, new = piece[a], piece[b]
        piece = {cell: new if root == old else root for cell, root in piece.items()}
    content = json.dumps(board).encode()
    whole = len(set(piece.values())) == 1
    assert codes(board) == ([] if whole else ["not_connected"])
    if whole:
        read = read_board(content)
        assert read.connected(1, read.everywhere) == read.everywhere
