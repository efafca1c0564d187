"""Talk in a campaign's channels, on both databases and a real broker."""

import asyncio
import json
from typing import Any

import pytest
from warboard_pb.campaign.v1.envelope_pb2 import CampaignDeleted, Neutral, Notice, Occupant, SeatChanged
from warboard_pb.notify.v1 import notify_pb2

from chassis.bus import Bus, Message
from chassis.ids import new_key
from chassis.problems import Problem
from chassis.subjects import ANY, pattern
from tests.contract.notify.conftest import Notify, StartNotify
from tests.fake_engine import FakeEngine

SEATS = [
    Occupant(seat=0, account="ann"), Occupant(seat=1, account="bob"), Occupant(seat=2, account="eve", bot_level=3),
    Occupant(seat=3, bot_level=4),
]  # fmt: skip


@pytest.fixture(autouse=True)
async def seated(notify: Notify, engine: FakeEngine) -> None:
    """Ann hosts, Bob plays, a bot stands in for Eve, and the fourth is a bot."""
    engine.seatings["c1"] = SEATS
    await notify.publish("c1", 1, Neutral(seats=SEATS))
    await notify.settled()


@pytest.fixture
async def heard(bus: Bus) -> list[notify_pb2.TalkChanged]:
    """What gateways hear, as it comes."""
    seen: list[notify_pb2.TalkChanged] = []

    async def note(message: Message) -> None:
        seen.append(notify_pb2.TalkChanged.FromString(message.data))

    await bus.subscribe(pattern("talk", ANY), note)
    await bus.round_trip()
    return seen


async def refused(call: Any) -> str:
    with pytest.raises(Problem) as problem:
        await call
    return problem.value.code


async def test_everybody_talks_in_the_campaigns_channel(notify: Notify, heard: list[notify_pb2.TalkChanged]) -> None:
    """Also somebody for whom a bot stands in; it makes no notices."""
    assert (await notify.say("ann", " hello ")).n == 1
    assert (await notify.say("eve", "still here")).seat == 2
    assert await notify.texts("bob") == ["hello", "still here"]
    assert await notify.texts("bob", before=2) == ["hello"]
    assert await notify.texts("bob", limit=1) == ["still here"]
    for account in ("ann", "bob", "eve"):
        assert await notify.keys(account) == []
    await notify.all_told()
    assert [(change.channel, change.message.text, list(change.readers)) for change in heard] == [
        ("all", "hello", ["ann", "bob", "eve"]),
        ("all", "still here", ["ann", "bob", "eve"]),
    ]


async def test_the_same_click_says_it_once(notify: Notify, heard: list[notify_pb2.TalkChanged]) -> None:
    """Also many times at once; another text under its key is refused; another's key is their own."""
    key = new_key()
    said = await asyncio.gather(*(notify.say("ann", "once", "0-1", key) for _ in range(6)))
    assert {message.n for message in said} == {1}
    assert await notify.texts("bob", "0-1") == ["once"]
    assert await refused(notify.say("ann", "twice", "0-1", key)) == "key_reused"
    assert await refused(notify.say("ann", "once", "all", key)) == "key_reused"
    assert (await notify.say("bob", "mine", "0-1", key)).n == 2
    await notify.all_told()
    assert [change.message.text for change in heard] == ["once", "mine"]
    assert await notify.keys("bob") == ["notice.message"]


async def test_a_private_message_is_for_two(
    notify: Notify, engine: FakeEngine, heard: list[notify_pb2.TalkChanged]
) -> None:
    """The host, other players, spectators and strangers find neither the channel nor a word of it, by any method."""
    engine.public.add("c1")
    await notify.say("bob", "attack Ann with me", "1-2")
    assert await notify.texts("eve", "1-2") == ["attack Ann with me"]
    for account in ("ann", "stranger", ""):
        fields = {"campaign": "c1", "channel": "1-2", "account": account}
        assert await refused(notify.talk("ListMessages", **fields, link="see-c1")) == "no_such_channel"
        shown = await notify.talk("ListChannels", campaign="c1", account=account, link="see-c1")
        assert "attack" not in str(shown)
        assert "1-2" not in str(shown)
    for account, code in (("ann", "no_such_channel"), ("stranger", "not_a_player")):
        fields = {"campaign": "c1", "channel": "1-2", "account": account}
        assert await refused(notify.say(account, "let me in", "1-2")) == code
        assert await refused(notify.talk("MarkChannelRead", **fields, n=1)) == code
        assert await refused(notify.talk("MuteChannel", **fields, muted=True)) == code
        assert await refused(notify.talk("EraseMessage", **fields, n=1)) == code
    assert await notify.keys("ann") == []
    await notify.all_told()
    assert [list(change.readers) for change in heard] == [["bob", "eve"]]


async def test_bots_have_no_channel(notify: Notify) -> None:
    assert list(await notify.channels("ann")) == ["all", "0-1", "0-2"]
    assert await refused(notify.say("ann", "hello, bot", "0-3")) == "no_such_channel"


async def test_spectators_read_the_campaigns_channel_where_they_may_watch(notify: Notify, engine: FakeEngine) -> None:
    """And never write; a link opens it as it opens the campaign."""
    await notify.say("ann", "hello, world")
    assert await refused(notify.texts("stranger")) == "not_allowed"
    assert await refused(notify.channels("")) == "not_allowed"
    assert await notify.texts("stranger", link="see-c1") == ["hello, world"]
    assert list(await notify.channels("", link="see-c1")) == ["all"]
    engine.public.add("c1")
    assert await notify.texts("") == ["hello, world"]
    assert (await notify.channels("stranger"))["all"].unread == 0
    assert await refused(notify.say("stranger", "hello")) == "not_a_player"


async def test_unread_messages_are_counted(notify: Notify, heard: list[notify_pb2.TalkChanged]) -> None:
    """One's own are never unread; reading is told to one's own other sockets only."""
    for number in range(3):
        await notify.say("ann", f"m{number}")
    await notify.say("bob", "yes?")
    found = (await notify.channels("bob"))["all"]
    assert (found.unread, found.read, found.last.text) == (3, 0, "yes?")
    assert (await notify.channels("ann"))["all"].unread == 1
    mine = {"campaign": "c1", "channel": "all", "account": "bob"}
    for n, unread in ((2, 1), (1, 1), (2**64 - 1, 0)):
        assert (await notify.talk("MarkChannelRead", **mine, n=n)).unread == unread
    await notify.say("ann", "more")
    found = (await notify.channels("bob"))["all"]
    assert (found.unread, found.read) == (1, 4)
    await notify.all_told()
    told = [change for change in heard if change.WhichOneof("change") == "read"]
    assert [(list(change.readers), change.read.read, change.read.unread) for change in told] == [
        (["bob"], 2, 1),
        (["bob"], 4, 0),
    ]


async def test_an_erased_message_leaves_its_place(notify: Notify, heard: list[notify_pb2.TalkChanged]) -> None:
    """Its text is gone for everybody; only its author may do it; its key still says nothing new."""
    key = new_key()
    await notify.say("ann", "oh no, a secret", "0-1", key)
    await notify.say("ann", "after", "0-1")
    mine = {"campaign": "c1", "channel": "0-1", "n": 1}
    assert await refused(notify.talk("EraseMessage", **mine, account="bob")) == "not_your_message"
    assert await refused(notify.talk("EraseMessage", **mine | {"n": 9}, account="ann")) == "no_such_message"
    for _ in range(2):
        assert (await notify.talk("EraseMessage", **mine, account="ann")).message.erased
    for account in ("ann", "bob"):
        assert await notify.texts(account, "0-1") == ["", "after"]
    assert (await notify.channels("bob"))["0-1"].unread == 1
    again = await notify.say("ann", "oh no, a secret", "0-1", key)
    assert (again.n, again.erased, again.text) == (1, True, "")
    await notify.all_told()
    told = [change.message for change in heard if change.message.erased]
    assert [(message.n, message.text) for message in told] == [(1, "")]


async def test_a_private_message_makes_one_notice_until_it_is_read(
    notify: Notify, told: list[notify_pb2.InboxChanged]
) -> None:
    """A channel each; the notice holds no text."""
    for _ in range(3):
        await notify.say("ann", "psst", "0-1")
    await notify.say("eve", "psst", "1-2")
    items = (await notify.inbox("bob")).items
    assert [(item.n, item.key, json.loads(item.parameters), item.owes) for item in items] == [
        (2, "notice.message", {"seat": 2, "channel": "1-2"}, False),
        (1, "notice.message", {"seat": 0, "channel": "0-1"}, False),
    ]
    assert await notify.read("bob", 2) == 0
    await notify.say("ann", "psst", "0-1")
    assert len(await notify.keys("bob")) == 3
    await notify.all_told()
    assert [(change.account, change.unread) for change in told] == [("bob", 1), ("bob", 2), ("bob", 0), ("bob", 1)]
    assert b"psst" not in b"".join(change.newest for change in told)


async def test_a_muted_channel_makes_no_notice(notify: Notify, heard: list[notify_pb2.TalkChanged]) -> None:
    """It still counts what is unread, for whoever looks; the other's notices are their own."""
    mine = {"campaign": "c1", "channel": "0-1", "account": "bob"}
    for muted in (True, True, False, True):
        await notify.talk("MuteChannel", **mine, muted=muted)
    await notify.say("ann", "psst", "0-1")
    await notify.say("bob", "what?", "0-1")
    found = (await notify.channels("bob"))["0-1"]
    assert (found.muted, found.unread) == (True, 1)
    assert not (await notify.channels("ann"))["0-1"].muted
    assert (await notify.keys("bob"), await notify.keys("ann")) == ([], ["notice.message"])
    await notify.all_told()
    muted_changes = [change.read.muted for change in heard if change.WhichOneof("change") == "read"]
    assert muted_changes == [True, False, True]


async def test_ten_messages_a_minute(notify: Notify) -> None:
    """Over all channels of a campaign; repeated clicks don't count, others and other campaigns go on."""
    key = new_key()
    for number in range(10):
        await notify.say("ann", f"m{number}", ("all", "0-1")[number % 2], key if number == 0 else "")
    assert (await notify.say("ann", "m0", "all", key)).n == 1
    with pytest.raises(Problem) as problem:
        await notify.say("ann", "too much")
    assert (problem.value.code, problem.value.kind) == ("slow_down", "too_many")
    assert 50_000 < problem.value.detail["retry_after_ms"] <= 60_000
    await notify.say("bob", "my turn")
    await notify.publish("c2", 1, Neutral(seats=SEATS))
    await notify.settled()
    await notify.say("ann", "here", campaign="c2")


async def test_a_deleted_campaign_takes_its_talk_along(notify: Notify, heard: list[notify_pb2.TalkChanged]) -> None:
    """Its notices, too; nothing can be said or read any more, and gateways are told."""
    await notify.say("ann", "bye", "0-1")
    await notify.publish("c1", 2, Neutral(deleted=CampaignDeleted()))
    await notify.settled()
    assert await notify.keys("bob") == []
    assert await refused(notify.say("ann", "hello?")) == "no_such_campaign"
    assert await refused(notify.texts("ann", "0-1")) == "no_such_campaign"
    assert await refused(notify.channels("ann")) == "no_such_campaign"
    await notify.all_told()
    assert heard[-1].deleted


async def test_an_unknown_campaign_is_asked_of_the_engine(notify: Notify, engine: FakeEngine) -> None:
    """Once: the answer is kept until the campaign itself tells more."""
    engine.seatings["c9"] = SEATS[:2]
    assert (await notify.say("bob", "first", campaign="c9")).seat == 1
    del engine.seatings["c9"]
    assert (await notify.say("ann", "second", campaign="c9")).n == 2
    assert await refused(notify.say("ann", "hello?", campaign="c8")) == "no_such_campaign"
    other = [Occupant(seat=0, account="zoe"), SEATS[1]]
    await notify.publish("c9", 1, Neutral(seats=other))
    await notify.settled()
    assert await refused(notify.say("ann", "third", campaign="c9")) == "not_a_player"
    assert (await notify.say("zoe", "third", campaign="c9")).n == 3


async def test_a_channel_keeps_its_newest_messages(
    start_notify: StartNotify, notify: Notify, database_url: str
) -> None:
    """And its numbers go on."""
    await notify.stop()
    small = await start_notify(WARBOARD_LIMIT_CHANNEL_MESSAGES="3")
    for number in range(5):
        await small.say("ann", f"m{number}")
    assert await small.texts("bob") == ["m2", "m3", "m4"]
    assert (await small.channels("bob"))["all"].last.n == 5


@pytest.mark.parametrize("text", ["", " \n", "x" * 2_001])
async def test_a_message_has_something_to_say(notify: Notify, text: str) -> None:
    assert await refused(notify.say("ann", text)) == "bad_text"


async def test_replicas_number_together(start_notify: StartNotify, notify: Notify, database_url: str) -> None:
    replicas = [notify] if database_url.startswith("sqlite") else [notify, await start_notify()]
    accounts = ("ann", "bob", "eve")
    await asyncio.gather(*(
        replicas[number % len(replicas)].say(accounts[number % 3], f"m{number}") for number in range(24)
    ))  # fmt: skip
    reply = await notify.talk("ListMessages", campaign="c1", channel="all", account="ann", limit=100)
    assert [message.n for message in reply.messages] == list(range(24, 0, -1))


async def test_who_left_for_good_is_a_spectator(
    notify: Notify, engine: FakeEngine, heard: list[notify_pb2.TalkChanged]
) -> None:
    """Not even the seat's own private talk is left to them; who stays keeps it, and speaks to nobody."""
    await notify.say("ann", "for bob", "0-1")
    seats = [Occupant(seat=0, account="ann"), Occupant(seat=1, account="bob", bot_level=3, left=True), *SEATS[2:]]
    await notify.publish("c1", 2, Neutral(seats=seats, changed=[SeatChanged(seat=1, bot_level=3)]))
    await notify.settled()
    assert await refused(notify.say("bob", "still here?")) == "not_a_player"
    assert await refused(notify.texts("bob", "0-1")) == "no_such_channel"
    assert await refused(notify.texts("bob")) == "not_allowed"
    engine.public.add("c1")
    assert list(await notify.channels("bob")) == ["all"]
    assert await notify.texts("ann", "0-1") == ["for bob"]
    assert await refused(notify.say("ann", "hm?", "0-1")) == "nobody_listens"
    await notify.say("ann", "he is gone")
    await notify.all_told()
    assert [change.WhichOneof("change") for change in heard] == ["message", "reseated", "message"]
    assert list(heard[-1].readers) == ["ann", "eve"]


async def test_who_left_for_good_may_still_take_their_words_away(notify: Notify, engine: FakeEngine) -> None:
    """As with the terms of an accord: but nobody else's, and whether there are others isn't told."""
    await notify.say("bob", "my number is 555", "0-1")
    await notify.say("ann", "noted", "0-1")
    seats = [Occupant(seat=0, account="ann"), Occupant(seat=1, account="bob", bot_level=3, left=True), *SEATS[2:]]
    await notify.publish("c1", 2, Neutral(seats=seats, changed=[SeatChanged(seat=1, bot_level=3)]))
    await notify.settled()
    place = {"campaign": "c1", "channel": "0-1"}
    for _ in range(2):
        assert (await notify.talk("EraseMessage", **place, n=1, account="bob")).message.erased
    assert await notify.texts("ann", "0-1") == ["", "noted"]
    for n in (2, 9):
        assert await refused(notify.talk("EraseMessage", **place, n=n, account="bob")) == "not_a_player"
        assert await refused(notify.talk("EraseMessage", **place, n=n, account="mallory")) == "not_a_player"
        assert await refused(notify.talk("EraseMessage", **place, n=n, account="eve")) == "no_such_channel"


async def test_a_newcomer_reads_nothing_that_was_said_to_who_had_the_seat_before(
    notify: Notify, heard: list[notify_pb2.TalkChanged]
) -> None:
    """By no method; the other keeps it, and both go on in the same channel. What everybody reads is the seat's."""
    await notify.say("ann", "for bob alone", "0-1")
    await notify.say("bob", "thanks", "0-1")
    await notify.say("ann", "hello all")
    seats = [Occupant(seat=0, account="ann"), Occupant(seat=1, account="fay"), *SEATS[2:]]
    note = Notice(seats=[0, 1, 2], key="notice.seat_replaced", parameters=b'{"seat":1}')
    told = Neutral(seats=seats, changed=[SeatChanged(seat=1, replaced=True)], notices=[note])
    for again in ("", "again"):
        await notify.publish("c1", 2, told, again)
    await notify.settled()
    assert await notify.texts("fay", "0-1") == []
    found = (await notify.channels("fay"))["0-1"]
    assert (found.unread, found.HasField("last")) == (0, False)
    assert await notify.texts("fay") == ["hello all"]
    assert await notify.texts("ann", "0-1") == ["for bob alone", "thanks"]
    assert await refused(notify.texts("bob", "0-1")) == "no_such_channel"
    for account in ("ann", "bob", "fay"):
        assert "notice.seat_replaced" in await notify.keys(account)
    await notify.talk("EraseMessage", campaign="c1", channel="0-1", account="ann", n=1)
    await notify.say("ann", "welcome", "0-1")
    assert await notify.texts("fay", "0-1") == ["welcome"]
    assert (await notify.channels("fay"))["0-1"].unread == 1
    await notify.talk("MarkChannelRead", campaign="c1", channel="0-1", account="fay", n=9)
    assert (await notify.channels("fay"))["0-1"].unread == 0
    assert await notify.texts("ann", "0-1") == ["", "thanks", "welcome"]
    await notify.all_told()
    erased, welcome = [one for one in heard if one.WhichOneof("change") == "message"][-2:]
    assert (list(erased.readers), list(welcome.readers)) == (["ann"], ["ann", "fay"])
    assert "reseated" in [one.WhichOneof("change") for one in heard]
