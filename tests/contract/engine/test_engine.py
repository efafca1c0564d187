"""The engine on a real broker and both databases: one writer, keys, parking, what is shown and to whom."""

import asyncio
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from warboard_pb.campaign.v1 import engine_pb2, envelope_pb2
from warboard_pb.clock.v1 import clock_pb2
from warboard_pb.common.v1 import play_pb2

from chassis.bus import Bus, Message
from chassis.ids import new_id, new_key
from chassis.problems import Kind, Problem
from chassis.subjects import ANY, pattern, subject
from services.engine.core import patches
from tests.contract.engine.conftest import CLOCK, Engine, StartEngine


async def until(true: Any, tries: int = 300) -> None:
    """Wait until an async condition holds."""
    for _ in range(tries):
        if await true():
            return
        await CLOCK.sleep(timedelta(milliseconds=10))
    raise AssertionError("it never came true")


async def test_a_campaign_starts_once_however_often_it_is_asked_for(start_engine: StartEngine) -> None:
    """Starting again answers the seats of the first time."""
    engine = await start_engine()
    campaign = await engine.started()
    request = engine_pb2.CreateCampaignRequest(campaign=campaign, room="r", ruleset="tally", options=b"{}")
    again = await engine.ask("CreateCampaign", request)
    assert sorted(again.started.seats) == [0, 1]


async def test_the_same_key_gets_the_first_answer_and_acts_once(start_engine: StartEngine) -> None:
    """A repeated click adds nothing; the same key with another body is refused."""
    engine = await start_engine()
    campaign = await engine.started()
    key = new_key()
    seating = await engine.ask("GetSeating", engine_pb2.GetSeatingRequest(campaign=campaign))
    first = seating.seats[0].account
    command = {"type": "Add", "turn": 0, "amount": 2}
    answers = [await engine.play(campaign, first, command, key) for _ in range(3)]
    assert [a.WhichOneof("answer") for a in answers] == ["accepted"] * 3
    assert {(a.cursor.n, a.accepted.facts) for a in answers} == {(answers[0].cursor.n, 1)}
    assert (await engine.view(campaign))["game"]["total"] == 2
    reused = await engine.play(campaign, first, {"type": "Add", "turn": 1, "amount": 1}, key)
    assert reused.problem.code == "key_reused"
    rewritten = await engine.play(campaign, first, b' {"amount": 2, "turn": 0, "type": "Add"}', key)
    assert (rewritten.WhichOneof("answer"), rewritten.cursor.n) == ("accepted", answers[0].cursor.n)


@pytest.mark.parametrize(
    ("body", "code"),
    [(b"", "malformed"), (b"{}", "malformed"), (b'{"type":"Nope"}', "unknown_command"), (b"\xff\xfe", "malformed"),
     (b'{"type":"Add","turn":0,"amount":9}', "too_much"), (b'{"type":"Add","turn":7,"amount":1}', "not_your_turn")],
)  # fmt: skip
async def test_a_refused_command_changes_nothing(start_engine: StartEngine, body: bytes, code: str) -> None:
    """Whatever is wrong with it, the answer is a code and the view stays as it was."""
    engine = await start_engine()
    campaign = await engine.started()
    before = await engine.view(campaign)
    seating = await engine.ask("GetSeating", engine_pb2.GetSeatingRequest(campaign=campaign))
    reply = await engine.play(campaign, seating.seats[0].account, body)
    assert reply.problem.code == code
    assert await engine.view(campaign) == before


async def test_strangers_are_not_seated(start_engine: StartEngine) -> None:
    """An account without a seat may look at a public campaign but not play."""
    engine = await start_engine()
    campaign = await engine.started()
    reply = await engine.play(campaign, "mallory", {"type": "Add", "turn": 0, "amount": 1})
    assert reply.problem.code == "not_seated"
    assert "mine" not in await engine.view(campaign, "mallory")


async def test_an_unknown_campaign_is_missing(start_engine: StartEngine) -> None:
    """A campaign that never was gets a clear answer."""
    engine = await start_engine()
    with pytest.raises(Problem) as refusal:
        await engine.play("nowhere", "ann", {"type": "Add", "turn": 0, "amount": 1})
    assert refusal.value.kind is Kind.MISSING


async def test_what_is_published_leads_to_the_same_view(start_engine: StartEngine, bus: Bus) -> None:
    """Patches of the envelopes, applied in the order of their numbers, equal a fresh view, for each class."""
    engine = await start_engine()
    campaign = await engine.started()
    seats = {"": -1}
    seating = await engine.ask("GetSeating", engine_pb2.GetSeatingRequest(campaign=campaign))
    seats.update({entry.account: entry.seat for entry in seating.seats})
    seen = {who: await engine.view(campaign, who) for who in seats}
    envelopes: list[Any] = []

    async def note(message: Message) -> None:
        envelope = envelope_pb2.Envelope.FromString(message.data)
        if envelope.seq > 1:  # the start, which the views cover, may come late
            envelopes.append(envelope)

    await bus.subscribe(subject("campaign", campaign), note)
    await bus.round_trip()
    for _ in range(5):
        await engine.add(campaign, 2)
    await until(lambda: asyncio.sleep(0, len(envelopes) >= 5))
    for envelope in envelopes:
        bodies = {update.viewer: update for update in envelope.updates}
        for who, viewer in seats.items():
            update = bodies[viewer]
            assert update.n == seen[who]["n"] + 1
            change = msgspec.json.decode(b"{" + (update.body or bodies[-1].body) + b"}")
            seen[who] = {**patches.apply(seen[who], change["patch"]), "n": update.n}
    for who, view in seen.items():
        assert await engine.view(campaign, who) == view


async def test_a_reconnecting_client_gets_exactly_what_it_missed(start_engine: StartEngine) -> None:
    """From a cursor on, gapless; a cursor of another class or epoch is stale."""
    engine = await start_engine()
    campaign = await engine.started()
    n = (await engine.view(campaign))["n"]
    for _ in range(3):
        await engine.add(campaign, 1)

    async def missed(epoch: int, viewer: int, n: int) -> Any:
        after = play_pb2.Cursor(epoch=epoch, viewer=viewer, n=n)
        return await engine.ask("GetMissed", engine_pb2.GetMissedRequest(campaign=campaign, after=after))

    reply = await missed(1, -1, n)
    assert [update.n for update in reply.updates] == [n + 1, n + 2, n + 3]
    assert all(update.body for update in reply.updates)
    assert (await missed(2, -1, n)).stale
    assert (await missed(1, 0, n)).stale
    assert (await missed(1, -1, n + 99)).stale


async def test_a_fault_of_the_rules_parks_one_campaign_and_no_other(start_engine: StartEngine) -> None:
    """Pitfall 1: the faulty campaign stands still, says so, and goes on after it is unparked."""
    engine = await start_engine()
    sick, well = await engine.started(), await engine.started()
    reply = await engine.play(sick, "ann", {"type": "Crash"})
    assert reply.problem.code == "parked"
    assert (await engine.view(sick))["campaign"]["status"] == "parked"
    assert (await engine.add(sick)).problem.code == "parked"
    assert (await engine.add(well)).WhichOneof("answer") == "accepted"
    await engine.ask("Unpark", engine_pb2.UnparkRequest(campaign=sick))
    assert (await engine.add(sick)).WhichOneof("answer") == "accepted"


async def test_bots_answer_at_once_and_play_to_the_end(start_engine: StartEngine) -> None:
    """Two bots against one person who only passes the first turn on: bots need no clock to move."""
    engine = await start_engine()
    campaign = await engine.started(people=("ann",), bots=2, target=40)

    async def done() -> bool:
        view = await engine.view(campaign)
        if view["campaign"]["status"] == "ended":
            return True
        if view["campaign"]["seats"][str(view["game"]["seat"])]["person"]:
            await engine.add(campaign, 3)
        return False

    await until(done)
    assert (await engine.view(campaign))["campaign"]["outcome"]["reason"] == "target"


async def test_the_end_says_whose_places_they_are(start_engine: StartEngine, bus: Bus) -> None:
    """Who pays a pot out has nothing but the message: each standing names its account, a bot's none."""
    engine = await start_engine()
    told: list[envelope_pb2.Neutral] = []

    async def note(message: Message) -> None:
        told.append(envelope_pb2.Envelope.FromString(message.data).neutral)

    await bus.subscribe(pattern("campaign", ANY), note)
    await bus.round_trip()
    campaign = await engine.started(people=("ann",), bots=1, target=1)
    view = await engine.view(campaign)
    if view["campaign"]["seats"][str(view["game"]["seat"])]["person"]:  # else the bot ends it
        await engine.add(campaign, 1)
    await until(lambda: asyncio.sleep(0, any(neutral.HasField("ended") for neutral in told)))
    end = next(neutral.ended for neutral in told if neutral.HasField("ended"))
    assert sorted(standing.account for standing in end.standings) == ["", "ann"]


async def test_a_deadline_that_ran_out_passes_the_turn_once(start_engine: StartEngine, bus: Bus) -> None:
    """A due message counts once, however often it comes; given-back time becomes a line players see."""
    engine = await start_engine()
    campaign = await engine.started()
    due = clock_pb2.Due(owner="engine", entity=campaign, what="turn:0", due_unix_ms=1, credited_ms=1500)
    for n in range(3):
        target = subject("clock", "due", "engine", campaign)
        await bus.publish_durable(target, due.SerializeToString(), f"{campaign}-{n}")

    async def passed() -> bool:
        return (await engine.view(campaign))["game"]["turn"] == 1

    await until(passed)
    await CLOCK.sleep(timedelta(milliseconds=200))
    assert await passed()
    log = await engine.ask("GetLog", engine_pb2.GetLogRequest(campaign=campaign))
    lines = [line["key"] for u in log.updates for line in msgspec.json.decode(b"{" + u.body + b"}")["lines"]]
    assert lines.count("kernel.time_credited") == 1


async def test_a_restarted_engine_goes_on_where_the_facts_end(start_engine: StartEngine) -> None:
    """Nothing is kept in memory only, with snapshots (every 64 appends) and without."""
    engine = await start_engine()
    campaign = await engine.started(target=100_000)
    for _ in range(70):
        assert (await engine.add(campaign, 1)).WhichOneof("answer") == "accepted"
    before = await engine.view(campaign, "ann")
    await engine.service.stop()
    again = await start_engine()
    assert await again.view(campaign, "ann") == before
    assert (await again.add(campaign, 1)).WhichOneof("answer") == "accepted"


async def test_wants_say_what_the_state_waits_for(start_engine: StartEngine) -> None:
    """The turn's deadline is listed for the clock, under the newest version, with the account that owes it."""
    engine = await start_engine()
    campaign = await engine.started()
    await engine.add(campaign)
    reply = await engine.ask("ListWants", engine_pb2.ListWantsRequest(target="clock"))
    mine = next(want for want in reply.deadlines if want.entity == campaign)
    assert [deadline.what for deadline in mine.deadlines] == ["turn:1"]
    assert mine.deadlines[0].account in ("ann", "bob")
    assert mine.seq == 2


async def test_two_engines_write_one_campaign_without_a_torn_or_doubled_append(
    start_engine: StartEngine, postgres_url: str, nats_url: str
) -> None:
    """Both replicas take commands of one campaign at once: each accepted click counts once, in one order."""
    del nats_url
    environ = {"WARBOARD_DATABASE_URL": postgres_url}
    one, two = await start_engine(**environ), await start_engine(**environ, WARBOARD_REPLICA="r2")
    campaign = await one.started(target=100_000)
    accepted = 0

    async def press(engine: Engine, account: str) -> None:
        nonlocal accepted
        for _ in range(25):
            game = (await engine.view(campaign))["game"]
            reply = await engine.play(campaign, account, {"type": "Add", "turn": game["turn"], "amount": 1})
            accepted += reply.WhichOneof("answer") == "accepted"

    await asyncio.gather(*(press(engine, who) for engine in (one, two) for who in ("ann", "bob")))
    view = await two.view(campaign)
    assert view["game"]["total"] == view["game"]["turn"] == accepted > 0
    assert view["n"] == accepted + 1


async def test_who_left_for_good_is_a_viewer_like_others(start_engine: StartEngine) -> None:
    """Whether the campaign is public decides what they see; the click that left is answered again; others stay."""
    engine = await start_engine()
    for spectators, code in (("public", ""), ("none", "not_allowed")):
        campaign = await engine.started(spectators=spectators)
        seating = await engine.ask("GetSeating", engine_pb2.GetSeatingRequest(campaign=campaign))
        seat = next(entry.seat for entry in seating.seats if entry.account == "ann")
        leave = engine_pb2.ChangeSeatRequest(
            campaign=campaign, account="ann", key=new_key(), seat=seat, change=engine_pb2.ChangeSeatRequest.CHANGE_LEAVE
        )
        first = await engine.ask("ChangeSeat", leave)
        assert await engine.ask("ChangeSeat", leave) == first
        for _ in range(2):  # also by a replica that loads it from the facts
            seating = await engine.ask("GetSeating", engine_pb2.GetSeatingRequest(campaign=campaign, account="ann"))
            assert [entry.account for entry in seating.seats if entry.left] == ["ann"]
            assert seating.may_watch is (not code)
            if code:
                with pytest.raises(Problem) as refused:
                    await engine.view(campaign, "ann")
                assert refused.value.code == code
            else:
                assert "mine" not in await engine.view(campaign, "ann")
            assert "mine" in await engine.view(campaign, "bob")
            await engine.service.stop()
            engine = await start_engine()
        assert (await engine.play(campaign, "ann", {"type": "Add"})).problem.code == "not_seated"
        listed = await engine.ask("ListCampaigns", engine_pb2.ListCampaignsRequest(account="ann"))
        assert [entry.id for entry in listed.campaigns] == []


async def test_a_seat_shows_its_rating_and_whether_it_is_the_players_own_word(start_engine: StartEngine) -> None:
    """Both as lobby told them at the start; who is unrated shows none."""
    engine = await start_engine()
    campaign = new_id()
    await engine.ask("Reserve", engine_pb2.ReserveRequest(campaign=campaign))
    seats = [
        engine_pb2.StartSeat(account="ann", entropy=b"a", rating=1612),
        engine_pb2.StartSeat(account="bob", entropy=b"b", rating=1400, own_rating=True),
        engine_pb2.StartSeat(account="cat", entropy=b"c", own_rating=True),
    ]
    asked = engine_pb2.CreateCampaignRequest(
        campaign=campaign, room="room", name="Test", ruleset="tally", seats=seats, host=0, options=b"{}"
    )
    reply = await engine.ask("CreateCampaign", asked)
    shown = (await engine.view(campaign))["campaign"]["seats"]
    ann, bob, cat = (shown[str(seat)] for seat in reply.started.seats)
    assert ann["rating"] == 1612
    assert "own_rating" not in ann
    assert (bob["rating"], bob["own_rating"]) == (1400, True)
    assert not {"rating", "own_rating"} & set(cat)


async def test_checked_options_tell_which_ratings_count(start_engine: StartEngine) -> None:
    """The ruleset's kinds, the best first, and whether players may give their own; the toy has none."""
    engine = await start_engine()
    campaign = new_id()
    await engine.ask("Reserve", engine_pb2.ReserveRequest(campaign=campaign))

    async def checked(ruleset: str, options: bytes) -> tuple[list[str], bool]:
        asked = engine_pb2.CheckOptionsRequest(campaign=campaign, ruleset=ruleset, seats=2, options=options)
        reply = await engine.ask("CheckOptions", asked)
        return list(reply.rating_kinds), reply.own_ratings

    assert await checked("tally", b"{}") == ([], False)
    kinds, own = await checked("chess_wars", b'{"pace": "live", "own_ratings": true}')
    assert kinds[0] == "rapid"
    assert own


async def test_nothing_is_staked_on_a_start_that_the_host_has_made_up(start_engine: StartEngine) -> None:
    """Provinces as dealt may be played for coins; from a position of the host's own they are free."""
    engine = await start_engine()
    campaign = new_id()
    await engine.ask("Reserve", engine_pb2.ReserveRequest(campaign=campaign))

    async def entries(options: bytes) -> bool:
        asked = engine_pb2.CheckOptionsRequest(campaign=campaign, ruleset="provinces", seats=2, options=options)
        return bool((await engine.ask("CheckOptions", asked)).room.entries)

    assert await entries(b'{"turn_s": 30}')
    assert not await entries(b'{"position": {"owners": {"tehran": 0, "kerman": 1}}}')


async def test_who_left_the_provinces_may_watch_whatever_spectators_may(start_engine: StartEngine) -> None:
    """As the public; strangers may not."""
    engine = await start_engine()
    campaign = new_id()
    await engine.ask("Reserve", engine_pb2.ReserveRequest(campaign=campaign))
    seats = [engine_pb2.StartSeat(account=who, entropy=who.encode()) for who in ("ann", "bob", "cat")]
    asked = engine_pb2.CreateCampaignRequest(
        campaign=campaign, room="room", name="Test", ruleset="provinces", seats=seats, host=0,
        options=b'{"spectators": "none"}',
    )  # fmt: skip
    await engine.ask("CreateCampaign", asked)
    change = engine_pb2.ChangeSeatRequest.CHANGE_LEAVE
    leave = engine_pb2.ChangeSeatRequest(campaign=campaign, account="cat", key=new_key(), seat=2, change=change)
    await engine.ask("ChangeSeat", leave)
    seen = await engine.view(campaign, "cat")
    assert (seen["game"]["players"]["2"]["out"], "you" in seen) == ("left", False)
    for stranger in ("", "dan"):
        with pytest.raises(Problem) as refused:
            await engine.view(campaign, stranger)
        assert refused.value.code == "not_allowed"


async def test_numbers_of_many_campaigns_are_one_question(start_engine: StartEngine) -> None:
    """A gateway learns what it may have missed: the numbers its sockets would be at; what isn't there is missing."""
    engine = await start_engine()
    campaigns = [await engine.started() for _ in range(3)]
    await engine.add(campaigns[1])
    asked = engine_pb2.GetNumbersRequest(campaigns=[*campaigns, new_id()])
    reply = await engine.ask("GetNumbers", asked)
    found = {one.campaign: one for one in reply.campaigns}
    assert set(found) == set(campaigns)
    for campaign in campaigns:
        view = await engine.ask("GetView", engine_pb2.GetViewRequest(campaign=campaign))
        assert (found[campaign].epoch, found[campaign].numbers[-1]) == (view.cursor.epoch, view.cursor.n)
