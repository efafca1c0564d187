"""The pure core of the provinces on one processor: commands, and games of bots as `warboard simulate` plays them."""

import random
import statistics
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
import yaml

from bench.core import best
from bench.figures import Figure, percentile
from bench.floors import Floors
from services.engine.adapters.catalogue import Rules
from services.engine.core.fairness import FairChance
from services.engine.core.kernel import Seen
from services.engine.core.kernel_facts import HostPassed
from services.engine.core.rulesets.provinces import commands as c
from services.engine.core.rulesets.provinces.state import State
from services.engine.core.values import Seat
from tests.unit.provinces.table import BOARD, RULES, Game
from warboard.simulate import played

COMMANDS_PER_S = 20_000
GAME_S = 0.2
GAMES = 20
LEVEL = 3
MIX = Path(__file__).with_name("provinces.yaml")
_MOST_STEPS = 2_000

Step = tuple[State, Seat, Any, datetime]
"""A state, who commands, the command, and when."""


class Mix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`provinces.yaml`."""

    seats: list[int]
    seeds: list[int]
    weights: dict[str, float]


def measure(_: Path, __: Floors) -> list[Figure]:
    """All figures; what they need of the machine is processor time alone, so they have no floor."""
    mix = msgspec.convert(yaml.safe_load(MIX.read_text()), Mix)
    script = [step for seats in mix.seats for seed in mix.seeds for step in steps(mix, seats, seed)]
    return [_commands(script), *_games()]


def steps(mix: Mix, seats: int, seed: int) -> Iterator[Step]:
    """A game by the mix, as the commands that were accepted and the states they met."""
    chosen = random.Random(seed)
    game = Game(seats, seed)
    for _ in range(_MOST_STEPS):
        state = game.state
        if state.turn is None:
            return
        seat = state.turn.seat
        command = _thought(state, seat, game.secret) if chosen.random() < 0.5 else _drawn(mix, state, seat, chosen)
        game.play(seat, command)
        yield state, seat, command, game.at


def _thought(state: State, seat: Seat, secret: bytes) -> Any:
    seen = Seen(board=BOARD, seat=seat, level=LEVEL, public=RULES.view(state, None), mine={})
    return RULES.bot(seen, FairChance(secret, "game", b"", {}))


def _drawn(mix: Mix, state: State, seat: Seat, chosen: random.Random) -> Any:
    listed = list(_offered(state, seat, chosen))
    return chosen.choices(listed, [mix.weights.get(type(command).__name__, 0) for command in listed])[0]


def _offered(state: State, seat: Seat, chosen: random.Random) -> Iterator[Any]:
    """A command of each kind that the seat may give."""
    turn, actions = state.turn, RULES.actions(state, seat)
    assert turn is not None
    for kind, found in actions.items():
        match kind:
            case "Reinforce":
                place = state.places[chosen.choice(state.owned(seat))]
                yield c.Reinforce(turn=turn.number, units={place: found["units"]})
            case "Attack":
                origin = chosen.choice(list(found["origins"]))
                target = chosen.choice(found["origins"][origin])["target"]
                yield c.Attack(turn=turn.number, attack=found["attack"], origin=origin, target=target, move_in=2)
            case "Move":
                origin = chosen.choice(list(found["origins"]))
                yield c.Move(turn=turn.number, origin=origin, target=chosen.choice(found["origins"][origin]), units=1)
            case _:
                yield c.EndTurn(turn=turn.number)


def _commands(script: list[Step]) -> Figure:
    chance = FairChance(b"\0" * 32, "bench", b"", {})

    def decide_and_evolve() -> None:
        for state, seat, command, at in script:
            after = state
            for fact in RULES.decide(state, seat, command, at, chance):
                if not isinstance(fact, HostPassed):  # the kernel's to fold
                    after = RULES.evolve(after, fact)

    kinds = Counter(type(command).__name__ for _, _, command, _ in script)
    return Figure(
        name="provinces: decide + evolve, provinces.yaml", unit="/s", value=len(script) / best(decide_and_evolve, 5),
        target=COMMANDS_PER_S, note=", ".join(f"{kind} {count}" for kind, count in kinds.most_common()),
    )  # fmt: skip


def _games() -> Iterator[Figure]:
    rules = Rules().ruleset("provinces")
    assert rules is not None
    for seats in rules.seats:
        games = [played(rules, seed, seats, {}, LEVEL) for seed in range(1, GAMES + 1)]
        spent, turns = [game["seconds"] for game in games], [game["turns"] for game in games]
        note = f"{GAMES} games of {statistics.median(turns):.0f} turns, at most {max(turns)}; level {LEVEL}"
        yield Figure(
            name=f"provinces: simulate {seats} bots", unit="s", value=percentile(spent, 0.5),
            p99=percentile(spent, 0.99), target=GAME_S, note=note,
        )  # fmt: skip
