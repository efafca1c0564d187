"""Loading while others write: the state, the head row and its numbers are always of one and the same append."""

from datetime import timedelta
from typing import Any

from services.engine.app.appends import Head, StoredAppend
from services.engine.app.loading import Loader
from services.engine.core.storage import encode_facts
from tests.tally import TALLY
from tests.unit.engine.test_campaign import AT, BOARD, CODEC, SECRET, opened, play

APPENDS = 6


class BusyStore:
    """A campaign that grows by an append after each read."""

    def __init__(self, snapshot_at: int = 0) -> None:
        step = opened()
        self.steps = [step]
        while len(self.steps) < APPENDS:
            step = play(step.after, 1, AT + timedelta(seconds=len(self.steps)))
            self.steps.append(step)
        self.seq = 2
        self.snapshot_at = snapshot_at

    def grow(self) -> None:
        self.seq = min(self.seq + 1, APPENDS)

    async def head(self, campaign: str) -> Head:
        head = Head(
            campaign=campaign, room="r", name="n", ruleset="tally", version=1, map_id="line", spectators="public",
            epoch=1, seq=self.seq, status="playing", numbers={-1: self.seq},
        )  # fmt: skip
        self.grow()
        return head

    async def snapshot(self, campaign: str) -> bytes | None:
        self.grow()
        return CODEC.freeze(self.steps[self.snapshot_at - 1].after) if self.snapshot_at else None

    async def tail(self, campaign: str, after: int) -> tuple[StoredAppend, ...]:
        stored = [StoredAppend(seq=s.after.seq, at=s.after.at, facts=encode_facts(s.facts)) for s in self.steps]
        found = tuple(stored[after : self.seq])
        self.grow()
        return found

    async def secret(self, campaign: str) -> bytes:
        return SECRET

    async def seating(self, campaign: str) -> tuple[()]:
        return ()


class Catalogue:
    def ruleset(self, name: str, version: int) -> Any:
        return TALLY


class Boards:
    async def board(self, map_id: str) -> Any:
        return BOARD


async def check(store: BusyStore) -> None:
    loader = Loader(store, Catalogue(), Boards())  # type: ignore[arg-type]
    for _ in range(APPENDS):
        loaded = await loader.load("a1", fresh=True)
        assert loaded.campaign.seq == loaded.head.seq == loaded.head.numbers[-1]
        assert loaded.campaign == store.steps[loaded.head.seq - 1].after
    assert loaded.head.seq == APPENDS


async def test_appends_that_slip_in_are_left_for_the_next_time() -> None:
    await check(BusyStore())


async def test_a_snapshot_that_is_newer_than_the_head_row_is_no_torn_state() -> None:
    await check(BusyStore(snapshot_at=5))
