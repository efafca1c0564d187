"""What the use cases ask of the database, the bus and the engine."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

import chess
import msgspec

from chassis.keys import Key
from chassis.outbox import OutboxRow
from services.chessgate.core.game import Game
from services.chessgate.core.play import Outcome

Decide: TypeAlias = Callable[[Game | None, chess.Board, int], Outcome | None]
"""What to do with a game as it is now (None: unknown), its board, and the time; None changes nothing."""


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """One step of one game."""

    game: str
    decide: Decide
    key: Key | None = None
    seats: tuple[str, ...] = ()
    """People who must sit at no other live game: else nothing is done."""
    version: tuple[str, int, int] | None = None
    """Campaign, epoch and seq of the wants that ask for it: nothing is done once newer ones are known."""


class Done(msgspec.Struct, frozen=True, kw_only=True):
    """What a step led to."""

    before: Game | None
    game: Game | None
    board: chess.Board
    outcome: Outcome | None = None
    rows: tuple[OutboxRow, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether others see something new."""
        return self.game is not None and (self.before is None or self.before.version != self.game.version)


class Games(Protocol):
    """All games."""

    async def step(self, job: Job) -> Done:
        """Do one step under the game's lock and commit it with its durable messages."""
        ...

    def publish(self, done: Done) -> None:
        """Let a committed step's durable messages leave."""
        ...

    def remember(self, done: Done) -> None:
        """Keep the position of a committed step at hand."""
        ...

    async def game(self, game: str) -> tuple[Game, chess.Board] | None:
        """A game and its position."""
        ...

    async def seen(self, campaign: str, epoch: int, seq: int) -> tuple[int, int]:
        """Note the version (epoch, seq) of a campaign's wants; the newest one known before."""
        ...

    async def unfinished(self, campaign: str) -> tuple[str, ...]:
        """Ids of a campaign's games that are not over."""
        ...

    async def waiting(self) -> tuple[Any, ...]:
        """Live games that have not started (id, white, black), the longest wanted first."""
        ...

    async def running_live(self, limit: int) -> tuple[str, ...]:
        """Live games in which time runs, those first whose flags are nearest; at most so many."""
        ...

    async def busy(self, accounts: Sequence[str], ended_after: int) -> bool:
        """Whether one of these people plays a live game, or ended one after a moment."""
        ...

    async def bots_owe(self, before: int) -> tuple[str, ...]:
        """Games in which a bot has owed an answer since before a moment."""
        ...


class Brain(Protocol):
    """What plays for bots."""

    async def move(self, game: Game, board: chess.Board, level: int) -> str:
        """A legal move in UCI notation."""
        ...

    async def takes_draw(self, game: Game, board: chess.Board, colour: chess.Color) -> bool:
        """Whether that side had better take a draw."""
        ...


class NoEngine(Exception):  # noqa: N818 - says what is the case
    """No UCI engine can be had now."""
