"""Games of chess."""

from typing import Literal

from msgspec import UNSET, UnsetType

from services.gateway.shapes.shape import Shape, UnixMs

Colour = Literal["white", "black"]


class Player(Shape, frozen=True, kw_only=True):
    """One side of a game of chess."""

    seat: int
    name: str | UnsetType = UNSET
    bot_level: int | UnsetType = UNSET


class GameMove(Shape, frozen=True, kw_only=True):
    """A half-move; `ply` counts from 0."""

    ply: int
    uci: str
    san: str
    clock_ms: int
    at_unix_ms: UnixMs
    lag_ms: int | UnsetType = UNSET
    """Of a live move's time, what it was granted for its way."""


class Report(Shape, frozen=True, kw_only=True):
    """How a game over the board ended, as one side says."""

    number: int
    by: Colour
    result: Literal["white", "black", "draw"]


class OverTheBoard(Shape, frozen=True, kw_only=True):
    """Offered, or with `there` played on a real board."""

    offer: int
    by: Colour
    there: bool
    due_unix_ms: UnixMs | UnsetType = UNSET
    """When the report stands; without one, when the game is online again."""
    report: Report | UnsetType = UNSET


class OnLichess(Shape, frozen=True, kw_only=True):
    """Offered, or with `there` played on Lichess."""

    offer: int
    by: Colour
    there: bool
    began: bool | UnsetType = UNSET
    """Both have opened it there."""
    url: str | UnsetType = UNSET
    """Where both players open it; left out until Lichess has the challenge."""
    due_unix_ms: UnixMs | UnsetType = UNSET
    """When it is online here again if nobody opens it, or nothing more is heard of it."""


class Increment(Shape, frozen=True, kw_only=True):
    """Milliseconds added a move."""

    white_ms: int
    black_ms: int


class GameClocks(Shape, frozen=True, kw_only=True):
    """Both clocks as they stood at `since_unix_ms`."""

    white_ms: int
    black_ms: int
    increment: Increment
    running: Colour | UnsetType = UNSET
    since_unix_ms: UnixMs | UnsetType = UNSET


class Credit(Shape, frozen=True, kw_only=True):
    """Milliseconds given back before the move of a `ply`, since a part of the server was away."""

    ply: int
    ms: int


class Game(Shape, frozen=True, kw_only=True):
    """A game of chess."""

    id: str
    campaign: str
    war: str
    white: Player
    black: Player
    live: bool
    state: Literal["waiting", "playing", "over"]
    ply: int
    fen: str
    moves: list[GameMove]
    clocks: GameClocks
    version: int
    draw_offer: Colour | UnsetType = UNSET
    takeback: bool | UnsetType = UNSET
    """Moves are taken back if both agree."""
    takeback_offer: Colour | UnsetType = UNSET
    over_the_board: OverTheBoard | UnsetType = UNSET
    lichess_possible: bool | UnsetType = UNSET
    """Both clocks are such that the game may be offered to be played on Lichess."""
    lichess: OnLichess | UnsetType = UNSET
    back_from_lichess: Literal["not_taken", "aborted", "foreign", "refused", "silent", "left"] | UnsetType = UNSET
    """Why a game that was to be played on Lichess is here again."""
    spectator_delay_ms: int | UnsetType = UNSET
    """While a live game lasts, who plays neither side gets it so much later."""
    no_engine: bool | UnsetType = UNSET
    """A bot owes something and can't think: the server has no chess engine now."""
    credits: list[Credit] | UnsetType = UNSET
    result: Literal["white", "black", "draw", "stopped"] | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    legal: dict[str, list[str]] | UnsetType = UNSET
    """Targets by origin square; there when the reader is to move."""
    you: Colour | UnsetType = UNSET
