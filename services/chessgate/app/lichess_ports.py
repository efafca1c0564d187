"""What is needed of Lichess and of lobby, so that a game can be played on Lichess."""

from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from typing import Protocol

import msgspec

from services.chessgate.core.game import Game
from services.chessgate.core.on_lichess import Seen, Tempo, Users


class LichessAway(Exception):  # noqa: N818 - says what is the case
    """Lichess doesn't answer, or nothing that anybody understands."""


class LichessRefuses(Exception):  # noqa: N818 - says what is the case
    """Lichess doesn't want such a game."""


class LichessRests(Exception):  # noqa: N818 - says what is the case
    """Lichess wants not to be asked for a while."""

    def __init__(self, left: timedelta) -> None:
        super().__init__(f"for {left.total_seconds():.1f} s")
        self.left = left


class Challenge(msgspec.Struct, frozen=True, kw_only=True):
    """A game that two users may open, and nobody else."""

    tempo: Tempo
    white: str
    black: str
    name: str
    """What they see it called."""
    expires_ms: int


class Lichess(Protocol):
    """Lichess (https://lichess.org/api). Every method may raise `LichessAway` and `LichessRests`."""

    async def challenge(self, challenge: Challenge) -> tuple[str, str]:
        """Create a challenge; its id, which its game will have too, and its address for both players.

        :raises LichessRefuses: if it can't be.
        """
        ...

    async def look(self, ids: Sequence[str]) -> list[Seen]:
        """Those games that there are, with their moves."""
        ...

    def follow(self, stream: str, ids: Sequence[str]) -> AsyncIterator[Seen | None]:
        """One stream of what begins and ends of these games, without moves; None is a sign of life."""
        ...

    async def add(self, stream: str, ids: Sequence[str]) -> None:
        """Further games for a stream that is open."""
        ...


class Linked(Protocol):
    """Who is linked with whom."""

    async def users(self, accounts: Sequence[str]) -> Users:
        """Ids of users of Lichess by those of the accounts that are linked.

        :raises Problem: `lichess_off`; if lobby is away.
        """
        ...


class FollowedGames(Protocol):
    """What is kept of games on Lichess."""

    async def on_lichess(self, limit: int) -> tuple[Game, ...]:
        """Games that are played on Lichess, or about to be, the oldest first."""
        ...


class Lease(Protocol):
    """The right to talk to Lichess: one replica has it at a time."""

    async def hold(self) -> bool:
        """Take it or keep it; whether it is held now."""
        ...

    async def release(self) -> None:
        """Let another replica have it at once."""
        ...
