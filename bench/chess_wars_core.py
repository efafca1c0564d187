"""Measure the pure core of chess wars on the full world map: commands, stakes, views, choices, deals, campaigns.

Run: `PYTHONPATH=.:gen python bench/chess_wars_core.py`. Times are of one core; the table says what each line is.
"""

import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from services.engine.adapters.maps import load_board
from services.engine.core.board import Board
from services.engine.core.fairness import FairChance
from services.engine.core.kernel import ExpireDeadline, RecordGameResult
from services.engine.core.rulesets.chess_wars.bots.worth import attackers_chance
from services.engine.core.rulesets.chess_wars.dealing import deal
from services.engine.core.rulesets.chess_wars.stakes import cheapest
from services.engine.core.values import Seat
from tests.unit.chess_wars.table import Game


def best(measure: Callable[[], Any], times: int = 30) -> float:
    """Median seconds of a call."""
    spent = []
    for _ in range(times):
        begun = time.perf_counter()
        measure()
        spent.append(time.perf_counter() - begun)
    return sorted(spent)[times // 2]


def campaign(seed: int) -> tuple[Game, list[tuple[Any, ...]], float]:
    """Four bots on the world, to the end; answers also the commands in order with the states they met."""
    chosen = random.Random(seed)
    begun = time.perf_counter()
    game = Game(load_board("world"), seats=4, bots=range(4), simulated=True)
    script: list[tuple[Any, ...]] = []
    while game.campaign.outcome is None:
        owed = next((due for due in game.owed() if due.seat is not None and due.reply), None)
        before = game.state
        if owed is not None:
            assert owed.seat is not None
            command = game.think(owed.seat)
            game.do(owed.seat, command)
            script.append((before, owed.seat, command, game.at))
            continue
        wants = game.rules.games(game.state)
        if not wants:
            due = next(due for due in game.owed() if not due.open_ended)
            game.expire(due.what)
            script.append((before, None, ExpireDeadline(what=due.what, due=due.due), game.at))
            continue
        war = game.state.wars[wants[0].war]
        wins = chosen.random() < attackers_chance(game.state, war.attacker, war.defender, war.clocks)
        result = "white" if (war.white == war.attacker) == wins else "black"
        game.result(war.id, result)
        script.append((before, None, RecordGameResult(war=war.id, result=result, reason="checkmate"), game.at))
    return game, script, time.perf_counter() - begun


def main() -> None:
    """Print the table."""
    board = load_board("world")
    game, script, spent = campaign(1)
    print(f"campaign, 4 bots, {game.state.round} rounds, {game.state.wars_declared} wars   {spent:8.2f} s")

    chance = FairChance(b"\0" * 32, "bench", b"", {})
    rules = game.rules

    def decide_and_evolve() -> None:
        for state, seat, command, at in script:
            after = state
            for fact in rules.decide(state, None if seat is None else Seat(seat), command, at, chance):
                after = rules.evolve(after, fact)

    spent = best(decide_and_evolve, 5)
    print(f"decide + evolve, {len(script)} commands of it      {len(script) / spent:8.0f} /s")
    results = [entry for entry in script if isinstance(entry[2], RecordGameResult)]

    def settle() -> None:
        for state, _, command, at in results:
            rules.decide(state, None, command, at, chance)

    print(f"a game's result, decided                    {best(settle, 5) / len(results) * 1000:8.3f} ms")

    sixty = sum(1 << position for position in random.Random(1).sample(range(len(board.places)), 60))
    for need in (17, 23, 60):
        spent = best(partial(cheapest, board, sixty, need))
        print(f"cheapest of 60 countries, need {need:3}          {spent * 1000:8.3f} ms")
    first = next(before for before, _, command, _ in script if type(command).__name__ == "DeclareWar")
    for state, name in ((first, "first round"), (script[-1][0], "last round")):
        spent = best(partial(rules.actions, state, Seat(0)))
        print(f"all targets of a seat, {name:12}         {spent * 1000:8.3f} ms")
        spent = best(partial(rules.view, state, None))
        print(f"public view, {name:12}                   {spent * 1000:8.3f} ms")
    deals(board)


def deals(board: Board) -> None:
    """Time deals of the world, and show how even they are."""
    for seats in (4, 8):
        begun = time.perf_counter()
        empires = deal(board, board.everywhere, seats, 12345)
        spent = time.perf_counter() - begun
        totals = [board.total("value", empire) for empire in empires]
        print(f"deal to {seats}: {spent:5.3f} s, values {totals}")


if __name__ == "__main__":
    main()
