"""The pure core of chess wars on the full world map, on one processor: commands, stakes, views, whole campaigns."""

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import yaml

from bench.figures import Figure
from bench.floors import Floors
from services.engine.adapters.catalogue import Rules
from services.engine.adapters.maps import load_board
from services.engine.core.board import Board
from services.engine.core.fairness import FairChance
from services.engine.core.kernel import ExpireDeadline, RecordGameResult, Rejected
from services.engine.core.rulesets.chess_wars.dealing import deal
from services.engine.core.rulesets.chess_wars.stakes import cheapest
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import Seat
from tests.unit.chess_wars.offered import offered
from tests.unit.chess_wars.table import Game
from warboard.simulate import play

COMMANDS_PER_S = 5_000
STAKE_MS, VIEW_MS, CAMPAIGN_S = 1, 10, 3
MIX = Path(__file__).with_name("mix.yaml")
_MOST_STEPS = 4_000

Step = tuple[State, Seat | None, Any, datetime]
"""A state, who commands (None: time or a game), the command, and when."""


class Mix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`mix.yaml`."""

    map: str
    seats: int
    seeds: list[int]
    draft: str
    weights: dict[str, float]
    game_ends: float


def measure(_: Path, __: Floors) -> list[Figure]:
    """All figures of the core; what they need of the machine is processor time alone, so they have no floor."""
    mix = msgspec.convert(yaml.safe_load(MIX.read_text()), Mix)
    board = load_board(mix.map)
    script = [step for seed in mix.seeds for step in steps(mix, board, seed)]
    return [_commands(script), *_stakes(board), *_views(script), _campaign(), *_deals(board)]


def steps(mix: Mix, board: Board, seed: int) -> Iterator[Step]:
    """A campaign by the mix, as the commands that were accepted and the states they met."""
    chosen = random.Random(seed)
    game = Game(board, seats=mix.seats, draft=mix.draft)
    for _ in range(_MOST_STEPS):
        if game.campaign.outcome is not None:
            return
        before = game.state
        wants = game.rules.games(before)
        if wants and chosen.random() < mix.game_ends:
            yield _ended(game, wants[0].war, chosen)
            continue
        drawn = _drawn(mix, game, chosen)
        if drawn is not None:
            seat, command = drawn
            try:
                game.do(seat, command)
            except Rejected:
                continue
            yield before, Seat(seat), command, game.at
        elif wants:
            yield _ended(game, wants[0].war, chosen)
        else:
            due = next(due for due in game.owed() if not due.open_ended)
            game.expire(due.what)
            yield before, None, ExpireDeadline(what=due.what, due=due.due), game.at


def _ended(game: Game, war: str, chosen: random.Random) -> Step:
    before, result = game.state, chosen.choice(["white", "black"])
    game.result(war, result)
    return before, None, RecordGameResult(war=war, result=result, reason="checkmate"), game.at


def _drawn(mix: Mix, game: Game, chosen: random.Random) -> tuple[int, Any] | None:
    listed = [(seat, command) for seat in range(mix.seats) for command in offered(game.actions(seat), chosen.randrange)]
    weights = [mix.weights.get(type(command).__name__, 0) for _, command in listed]
    return chosen.choices(listed, weights)[0] if sum(weights) else None


def _commands(script: list[Step]) -> Figure:
    rules = Game(load_board("world")).rules
    chance = FairChance(b"\0" * 32, "bench", b"", {})

    def decide_and_evolve() -> None:
        for state, seat, command, at in script:
            after = state
            for fact in rules.decide(state, seat, command, at, chance):
                after = rules.evolve(after, fact)

    kinds = Counter(type(command).__name__ for _, _, command, _ in script)
    return Figure(
        name="core: decide + evolve, mix.yaml", unit="/s", value=len(script) / best(decide_and_evolve, 5),
        target=COMMANDS_PER_S, note=", ".join(f"{kind} {count}" for kind, count in kinds.most_common()),
    )  # fmt: skip


def _stakes(board: Board) -> Iterator[Figure]:
    sixty = sum(1 << position for position in random.Random(1).sample(range(len(board.places)), 60))
    spent = {need: best(partial(cheapest, board, sixty, need)) * 1e3 for need in (17, 23, 60)}
    worst = max(spent, key=lambda need: spent[need])
    note = ", ".join(f"need {need}: {ms:.3f}" for need, ms in spent.items())
    yield Figure(
        name="core: exact cheapest stake of 60 countries", unit="ms", value=spent[worst], target=STAKE_MS, note=note
    )


def _views(script: list[Step]) -> Iterator[Figure]:
    rules = Game(load_board("world")).rules
    first = next(state for state, _, command, _ in script if type(command).__name__ == "DeclareWar")
    for state, name in ((first, "first round"), (script[-1][0], "last round")):

        def view_and_targets(state: State = state) -> None:
            rules.view(state, None)
            rules.view(state, Seat(0))
            rules.actions(state, Seat(0))

        spent = best(view_and_targets) * 1e3
        yield Figure(name=f"core: a view with all targets, {name}", unit="ms", value=spent, target=VIEW_MS)


def _campaign() -> Figure:
    rules = Rules().ruleset("chess_wars")
    assert rules is not None
    spent = []
    for seed in (1, 2, 3):
        began = time.perf_counter()
        campaign, _ = play(rules, seed, 4, {})
        spent.append(time.perf_counter() - began)
    return Figure(
        name="core: simulate 4 bots, 25 rounds", unit="s", value=max(spent), target=CAMPAIGN_S,
        note=f"the slowest of {len(spent)} seeds; the last one took {campaign.game.round} rounds",
    )  # fmt: skip


def _deals(board: Board) -> Iterator[Figure]:
    for seats in (4, 8):
        spent = best(partial(deal, board, board.everywhere, seats, 12345), 3)
        yield Figure(name=f"core: deal the world to {seats}", unit="ms", value=spent * 1e3)


def best(measure: Callable[[], Any], times: int = 30) -> float:
    """Median seconds of a call."""
    spent = []
    for _ in range(times):
        began = time.perf_counter()
        measure()
        spent.append(time.perf_counter() - began)
    return sorted(spent)[times // 2]
