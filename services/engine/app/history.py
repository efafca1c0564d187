"""What a viewer class was shown since the start of a campaign, in pages: for replaying it."""

from collections import OrderedDict

import msgspec

from services.engine.app.appends import Update
from services.engine.app.assembling import PUBLIC, seen_by
from services.engine.app.loading import Loaded, missing
from services.engine.app.ports import Store
from services.engine.core import campaign as kernel
from services.engine.core import sight

MOST_UPDATES = 500
MOST_BYTES = 256 * 1024
"""Bodies a page, unless its first alone is larger."""
KEPT_BYTES = 16 * 1024 * 1024
"""Public pages kept in memory; the least recently used leave first."""

_Key = tuple[str, int, int, int]
"""Campaign, epoch, first number, limit."""


class History(msgspec.Struct, frozen=True, kw_only=True):
    """One page."""

    view: bytes
    """The view that the class's first update left, as JSON; only on the first page, else empty."""
    updates: tuple[Update, ...]
    """In order, bodies whole."""
    next: int
    """The number with which the next page begins; 0: there is none yet."""

    @property
    def size(self) -> int:
        """Bytes, roughly."""
        return len(self.view) + sum(len(update.body) for update in self.updates)


class Past:
    """Reads pages, and keeps those of the public that can't grow any more."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[_Key, History] = OrderedDict()
        self._bytes = 0

    async def page(self, loaded: Loaded, viewer: int, first: int, limit: int) -> History:
        """What a class was shown from a number on. Whoever asks has been let in already.

        :param viewer: `PUBLIC` or a seat.
        :param first: a number of the class, from 1.
        """
        head = loaded.head
        key = (head.campaign, head.epoch, first, limit)
        if viewer == PUBLIC and key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        last = head.numbers.get(viewer, 0)
        updates = _within(await self._store.shown(head.campaign, viewer, first - 1, min(limit, MOST_UPDATES)), last)
        reached = updates[-1].n if updates else first - 1
        page = History(
            view=await self._beginning(loaded, viewer) if first == 1 else b"",
            updates=updates,
            next=reached + 1 if reached < last and updates else 0,
        )
        if viewer == PUBLIC and page.next:
            self._keep(key, page)
        return page

    async def _beginning(self, loaded: Loaded, viewer: int) -> bytes:
        """The view after the first append, which shows nothing of it: the rules draw it once more."""
        head = loaded.head
        first = await self._store.recorded(head.campaign, 0, 1)
        if not first:
            raise missing()
        facts = loaded.codec.facts(first[0].facts)
        begun = kernel.replay(loaded.ruleset, loaded.campaign.game.board, None, first[0].at, facts)
        return seen_by(sight.see(loaded.ruleset, begun), viewer, head)

    def _keep(self, key: _Key, page: History) -> None:
        before = self._kept.pop(key, None)  # two may have missed it at once
        self._bytes += page.size - (0 if before is None else before.size)
        self._kept[key] = page
        while self._bytes > KEPT_BYTES:
            _, gone = self._kept.popitem(last=False)
            self._bytes -= gone.size


def _within(updates: tuple[Update, ...], last: int) -> tuple[Update, ...]:
    """As many updates up to a number as a page holds."""
    size = 0
    for count, update in enumerate(updates):
        size += len(update.body)
        if update.n > last or (count and size > MOST_BYTES):
            return updates[:count]
    return updates
