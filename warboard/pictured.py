"""A position for pictures of missions: the middle of a campaign, with progress, points, a claim and secrets."""

from collections import defaultdict
from typing import Any

ROUND = 6
SECRETS: tuple[dict[str, Any], ...] = ({"type": "IronWall"}, {"type": "CheckmateArtist"})


def position(game: dict[str, Any]) -> dict[str, Any]:
    """The position after five rounds, made of the public view of a campaign of four whose theatre was just dealt.

    Seat 1 has taken a strategic position from seat 2 and claims the mission; seat 3 has scored Expansion.
    """
    owned: dict[int, list[Any]] = defaultdict(list)
    for place, country in sorted(game["countries"].items()):
        owned[country["owner"]].append(place)
    taken = owned[2].pop()
    marked = [taken, *owned[1][:2], owned[0][0], owned[3][0]]
    owned[1].append({"country": taken, "got": "game", "drafted_by": 2, "giver": 2, "round": ROUND - 1})
    missions = [
        {**mission, "countries": marked} if mission["type"] == "StrategicPositions" else mission
        for mission in game["options"]["played"]
    ]
    empires: list[dict[str, Any]] = [
        {"countries": owned[seat], "secret": SECRETS[seat % 2], "tokens": 1 + seat % 2} for seat in range(4)
    ]
    empires[1]["claims"] = [{"mission": "StrategicPositions", "round": ROUND - 1}]
    empires[3] |= {"scored": ["Expansion"], "mission_points": 2}
    return {"round": ROUND, "missions": missions, "empires": empires}
