"""Inboxes filled from what campaigns tell, on both databases."""

import asyncio
import json
from typing import Any

from warboard_pb.campaign.v1.envelope_pb2 import CampaignDeleted, Neutral, Notice, Occupant, SeatChanged
from warboard_pb.notify.v1 import notify_pb2

from tests.contract.notify.conftest import Notify, StartNotify
from tests.fake_engine import FakeEngine

ANN, BOB = Occupant(seat=0, account="ann"), Occupant(seat=1, account="bob")
BOT = Occupant(seat=2, bot_level=4)
EVERYBODY = (0, 1, 2)


def started(*notices: Notice) -> Neutral:
    return Neutral(seats=[ANN, BOB, BOT], notices=notices)


def notice(key: str, *seats: int, owes: bool = False, latest: bool = False, **parameters: Any) -> Notice:
    told = json.dumps(parameters).encode()
    return Notice(seats=seats, key=f"notice.{key}", parameters=told, owes=owes, latest=latest)


def turn(number: int, *seats: int, key: str = "your_turn") -> Notice:
    """A notice of which only the newest counts."""
    return notice(key, *seats, owes=True, latest=True, turn=number)


async def test_people_are_told_and_bots_are_not(notify: Notify, told: list[notify_pb2.InboxChanged]) -> None:
    """Items are numbered without a gap, newest first, and gateways hear of each inbox after the commit."""
    await notify.publish("c1", 1, started(notice("your_turn", 0, owes=True, turn=1)))
    await notify.publish("c1", 2, Neutral(notices=[notice("round_started", *EVERYBODY, round=2)]))
    await notify.settled()
    inbox = await notify.inbox("ann")
    assert [(item.n, item.key, item.owes, item.read) for item in inbox.items] == [
        (2, "notice.round_started", False, False),
        (1, "notice.your_turn", True, False),
    ]
    assert (inbox.items[0].campaign, inbox.items[0].parameters, inbox.unread) == ("c1", b'{"round": 2}', 2)
    assert [item.n for item in (await notify.inbox("bob")).items] == [1]
    await notify.bus.round_trip()
    heard = [change for change in told if change.account == "ann"][-1]
    assert heard.unread == 2
    assert json.loads(heard.newest) == {
        "n": 2, "campaign": "c1", "key": "notice.round_started", "parameters": {"round": 2},
        "at_unix_ms": inbox.items[0].at_unix_ms, "read": False, "owes": False,
    }  # fmt: skip


async def test_a_message_that_comes_again_adds_nothing(notify: Notify) -> None:
    """Pitfall 38: also under another message id, and also when it comes after its successors."""
    first = started(notice("your_turn", 0, owes=True), notice("hello", 0))
    await notify.publish("c1", 1, first)
    await notify.publish("c1", 2, Neutral(notices=[notice("later", 0)]))
    for again in ("x", "y"):
        await notify.publish("c1", 1, first, again)
    await notify.settled()
    assert await notify.keys("ann") == ["notice.your_turn", "notice.hello", "notice.later"]


async def test_reading_is_marked_up_to_a_number(notify: Notify, told: list[notify_pb2.InboxChanged]) -> None:
    await notify.publish("c1", 1, started(*(notice(f"n{number}", 0) for number in range(5))))
    await notify.settled()
    assert await notify.read("ann", 3) == 2
    assert await notify.read("ann", 2) == 2
    inbox = await notify.inbox("ann", limit=2, before=5)
    assert [(item.n, item.read) for item in inbox.items] == [(4, False), (3, True)]
    assert inbox.unread == 2
    assert await notify.read("ann", 2**64 - 1) == 0
    assert await notify.read("nobody", 5) == 0
    await notify.publish("c1", 2, Neutral(notices=[notice("more", 0)]))
    await notify.settled()
    assert (await notify.inbox("ann")).unread == 1
    await notify.bus.round_trip()
    assert [(change.unread, bool(change.newest)) for change in told] == [(5, True), (2, False), (0, False), (1, True)]


async def test_an_unknown_seating_is_asked_of_the_engine(notify: Notify, engine: FakeEngine) -> None:
    """So a projection that was lost heals; what the engine doesn't know either is dropped."""
    engine.seatings["c1"] = [ANN, BOB, BOT]
    await notify.publish("c1", 40, Neutral(notices=[notice("your_turn", 1, owes=True)]))
    await notify.publish("c2", 7, Neutral(notices=[notice("your_turn", 1, owes=True)]))
    await notify.settled()
    del engine.seatings["c1"]
    await notify.publish("c1", 41, Neutral(notices=[notice("more", 1)]))
    await notify.settled()
    assert await notify.keys("bob") == ["notice.your_turn", "notice.more"]


async def test_who_is_handed_to_a_bot_is_told_and_then_left_alone(notify: Notify) -> None:
    """Pitfall 6: in the very append in which the bot takes over; the end is told to everybody."""
    handed = Occupant(seat=0, account="ann", bot_level=3)
    await notify.publish("c1", 1, started())
    change = Neutral(
        seats=[handed, BOB, BOT], changed=[SeatChanged(seat=0, bot_level=3)],
        notices=[notice("seat_handed", 0, seat=0), notice("your_turn", 0, owes=True)],
    )  # fmt: skip
    await notify.publish("c1", 2, change)
    await notify.publish("c1", 3, Neutral(notices=[notice("war_declared", 0, owes=True), notice("lost", 0, 1)]))
    await notify.publish("c1", 4, Neutral(notices=[notice("ended", *EVERYBODY)]))
    await notify.settled()
    assert await notify.keys("ann") == ["notice.seat_handed", "notice.ended"]
    assert await notify.keys("bob") == ["notice.lost", "notice.ended"]


async def test_who_leaves_for_good_is_told_that_last(notify: Notify) -> None:
    """Neither a bot that plays on nor the end, which comes of their leaving in some games."""
    gone = Occupant(seat=0, account="ann", bot_level=3, left=True)
    await notify.publish("c1", 1, started())
    change = Neutral(
        seats=[gone, BOB, BOT], changed=[SeatChanged(seat=0, bot_level=3)],
        notices=[notice("seat_left", 0, seat=0), notice("eliminated", 0), notice("ended", *EVERYBODY)],
    )  # fmt: skip
    await notify.publish("c1", 2, change)
    await notify.settled()
    assert await notify.keys("ann") == ["notice.seat_left"]
    assert await notify.keys("bob") == ["notice.ended"]


async def test_inboxes_keep_the_newest_and_forget_for_good(start_notify: StartNotify) -> None:
    """What was dropped doesn't come again, and the numbers go on."""
    notify = await start_notify(WARBOARD_LIMIT_INBOX_ITEMS="3")
    await notify.publish("c1", 1, started(notice("n1", 0)))
    for seq in range(2, 6):
        await notify.publish("c1", seq, Neutral(notices=[notice(f"n{seq}", 0)]))
    await notify.settled()
    await notify.publish("c1", 1, started(notice("n1", 0)), "again")
    await notify.publish("c1", 6, Neutral(notices=[notice("n6", 0)]))
    await notify.settled()
    inbox = await notify.inbox("ann")
    assert [(item.n, item.key) for item in inbox.items] == [(6, "notice.n6"), (5, "notice.n5"), (4, "notice.n4")]
    assert inbox.unread == 3


async def test_a_deleted_campaign_leaves_nothing(notify: Notify, told: list[notify_pb2.InboxChanged]) -> None:
    """Not even what comes of it later; other campaigns stay."""
    await notify.publish("c1", 1, started(notice("n1", 0, 1)))
    await notify.publish("c2", 1, started(notice("n2", 0)))
    await notify.settled()
    await notify.publish("c1", 2, Neutral(deleted=CampaignDeleted()))
    await notify.settled()
    await notify.publish("c1", 1, started(notice("n1", 0, 1)), "again")
    await notify.settled()
    assert await notify.keys("ann") == ["notice.n2"]
    assert await notify.keys("bob") == []
    await notify.bus.round_trip()
    assert [(change.unread, bool(change.newest)) for change in told if change.account == "bob"] == [
        (1, True),
        (0, False),
    ]


async def test_many_campaigns_tell_one_person_at_once(start_notify: StartNotify, database_url: str) -> None:
    """Numbers have no gap and none is doubled, also with two replicas."""
    replicas = [await start_notify() for _ in range(1 if database_url.startswith("sqlite") else 2)]
    notify = replicas[0]
    await asyncio.gather(*(
        notify.publish(f"c{number}", seq, started(notice(f"n{seq}", 0, 1)))
        for number in range(12) for seq in (1, 2)
    ))  # fmt: skip
    await notify.settled()
    for account in ("ann", "bob"):
        inbox = await notify.inbox(account, limit=100)
        assert [item.n for item in inbox.items] == list(range(24, 0, -1))
        assert len({(item.campaign, item.key) for item in inbox.items}) == 24


async def test_of_some_notices_only_the_newest_is_kept(notify: Notify, told: list[notify_pb2.InboxChanged]) -> None:
    """By campaign, account and key, read or not; numbers go on, and counts of unread items are right at once."""
    await notify.publish("c1", 1, started(turn(1, 0), notice("hello", 0)))
    await notify.publish("c2", 1, started(turn(1, 0, 1)))
    await notify.settled()
    assert await notify.read("ann", 1) == 2
    await notify.publish("c1", 2, Neutral(notices=[turn(2, 1), turn(1, 0, key="your_pick")]))
    await notify.publish("c1", 3, Neutral(notices=[turn(3, 0)]))
    await notify.publish("c1", 4, Neutral(notices=[turn(4, 0), turn(5, 0)]))
    await notify.settled()
    inbox = await notify.inbox("ann")
    assert [(item.campaign, item.key, json.loads(item.parameters).get("turn")) for item in inbox.items] == [
        ("c1", "notice.your_turn", 5), ("c1", "notice.your_pick", 1), ("c2", "notice.your_turn", 1),
        ("c1", "notice.hello", None),
    ]  # fmt: skip
    assert [item.n for item in inbox.items] == [6, 4, 3, 2]
    assert inbox.unread == 4
    assert len((await notify.inbox("bob")).items) == 2
    await notify.all_told()
    assert [change.unread for change in told if change.account == "ann"][-1] == 4


async def test_an_older_notice_that_comes_late_or_again_takes_no_newer_ones_place(notify: Notify) -> None:
    """Nor does it come back beside it."""
    first, second = started(turn(1, 0)), Neutral(notices=[turn(2, 0)])
    await notify.publish("c1", 1, first)
    await notify.publish("c1", 4, Neutral(notices=[turn(4, 0)]))
    await notify.publish("c1", 2, second)
    await notify.publish("c1", 1, first, "again")
    await notify.publish("c1", 4, Neutral(notices=[turn(4, 0)]), "again")
    await notify.settled()
    inbox = await notify.inbox("ann")
    assert [(item.n, item.parameters) for item in inbox.items] == [(2, b'{"turn": 4}')]
    assert inbox.unread == 1
