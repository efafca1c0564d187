"""Imported campaigns: ended ones that were played elsewhere, or deleted here, and are looked at again.

Their id is the one they had, and they are never deleted by themselves. Nobody sits in them, so everybody sees them as
the public does, if at all. They want nothing of clock and chessgate, and no message tells of them: no part but this
one knows that they are there. `warboard import` has checked them, and has told what the public was shown.
"""

from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Protocol

import msgspec

from chassis.problems import Kind, Problem
from chassis.timekeeping import Clock
from services.engine.app.appends import Head
from services.engine.app.loading import Loader
from services.engine.app.ports import Boards, Catalogue
from services.engine.core.verifying import Recorded

_FIRST_EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
_SECOND = timedelta(seconds=1)


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """An append and what the public was shown by it."""

    recorded: Recorded
    n: int
    """0: nothing."""
    shown: bytes


class Whole(msgspec.Struct, frozen=True, kw_only=True):
    """What makes an imported campaign visible."""

    head: Head
    """Without epoch and numbers, which the import gives it."""
    secret: bytes
    snapshot: bytes
    bot_levels: tuple[int, ...]
    """By seat; 0: a person."""


class Revealed(StrEnum):
    """What became of an import."""

    DONE = "done"
    BROKEN = "broken"
    """Appends are missing."""
    TAKEN = "taken"
    """There is a campaign of this id."""


class ImportStore(Protocol):
    """Imported campaigns in the engine's database."""

    async def stage(self, campaign: str, appends: tuple[Told, ...]) -> bool:
        """Keep appends in place of those of the same and later numbers, unseen; False if the id is taken."""
        ...

    async def reveal(self, whole: Whole) -> Revealed:
        """Make what was staged a campaign, if all of it is there: another import of this id may have replaced some."""
        ...

    async def remove(self, campaign: str) -> bool:
        """Delete an imported campaign; False if there is none of this id."""
        ...


class Importing:
    """Taking campaigns in and deleting them again."""

    def __init__(self, store: ImportStore, loader: Loader, catalogue: Catalogue, boards: Boards, clock: Clock) -> None:
        self._store = store
        self._loader = loader
        self._catalogue = catalogue
        self._boards = boards
        self._clock = clock

    async def add(self, campaign: str, appends: tuple[Told, ...], whole: Whole | None) -> None:
        """A page; the last one says what the whole is.

        :raises Problem: `campaign_exists`, `unknown_ruleset`, `unknown_map`, `import_broken`.
        """
        if whole is not None:
            await self._check(whole.head)
        if not await self._store.stage(campaign, appends):
            raise _taken()
        if whole is None:
            return
        # Another epoch than any the id had here: no replica's memory and no client's cursor of then counts now.
        epoch = (self._clock.now() - _FIRST_EPOCH) // _SECOND
        head = msgspec.structs.replace(whole.head, epoch=epoch, imported=True)
        match await self._store.reveal(msgspec.structs.replace(whole, head=head)):
            case Revealed.BROKEN:
                raise Problem("import_broken", Kind.NOT_NOW, "Pages of this import are missing; begin again.")
            case Revealed.TAKEN:
                raise _taken()

    async def remove(self, campaign: str) -> None:
        """Delete an imported campaign.

        :raises Problem: `no_such_campaign`, `not_imported`.
        """
        if not await self._store.remove(campaign):
            await self._loader.load(campaign, fresh=True)
            raise Problem("not_imported", Kind.NOT_NOW, "This campaign wasn't imported; it is deleted after its end.")
        self._loader.forget(campaign)

    async def _check(self, head: Head) -> None:
        if self._catalogue.ruleset(head.ruleset, head.version) is None:
            raise Problem("unknown_ruleset", Kind.MALFORMED, f"{head.ruleset} {head.version} is unknown here.")
        if await self._boards.board(head.map_id) is None:
            raise Problem("unknown_map", Kind.MALFORMED, "There is no such map.")


def _taken() -> Problem:
    return Problem("campaign_exists", Kind.NOT_NOW, "There is a campaign with this id already.")
