"""The maps that come with Warboard. Their form is described in docs/maps.md."""

from functools import cache
from pathlib import Path

from services.engine.core.board import Board
from services.engine.core.maps.form import read_board

FOLDER = Path(__file__).parent / "maps"


@cache
def load_board(map_id: str) -> Board:
    """The board of a map that comes with Warboard; read once, then shared.

    :raises KeyError: there is no such map.
    """
    return read_board(read_map(map_id))


@cache
def read_map(map_id: str) -> bytes:
    """The content of a map file.

    :raises KeyError: there is no such map.
    """
    if map_id not in known():
        raise KeyError(map_id)
    return (FOLDER / f"{map_id}.json").read_bytes()


@cache
def known() -> tuple[str, ...]:
    """The maps that come with Warboard."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.json")))
