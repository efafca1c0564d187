"""The pure core of the kingdoms on one processor: carrying out both steps of a turn, with everybody's orders in.

Twice: ten kingdoms on the forty provinces of the marches, and the limit case, sixty on a grid of two thousand. Every
kingdom supplies, creates on as many provinces as it can, and attacks all it borders.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from bench.core import best
from bench.figures import Figure
from bench.floors import Floors
from services.engine.adapters.maps import load_board
from services.engine.core import steps
from services.engine.core.board import Board
from services.engine.core.fairness import FairChance
from services.engine.core.kernel import ExpireDeadline, SeatHolder
from services.engine.core.rulesets.kingdoms import commands as c
from services.engine.core.rulesets.kingdoms.ruleset import Kingdoms
from services.engine.core.rulesets.kingdoms.state import State
from services.engine.core.values import PlaceId, Seat

STEP_S = 0.001
LIMIT_S = 0.05
RULES = Kingdoms()
START = datetime(2026, 1, 1, tzinfo=UTC)
WIDE, HIGH = 50, 40
UNITS = 16


def measure(_: Path, __: Floors) -> list[Figure]:
    """All figures; what they need of the machine is processor time alone, so they have no floor."""
    return [*_figures(load_board("marches40"), 10, STEP_S), *_figures(grid(), 60, LIMIT_S)]


def _figures(board: Board, kingdoms: int, target: float) -> Iterator[Figure]:
    for stage in ("provision", "attacks"):
        state, orders = prepared(board, kingdoms, stage)
        step = state.step
        assert step is not None
        due = next(one for one in RULES.owed(state) if not one.open_ended)

        def carry_out(state: State = state, what: str = due.what, at: datetime = step.due) -> None:
            after = state
            chance = FairChance(b"\0" * 32, "bench", b"", {})
            for fact in RULES.decide(state, None, ExpireDeadline(what=what, due=at), at, chance):
                after = RULES.evolve(after, fact)

        yield Figure(
            name=f"kingdoms: {stage}, {kingdoms} on {len(board.places)}", unit="s", value=best(carry_out, 20),
            target=target, note=f"{orders} orders, decide + evolve",
        )  # fmt: skip


def prepared(board: Board, kingdoms: int, stage: str) -> tuple[State, int]:
    """A step with everybody's orders in, and how many orders they are."""
    n = len(board.places)
    owners = {place: position * kingdoms // n for position, place in enumerate(board.places)}
    position = {"owners": owners, "units": dict.fromkeys(board.places, UNITS), "stage": stage}
    options = RULES.options({"position": position, "share_percent": 100}, kingdoms, board, FairChance(b"", "", b"", {}))
    secret = b"\0" * 32
    campaign = steps.open_campaign(
        RULES, board, campaign="bench", seats=(SeatHolder(),) * kingdoms, host=0, options=options, secret=secret,
        secret_hash="", salt=b"", at=START,
    ).after  # fmt: skip
    orders = 0
    for number in range(kingdoms):
        seat = Seat(number)
        wanted = ordered(campaign.game, seat, stage)
        orders += len(wanted.attacks) if isinstance(wanted, c.Attacks) else len(wanted.create) + 1
        command = c.Submit(step=1, nonce=f"{number:064x}", orders=wanted)
        at = START + timedelta(seconds=number)
        campaign = steps.player_command(RULES, campaign, secret, seat, command, at).after
    return campaign.game, orders


def ordered(state: State, seat: Seat, stage: str) -> c.Provision | c.Attacks:
    """As many orders as a kingdom can give."""
    submit: dict[str, Any] = RULES.actions(state, seat)["submit"]
    if stage == "provision":
        places = submit["places"][: submit["total"]]
        create = {place: submit["total"] // len(places) for place in places}
        create[places[0]] += submit["total"] - sum(create.values())
        origin, choice = next(iter(submit["supply"].items()))
        return c.Provision(supply=c.Supply(origin=origin, target=choice["targets"][0], units=1), create=create)
    found: dict[PlaceId, c.AttackOrder] = {}
    for origin, choice in submit["attacks"].items():
        for number, target in enumerate(choice["targets"], state.map.index[origin]):
            found.setdefault(target, c.AttackOrder(origin=origin, target=target, units=1 + number % 3))
    return c.Attacks(attacks=tuple(found.values()))


def grid() -> Board:
    """A board of 50 by 40 provinces in rows, each ten of a row a unity."""
    places = tuple(PlaceId(f"p{number:04}") for number in range(WIDE * HIGH))
    land = [0] * len(places)
    for number in range(len(places)):
        right, below = number + 1, number + WIDE
        for other in (*([right] if right % WIDE else []), *([below] if below < len(places) else [])):
            land[number] |= 1 << other
            land[other] |= 1 << number
    tags = {f"unity:u{start}": ((1 << 10) - 1) << start for start in range(0, len(places), 10)}
    board = replace(load_board("marches40"), id="grid", places=places, names=places, land=tuple(land), tags=tags)
    return replace(board, sea=(0,) * len(places), figures={}, extra={})
