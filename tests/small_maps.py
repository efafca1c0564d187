"""Map files for tests: a grid of square places, with shapes or without."""

from itertools import pairwise
from typing import Any

STEP = 10
"""Of the shapes' grid, in degrees."""


def grid(width: int = 3, height: int = 3, *, shapes: bool = False) -> dict[str, Any]:
    """A map of width × height places that border what lies beside them; `a0` is the first of the first row."""
    cells = [(x, y) for y in range(height) for x in range(width)]
    made: dict[str, Any] = {
        "id": "grid",
        "places": [
            {"id": called(x, y), "name": f"Square {x} {y}", "at": [y * STEP + STEP / 2, x * STEP + STEP / 2]}
            for x, y in cells
        ],
        "land": [[called(x, y), called(x + 1, y)] for x, y in cells if x + 1 < width]
        + [[called(x, y), called(x, y + 1)] for x, y in cells if y + 1 < height],
    }
    return made | {"shapes": topology(width, height)} if shapes else made


def called(x: int, y: int) -> str:
    """The id of a place."""
    return f"{chr(ord('a') + y)}{x}"


def topology(width: int, height: int) -> dict[str, Any]:
    """TopoJSON of the grid: an arc an edge, each used by the squares beside it."""
    arcs: list[list[tuple[int, int]]] = []
    index: dict[tuple[tuple[int, int], tuple[int, int]], int] = {}

    def arc(a: tuple[int, int], b: tuple[int, int]) -> int:
        if (b, a) in index:
            return ~index[b, a]
        if (a, b) not in index:
            index[a, b] = len(arcs)
            arcs.append([(p * STEP, q * STEP) for p, q in (a, b)])
        return index[a, b]

    def square(x: int, y: int) -> list[int]:
        corners = [(x, y), (x, y + 1), (x + 1, y + 1), (x + 1, y), (x, y)]
        return [arc(a, b) for a, b in pairwise(corners)]

    geometries = [
        {"type": "Polygon", "id": called(x, y), "arcs": [square(x, y)]} for y in range(height) for x in range(width)
    ]
    return {
        "type": "Topology",
        "objects": {"grid": {"type": "GeometryCollection", "geometries": geometries}},
        "arcs": arcs,
    }
