"""What the use cases need from outside: the store, and the catalogue of maps and rulesets."""

from typing import Any, Protocol

from services.engine.app.appends import Append, CommitResult, Head, KeptAnswer, Occupant, StoredAppend, Text, Update
from services.engine.core.board import Board
from services.engine.core.ruleset import Ruleset
from services.engine.core.verifying import Recorded


class Store(Protocol):
    """The engine's database. Every method may raise `Unavailable` when it is away."""

    async def head(self, campaign: str) -> Head | None:
        """The head row, or None if there is no such campaign."""
        ...

    async def seating(self, campaign: str) -> tuple[Occupant, ...]:
        """Who sits where, by seat."""
        ...

    async def former(self, campaign: str) -> frozenset[str]:
        """Accounts of people in whose place others play now."""
        ...

    async def recorded(self, campaign: str, after: int, limit: int) -> tuple[Recorded, ...]:
        """Appends after a number with their commands, in order, at most so many."""
        ...

    async def tail(self, campaign: str, after: int) -> tuple[StoredAppend, ...]:
        """Appends after a number, in order."""
        ...

    async def snapshot(self, campaign: str) -> bytes | None:
        """The last snapshot, or None."""
        ...

    async def answer(self, campaign: str, account: str, key: str) -> KeptAnswer | None:
        """The first answer of a key, or None."""
        ...

    async def commit(self, append: Append) -> CommitResult:
        """Store an append whole or not at all, then publish it."""
        ...

    async def shown(self, campaign: str, viewer: int, after: int, limit: int) -> tuple[Update, ...]:
        """What a class was shown after a number, in order, bodies whole."""
        ...

    async def shown_before(self, campaign: str, viewer: int, before: int, limit: int) -> tuple[Update, ...]:
        """What a class was shown before a number (0: the newest), newest first, bodies whole."""
        ...

    async def reserve(self, campaign: str, secret: bytes) -> bytes:
        """Keep a secret, encrypted, unless one is kept already; the secret that counts."""
        ...

    async def secret(self, campaign: str) -> bytes | None:
        """The campaign's secret, or None if it was never reserved."""
        ...

    async def campaigns_of(self, account: str) -> tuple[str, ...]:
        """Campaigns the account sits in, newest first; at most 200."""
        ...

    async def delete(self, head: Head) -> None:
        """Delete everything of an ended campaign and tell of it."""
        ...

    async def mark_cleared(self, campaign: str) -> None:
        """Forget the watchdog's mark."""
        ...


class TextStore(Protocol):
    """Players' words in the engine's database; they are written with the append that brought them."""

    async def text(self, campaign: str, text: str) -> Text | None:
        """A text by its id, erased or not; None if there is none."""
        ...

    async def was_shown(self, campaign: str, viewer: int, text: Text) -> bool:
        """Whether a class was ever shown the id of a text."""
        ...

    async def erase(self, campaign: str, text: str) -> None:
        """Take the words of a text away; its id stays known."""
        ...


class Catalogue(Protocol):
    """Rulesets and maps that come with this engine."""

    def ruleset(self, name: str, version: int | None = None) -> Ruleset | None:
        """A ruleset by name (its newest version) or by name and version; None if unknown here."""
        ...

    def rulesets(self) -> tuple[Ruleset, ...]:
        """The newest version of each."""
        ...

    def maps(self) -> tuple[str, ...]:
        """Ids of the maps."""
        ...

    def board(self, map_id: str) -> Board | None:
        """A map, or None if unknown here."""
        ...

    def board_file(self, map_id: str) -> bytes | None:
        """The map file's bytes."""
        ...


class Boards(Protocol):
    """Every map there is, uploaded ones too."""

    async def board(self, map_id: str) -> Board | None:
        """A map, or None if there is no such map."""
        ...


class Watch(Protocol):
    """Guards a call of the rules against taking for ever."""

    def watching(self, campaign: str) -> Any:
        """A context manager around one call; ends the process, marking the campaign, if the call has no end."""
        ...
