"""Questions about campaigns: views, what was missed, actions, the log. Nothing here changes anything."""

import asyncio
from typing import Any

import msgspec

from chassis.crypto import LinkVerifier
from chassis.problems import Busy, Kind, Problem
from chassis.timekeeping import Clock, unix_ms
from services.engine.app.appends import Head, Occupant, Update
from services.engine.app.assembling import PUBLIC, seen_by
from services.engine.app.commands import seat_of
from services.engine.app.history import History, Past
from services.engine.app.loading import Loaded, Loader, missing
from services.engine.app.ports import Store
from services.engine.app.refusals import problem_of
from services.engine.app.replacing import opens
from services.engine.core import campaign as kernel
from services.engine.core import sight
from services.engine.core.campaign import Refusal
from services.engine.core.kernel import Kind as RuleKind
from services.engine.core.kernel import Owed, Rejected
from services.engine.core.thoughts import is_thought
from services.engine.core.values import Seat
from services.engine.core.verifying import Recorded

MISSED_AT_MOST = 200
"""Updates that are cheaper than a fresh view."""
FILE_BYTES = 2_000_000
FILES_WAITING = 8
"""Files are read one at a time, so that they take half a processor at most; so many more may wait."""


_RENAMES = sight.SEAT_REPLACED.encode()
"""After it the names that go with a view are others, so that only a fresh one will do."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A whole view of one class."""

    viewer: int
    epoch: int
    n: int
    seq: int
    body: bytes
    seating: tuple[Occupant, ...]
    spectators: str


class CampaignSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A line of "my campaigns"."""

    head: Head
    seating: tuple[Occupant, ...]
    seat: int
    owed: tuple[Owed, ...]
    started_unix_ms: int
    map_id: str


class Reading:
    """Views and the like, for whoever may see them."""

    def __init__(self, store: Store, loader: Loader, links: LinkVerifier, clock: Clock) -> None:
        self._store = store
        self._loader = loader
        self._links = links
        self._clock = clock
        self._past = Past(store)
        self._files = asyncio.Semaphore(1)
        self._files_waiting = 0

    async def view(self, campaign: str, account: str, link: str) -> View:
        """A whole view of the account's class, on the newest state.

        :param link: a spectator's signed link; empty if none.
        :raises Problem: `no_such_campaign`, `not_allowed`, `link_invalid`, `link_expired`.
        """
        loaded = await self._loader.load(campaign, fresh=True)
        viewer = self.viewer(loaded, account, link)
        head = loaded.head
        return View(
            viewer=viewer,
            epoch=head.epoch,
            n=head.numbers.get(viewer, 0),
            seq=head.seq,
            body=self._body(loaded, viewer),
            seating=loaded.seating,
            spectators=head.spectators,
        )

    async def missed(
        self, campaign: str, account: str, link: str, epoch: int, viewer: int, n: int
    ) -> tuple[tuple[Update, ...], int] | None:
        """What a class missed after `n`, and the append that covers; None if a fresh view is needed.

        :raises Problem: `no_such_campaign`, `not_allowed`.
        """
        loaded = await self._loader.load(campaign, fresh=True)
        head = loaded.head
        if self.viewer(loaded, account, link) != viewer or head.epoch != epoch:
            return None
        behind = head.numbers.get(viewer, 0) - n
        if behind < 0 or behind > MISSED_AT_MOST:
            return None
        updates = await self._store.shown(campaign, viewer, n, MISSED_AT_MOST + 1)
        updates = tuple(update for update in updates if update.n <= head.numbers.get(viewer, 0))
        if len(updates) != behind or any(_RENAMES in update.body for update in updates):
            return None
        return updates, head.seq

    async def actions(self, campaign: str, account: str) -> tuple[dict[str, Any], View]:
        """What the account's seat may do now.

        :raises Problem: `no_such_campaign`, `not_seated`.
        """
        loaded = await self._loader.load(campaign, fresh=True)
        seat = seat_of(loaded, account)
        if seat is None:
            raise problem_of(Rejected(Refusal.NOT_SEATED, RuleKind.NOT_ALLOWED, "platform"))
        still = loaded.campaign.status != "playing" or loaded.campaign.table.is_bot(Seat(seat))
        actions = {} if still else loaded.ruleset.actions(loaded.campaign.game, Seat(seat))
        head = loaded.head
        view = View(
            viewer=seat, epoch=head.epoch, n=head.numbers.get(seat, 0), seq=head.seq, body=b"",
            seating=loaded.seating, spectators=head.spectators,
        )  # fmt: skip
        return actions, view

    async def file(self, campaign: str, account: str, kind: str, about: str, content: bytes) -> dict[str, Any]:
        """What a file that a player hands in says; nothing changes.

        :raises Problem: `no_such_campaign`, `not_seated`, `no_such_file`, `too_large`, `busy`, or the rules' own.
        """
        loaded = await self._loader.load(campaign, fresh=True)
        seat = seat_of(loaded, account)
        if seat is None:
            raise problem_of(Rejected(Refusal.NOT_SEATED, RuleKind.NOT_ALLOWED, "platform"))
        read = loaded.ruleset.reads.get(kind)
        if read is None:
            raise Problem("no_such_file", Kind.MISSING, "No files of this kind are read here.")
        if len(content) > FILE_BYTES:
            raise Problem("too_large", Kind.MALFORMED, f"A file has at most {FILE_BYTES} bytes.")
        if self._files_waiting >= FILES_WAITING:
            raise Busy
        self._files_waiting += 1
        try:
            async with self._files:
                return await asyncio.to_thread(read, loaded.campaign.game, Seat(seat), about, content)
        except Rejected as refused:
            raise problem_of(refused) from refused
        finally:
            self._files_waiting -= 1

    async def log(self, campaign: str, account: str, link: str, before: int, limit: int) -> tuple[Update, ...]:
        """Updates shown to the account's class before a number, newest first, with lines and without patches.

        :raises Problem: `no_such_campaign`, `not_allowed`.
        """
        loaded = await self._loader.load(campaign, fresh=True)  # who left by another replica sees nothing more
        viewer = self.viewer(loaded, account, link)
        stored = await self._store.shown_before(campaign, viewer, before, min(limit or 50, 200))
        return tuple(msgspec.structs.replace(update, body=_lines_only(update.body)) for update in stored)

    async def summaries(self, account: str) -> tuple[CampaignSummary, ...]:
        """The account's campaigns, newest first."""
        found: list[CampaignSummary] = []
        for campaign in await self._store.campaigns_of(account):
            try:
                loaded = await self._loader.load(campaign, fresh=True)
            except Problem as problem:
                if problem.kind in (Kind.MISSING, Kind.UNAVAILABLE):
                    continue  # deleted meanwhile, or served by another version
                raise
            seat = seat_of(loaded, account)
            if seat is None:
                continue
            owed = tuple(
                due
                for due in kernel.owed(loaded.ruleset, loaded.campaign)
                if due.seat == seat and due.reply and not is_thought(due.what)
            )
            found.append(
                CampaignSummary(
                    head=loaded.head,
                    seating=loaded.seating,
                    seat=seat,
                    owed=owed,
                    started_unix_ms=unix_ms(loaded.campaign.started_at),
                    map_id=loaded.campaign.map_id,
                )
            )
        return tuple(found)

    async def history(self, campaign: str, account: str, link: str, first: int, limit: int) -> tuple[History, View]:
        """What the account's class was shown from a number on, and how far the class is now.

        :param first: a number of the class, from 1.
        :raises Problem: `no_such_campaign`, `not_allowed`, what is wrong with the link, `elsewhere`.
        """
        loaded = await self._loader.load(campaign, fresh=True)
        viewer = self.viewer(loaded, account, link)
        head = loaded.head
        page = await self._past.page(loaded, viewer, first, limit)
        newest = View(
            viewer=viewer, epoch=head.epoch, n=head.numbers.get(viewer, 0), seq=head.seq, body=b"",
            seating=loaded.seating, spectators=head.spectators,
        )  # fmt: skip
        return page, newest

    async def seating(self, campaign: str, account: str, link: str) -> tuple[tuple[Occupant, ...], str, bool]:
        """Who sits where, who may watch, and whether this one may: the question of other parts.

        :raises Problem: `no_such_campaign`, also for an imported one, which has neither games nor talk.
        """
        loaded = await self._loader.load(campaign, fresh=True)
        if loaded.head.imported:
            raise missing()
        mine = seat_of(loaded, account) is not None
        return loaded.seating, loaded.head.spectators, mine or self._may_watch(loaded, account, link)

    async def export(self, campaign: str, after: int, limit: int) -> tuple[Head, bytes, tuple[Recorded, ...]]:
        """What is stored after an append, and the secret (empty until the campaign has ended).

        :raises Problem: `no_such_campaign`.
        """
        head = await self._store.head(campaign)
        if head is None:
            raise missing()
        secret = await self._store.secret(campaign) if head.status == "ended" else None
        return head, secret or b"", await self._store.recorded(campaign, after, limit)

    def viewer(self, loaded: Loaded, account: str, link: str) -> int:
        """The class an account or the bearer of a link sees as: its seat, or the public if it may watch.

        :raises Problem: `not_allowed`, or what is wrong with the link.
        """
        seat = seat_of(loaded, account)
        if seat is not None:
            return seat
        if self._may_watch(loaded, account, link):
            return PUBLIC
        raise Problem("not_allowed", Kind.NOT_ALLOWED, "Only its players see this campaign.")

    def _may_watch(self, loaded: Loaded, account: str, link: str) -> bool:
        head = loaded.head
        left = account in loaded.former or any(seat.account == account for seat in loaded.seating)
        if head.spectators == "public" or (account and left and loaded.ruleset.leavers_watch):
            return True
        if not link:
            return False
        claims = self._links.verify(link, self._clock.now())
        return opens(loaded, claims) or (head.spectators == "link" and claims.get("watch") == head.campaign)

    def _body(self, loaded: Loaded, viewer: int) -> bytes:
        views = loaded.views
        if views is None:
            views = sight.see(loaded.ruleset, loaded.campaign)
            loaded = msgspec.structs.replace(loaded, views=views)
            self._loader.keep(loaded)
        return seen_by(views, viewer, loaded.head)


def _lines_only(body: bytes) -> bytes:
    update = msgspec.json.decode(b"{" + body + b"}")
    return msgspec.json.encode({"at_unix_ms": update["at_unix_ms"], "lines": update["lines"]})[1:-1]
