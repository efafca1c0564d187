"""The pure core of chessgate on one processor: legal moves judged, written down, timed, and looked at for an ending."""

import gc
from pathlib import Path

import chess

from bench.core import best
from bench.figures import Figure
from bench.floors import Floors
from services.chessgate.core import play
from services.chessgate.core.commands import MakeMove
from services.chessgate.core.game import Game, Side, moved
from services.chessgate.core.places import Colour
from tests.long_lines import long_line

MOVES_PER_S = 15_000
GAMES, PLIES = 40, 80
THOUGHT_MS = 1_000

Step = tuple[Game, chess.Board, Colour, MakeMove, int]
"""A game and its position, who moves, what, and when."""


def measure(_: Path, __: Floors) -> list[Figure]:
    """Moves of random live games decided a second; what it needs of the machine is processor time alone."""
    script = [step for seed in range(GAMES) for step in steps(long_line(seed, PLIES))]

    gc.collect()
    gc.freeze()  # as every service does after its start

    def decide() -> None:
        for game, board, colour, move, at in script:
            play.command(game, board, colour, move, stamp=at, now=at)

    note = f"{GAMES} games of {PLIES} half-moves: legality, notation, clocks, endings"
    rate = len(script) / best(decide, 5)
    return [Figure(name="rules: a chess move decided", unit="/s", value=rate, target=MOVES_PER_S, note=note)]


def steps(line: list[str]) -> list[Step]:
    """A live game of these moves, before each of them."""
    sides = [Side(seat=seat, account=name, initial_ms=3_600_000, increment_ms=5_000) for seat, name in enumerate("ab")]
    game = Game(
        id="g", campaign="c", war="w", white=sides[0], black=sides[1], live=True, wanted_ms=0, white_ms=3_600_000,
        black_ms=3_600_000,
    )  # fmt: skip
    game, board, found = play.start(game, THOUGHT_MS), chess.Board(), list[Step]()
    for ply, uci in enumerate(line):
        move, at = MakeMove(ply=ply, uci=uci), (ply + 2) * THOUGHT_MS
        found.append((game, board, game.turn, move, at))
        outcome = play.command(*found[-1][:4], stamp=at, now=at)
        assert outcome.refused is None, outcome.refused
        game, board = outcome.game, moved(board, chess.Move.from_uci(uci))
    return found
