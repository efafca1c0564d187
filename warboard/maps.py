"""Build the map of the world from its source tables, and check what must hold for it alone.

What must hold for every map is checked by services/engine/core/maps (docs/maps.md).
"""

import csv
import json
import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

FIGURES = {
    "value": "value",
    "score": "score",
    "population": "population",
    "area": "area_km2",
    "gdp": "gdp_usd_millions",
    "military_spending": "military_spending_usd_millions",
    "personnel": "armed_forces_personnel",
}
"""Figure of the board -> column of the source table."""

Row = Mapping[str, str]


def build_world(source: Path) -> bytes:
    """The world map file from its source tables.

    :param source: folder with `world_countries.csv`, `world_borders.csv` and `world_missions.json`.
    :raises FileNotFoundError: a table is missing.
    """
    countries = _table(source / "world_countries.csv")
    borders = _table(source / "world_borders.csv")
    missions = json.loads((source / "world_missions.json").read_text("utf-8"))
    board = {
        "id": "world",
        "version": 1,
        "places": places(countries),
        "land": [[row["a"], row["b"]] for row in borders if row["kind"] == "land"],
        "sea": [_lane(row) for row in borders if row["kind"] == "sea"],
        "extra": {"missions": missions},
    }
    return _compact(board)


def places(countries: Iterable[Row]) -> list[dict[str, Any]]:
    """The places of the world from its table, with the derived might (rules section 9, 10⁹ for the whole world)."""
    rows = sorted(countries, key=lambda row: row["id"])
    spending = [int(row[FIGURES["military_spending"]]) for row in rows]
    personnel = [int(row[FIGURES["personnel"]]) for row in rows]
    found = []
    for row, spent, armed in zip(rows, spending, personnel, strict=True):
        figures = {figure: int(row[column]) for figure, column in FIGURES.items()}
        figures["might"] = might(spent, sum(spending), armed, sum(personnel))
        found.append(
            {
                "id": row["id"],
                "name": row["name_en"],
                "iso_a2": row["iso_a2"],
                "at": [float(row["lat"]), float(row["lon"])],
                "figures": figures,
                "tags": _tags(row),
            }
        )
    return found


def might(spending: int, all_spending: int, personnel: int, all_personnel: int) -> int:
    """Military might of a country in units of 10⁻⁹ of the world: the mean of the square roots of its two shares.

    Rounded half up (rules section 9).
    """
    share = math.sqrt(spending / all_spending) + math.sqrt(personnel / all_personnel)
    return math.floor(1e9 * share / 2 + 0.5)


def value(figures: Mapping[str, int], worlds_spending: int, worlds_personnel: int) -> int:
    """The value the source page's formula gives a country, 1-15."""
    army = might(figures["military_spending"], worlds_spending, figures["personnel"], worlds_personnel) / 1e7
    score = (
        0.25 * _scaled(figures["population"], 1e5, 1.5e9)
        + 0.20 * _scaled(figures["area"], 500, 1.71e7)
        + 0.35 * _scaled(figures["gdp"], 1e3, 3e7)
        + 0.20 * _scaled(army, 0.3, 45)
    )
    return max(1, min(15, math.floor(17.5 * math.pow(score, 1.9) + 0.5)))


def check_world(board: Mapping[str, Any]) -> list[str]:
    """Everything wrong with the world that isn't wrong with any map; empty if nothing is.

    :param board: the decoded file, a good map.
    """
    ids = {place["id"] for place in board["places"]}
    lanes = [lane for lane in board["sea"] if not lane.get("name") or not lane.get("km") or "line" not in lane]
    wrong = [f"lane {lane['a']}-{lane['b']} needs a name, a length and two shore points" for lane in lanes]
    return wrong + _check_figures(board) + _check_missions(board["extra"]["missions"], ids)


def _check_figures(board: Mapping[str, Any]) -> list[str]:
    """What holds for the world map only: values, islands, continents, might."""
    rows = [place["figures"] for place in board["places"]]
    spending = sum(row["military_spending"] for row in rows)
    personnel = sum(row["personnel"] for row in rows)
    ashore = {place for pair in board["land"] for place in pair}
    wrong = []
    for place in board["places"]:
        figures, tags = place["figures"], place["tags"]
        formula = value(figures, spending, personnel)
        if formula != figures["value"]:
            wrong.append(f"{place['id']} is worth {formula} by the formula, not {figures['value']}")
        if figures["might"] != might(figures["military_spending"], spending, figures["personnel"], personnel):
            wrong.append(f"{place['id']}: might differs from the formula")
        if ("island" in tags) == (place["id"] in ashore):
            wrong.append(f"{place['id']}: islands are the places without a land border")
        if sum(tag.startswith("continent:") for tag in tags) != 1:
            wrong.append(f"{place['id']} must lie on one continent")
    return wrong


def _check_missions(missions: Mapping[str, Any], ids: set[str]) -> list[str]:
    lists = {name: group["countries"] for name, group in missions["groups"].items()}
    lists |= {strait["id"]: strait["shore_a"] + strait["shore_b"] for strait in missions["straits"]}
    lists |= {region["id"]: region["countries"] for region in missions["regional_power"]["regions"]}
    lists["wonders"] = list(missions["wonders"]["countries"])
    lists["great powers"] = missions["great_powers"]["countries"]
    lists["islands"] = missions["island_empire"]["pool"]
    wrong = []
    for name, countries in lists.items():
        wrong += [f"mission {name} names the unknown {place}" for place in countries if place not in ids]
        wrong += [f"mission {name} names {place} twice" for place in _repeated(countries)]
    for name, group in missions["groups"].items():
        if not 0 < group["need"] <= group["of"] == len(group["countries"]):
            wrong.append(f"mission {name}: sizes don't fit")
    return wrong


def _table(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _lane(row: Row) -> dict[str, Any]:
    line = [[float(row["a_lat"]), float(row["a_lon"])], [float(row["b_lat"]), float(row["b_lon"])]]
    return {"a": row["a"], "b": row["b"], "name": row["reason"], "km": int(row["km"]), "line": line}


def _tags(row: Row) -> list[str]:
    tags = [f"continent:{row['continent']}", f"subregion:{row['subregion']}"]
    tags += [flag for flag in ("island", "mountainous") if row[flag] == "1"]
    if row["wonder"]:
        tags.append("wonder")
    if row["mediterranean_shore"]:
        tags.append(f"shore:{row['mediterranean_shore']}")
    return tags


def _scaled(x: float, low: float, high: float) -> float:
    """Where x lies between low and high on a logarithmic scale, cut to 0..1."""
    return min(1.0, max(0.0, math.log(max(x, 1e-9) / low) / math.log(high / low)))


def _repeated(items: Iterable[Any]) -> list[Any]:
    seen: set[Any] = set()
    twice = []
    for item in items:
        if item in seen:
            twice.append(item)
        seen.add(item)
    return twice


def _compact(board: Mapping[str, Any]) -> bytes:
    """One line a place, border or lane, so that a change of the data reads well as a difference."""

    def line(item: object) -> str:
        return json.dumps(item, ensure_ascii=False, separators=(",", ":"))

    parts = []
    for key, item in board.items():
        if isinstance(item, list):
            rows = ",\n".join(line(row) for row in item)
            parts.append(f'"{key}":[\n{rows}\n]')
        else:
            parts.append(f'"{key}":{line(item)}')
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()
