"""What is needed of Lichess, and where ways there are kept while somebody is under way."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import msgspec

from services.lobby.core.ratings import LichessUser


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody has gone to Lichess to say who they are, and isn't back yet."""

    state: str
    """Hash of what Lichess hands back unread."""
    browser: str
    """Hash of a secret in the browser's cookie: nobody else can come back in its place."""
    account: str
    """Who wants to link it; empty: somebody who wants to sign in."""
    redirect_uri: str
    expires: datetime


class Ways(Protocol):
    """Ways under way. Every method may raise `Unavailable` when the database is away."""

    async def add(self, way: Way, now: datetime) -> None:
        """Keep a way; those that have expired go."""
        ...

    async def take(self, state: str, browser: str, now: datetime) -> Way | None:
        """The way of these hashes, which ends with it; None if there is none, or it has expired."""
        ...


class Lichess(Protocol):
    """Lichess (https://lichess.org/api). One question at a time; after a 429 none for a minute.

    Every question may raise Refused: `lichess_busy`, `lichess_away`.
    """

    def authorization_url(self, *, state: str, challenge: str, redirect_uri: str) -> str:
        """Where the browser goes to say who it is."""
        ...

    async def whose(self, *, code: str, verifier: str, redirect_uri: str) -> LichessUser:
        """Who has come back with a code; the token it is good for is revoked at once.

        :raises Refused: `lichess_refused` if the code is wrong, used or too old.
        """
        ...

    async def users(self, ids: Sequence[str]) -> list[LichessUser]:
        """Those of the users that Lichess knows, at most 300, without anybody's token."""
        ...
