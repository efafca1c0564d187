"""The golden campaigns that `python -m tests.golden write` plays: together they store everything their rules can.

A fact or command that none of them has is named by `tests/unit/test_golden.py`: then another campaign is needed here.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from services.engine.adapters.maps import load_board
from services.engine.core.board import Board
from services.engine.core.kernel import SeatHolder
from services.engine.core.maps.form import read_board, uploaded_id
from services.engine.core.rulesets.registry import Registry
from tests.golden import saying
from tests.golden.missions import every_mission
from tests.golden.playing import Listed, Walk
from tests.golden.recording import Recording

ISLES = (Path(__file__).parents[2] / "examples" / "maps" / "nine_isles.json").read_bytes()
"""Stands in an export of a campaign on it, as any uploaded map."""
LISTED: Mapping[str, Listed] = {
    "chess_wars": saying.of_chess_wars,
    "provinces": saying.of_provinces,
    "kingdoms": saying.of_kingdoms,
}


class Golden(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign to be played."""

    ruleset: str
    name: str
    seed: int
    """Chosen so that a version's campaigns store everything together."""
    seats: tuple[SeatHolder, ...]
    options: dict[str, Any]
    silent: dict[int, int] = {}
    """Seats that say nothing until the campaign has so many appends."""
    ways: dict[str, float]
    """What happens beside commands, by `Walk`'s names, and how often for one command."""
    map_file: bytes = b""


def _people(number: int, bots: int = 0) -> tuple[SeatHolder, ...]:
    bot = SeatHolder(bot_level=2, person=False, rating=1400)
    return (*(SeatHolder(rating=1200 + 150 * seat) for seat in range(number)), *(bot for _ in range(bots)))


GOLDEN = (
    Golden(
        ruleset="chess_wars", name="drafted", seed=32, seats=_people(2),
        options={
            "theatre": ["South America"], "pace": "live", "advance": "host", "colours": "random", "draws": "defender",
            "tokens_a_round": 3, "last_round": 5, "handicap": "full",
        },
        ways={"settle": 0.2, "wait": 0.15, "change": 0.03, "all_go": 0.01, "park": 0.01},
    ),
    Golden(
        ruleset="chess_wars", name="dealt", seed=64, seats=_people(2, bots=1),
        options={
            "theatre": ["South America", "North America"], "draft": "dealt", "advance": "schedule", "missions": "drawn",
            "tokens_a_round": 2, "last_round": 4,
        },
        silent={1: 40},
        ways={"settle": 0.3, "wait": 0.1, "change": 0.01},
    ),
    Golden(
        ruleset="chess_wars", name="position", seed=58, seats=_people(4),
        options={"position": every_mission(), "last_round": 6, "tokens_a_round": 3},
        ways={"settle": 0.3, "wait": 0.1, "change": 0.02, "park": 0.01},
    ),
    Golden(
        ruleset="provinces", name="dealt", seed=43, seats=_people(3, bots=1), options={"assault": "blitz"},
        silent={1: 1000}, ways={"wait": 0.02, "change": 0.005, "park": 0.02},
    ),
    Golden(
        ruleset="provinces", name="isles", seed=11, seats=_people(2),
        options={"position": {
            "owners": {"anchor": 0, "beacon": 0, "dune": 0, "haven": 1, "inlet": 1, "ford": 1}, "units": {"beacon": 6},
        }}, map_file=ISLES, ways={"wait": 0.02},
    ),
    Golden(
        ruleset="kingdoms", name="marches", seed=26, seats=_people(4, bots=1),
        options={"last_turn": 4, "battles": "game_log"},
        silent={3: 1000}, ways={"wait": 0.1, "change": 0.02, "park": 0.01},
    ),
    Golden(
        ruleset="kingdoms", name="isles", seed=5, seats=_people(3),
        options={"position": {
            "owners": {
                "anchor": 0, "beacon": 0, "cove": 0, "dune": 1, "eyrie": 1, "grove": 1,
                "ford": 2, "haven": 2, "inlet": 2,
            },
            "units": {"beacon": 8, "eyrie": 8, "haven": 8}, "stage": "attacks",
        }, "last_turn": 5, "share_percent": 100},
        map_file=ISLES, ways={"wait": 0.1, "change": 0.02},
    ),
)  # fmt: skip


def recorded(golden: Golden) -> Recording:
    """Play a campaign to its end by the newest version of its rules."""
    rules = Registry().find(golden.ruleset)
    board = _board(golden, rules.map_id(None))
    table = Recording(rules, board, golden.name, golden.seats, {**golden.options, "map": board.id}, golden.map_file)
    Walk(table, LISTED[golden.ruleset], golden.seed, golden.silent, golden.ways).to_the_end()
    return table


def _board(golden: Golden, usual: str) -> Board:
    if not golden.map_file:
        return load_board(usual)
    return read_board(golden.map_file, uploaded_id(golden.map_file))
