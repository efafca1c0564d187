"""A campaign as the engine keeps it, told from its facts: what each class was shown, and the pages of its history."""

from datetime import datetime
from typing import Any

import msgspec

from services.engine.app.appends import Append, Head, Occupant, Update
from services.engine.app.assembling import PUBLIC, first_append, next_append
from services.engine.app.history import Past
from services.engine.app.loading import Loaded
from services.engine.core import campaign as kernel
from services.engine.core.patches import apply
from services.engine.core.steps import Step
from services.engine.core.storage import Codec
from services.engine.core.verifying import Recorded
from tests.unit.chess_wars.table import Game

Appends = list[tuple[datetime, tuple[Any, ...]]]


class Told:
    """The rows of one campaign, and a `Past` that reads them."""

    def __init__(self, game: Game, appends: Appends = []) -> None:  # noqa: B006 - never changed
        self.game = game
        self.classes = (PUBLIC, *range(len(game.campaign.table.seats)))
        self.updates: dict[int, list[Update]] = {viewer: [] for viewer in self.classes}
        self.rows: list[Recorded] = []
        self.loaded: Loaded | None = None
        self.past = Past(self)  # type: ignore[arg-type]
        for at, facts in appends:
            self.add(at, facts)

    def add(self, at: datetime, facts: tuple[Any, ...]) -> None:
        """One more append."""
        rules, board, before = self.game.rules, self.game.board, self.loaded
        after = kernel.replay(rules, board, None if before is None else before.campaign, at, facts)
        step = Step(facts=facts, after=after)
        if before is None:
            append, self.loaded = first_append(
                rules, step, head=_head(self.game), seating=_seating(self.game), secret=b"", codec=Codec(rules)
            )
        else:
            append, self.loaded = next_append(before, step, seat=None, command=b"", key=None)
        self.keep(append)

    def keep(self, append: Append) -> None:
        """As the store does, bodies whole."""
        number, facts = len(self.rows) + 1, append.facts
        self.rows.append(Recorded(seq=number, at=append.at, seat=None, command=b"", facts=facts))
        public = next((update.body for update in append.updates if update.viewer == PUBLIC), b"")
        for update in append.updates:
            self.updates[update.viewer].append(msgspec.structs.replace(update, body=update.body or public))

    # --- what `Past` asks of a store ---

    async def shown(self, campaign: str, viewer: int, after: int, limit: int) -> tuple[Update, ...]:
        return tuple(self.updates[viewer][after : after + limit])

    async def recorded(self, campaign: str, after: int, limit: int) -> tuple[Recorded, ...]:
        return tuple(self.rows[after : after + limit])

    # --- reading ---

    async def page(self, viewer: int, first: int, limit: int, past: Past | None = None) -> Any:
        """A page of a class's history."""
        assert self.loaded is not None
        return await (past or self.past).page(self.loaded, viewer, first, limit)

    async def history(self, viewer: int, limit: int = 500) -> bytes:
        """All that the pages of a class say."""
        said, first = b"", 1
        while first:
            page = await self.page(viewer, first, limit)
            said += page.view + b"".join(b'{"n":%d,%b}\n' % (update.n, update.body) for update in page.updates)
            first = page.next
        return said

    async def replayed(self, viewer: int) -> Any:
        """The view that the pages lead to."""
        first = await self.page(viewer, 1, 500)
        view, next_ = msgspec.json.decode(first.view), first
        while True:
            for update in next_.updates:
                view = apply(view, msgspec.json.decode(b"{" + update.body + b"}")["patch"])
            if not next_.next:
                return view
            next_ = await self.page(viewer, next_.next, 500)


def _head(game: Game) -> Head:
    return Head(
        campaign="c1", room="r1", name="Ours", ruleset=game.rules.name, version=game.rules.version,
        map_id=game.board.id, spectators="public", epoch=1, seq=1, status="playing", numbers={},
    )  # fmt: skip


def _seating(game: Game) -> tuple[Occupant, ...]:
    started = game.appends[0][1][0]
    return tuple(
        Occupant(seat=seat, account=f"p{seat}" if holder.person else "", bot_level=holder.bot_level or 0)
        for seat, holder in enumerate(started.seats)
    )
