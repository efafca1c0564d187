"""After the faults: does what is stored add up? Read from the engine's database, with the engine's own core."""

import asyncio
import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import create_async_engine

from chassis.database import async_url
from chassis.liveness import FRESH
from chassis.tables import outbox_table
from services.clock.adapters.tables import OUTAGE
from services.engine.adapters.catalogue import Rules, extra_rulesets
from services.engine.adapters.tables import APPEND, CAMPAIGN, KEY, METADATA, SHOWN
from services.engine.core import campaign as kernel
from services.engine.core import kernel_facts, sight
from services.engine.core.campaign import Campaign
from services.engine.core.storage import Codec
from tests.faults.cluster import RULESETS, Cluster
from tests.faults.front import Person

LATE_S = 5.0
"""How late a deadline may be after an outage."""
Span = tuple[datetime, datetime]
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SLACK = timedelta(seconds=0.5)


class Stored:
    """A campaign as the engine's database has it."""

    def __init__(self, head: Any, appends: list[Any], keys: set[str], shown: list[Any]) -> None:
        self.head = head
        self.appends = appends
        self.keys = keys
        self.shown = shown
        rules = Rules(extra_rulesets(RULESETS, production=False))
        ruleset, board = rules.ruleset(head["ruleset"], head["version"]), rules.board(head["map_id"])
        assert ruleset is not None
        assert board is not None
        self.ruleset = ruleset
        codec = Codec(ruleset)
        self.facts = [codec.facts(bytes(row.facts)) for row in appends]
        self.times = [_EPOCH + timedelta(microseconds=row.at_unix_us) for row in appends]
        state: Campaign | None = None
        for at, facts in zip(self.times, self.facts, strict=True):
            state = kernel.replay(ruleset, board, state, at, facts)
        assert state is not None
        self.campaign = state

    def of(self, kind: type[Any]) -> list[Any]:
        """All facts of a kind."""
        return [fact for facts in self.facts for fact in facts if isinstance(fact, kind)]


async def stored(cluster: Cluster, campaign: str) -> Stored:
    """Read a campaign in one transaction."""
    engine = create_async_engine(async_url(cluster.engine_database))
    try:
        async with engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                await connection.execution_options(isolation_level="REPEATABLE READ")
            rows = await connection.execute(select(CAMPAIGN).where(CAMPAIGN.c.id == campaign))
            head = dict(rows.mappings().one())
            appends = await connection.execute(
                select(APPEND).where(APPEND.c.campaign == campaign).order_by(APPEND.c.seq)
            )
            keys = await connection.execute(select(KEY.c.key).where(KEY.c.campaign == campaign))
            shown = await connection.execute(
                select(SHOWN.c.viewer, SHOWN.c.n, SHOWN.c.seq)
                .where(SHOWN.c.campaign == campaign)
                .order_by(SHOWN.c.viewer, SHOWN.c.n)
            )
            return Stored(head, list(appends), {row.key for row in keys}, list(shown))
    finally:
        await engine.dispose()


async def audit(cluster: Cluster, people: list[Person]) -> Stored:
    """Check a campaign whose people have stopped: nothing lost, doubled or torn, and everybody sees it."""
    found = await stored(cluster, people[0].campaign)
    assert [row.seq for row in found.appends] == list(range(1, found.head["seq"] + 1)), "the facts have a hole"
    assert found.campaign.seq == found.head["seq"]
    assert found.campaign.parked is None
    _check_commands(found, people)
    _check_numbers(found)
    await _check_views(found, people)
    return found


def _check_commands(found: Stored, people: list[Person]) -> None:
    """Every acknowledged command has its key and one append, and no command has two."""
    given = Counter((row.seat, bytes(row.command)) for row in found.appends if row.seat is not None and row.command)
    for (seat, command), times in given.items():
        assert times == 1, f"seat {seat}'s command was done {times} times: {command!r}"
    for person in people:
        for key, command in person.acked:
            assert key in found.keys, f"an acknowledged command is lost: {command}"
            assert given[person.seat, msgspec.json.encode(command)] == 1, f"an acknowledged command is lost: {command}"


def _check_numbers(found: Stored) -> None:
    """Each viewer class counts without a hole, in the order of the appends."""
    reached: dict[int, int] = {}
    last: dict[int, int] = {}
    for row in found.shown:
        assert row.n == reached.get(row.viewer, 0) + 1, f"class {row.viewer} has a hole before {row.n}"
        assert row.seq > last.get(row.viewer, 0), f"class {row.viewer} is out of order at {row.n}"
        reached[row.viewer], last[row.viewer] = row.n, row.seq
    assert {str(viewer): n for viewer, n in reached.items()} == json.loads(found.head["numbers"])


async def _check_views(found: Stored, people: list[Person]) -> None:
    """What the platform shows is what the facts say, for every class; the campaign may have gone on meanwhile."""
    for person in people:
        answer = await person.call("GET", f"/campaigns/{person.campaign}")
        if answer["n"] != json.loads(found.head["numbers"])[str(person.seat)]:
            continue
        shown = answer["view"]
        shown["campaign"].pop("name", None)
        for seat in shown["campaign"]["seats"].values():
            seat.pop("account", None)
            seat.pop("name", None)
        whole = sight.whole(sight.see(found.ruleset, found.campaign), person.seat)
        assert shown == json.loads(msgspec.json.encode(whole))


async def outboxes_empty(cluster: Cluster, within_s: float = 10.0) -> None:
    """Wait until no part has anything left to tell: what a crash left over must be published by itself."""
    left: dict[str, list[str]] = {}
    for _ in range(int(within_s / 0.25)):
        left = {}
        for part, url in cluster.databases().items():
            engine = create_async_engine(async_url(url))
            async with engine.connect() as connection:
                table = outbox_table(METADATA.__class__())
                old = int((datetime.now(UTC) - _EPOCH) / timedelta(milliseconds=1)) - 2_000
                rows = await connection.execute(select(table.c.key).where(table.c.created_unix_ms < old).limit(5))
                if keys := [row.key for row in rows]:
                    left[part] = keys
            await engine.dispose()
        if not left:
            return
        await asyncio.sleep(0.25)
    raise AssertionError(f"messages were left behind: {left}")


async def outages(cluster: Cluster, parts: set[str]) -> list[Span]:
    """The outages of some parts as the clock has them, merged."""
    engine = create_async_engine(async_url(cluster.databases()["clock"]))
    async with engine.connect() as connection:
        rows = list(await connection.execute(select(OUTAGE).where(OUTAGE.c.part.in_(parts))))
    await engine.dispose()
    merged: list[Span] = []
    for row in sorted(rows, key=lambda row: row.from_unix_ms):
        begin, end = (_EPOCH + timedelta(milliseconds=ms) for ms in (row.from_unix_ms, row.until_unix_ms))
        if merged and begin <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((begin, end))
    return merged


def given_back(spans: list[Span], since: datetime, due: datetime, unseen: timedelta) -> float:
    """How many seconds a window gets back for outages.

    :param unseen: an outage that began within this before the end wasn't known yet when that was decided.
    """
    end = due
    for begin, until in spans:
        if until > since and begin + unseen < end:
            end += until - max(begin, since)
    return (end - due).total_seconds()


async def check_windows(cluster: Cluster, found: Stored, window_s: int, faults: list[Span]) -> int:
    """Every window of tally that ran out did so in its time: whole, outages given back, and soon. How many there were.

    :param faults: when parts were killed, and when they took work again.
    """
    spans = await outages(cluster, {"gateway", "engine", "clock"})
    expired = 0
    for place in range(1, len(found.facts)):
        added = next((fact for fact in found.facts[place] if type(fact).__name__ == "Added"), None)
        if added is None or added.amount:
            continue
        expired += 1
        since, at = found.times[place - 1], found.times[place]
        check_window(f"turn {place}", spans, faults, since, at, window_s, credited(found.facts[place]))
    return expired


def credited(facts: tuple[Any, ...]) -> float:
    """How many seconds an append gave back before its window ended."""
    return sum(fact.credited_ms for fact in facts if isinstance(fact, kernel_facts.TimeCredited)) / 1000


def check_window(
    what: str, spans: list[Span], faults: list[Span], since: datetime, at: datetime, window_s: int, told: float
) -> None:
    """One window that ran out.

    :param told: seconds that were given back.
    """
    due = since + timedelta(seconds=window_s)
    # A part counts as there until its beat is old.
    least, most = given_back(spans, since, due, FRESH + _SLACK), given_back(spans, since, due, timedelta())
    assert least - 0.1 <= told <= most + 0.1, f"{what} got {told} s back, not {least} s to {most} s"
    waited = (at - since).total_seconds()
    assert waited >= window_s + told - 0.01, f"{what} waited {waited} s, {told} s of it an outage"
    excused = max((until for begin, until in faults if begin < at and until > since), default=since)
    latest = max(due + timedelta(seconds=most), excused) + timedelta(seconds=LATE_S)
    assert at <= latest, f"{what} was {(at - latest).total_seconds() + LATE_S:.1f} s late"


async def nothing_overdue(cluster: Cluster, campaign: str) -> None:
    """Nothing that the campaign owes is overdue by more than a few seconds."""
    found = await stored(cluster, campaign)
    for due in kernel.owed(found.ruleset, found.campaign):
        late = (datetime.now(UTC) - due.due).total_seconds()
        assert late < LATE_S, f"{due.what} is {late:.1f} s overdue"


async def count(cluster: Cluster, campaign: str) -> int:
    """How many appends a campaign has."""
    engine = create_async_engine(async_url(cluster.engine_database))
    async with engine.connect() as connection:
        found = await connection.scalar(select(func.max(APPEND.c.seq)).where(APPEND.c.campaign == campaign))
    await engine.dispose()
    return int(found or 0)
