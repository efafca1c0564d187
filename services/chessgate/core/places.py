"""Where a game is played if not online here: over the board, or on Lichess. Times are milliseconds since 1970 UTC."""

from typing import Literal, TypeAlias

import msgspec

Colour: TypeAlias = Literal["white", "black"]

REPORT_MS, REPORT_LIVE_MS = 24 * 3_600_000, 5 * 60_000
"""Over the board: how long a report waits for an answer before it stands."""
SILENCE_MS, SILENCE_LIVE_MS = 7 * 24 * 3_600_000, 3 * 3_600_000
"""Over the board and on Lichess: how long without a report or a word until the game is online again."""
TAKEN_MS, TAKEN_LIVE_MS = 24 * 3_600_000, 10 * 60_000
"""On Lichess: how long both players may take to open the game there."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """How a game over the board ended, as one side says."""

    number: int
    """From 1, in this game."""
    by: Colour
    result: Literal["white", "black", "draw"]
    at_ms: int


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Over the board: offered, or played there."""

    offer: int
    """Number of the offer, from 1, in this game."""
    by: Colour
    there: bool = False
    """Accepted: the game is on a real board, and clocks here stand still."""
    since_ms: int
    """Since when it is there."""
    word_ms: int
    """When a player last said something of it; moved forward by what stood still."""
    report: Report | None = None
    """The report that waits for an answer."""


class OnLichess(msgspec.Struct, frozen=True, kw_only=True):
    """On Lichess: offered, or played there."""

    offer: int
    """Number of the offer, from 1, in this game."""
    by: Colour
    there: bool = False
    """Accepted: the game is played there, and clocks here stand still."""
    since_ms: int
    """Since when it is there."""
    word_ms: int
    """When it was last heard of there, first by the players; moved forward by what stood still."""
    white: str = ""
    """Id of the user who plays white there."""
    black: str = ""
    id: str = ""
    """Of the challenge and of the game it becomes; "" until it is created."""
    url: str = ""
    began: bool = False
    """Both have opened it."""


def window_ends(place: Place, *, live: bool) -> int:
    """When a report stands unanswered, or a game over the board has waited too long for one."""
    if place.report is not None:
        return place.report.at_ms + (REPORT_LIVE_MS if live else REPORT_MS)
    return place.word_ms + (SILENCE_LIVE_MS if live else SILENCE_MS)


def lichess_ends(lichess: OnLichess, *, live: bool) -> int:
    """When a game on Lichess that nobody opened, or of which nothing is heard, is online here again."""
    if not lichess.began:
        return lichess.word_ms + (TAKEN_LIVE_MS if live else TAKEN_MS)
    return lichess.word_ms + (SILENCE_LIVE_MS if live else SILENCE_MS)
