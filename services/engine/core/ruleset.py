"""What a ruleset is: the one protocol between the engine and the rules of a game, in the words of `kernel.py`.

A ruleset is a folder of pure functions: no input or output, clock, randomness or logging. The engine loads a
campaign, calls `decide`, stores the facts, folds them with `evolve`, and publishes what `view` and `show` let each
viewer see. So a fourth ruleset is one new folder.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol

import msgspec

from services.engine.core.board import Board
from services.engine.core.kernel import Chance, GameWant, Line, Notice, Outcome, Owed, RoomRules, Seen, Setup
from services.engine.core.values import Seat

FileReader = Callable[[Any, Seat, str, bytes], dict[str, Any]]
"""Of the state, the seat that hands the file in, what it is about, and its bytes; what it says as plain data.

Raises `Rejected` where there is nothing to be read now, or in it. It runs beside everything else, for a second at most.
"""


class Ruleset(Protocol):
    """The rules of one game: names and types, then pure functions."""

    name: str
    """The folder's name; also the name in rooms and in the API."""
    version: int
    """Vocabulary and meaning of the facts. Raised when a stored campaign would replay differently."""
    seats: range
    """How many seats a campaign may have."""
    shuffles_seats: bool
    """Whether the kernel draws the order of the seats at the start."""
    leavers_watch: bool
    """Whether who left for good may watch whatever the option `spectators` says; else they are strangers."""
    replaces: bool
    """Whether another person may take the seat of who left for good, or for whom a bot plays."""
    room: RoomRules
    """What rooms keep to."""
    commands: Any
    """Closed union of the players' commands (frozen tagged structs)."""
    words: Mapping[str, str]
    """Which field of which command, by its `type`, holds a player's own words (a string; empty: none).

    The rules never see them: they find the id of a text there, which `evolve` and `view` hand on and nothing reads.
    """
    facts: Any
    """Closed union of the facts."""
    state: type[msgspec.Struct]
    """The state; has fields `board` and `table` that only the kernel sets (`at_table.AtTable`)."""
    options_type: type[msgspec.Struct]
    """The options as the host may set them, defaults included; its JSON Schema is published.

    The kernel reads four of them where they are there: `map`, a map's id, `spectators` (`public`, `link`, `none`),
    `own_ratings`, whether players without a rating may give their own, and `position`, a start that the host has made
    up, on which nobody stakes an entry.
    """
    views: Mapping[str, type[Any]]
    """Shapes of the views, for their JSON Schemas: `public` and `private`; empty if they aren't typed."""
    refusals: type[StrEnum]
    """Closed list of this ruleset's refusal codes."""

    reads: Mapping[str, FileReader]
    """Files a player may hand in, by kind: what one says fills in a command, and changes nothing by itself."""

    def map_id(self, options: Any | None) -> str:
        """The map these options are played on; the usual one for None."""
        ...

    def options(self, raw: Mapping[str, Any], seats: int, board: Board, chance: Chance) -> Any:
        """Check the host's options and draw what they leave to chance.

        :raises Rejected: which option is wrong and why.
        """
        ...

    def rating_kinds(self, options: Any) -> tuple[str, ...]:
        """Lichess's kinds of rating that count for these options, the best first; none if ratings mean nothing."""
        ...

    def start(self, setup: Setup, chance: Chance) -> tuple[Any, ...]:
        """The first facts of a campaign."""
        ...

    def decide(self, state: Any, seat: Seat | None, command: Any, at: datetime, chance: Chance) -> tuple[Any, ...]:
        """The facts a command leads to; none if there is nothing to do.

        :param seat: who commands; None for a `SystemCommand`.
        :param at: aware UTC, never before the last fact. Never compared with a due time: a window is open until its
            `ExpireDeadline` is decided.
        :raises Rejected: the rules refuse it.
        """
        ...

    def evolve(self, state: Any, fact: Any) -> Any:
        """The state after a fact. Total: never rejects, never draws, holds no rule. `state` is None for the first."""
        ...

    def view(self, state: Any, viewer: Seat | None) -> dict[str, Any]:
        """What a viewer sees: the public part for None, else the seat's small private part. JSON values, never null."""
        ...

    def padding(self, board: Board) -> int:
        """To which multiple of bytes a seat's own part is filled up wherever it is sent, so that its size says nothing.

        Any private part this board allows should fit into one. 0: sizes may be seen.
        """
        ...

    def actions(self, state: Any, seat: Seat) -> dict[str, Any]:
        """What a seat may do now, by command name, with limits, and why not where players ask for it."""
        ...

    def show(self, fact: Any, viewer: Seat | None) -> tuple[Line, ...]:
        """Lines of the log: the public's for None; for a seat only those it sees beyond the public's."""
        ...

    def notices(self, fact: Any) -> tuple[Notice, ...]:
        """Who should hear of it."""
        ...

    def owed(self, state: Any) -> tuple[Owed, ...]:
        """Everything the state waits for. Never empty before the outcome."""
        ...

    def games(self, state: Any) -> tuple[GameWant, ...]:
        """The chess games that should exist now."""
        ...

    def outcome(self, state: Any) -> Outcome | None:
        """How it ended, or None."""
        ...

    def bot(self, seen: Seen, chance: Chance) -> Any:
        """A bot's next command, or None if it would rather wait."""
        ...
