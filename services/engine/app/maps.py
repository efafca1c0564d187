"""Maps: those that come with Warboard, and uploaded ones, which are checked, kept for good and found by their content.

An uploaded map never changes, so every replica may remember what it has read.
"""

import asyncio
import hashlib
from collections import OrderedDict
from datetime import datetime
from typing import Protocol

import msgspec

from chassis.problems import Busy, Kind, Problem
from chassis.timekeeping import Clock
from services.engine.app.ports import Catalogue
from services.engine.core.board import Board
from services.engine.core.maps.checks import Checked, check
from services.engine.core.maps.faults import Fault
from services.engine.core.maps.form import MapFile, is_uploaded, read_board, uploaded_id

MOST_MAPS = 20
"""Of an account."""
KEPT = 32
"""Boards in memory; the least recently used leaves first."""
WAITING = 4
"""Files that wait for another one's check; each may take a second of the processor."""


class About(msgspec.Struct, frozen=True, kw_only=True):
    """What a list says of a map."""

    id: str
    sha256: str
    name: str
    names: dict[str, str]
    places: int
    own: bool = False


class Uploaded(msgspec.Struct, frozen=True, kw_only=True):
    """How an upload went."""

    about: About | None
    """None: there are faults, and nothing is kept."""
    faults: tuple[Fault, ...]
    more: int
    warnings: tuple[Fault, ...]


class MapStore(Protocol):
    """Uploaded maps in the engine's database."""

    async def keep(self, about: About, content: bytes, account: str, at: datetime, most: int) -> bool:
        """Keep a map, as one of the account's unless that is empty; False if the account has so many others already."""
        ...

    async def content(self, map_id: str) -> bytes | None:
        """The file, or None if there is no such map."""
        ...

    async def of(self, account: str) -> tuple[About, ...]:
        """An account's maps, newest first."""
        ...


class Maps:
    """Every map there is."""

    def __init__(self, store: MapStore, catalogue: Catalogue, clock: Clock) -> None:
        self._store = store
        self._catalogue = catalogue
        self._clock = clock
        self._boards: OrderedDict[str, Board] = OrderedDict()
        self._checking = asyncio.Lock()
        self._waiting = 0
        self._shipped: tuple[About, ...] = ()

    async def board(self, map_id: str) -> Board | None:
        """A map as the rules see it, or None if there is no such map."""
        if not is_uploaded(map_id):
            return self._catalogue.board(map_id)
        kept = self._boards.get(map_id)
        if kept is None:  # two may read it at once
            content = await self._store.content(map_id)
            if content is None:
                return None
            kept = read_board(content, map_id)
            self._boards[map_id] = kept
        self._boards.move_to_end(map_id)
        while len(self._boards) > KEPT:
            self._boards.popitem(last=False)
        return kept

    async def file(self, map_id: str) -> bytes | None:
        """A map file as it is, or None if there is no such map."""
        return await self._store.content(map_id) if is_uploaded(map_id) else self._catalogue.board_file(map_id)

    async def upload(self, account: str, content: bytes) -> Uploaded:
        """Check a file and keep it as one of the account's.

        :raises Problem: `too_many_maps`, `busy`.
        """
        found = await self._checked(content)
        told = None
        if not found.faults:
            told = about(uploaded_id(content), content)
            await self._keep(told, content, account)
        return Uploaded(about=told, faults=found.faults, more=found.more, warnings=found.warnings)

    async def take_in(self, content: bytes) -> None:
        """Keep the map of an imported campaign, as nobody's own.

        :raises Problem: `bad_map`, `busy`.
        """
        found = await self._checked(content)
        if found.faults:
            raise Problem("bad_map", Kind.MALFORMED, f"The map doesn't hold: {found.faults[0].sentence}")
        await self._keep(about(uploaded_id(content), content), content, "")

    async def listed(self, account: str) -> tuple[About, ...]:
        """The maps that come with Warboard, and the account's own."""
        if not self._shipped:
            files = {map_id: self._catalogue.board_file(map_id) or b"" for map_id in self._catalogue.maps()}
            self._shipped = tuple(about(map_id, content) for map_id, content in files.items())
        return (*self._shipped, *(await self._store.of(account) if account else ()))

    async def _checked(self, content: bytes) -> Checked:
        if self._waiting >= WAITING:
            raise Busy
        self._waiting += 1
        try:
            async with self._checking:  # one at a time, beside the loop: campaigns go on meanwhile
                return await asyncio.to_thread(check, content)
        finally:
            self._waiting -= 1

    async def _keep(self, told: About, content: bytes, account: str) -> None:
        if not await self._store.keep(told, content, account, self._clock.now(), MOST_MAPS):
            most = {"most": MOST_MAPS}
            raise Problem("too_many_maps", Kind.NOT_NOW, f"An account has at most {MOST_MAPS} maps.", detail=most)


def about(map_id: str, content: bytes) -> About:
    """What a list says of a map file that holds."""
    file = msgspec.json.decode(content, type=MapFile)
    return About(
        id=map_id,
        sha256=hashlib.sha256(content).hexdigest(),
        name=file.name or file.id,
        names=file.names,
        places=len(file.places),
    )


def split(map_id: str, content: bytes) -> tuple[bytes, bytes]:
    """A map file as clients read it: the board under the map's id, and the shapes apart (empty: none)."""
    parts = msgspec.json.decode(content, type=dict[str, msgspec.Raw])
    shapes = bytes(parts.pop("shapes", b""))
    parts["id"] = msgspec.Raw(msgspec.json.encode(map_id))
    return msgspec.json.encode(parts), shapes
