"""An ended campaign goes out as a file, is deleted, and comes in again to be looked at: nothing else hears of it."""

import asyncio
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from warboard_pb.campaign.v1 import engine_pb2
from warboard_pb.clock.v1 import clock_pb2

from chassis.bus import Bus, Message
from chassis.problems import Problem
from chassis.subjects import REST, pattern, subject
from services.engine.core import patches
from services.engine.core.rulesets.registry import Registry
from tests.contract.engine.conftest import Engine, StartEngine
from tests.contract.engine.test_engine import until
from tests.contract.engine.test_replacing import LEAVE, TAKE, change, left, link_to, seat_of
from tests.contract.engine.test_texts import seats, whisper
from tests.tally import TALLY
from warboard import imports
from warboard.checking import Checked, checked
from warboard.exports import FORMAT, FORMAT_VERSION, BadExport, Head, read, written

REGISTRY = Registry((TALLY,))


async def ended(engine: Engine, **options: Any) -> str:
    """A campaign with a private text, a public one, and a bot that stands in, to its end."""
    campaign = await engine.started(people=("ann", "bob", "cid"), target=9, **options)
    speaker = (await seats(engine, campaign))[0]
    await whisper(engine, campaign, speaker)
    await engine.add(campaign, 3)
    await engine.play(campaign, speaker, {"type": "Repeat"})
    for _ in range(2):
        await engine.add(campaign, 3)
    assert (await engine.view(campaign, "ann"))["campaign"]["status"] == "ended"
    return campaign


async def export(engine: Engine, campaign: str, file: Path) -> None:
    """As `warboard export`."""
    reply = await engine.ask("Export", engine_pb2.ExportRequest(campaign=campaign))
    head = Head(
        format=FORMAT, format_version=FORMAT_VERSION, campaign=campaign, room=reply.room, name=reply.name,
        ruleset=reply.ruleset, version=reply.version, map=reply.map, status=reply.status, secret=reply.secret.hex(),
        map_file=reply.map_file.decode(),
    )  # fmt: skip
    await asyncio.to_thread(file.write_bytes, b"".join(written(head, reply.appends)))


async def delete(engine: Engine, bus: Bus, campaign: str) -> None:
    """The seven days are over."""
    due = clock_pb2.Due(owner="engine", entity=campaign, what="delete", due_unix_ms=1)
    await bus.publish_durable(subject("clock", "due", "engine", campaign), due.SerializeToString(), f"{campaign}-gone")

    async def gone() -> bool:
        return await code(engine, "GetView", engine_pb2.GetViewRequest(campaign=campaign)) == "no_such_campaign"

    await until(gone)


def pages(found: Checked, file: Path, spectators: str = "") -> list[Any]:
    """One append a page."""
    return list(imports.requests(found.head, found.ruleset, found.board, read(file)[1], spectators))


async def code(engine: Engine, method: str, request: Any) -> str:
    """Why it is refused; empty if it isn't."""
    try:
        await engine.ask(method, request)
    except Problem as problem:
        return problem.code
    return ""


async def replayed(engine: Engine, campaign: str) -> Any:
    """Where the history leads."""
    request = engine_pb2.GetHistoryRequest(campaign=campaign, **{"from": 1}, limit=500)
    page = await engine.ask("GetHistory", request)
    shown = msgspec.json.decode(page.view)
    for update in page.updates:
        shown = patches.apply(shown, msgspec.json.decode(b"{" + update.body + b"}")["patch"])
    return {**shown, "n": page.newest.n}


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "MOST_BYTES", 1)


@pytest.mark.usefixtures("small_pages")
async def test_it_looks_as_it_did_and_nobody_hears_of_it(start_engine: StartEngine, bus: Bus, tmp_path: Path) -> None:
    """The same public view, past and file; no seats, no wants, no messages; a late deletion doesn't touch it."""
    engine, file, again = await start_engine(), tmp_path / "c.jsonl", tmp_path / "again.jsonl"
    campaign = await ended(engine)
    before, text = await engine.view(campaign), (await engine.view(campaign))["game"]["said"]
    await export(engine, campaign, file)
    found = checked(file, REGISTRY)
    assert found.faults == []
    requests = pages(found, file)
    assert len(requests) == found.appends > 5
    assert await code(engine, "Import", requests[0]) == "campaign_exists"
    await delete(engine, bus, campaign)
    heard: list[str] = []

    async def note(message: Message) -> None:
        heard.append(message.subject)

    for kind in ("campaign", "wants", "notice"):
        await bus.subscribe(pattern(kind, REST), note)
    for request in requests:
        assert await code(engine, "GetView", engine_pb2.GetViewRequest(campaign=campaign)) == "no_such_campaign"
        await engine.ask("Import", request)
    await bus.round_trip()
    assert heard == []
    expected = {**before, "campaign": {**before["campaign"], "imported": True}}
    for account in ("", "ann", "mallory"):
        assert await engine.view(campaign, account) == expected
    assert await replayed(engine, campaign) == expected
    log = await engine.ask("GetLog", engine_pb2.GetLogRequest(campaign=campaign))
    assert [update.n for update in log.updates] == list(range(before["n"], 0, -1))
    assert not (await engine.ask("ListCampaigns", engine_pb2.ListCampaignsRequest(account="ann"))).campaigns
    assert await code(engine, "GetSeating", engine_pb2.GetSeatingRequest(campaign=campaign)) == "no_such_campaign"
    assert await code(engine, "GetText", engine_pb2.GetTextRequest(campaign=campaign, text=text)) == "no_such_text"
    assert (await engine.play(campaign, "ann", {"type": "Repeat"})).problem.code == "not_seated"
    for target in ("clock", "chess"):
        wants = await engine.ask("ListWants", engine_pb2.ListWantsRequest(target=target))
        assert campaign not in {want.entity for want in wants.deadlines} | {want.campaign for want in wants.games}
    await export(engine, campaign, again)
    assert again.read_bytes() == file.read_bytes()

    due = clock_pb2.Due(owner="engine", entity=campaign, what="delete", due_unix_ms=2)
    await bus.publish_durable(subject("clock", "due", "engine", campaign), due.SerializeToString(), f"{campaign}-late")
    other = await ended(engine)
    await delete(engine, bus, other)  # by then the late one has been looked at, too
    assert await engine.view(campaign) == expected


@pytest.mark.usefixtures("small_pages")
async def test_a_campaign_whose_players_were_replaced_comes_in_too(
    start_engine: StartEngine, bus: Bus, tmp_path: Path
) -> None:
    """A seat that was taken twice, and the host's: it looks as it did, and the file says who was who of nobody."""
    engine, file, again = await start_engine(), tmp_path / "c.jsonl", tmp_path / "again.jsonl"
    campaign, seat, link = await left(engine, target=9)
    assert await change(engine, campaign, "eve", seat, TAKE, link=link) == ""
    assert await change(engine, campaign, "eve", seat, LEAVE) == ""
    link = await link_to(engine, campaign, seat)
    assert await change(engine, campaign, "fay", seat, TAKE, link=link) == ""
    hosts = await seat_of(engine, campaign, "ann")
    assert await change(engine, campaign, "ann", hosts, LEAVE) == ""
    host = "cid" if (await engine.view(campaign, "cid"))["campaign"]["host"] != seat else "fay"
    assert (
        await change(engine, campaign, "gus", hosts, TAKE, link=await link_to(engine, campaign, hosts, host=host)) == ""
    )

    async def ended() -> bool:
        await engine.add(campaign, 3)
        return bool((await engine.view(campaign))["campaign"]["status"] == "ended")

    await until(ended)
    before = await engine.view(campaign)
    assert [one.get("replaced", False) for one in before["campaign"]["seats"].values()].count(True) == 2
    await export(engine, campaign, file)
    content = await asyncio.to_thread(file.read_text, "utf-8")
    assert content.count("kernel.SeatReplaced") == 3
    assert not any(f'"{account}"' in content for account in ("ann", "bob", "cid", "eve", "fay", "gus"))
    await delete(engine, bus, campaign)
    found = checked(file, REGISTRY)
    assert found.faults == []
    for request in pages(found, file):
        await engine.ask("Import", request)
    expected = {**before, "campaign": {**before["campaign"], "imported": True}}
    for account in ("", "ann", "bob", "fay"):
        assert await engine.view(campaign, account) == expected
    assert await replayed(engine, campaign) == expected
    assert await code(engine, "OfferSeat", engine_pb2.OfferSeatRequest(campaign=campaign, account=host, seat=seat))
    assert await change(engine, campaign, "hal", seat, TAKE, link=link) != ""
    await export(engine, campaign, again)
    assert again.read_bytes() == file.read_bytes()


async def test_it_is_removed_by_name_and_may_come_again(start_engine: StartEngine, bus: Bus, tmp_path: Path) -> None:
    """Only what was imported is removed; who may look is said anew; a client's old cursor is void."""
    engine, file = await start_engine(), tmp_path / "c.jsonl"
    campaign = await ended(engine)
    remove = engine_pb2.RemoveImportedRequest(campaign=campaign)
    assert await code(engine, "RemoveImported", remove) == "not_imported"
    await export(engine, campaign, file)
    await delete(engine, bus, campaign)
    found, look = checked(file, REGISTRY), engine_pb2.GetViewRequest(campaign=campaign, account="ann")
    for spectators, refusal in (("none", "link_invalid"), ("link", "link_invalid"), ("", "")):
        for request in pages(found, file, spectators):
            await engine.ask("Import", request)
        asked = engine_pb2.GetViewRequest(campaign=campaign, account="ann", link="x") if refusal else look
        assert await code(engine, "GetView", asked) == refusal
        if refusal:
            assert await code(engine, "GetView", look) == "not_allowed"
        else:
            assert (await engine.ask("GetView", look)).cursor.epoch > 1
        assert await code(engine, "RemoveImported", remove) == ""
        assert await code(engine, "GetView", look) == "no_such_campaign"
    assert await code(engine, "RemoveImported", remove) == "no_such_campaign"
    reserved = engine_pb2.ReserveRequest(campaign=campaign)
    await engine.ask("Reserve", reserved)
    assert await code(engine, "Import", pages(found, file)[0]) == "campaign_exists"


@pytest.mark.usefixtures("small_pages")
async def test_what_is_incomplete_or_unknown_stays_out(start_engine: StartEngine, bus: Bus, tmp_path: Path) -> None:
    """A page that is missing, rules or a map nobody knows; pages may come twice."""
    engine, file = await start_engine(), tmp_path / "c.jsonl"
    campaign = await ended(engine)
    await export(engine, campaign, file)
    await delete(engine, bus, campaign)
    requests = pages(checked(file, REGISTRY), file)
    for field, value, refusal in (("version", 9, "unknown_ruleset"), ("map", "moon", "unknown_map")):
        strange = engine_pb2.ImportRequest()
        strange.CopyFrom(requests[-1])
        setattr(strange.head, field, value)
        assert await code(engine, "Import", strange) == refusal
    for request in (*requests[:2], *requests[3:-1]):
        await engine.ask("Import", request)
    assert await code(engine, "Import", requests[-1]) == "import_broken"
    assert await code(engine, "GetView", engine_pb2.GetViewRequest(campaign=campaign)) == "no_such_campaign"
    for request in (*requests[:-1], *requests[2:]):
        await engine.ask("Import", request)
    assert await replayed(engine, campaign) == await engine.view(campaign)


async def test_a_file_that_breaks_off_or_tells_of_another_campaign_is_refused(
    start_engine: StartEngine, tmp_path: Path
) -> None:
    """Though every append that is there adds up; and before its end a campaign's secret is sealed."""
    engine, file = await start_engine(), tmp_path / "c.jsonl"
    await export(engine, await engine.started(), file)
    with pytest.raises(BadExport) as refusal:
        checked(file, REGISTRY)
    assert refusal.value.code == "still_sealed"
    await export(engine, await ended(engine), file)
    whole = await asyncio.to_thread(file.read_bytes)
    for changed in (
        b"".join(whole.splitlines(keepends=True)[:-1]),
        whole[:-20],
        whole.replace(b'"campaign":"', b'"campaign":"b', 1),
        whole.replace(b'"room":"room"', b'"room":"a room"', 1),
        whole.replace(b'"name":"Test"', b'"name":"%b"' % (b"x" * 300), 1),
    ):
        assert changed != whole
        await asyncio.to_thread(file.write_bytes, changed)
        with pytest.raises(BadExport) as refusal:
            pages(checked(file, REGISTRY), file)
        assert refusal.value.code == "bad_export"


async def test_verify_finds_what_breaks_off_between_two_lines(start_engine: StartEngine, tmp_path: Path) -> None:
    """A torn file isn't said to add up, nor one whose first line is of another campaign: what is there would."""
    engine, file = await start_engine(), tmp_path / "c.jsonl"
    await export(engine, await ended(engine), file)
    whole = await asyncio.to_thread(file.read_bytes)
    assert checked(file, REGISTRY).faults == []
    lines = whole.splitlines(keepends=True)
    torn = [b"".join(lines[:count]) for count in range(2, len(lines))]
    for changed in (*torn, whole.replace(b'"campaign":"', b'"campaign":"b', 1)):
        await asyncio.to_thread(file.write_bytes, changed)
        with pytest.raises(BadExport) as refusal:
            checked(file, REGISTRY)
        assert refusal.value.code == "bad_export"


@pytest.mark.usefixtures("small_pages")
async def test_the_same_file_comes_in_twice_at_once(start_engine: StartEngine, bus: Bus, tmp_path: Path) -> None:
    """One of the two is refused, by name, and what is there is whole; also by another replica of the engine."""
    engine, file = await start_engine(), tmp_path / "c.jsonl"
    others = [engine]
    if not engine.service.database.is_sqlite:
        others.append(await start_engine())
    campaign = await ended(engine)
    before = await engine.view(campaign)
    await export(engine, campaign, file)
    await delete(engine, bus, campaign)
    requests = pages(checked(file, REGISTRY), file)
    remove = engine_pb2.RemoveImportedRequest(campaign=campaign)

    async def whole(into: Engine) -> str:
        for request in requests:
            if refusal := await code(into, "Import", request):
                return refusal
        return ""

    for _ in range(8):
        found = await asyncio.gather(*(whole(into) for into in (*others, *others, *others)))
        assert set(found) <= {"", "campaign_exists", "import_broken"}, found
        if "" not in found:
            assert await whole(engine) == ""
        for each in others:
            seen = await replayed(each, campaign)
            assert seen == await each.view(campaign)
            assert seen["game"] == before["game"]
        assert await code(engine, "RemoveImported", remove) == ""


async def test_facts_that_the_rules_cannot_follow_are_a_refusal(start_engine: StartEngine, tmp_path: Path) -> None:
    """Numbers out of all bounds, and nesting without end; the command ended with a traceback."""
    engine, file = await start_engine(), tmp_path / "c.jsonl"
    await export(engine, await ended(engine), file)
    head, *rest = (await asyncio.to_thread(file.read_bytes)).splitlines(keepends=True)
    nested = b'{"seq":1,"at_unix_us":1,"facts":' + b"[" * 100_000
    for changed in (head + nested, b"[" * 100_000, head + nested + b"]" * 100_000 + b"}"):
        await asyncio.to_thread(file.write_bytes, changed)
        with pytest.raises(BadExport) as refusal:
            checked(file, REGISTRY)
        assert refusal.value.code == "bad_export"
    far = re.sub(rb'"(seat|amount|by|number)":\d+', rb'"\\1":18446744073709551616', b"".join(rest))
    await asyncio.to_thread(file.write_bytes, head + far)
    with suppress(BadExport):
        assert checked(file, REGISTRY).faults
