"""Who has which mission and how far everybody is, remembered as long as nothing changes that it depends on."""

from functools import lru_cache

from services.engine.core.rulesets.chess_wars.looks import look_of
from services.engine.core.rulesets.chess_wars.missions.look import Look
from services.engine.core.rulesets.chess_wars.missions.mission import Kind, Mission, Progress
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import Seat

REMEMBERED = 8_192
"""Answers kept in a process: of all campaigns it serves, since most commands change nothing missions look at."""


class _Question:
    """A mission and a look; the same one if it is about the same own countries in play, or for a record the same deeds.

    That is all public missions depend on.
    """

    __slots__ = ("_key", "look", "mission")

    def __init__(self, mission: Mission, look: Look) -> None:
        self.mission, self.look = mission, look
        record = mission.KIND is Kind.RECORD
        about = look.deeds if record else (look.board, look.theatre, look.owned, look.won, look.overseas, look.drafted)
        self._key = (mission, about)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Question) and self._key == other._key


@lru_cache(REMEMBERED)
def _complete(asked: _Question) -> bool:
    return asked.mission.complete(asked.look)


@lru_cache(REMEMBERED)
def _progress(asked: _Question) -> Progress:
    return asked.mission.progress(asked.look)


def is_complete(state: State, seat: Seat, mission: Mission) -> bool:
    """Whether a player has a mission."""
    look = look_of(state, seat)
    return mission.complete(look) if mission.SECRET else _complete(_Question(mission, look))


def progress_of(state: State, seat: Seat, mission: Mission) -> Progress:
    """How far a player is."""
    look = look_of(state, seat)
    return mission.progress(look) if mission.SECRET else _progress(_Question(mission, look))
