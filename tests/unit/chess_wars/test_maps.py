"""Map files: the world as it is stored, and the checks that guard it."""

import copy
import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from services.engine.adapters.maps import FOLDER, known, load_board, read_map
from warboard.maps import build_world, check_world


@pytest.fixture(scope="module")
def world() -> dict[str, Any]:
    stored: dict[str, Any] = json.loads((FOLDER / "world.json").read_bytes())
    return stored


def test_the_world_passes_its_checks(world: dict[str, Any]) -> None:
    """The stored file has nothing wrong that only the world can have."""
    assert check_world(world) == []


def test_the_board_of_the_world() -> None:
    """178 countries, one piece, known figures and tags; borders are mutual."""
    board = load_board("world")
    assert len(board.places) == 178
    assert board.connected(1, board.everywhere) == board.everywhere
    for position, near in enumerate(board.neighbours):
        for other in range(len(board.places)):
            if near >> other & 1:
                assert board.neighbours[other] >> position & 1
    assert load_board("world") is board
    assert "world" in known()
    assert board.sha256 == hashlib.sha256(read_map("world")).hexdigest()
    assert abs(sum(board.figures["might"]) - 10**9) > 0
    assert board.extra["points"]["AFG"] == (34.16, 66.51)


@pytest.mark.parametrize("name", ["nowhere", "../maps/world", ""])
def test_unknown_maps(name: str) -> None:
    """A map that doesn't come with Warboard isn't found, whatever its name looks like."""
    with pytest.raises(KeyError):
        load_board(name)


def test_broken_files_are_noticed(world: dict[str, Any]) -> None:
    """Each kind of damage is told."""

    def damage(change: Any) -> str:
        broken = copy.deepcopy(world)
        change(broken)
        return " ".join(check_world(broken))

    assert "shore points" in damage(lambda b: b["sea"][0].pop("line"))
    assert "by the formula" in damage(lambda b: b["places"][0]["figures"].update(value=9))
    assert "land border" in damage(lambda b: b["places"][0]["tags"].append("island"))
    assert "unknown" in damage(lambda b: b["extra"]["missions"]["island_empire"]["pool"].append("AAA"))


def test_the_file_is_what_the_source_builds() -> None:
    """Where the source tables are at hand, building again gives the stored bytes."""
    source = Path(__file__).resolve().parents[4] / "shared" / "data"
    if not source.is_dir():
        pytest.skip("the source tables are not here")
    assert build_world(source) == (FOLDER / "world.json").read_bytes()
