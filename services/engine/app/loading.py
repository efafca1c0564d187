"""Campaigns in memory: loaded from a snapshot and the appends after it, kept while they are used."""

from collections import OrderedDict

import msgspec

from chassis.problems import ELSEWHERE, Kind, Problem
from services.engine.app.appends import Head, Occupant
from services.engine.app.ports import Boards, Catalogue, Store
from services.engine.core import campaign as kernel
from services.engine.core.board import Board
from services.engine.core.campaign import Campaign
from services.engine.core.ruleset import Ruleset
from services.engine.core.sight import Views
from services.engine.core.storage import Codec, UnknownFact

KEPT = 1_000
"""Campaigns kept in memory; the least recently used leaves first."""


class Loaded(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign with everything a command needs."""

    head: Head
    campaign: Campaign
    ruleset: Ruleset
    codec: Codec
    seating: tuple[Occupant, ...]
    secret: bytes
    former: frozenset[str] = frozenset()
    """Accounts of people in whose place others play now."""
    views: Views | None = None
    """What every class sees of this state, once somebody asked."""
    deadlines: bytes = b""
    """Digest of the wants that were last stored, so that equal ones aren't sent again."""
    games: bytes = b""


def missing() -> Problem:
    """There is no such campaign."""
    return Problem("no_such_campaign", Kind.MISSING, "There is no such campaign.")


def elsewhere() -> Problem:
    """This replica does not know the campaign's vocabulary; another one does."""
    return Problem(ELSEWHERE, Kind.UNAVAILABLE, "This campaign is served by another version; try again in a moment.")


class Loader:
    """Loads campaigns and keeps the recent ones."""

    def __init__(self, store: Store, catalogue: Catalogue, boards: Boards) -> None:
        self._store = store
        self._boards = boards
        self._catalogue = catalogue
        self._kept: OrderedDict[str, Loaded] = OrderedDict()
        self._codecs: dict[tuple[str, int], Codec] = {}

    async def load(self, campaign: str, *, fresh: bool = False) -> Loaded:
        """The campaign as this replica knows it.

        :param fresh: compare with the head row first, and read what is newer.
        :raises Problem: `no_such_campaign`, or `elsewhere`.
        """
        kept = self._kept.get(campaign)
        if kept is not None and not fresh:
            self._kept.move_to_end(campaign)
            return kept
        head = await self._store.head(campaign)
        if head is None:
            self._kept.pop(campaign, None)
            raise missing()
        if kept is not None and (kept.head.epoch, kept.head.seq) == (head.epoch, head.seq):
            return kept
        loaded = await self._read(head, kept)
        self.keep(loaded)
        return loaded

    def keep(self, loaded: Loaded) -> None:
        """Remember a campaign in its newest state."""
        self._kept[loaded.head.campaign] = loaded
        self._kept.move_to_end(loaded.head.campaign)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def forget(self, campaign: str) -> None:
        """Drop a campaign from memory."""
        self._kept.pop(campaign, None)

    def codec(self, ruleset: Ruleset) -> Codec:
        """The ruleset's decoders, built once."""
        known = self._codecs.get((ruleset.name, ruleset.version))
        if known is None:
            known = self._codecs[ruleset.name, ruleset.version] = Codec(ruleset)
        return known

    async def _read(self, head: Head, kept: Loaded | None) -> Loaded:
        ruleset = self._catalogue.ruleset(head.ruleset, head.version)
        board = await self._boards.board(head.map_id)
        if ruleset is None or board is None:
            raise elsewhere()
        codec = self.codec(ruleset)
        campaign: Campaign | None = None
        try:
            if kept is not None and kept.head.epoch == head.epoch and kept.head.seq <= head.seq:
                campaign = kept.campaign
            else:
                frozen = await self._store.snapshot(head.campaign)
                campaign = None if frozen is None else _thawed(codec, frozen, board)
            after = 0 if campaign is None else campaign.seq
            for stored in await self._store.tail(head.campaign, after):
                if stored.seq > head.seq:
                    break  # it slipped in between the two reads: state and head row must be of one append
                campaign = kernel.replay(ruleset, board, campaign, stored.at, codec.facts(stored.facts))
        except UnknownFact as error:
            raise elsewhere() from error
        if campaign is None:
            raise missing()
        secret = kept.secret if kept is not None else await self._store.secret(head.campaign)
        if secret is None:
            raise missing()
        if campaign.seq != head.seq:  # a snapshot slipped in
            return await self.load(head.campaign, fresh=True)
        holders = campaign.table.seats
        seating = tuple(
            msgspec.structs.replace(occupant, left=holders[occupant.seat].left)
            for occupant in await self._store.seating(head.campaign)
        )
        former = await self._store.former(head.campaign) if campaign.table.replaced else frozenset()
        return Loaded(
            head=head, campaign=campaign, ruleset=ruleset, codec=codec, seating=seating, secret=secret, former=former
        )


def _thawed(codec: Codec, frozen: bytes, board: Board) -> Campaign | None:
    """The snapshot's campaign, or None if it was written by another version: facts alone are always enough."""
    try:
        return codec.thaw(frozen, board)
    except UnknownFact:
        return None
