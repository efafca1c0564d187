"""A seat goes to another person, on real databases: by one link once, kept apart from who had it before."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from warboard_pb.campaign.v1 import engine_pb2, envelope_pb2

from chassis.bus import Bus, Message
from chassis.crypto import LinkSigner, SecretKey
from chassis.ids import new_key
from chassis.problems import Problem
from chassis.subjects import subject
from tests.contract.engine.conftest import CLOCK, Engine, StartEngine
from tests.contract.engine.test_engine import until

PEOPLE = ("ann", "bob", "cid")
SIGNER = LinkSigner(SecretKey("11" * 32))
HAND, BACK, LEAVE, TAKE = (
    engine_pb2.ChangeSeatRequest.CHANGE_HAND_TO_BOT,
    engine_pb2.ChangeSeatRequest.CHANGE_TAKE_BACK,
    engine_pb2.ChangeSeatRequest.CHANGE_LEAVE,
    engine_pb2.ChangeSeatRequest.CHANGE_TAKE_OVER,
)


async def seat_of(engine: Engine, campaign: str, account: str) -> int:
    reply = await engine.ask("GetSeating", engine_pb2.GetSeatingRequest(campaign=campaign))
    return next((int(entry.seat) for entry in reply.seats if entry.account == account), -1)


async def change(
    engine: Engine, campaign: str, account: str, seat: int, what: int, key: str = "", link: str = ""
) -> str:
    """The code of the refusal; empty if it was done."""
    request = engine_pb2.ChangeSeatRequest(
        campaign=campaign, account=account, key=key or new_key(), seat=seat, change=what, link=link
    )
    try:
        await engine.ask("ChangeSeat", request)
    except Problem as problem:
        return problem.code
    return ""


async def offer(engine: Engine, campaign: str, seat: int, account: str = "ann") -> Any:
    """Since when the seat is free, or the code of the refusal."""
    request = engine_pb2.OfferSeatRequest(campaign=campaign, account=account, seat=seat)
    try:
        return (await engine.ask("OfferSeat", request)).since_unix_ms
    except Problem as problem:
        return problem.code


async def link_to(engine: Engine, campaign: str, seat: int, minutes: int = 60, host: str = "ann") -> str:
    since = await offer(engine, campaign, seat, host)
    claims = {"take": campaign, "seat": seat, "since": since}
    return SIGNER.sign(claims, CLOCK.now() + timedelta(minutes=minutes))


async def left(engine: Engine, **options: Any) -> tuple[str, int, str]:
    """A campaign whose bob left for good: it, his seat, and a link to that."""
    campaign = await engine.started(people=PEOPLE, **options)
    seat = await seat_of(engine, campaign, "bob")
    assert await change(engine, campaign, "bob", seat, LEAVE) == ""
    return campaign, seat, await link_to(engine, campaign, seat)


async def test_the_host_alone_offers_seats_that_nobody_plays(start_engine: StartEngine) -> None:
    engine = await start_engine()
    campaign = await engine.started(people=PEOPLE, bots=1)
    bob, bot = await seat_of(engine, campaign, "bob"), await seat_of(engine, campaign, "")
    assert await offer(engine, campaign, bob) == "seat_played"
    assert await offer(engine, campaign, bot) == "not_allowed"
    assert await offer(engine, campaign, 99) == "malformed"
    await change(engine, campaign, "bob", bob, HAND)
    assert await offer(engine, campaign, bob, "cid") == "not_host"
    assert await offer(engine, campaign, bob, "eve") == "not_host"
    assert isinstance(await offer(engine, campaign, bob), int)


async def test_a_newcomer_has_all_that_the_seat_has(start_engine: StartEngine, bus: Bus) -> None:
    """Its view, history and turn, the list of campaigns; services hear of it; who had the seat before is a stranger."""
    engine = await start_engine()
    campaign, seat, link = await left(engine, spectators="none")
    heard: list[envelope_pb2.Envelope] = []

    async def hear(message: Message) -> None:
        heard.append(envelope_pb2.Envelope.FromString(message.data))

    async def changed() -> bool:
        return any(one.neutral.changed for one in heard)

    await bus.subscribe(subject("campaign", campaign), hear)
    looked = await engine.ask("GetView", engine_pb2.GetViewRequest(campaign=campaign, account="eve", link=link))
    assert looked.cursor.viewer == -1  # what they would take, as anybody sees it
    assert await change(engine, campaign, "eve", seat, TAKE, link=link) == ""
    for _ in range(2):  # also by a replica that reads it from the database
        view = await engine.view(campaign, "eve")
        assert seat == view["you"]["seat"]
        assert {"seat": seat, "person": True, "replaced": True} == view["campaign"]["seats"][str(seat)]
        with pytest.raises(Problem) as refused:
            await engine.view(campaign, "bob")
        assert refused.value.code == "not_allowed"
        assert (
            await engine.play(campaign, "bob", {"type": "Add", "turn": 0, "amount": 1})
        ).problem.code == "not_seated"
        for account, listed in (("eve", [campaign]), ("bob", [])):
            reply = await engine.ask("ListCampaigns", engine_pb2.ListCampaignsRequest(account=account))
            assert [entry.id for entry in reply.campaigns] == listed
        await engine.service.stop()
        engine = await start_engine()
    history = engine_pb2.GetHistoryRequest(campaign=campaign, account="eve", **{"from": 1}, limit=100)
    assert (await engine.ask("GetHistory", history)).newest.viewer == seat
    await until(changed)
    [told] = [one.neutral for one in heard if any(taken.replaced for taken in one.neutral.changed)]
    assert [(taken.seat, taken.bot_level) for taken in told.changed] == [(seat, 0)]
    assert next(entry.account for entry in told.seats if entry.seat == seat) == "eve"
    assert [notice.key for notice in told.notices] == ["notice.seat_replaced"]


async def test_a_link_is_good_for_one_taking(start_engine: StartEngine) -> None:
    """The same click is answered again, also when the link is void; any other is told why it comes too late."""
    engine = await start_engine()
    campaign, seat, link = await left(engine)
    key = new_key()
    for _ in range(2):  # also by an engine that was killed before it could answer
        assert await change(engine, campaign, "eve", seat, TAKE, key, link) == ""
        await engine.service.stop()
        engine = await start_engine()
    assert await change(engine, campaign, "eve", seat, TAKE, link=link) == "seated_before"
    assert await change(engine, campaign, "fay", seat, TAKE, link=link) == "link_void"
    await change(engine, campaign, "eve", seat, LEAVE)
    assert await change(engine, campaign, "fay", seat, TAKE, link=link) == "link_void"
    assert await change(engine, campaign, "fay", seat, TAKE, link=await link_to(engine, campaign, seat)) == ""


async def test_of_two_who_race_for_a_seat_one_has_it(start_engine: StartEngine, database_url: str) -> None:
    """Through two engines where the database admits them; the other is told that the seat is taken."""
    engine = await start_engine()
    engines = [engine] if database_url.startswith("sqlite") else [engine, await start_engine()]
    campaign, seat, link = await left(engine)
    racers = ("eve", "fay", "gus", "hal")
    codes = await asyncio.gather(
        *(change(engines[n % len(engines)], campaign, who, seat, TAKE, link=link) for n, who in enumerate(racers))
    )
    assert sorted(codes) == ["", "link_void", "link_void", "link_void"]
    winner = racers[codes.index("")]
    for one in engines:
        assert await seat_of(one, campaign, winner) == seat
        for loser in set(racers) - {winner}:
            reply = await one.play(campaign, loser, {"type": "Add", "turn": 0, "amount": 1})
            assert reply.problem.code == "not_seated"


async def test_a_link_is_void_once_its_person_is_back(start_engine: StartEngine) -> None:
    """Also when a bot stands in for them again: the host then offers the seat anew, or not."""
    engine = await start_engine()
    campaign = await engine.started(people=PEOPLE)
    seat = await seat_of(engine, campaign, "bob")
    await change(engine, campaign, "bob", seat, HAND)
    link = await link_to(engine, campaign, seat)
    await change(engine, campaign, "bob", seat, BACK)
    assert await change(engine, campaign, "eve", seat, TAKE, link=link) == "link_void"
    await change(engine, campaign, "bob", seat, HAND)
    assert await change(engine, campaign, "eve", seat, TAKE, link=link) == "link_void"
    assert await seat_of(engine, campaign, "bob") == seat


async def test_other_links_open_no_seat(start_engine: StartEngine) -> None:
    """Forged, expired, a spectator's, another seat's or campaign's; and a seat's link is none for watching another."""
    engine = await start_engine()
    campaign, seat, link = await left(engine, spectators="link")
    soon = CLOCK.now() + timedelta(minutes=1)
    since = await offer(engine, campaign, seat)
    for forged, code in (
        ("", "link_invalid"),
        (link[:-4] + "AAAA", "link_invalid"),
        (SIGNER.sign({"watch": campaign}, soon), "link_invalid"),
        (SIGNER.sign({"take": campaign, "seat": seat + 1, "since": since}, soon), "link_invalid"),
        (SIGNER.sign({"take": "other", "seat": seat, "since": since}, soon), "link_invalid"),
        (await link_to(engine, campaign, seat, -1), "link_expired"),
    ):
        assert await change(engine, campaign, "eve", seat, TAKE, link=forged) == code
    other = await engine.started(people=PEOPLE, spectators="link")
    with pytest.raises(Problem) as refused:
        await engine.ask("GetView", engine_pb2.GetViewRequest(campaign=other, link=link))
    assert refused.value.code == "not_allowed"


async def test_who_had_a_seat_takes_no_other(start_engine: StartEngine) -> None:
    """They know what it knew: whoever sits, who left, and who was replaced."""
    engine = await start_engine()
    campaign, seat, link = await left(engine)
    for account in ("ann", "cid", "bob"):
        assert await change(engine, campaign, account, seat, TAKE, link=link) == "seated_before"
    assert await change(engine, campaign, "eve", seat, TAKE, link=link) == ""
    cid = await seat_of(engine, campaign, "cid")
    await change(engine, campaign, "cid", cid, HAND)
    link = await link_to(engine, campaign, cid)
    for _ in range(2):
        assert await change(engine, campaign, "bob", cid, TAKE, link=link) == "seated_before"
        await engine.service.stop()
        engine = await start_engine()


async def test_whoever_resumes_gets_a_view_with_the_new_name(start_engine: StartEngine) -> None:
    """Names go with whole views: a cursor from before can't be resumed."""
    engine = await start_engine()
    campaign, seat, link = await left(engine)
    seen = await engine.ask("GetView", engine_pb2.GetViewRequest(campaign=campaign, account="ann"))
    await change(engine, campaign, "eve", seat, TAKE, link=link)
    missed = engine_pb2.GetMissedRequest(campaign=campaign, account="ann", after=seen.cursor)
    assert (await engine.ask("GetMissed", missed)).stale
