"""Games between two ways of playing: who plays whom, one game on real engines, and the file of what was played."""

import asyncio
import time
from collections.abc import Iterable, Iterator, Sequence
from os import SEEK_END
from pathlib import Path
from typing import BinaryIO

import chess
import chess.engine
import msgspec

from services.chessgate.adapters.thinking import level_move
from services.chessgate.core.endings import ending
from services.chessgate.core.levels import LEVELS, PINNED, Level
from warboard.calibration.openings import opening

MOST_PLIES = 300
"""A game of so many half-moves is drawn."""
PIN_NODES = 5_000
"""The pin may look at so many positions: more than its own limit of strength lets it use."""
_STUCK_S = 30.0
PIN = "Stockfish"


class Player(msgspec.Struct, frozen=True):
    """A level, or the pin."""

    name: str
    level: Level


class Fixture(msgspec.Struct, frozen=True):
    """A game to be played. The same number of any pair has the same opening; odd ones change colours."""

    first: Player
    second: Player
    number: int
    seed: int

    @property
    def white(self) -> Player:
        """Who plays White."""
        return self.second if self.number % 2 else self.first


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game."""

    first: Player
    second: Player
    number: int
    seed: int
    engine: str
    points: float
    """Of the first: 1, 0.5 or 0."""
    reason: str
    plies: int
    """Opening included."""
    seconds: tuple[float, float]
    """The first's and the second's longest move, and what all of them took: see `moves`."""
    longest: tuple[float, float]
    moves: tuple[int, int]

    @property
    def fixture(self) -> Fixture:
        """Which game it was."""
        return Fixture(self.first, self.second, self.number, self.seed)


def levels(chosen: Iterable[int]) -> list[Player]:
    """Players of these levels."""
    return [Player(f"level {n}", LEVELS[n - 1]) for n in sorted(set(chosen))]


def pin(elo: int) -> Player:
    """Stockfish at its own calibration."""
    return Player(PIN, Level(nodes=PIN_NODES, elo=elo))


def fixtures(chosen: Sequence[int], pinned: int, games: int, seed: int) -> Iterator[Fixture]:
    """All games, so that a run that is cut short has played about as many of every pair.

    Neighbours play twice as many as levels two apart; the pin plays its level and the two beside it.
    """
    players, stockfish = levels(chosen), pin(pinned)
    near = list(zip(players[1:], players, strict=False))
    far = list(zip(players[2:], players, strict=False))
    near += [(player, stockfish) for player in levels({PINNED - 1, PINNED, PINNED + 1} & set(chosen))]
    for number in range(0, games, 2):
        for pairs, plays in ((near, True), (far, number % 4 == 0)):
            for first, second in pairs if plays else ():
                yield Fixture(first, second, number, seed)
                yield Fixture(first, second, number + 1, seed)


def read(path: Path) -> list[Played]:
    """The games of a file; a line that was cut off is left out."""
    if not path.exists():
        return []
    found = []
    for line in path.read_bytes().splitlines():
        try:
            found.append(msgspec.json.decode(line, type=Played))
        except msgspec.MsgspecError:
            continue
    return found


def open_to_add(path: Path) -> BinaryIO:
    """The file, ready for another line: one that was cut off stays by itself."""
    path.parent.mkdir(parents=True, exist_ok=True)
    file = path.open("ab+")
    if file.tell():
        file.seek(-1, SEEK_END)
        if file.read() != b"\n":
            file.write(b"\n")
    return file


async def play(fixture: Fixture, engines: tuple[chess.engine.UciProtocol, chess.engine.UciProtocol]) -> Played:
    """One game, each side on an engine of its own, ended by the rules or `MOST_PLIES`.

    :raises TimeoutError: an engine hangs; and chess.engine.EngineError: it died.
    """
    name = f"{fixture.seed}:{fixture.first.name}:{fixture.second.name}:{fixture.number}"
    board, over = chess.Board(), None
    for uci in opening(fixture.seed, fixture.number // 2):
        board.push_uci(uci)
    taken: tuple[list[float], list[float]] = ([], [])
    while over is None and board.ply() < MOST_PLIES:
        side = int((board.turn == chess.WHITE) != (fixture.white == fixture.first))
        player = (fixture.first, fixture.second)[side]
        began = time.perf_counter()
        async with asyncio.timeout(_STUCK_S):
            board.push(await level_move(engines[side], board, player.level, name))
        taken[side].append(time.perf_counter() - began)
        over = ending(board)
    result, reason = over or ("draw", "length")
    points = 0.5 if result == "draw" else float((result == "white") == (fixture.white == fixture.first))
    return Played(
        first=fixture.first, second=fixture.second, number=fixture.number, seed=fixture.seed,
        engine=engines[0].id.get("name", "?"), points=points, reason=reason, plies=board.ply(),
        seconds=(sum(taken[0]), sum(taken[1])), longest=(max(taken[0]), max(taken[1])),
        moves=(len(taken[0]), len(taken[1])),
    )  # fmt: skip
