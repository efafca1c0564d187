"""Players' words: nowhere in commands and facts, read by whoever was shown their id and by nobody else, erasable."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from sqlalchemy import func, select
from warboard_pb.campaign.v1 import engine_pb2
from warboard_pb.clock.v1 import clock_pb2

from chassis.bus import Bus
from chassis.crypto import LinkSigner, SecretKey
from chassis.ids import is_id, new_id, new_key
from chassis.keys import Key
from chassis.problems import Problem
from chassis.subjects import subject
from services.engine.adapters.tables import KEY, TEXT
from tests.contract.engine.conftest import CLOCK, Engine, StartEngine
from tests.contract.engine.test_engine import until

WORDS = "We share the north, and nobody tells Cid."
PEOPLE = ("ann", "bob", "cid")


async def seats(engine: Engine, campaign: str) -> list[str]:
    """Accounts by seat."""
    reply = await engine.ask("GetSeating", engine_pb2.GetSeatingRequest(campaign=campaign))
    return [entry.account for entry in reply.seats]


async def whisper(engine: Engine, campaign: str, account: str, words: str = WORDS, key: str | None = None) -> Any:
    return await engine.play(campaign, account, {"type": "Whisper", "words": words}, key)


async def read(engine: Engine, campaign: str, text: str, account: str = "", link: str = "") -> Any:
    """The reply, or the code of the refusal."""
    request = engine_pb2.GetTextRequest(campaign=campaign, text=text, account=account, link=link)
    try:
        return await engine.ask("GetText", request)
    except Problem as problem:
        return problem.code


async def erase(engine: Engine, campaign: str, text: str, account: str) -> str:
    try:
        await engine.ask("EraseText", engine_pb2.EraseTextRequest(campaign=campaign, text=text, account=account))
    except Problem as problem:
        return problem.code
    return ""


async def stored(engine: Engine, campaign: str) -> int:
    """How many texts of a campaign lie in the database."""
    query = select(func.count()).select_from(TEXT).where(TEXT.c.campaign == campaign)
    async with engine.service.database.read() as connection:
        return int(await connection.scalar(query) or 0)


async def test_words_are_read_by_those_who_were_shown_their_id(start_engine: StartEngine) -> None:
    """The two at first, everybody once they are public; also by a replica that loads the campaign anew."""
    engine = await start_engine()
    campaign = await engine.started(people=PEOPLE)
    speaker, hearer, other = await seats(engine, campaign)
    assert (await whisper(engine, campaign, speaker)).WhichOneof("answer") == "accepted"
    text = (await engine.view(campaign, hearer))["mine"]["whisper"]
    assert is_id(text)
    assert (await engine.view(campaign, speaker))["mine"]["whisper"] == text
    got = await read(engine, campaign, text, speaker)
    assert (got.words, got.yours, got.erased) == (WORDS, True, False)
    got = await read(engine, campaign, text, hearer)
    assert (got.words, got.yours) == (WORDS, False)
    for account in (other, "", "mallory"):
        assert await read(engine, campaign, text, account) == "no_such_text"
    assert await read(engine, campaign, new_id(), speaker) == "no_such_text"
    elsewhere = await engine.started(people=PEOPLE)
    assert await read(engine, elsewhere, text, speaker) == "no_such_text"
    await engine.play(campaign, speaker, {"type": "Repeat"})
    for account in (other, "", "mallory"):
        assert (await read(engine, campaign, text, account)).words == WORDS
    await engine.stop()
    again = await start_engine()
    assert (await read(again, campaign, text, other)).words == WORDS


async def test_words_that_were_replaced_stay_readable_to_those_who_scroll_back(start_engine: StartEngine) -> None:
    """They are in no view any more, but what was shown can still be looked at."""
    engine = await start_engine()
    campaign = await engine.started(people=PEOPLE)
    speaker, hearer, other = await seats(engine, campaign)
    await whisper(engine, campaign, speaker)
    first = (await engine.view(campaign, hearer))["mine"]["whisper"]
    await whisper(engine, campaign, speaker, "Or rather not.")
    assert (await engine.view(campaign, hearer))["mine"]["whisper"] != first
    assert (await read(engine, campaign, first, hearer)).words == WORDS
    assert await read(engine, campaign, first, other) == "no_such_text"


async def test_no_words_are_stored_with_commands_and_facts(start_engine: StartEngine) -> None:
    """An export has ids in their place, also where somebody writes what looks like an id."""
    engine = await start_engine()
    campaign = await engine.started(people=PEOPLE)
    speaker, hearer, _ = await seats(engine, campaign)
    for words in (WORDS, new_id(), "a0-1-1"):
        await whisper(engine, campaign, speaker, words)
        text = (await engine.view(campaign, hearer))["mine"]["whisper"]
        assert text != words
        assert (await read(engine, campaign, text, hearer)).words == words
        export = await engine.ask("Export", engine_pb2.ExportRequest(campaign=campaign))
        assert words.encode() not in export.SerializeToString()
        assert msgspec.json.decode(export.appends[-1].command) == {"type": "Whisper", "words": text}


async def test_a_repeated_click_keeps_one_text_and_a_refused_one_none(start_engine: StartEngine) -> None:
    """The same key gets the first answer again; with other words it is refused like any other command."""
    engine = await start_engine()
    campaign = await engine.started(people=PEOPLE)
    speaker, hearer, _ = await seats(engine, campaign)
    key = new_key()
    answers = [await whisper(engine, campaign, speaker, key=key) for _ in range(3)]
    assert {(answer.cursor.n, answer.accepted.facts) for answer in answers} == {(answers[0].cursor.n, 1)}
    assert (await whisper(engine, campaign, speaker, "Other words.", key)).problem.code == "key_reused"
    assert (await whisper(engine, campaign, "mallory")).problem.code == "not_seated"
    for bad in ("x" * 501, "\u200b\u2800"):
        refused = (await whisper(engine, campaign, speaker, bad)).problem
        assert (refused.code, msgspec.json.decode(refused.detail)) == ("bad_text", {"most": 500})
    doubled = b'{"type":"Whisper","words":"seen?","type":"Crash","words":"seen?"}'
    assert (await engine.play(campaign, speaker, doubled)).WhichOneof("answer") == "problem"
    assert await stored(engine, campaign) == 1
    assert (await whisper(engine, campaign, speaker, "  \n ")).WhichOneof("answer") == "accepted"
    assert (await engine.view(campaign, hearer))["mine"]["whisper"] == ""
    assert await stored(engine, campaign) == 1


async def test_only_the_author_erases_and_the_id_stays(start_engine: StartEngine) -> None:
    """Also after having left; whoever may not read it doesn't learn that it is there."""
    engine = await start_engine()
    campaign = await engine.started(people=PEOPLE)
    speaker, hearer, other = await seats(engine, campaign)
    key = new_key()
    await whisper(engine, campaign, speaker, key=key)
    text = (await engine.view(campaign, hearer))["mine"]["whisper"]
    assert await erase(engine, campaign, text, hearer) == "not_your_text"
    assert await erase(engine, campaign, text, other) == "no_such_text"
    assert await erase(engine, campaign, text, "") == "no_such_text"
    leave = engine_pb2.ChangeSeatRequest(
        campaign=campaign, account=speaker, key=new_key(), seat=0, change=engine_pb2.ChangeSeatRequest.CHANGE_LEAVE
    )
    await engine.ask("ChangeSeat", leave)
    assert await read(engine, campaign, text, speaker) == "no_such_text"
    for _ in range(2):
        assert await erase(engine, campaign, text, speaker) == ""
    got = await read(engine, campaign, text, hearer)
    assert (got.words, got.erased) == ("", True)
    assert (await engine.view(campaign, hearer))["mine"]["whisper"] == text
    click = Key.of(speaker, key, msgspec.json.encode({"type": "Whisper", "words": WORDS}))
    async with engine.service.database.read() as connection:
        kept = [row.digest for row in await connection.execute(select(KEY).where(KEY.c.campaign == campaign))]
    assert kept
    assert not any(click.is_for(digest) for digest in kept)


@pytest.mark.parametrize(("spectators", "by_link"), [("link", True), ("none", False)])
async def test_whoever_may_not_watch_reads_nothing(start_engine: StartEngine, spectators: str, by_link: bool) -> None:
    engine = await start_engine()
    campaign = await engine.started(spectators=spectators)
    speaker, _ = await seats(engine, campaign)
    await whisper(engine, campaign, speaker)
    await engine.play(campaign, speaker, {"type": "Repeat"})
    text = (await engine.view(campaign, speaker))["game"]["said"]
    assert await read(engine, campaign, text, "mallory") == "not_allowed"
    signer = LinkSigner(SecretKey("11" * 32))
    link = signer.sign({"watch": campaign}, CLOCK.now() + timedelta(hours=1))
    got = await read(engine, campaign, text, link=link)
    assert (got.words if by_link else got) == (WORDS if by_link else "not_allowed")
    wrong = signer.sign({"watch": "another"}, CLOCK.now() + timedelta(hours=1))
    assert await read(engine, campaign, text, link=wrong) == "not_allowed"


async def test_a_deleted_campaign_takes_its_texts_along(start_engine: StartEngine, bus: Bus) -> None:
    engine = await start_engine()
    campaign = await engine.started(people=PEOPLE, target=1)
    await whisper(engine, campaign, (await seats(engine, campaign))[0])
    assert await stored(engine, campaign) == 1
    await engine.add(campaign)
    due = clock_pb2.Due(owner="engine", entity=campaign, what="delete", due_unix_ms=1)
    await bus.publish_durable(subject("clock", "due", "engine", campaign), due.SerializeToString(), f"{campaign}-gone")

    async def gone() -> bool:
        return await stored(engine, campaign) == 0

    await until(gone)
