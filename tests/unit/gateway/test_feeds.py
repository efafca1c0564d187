"""A feed loses nothing, doubles nothing, and shows nobody what is not theirs any more."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from warboard_pb.campaign.v1 import engine_pb2, envelope_pb2
from warboard_pb.common.v1 import play_pb2

from chassis.bus import Message
from chassis.problems import Kind, Problem, Unavailable
from chassis.timekeeping import SystemClock
from services.gateway.feeds import PUBLIC, CampaignFeeds


class Socket:
    open = True
    links: dict[str, str] = {}  # noqa: RUF012

    def __init__(self, account: str) -> None:
        self.account = account
        self.got: list[dict[str, Any]] = []

    def send(self, message: bytes) -> None:
        self.got.append(msgspec.json.decode(message))

    def numbers(self) -> list[int]:
        return [message["n"] for message in self.got if message["t"] == "patch"]


class Platform:
    """Bus and engine in one: a campaign whose public is at `n`, with ann in seat 0."""

    def __init__(self) -> None:
        self.engine = self
        self.GetView, self.GetMissed, self.GetNumbers = "GetView", "GetMissed", "GetNumbers"
        self.asked: list[str] = []
        self.away = 0
        """How many further questions nobody answers."""
        self.n = 1
        self.public = True
        self.seats = [envelope_pb2.Occupant(seat=0, account="ann")]
        self.handler: Any = None
        self.subscribed = 0
        self.during: Callable[[], Any] | None = None

    async def subscribe(self, _: str, handler: Any) -> str:
        self.handler, self.subscribed = handler, self.subscribed + 1
        return "subscription"

    async def unsubscribe(self, _: str) -> None:
        self.subscribed -= 1

    async def ask(self, method: str, request: Any, **_: Any) -> Any:
        self.asked.append(method)
        if self.away:
            self.away -= 1
            raise Unavailable
        if method == "GetNumbers":
            numbers = engine_pb2.CampaignNumbers(campaign="c", epoch=1, numbers={PUBLIC: self.n, 0: self.n})
            return engine_pb2.GetNumbersReply(campaigns=[numbers] if "c" in request.campaigns else [])
        seat = next((each.seat for each in self.seats if request.account == each.account and not each.left), PUBLIC)
        if seat == PUBLIC and not self.public:
            raise Problem("not_allowed", Kind.NOT_ALLOWED, "No.")
        if method == "GetMissed":
            after = request.after
            numbers = range(after.n + 1, self.n + 1)
            updates = [envelope_pb2.ClassUpdate(viewer=after.viewer, n=n, body=b'"patch":{}') for n in numbers]
            return engine_pb2.GetMissedReply(updates=updates, stale=after.epoch != 1 or after.viewer != seat)
        seats = {str(each.seat): {"seat": each.seat} for each in self.seats}
        view = msgspec.json.encode({"campaign": {"seats": seats}})
        cursor = play_pb2.Cursor(epoch=1, viewer=seat, n=self.n)
        if self.during is not None:
            during, self.during = self.during, None
            await during()
        return engine_pb2.GetViewReply(cursor=cursor, view=view, seats=self.seats)

    async def append(self, *, lost: bool = False, seats: Any = ()) -> None:
        self.n += 1
        envelope = envelope_pb2.Envelope(campaign="c", epoch=1)
        for viewer in (PUBLIC, 0):
            envelope.updates.add(viewer=viewer, n=self.n, body=b'"patch":{}')
        envelope.neutral.seats.extend(seats)
        if not lost:
            await self.handler(Message("campaign.c", envelope.SerializeToString()))


@pytest.fixture
def platform() -> Platform:
    return Platform()


@pytest.fixture
def feeds(platform: Platform) -> CampaignFeeds:
    async def names(accounts: list[str]) -> dict[str, str]:
        return {account: account.title() for account in accounts}

    return CampaignFeeds(platform, platform, SystemClock(), names)  # type: ignore[arg-type]


async def settled(feeds: CampaignFeeds) -> None:
    async with asyncio.timeout(2):
        await feeds._workers.idle()


async def test_shows_the_view_with_names_and_then_each_patch(feeds: CampaignFeeds, platform: Platform) -> None:
    ann = Socket("ann")
    await feeds.watch(ann, "c")
    await platform.append()
    await platform.append()
    assert ann.got[0]["view"]["campaign"]["seats"]["0"] == {"seat": 0, "account": "ann", "name": "Ann"}
    assert ann.numbers() == [2, 3]


async def test_loses_nothing_that_comes_while_the_view_is_asked_for(feeds: CampaignFeeds, platform: Platform) -> None:
    ann = Socket("ann")
    platform.during = platform.append
    await feeds.watch(ann, "c")
    await settled(feeds)
    assert ann.got[0]["n"] == 1
    assert ann.numbers() == [2]


async def test_fills_a_hole_for_all_without_doubles(feeds: CampaignFeeds, platform: Platform) -> None:
    sockets = [Socket("ann"), Socket("ann"), Socket("")]
    for socket in sockets:
        await feeds.watch(socket, "c")
    await platform.append(lost=True)
    await platform.append()
    await settled(feeds)
    await platform.append()
    assert [socket.numbers() for socket in sockets] == [[2, 3, 4]] * 3


async def test_resumes_by_cursor(feeds: CampaignFeeds, platform: Platform) -> None:
    platform.n = 5
    ann = Socket("ann")
    await feeds.watch(ann, "c", play_pb2.Cursor(epoch=1, viewer=0, n=3))
    assert [message["t"] for message in ann.got] == ["patch", "patch"]
    assert ann.numbers() == [4, 5]
    late = Socket("ann")
    await feeds.watch(late, "c", play_pb2.Cursor(epoch=7, viewer=0, n=3))
    assert [message["t"] for message in late.got] == ["view"]


async def test_who_left_for_good_sees_the_public_class(feeds: CampaignFeeds, platform: Platform) -> None:
    """Also when it comes back with the cursor of its old class; and nothing where the campaign is not public."""
    ann = Socket("ann")
    await feeds.watch(ann, "c")
    platform.seats[0].left = True
    await platform.append(seats=platform.seats)
    await settled(feeds)
    assert [message["class"] for message in ann.got if message["t"] == "view"] == [0, PUBLIC]
    platform.n += 1
    late = Socket("ann")
    await feeds.watch(late, "c", play_pb2.Cursor(epoch=1, viewer=0, n=platform.n - 1))
    assert [(message["t"], message["class"]) for message in late.got] == [("view", PUBLIC)]
    assert next(iter(feeds._watched.feeds.values())).watches[late].viewer == PUBLIC
    platform.public = False
    with pytest.raises(Problem):
        await feeds.watch(Socket("ann"), "c")


async def test_who_loses_a_seat_sees_its_class_no_more(feeds: CampaignFeeds, platform: Platform) -> None:
    ann, public = Socket("ann"), Socket("")
    await feeds.watch(ann, "c")
    await feeds.watch(public, "c")
    platform.seats = [envelope_pb2.Occupant(seat=0, bot_level=3)]
    await platform.append(seats=platform.seats)
    await settled(feeds)
    assert [(message["t"], message["class"]) for message in ann.got] == [("view", 0), ("view", PUBLIC)]
    assert public.numbers() == [2]


async def test_who_may_see_nothing_any_more_is_told(feeds: CampaignFeeds, platform: Platform) -> None:
    ann = Socket("ann")
    await feeds.watch(ann, "c")
    platform.seats, platform.public = [envelope_pb2.Occupant(seat=0, bot_level=3)], False
    await platform.append(seats=platform.seats)
    await settled(feeds)
    assert [message.get("code") for message in ann.got] == [None, "not_allowed"]
    assert platform.subscribed == 0


async def test_a_refused_watch_leaves_nothing_and_hurts_nobody(feeds: CampaignFeeds, platform: Platform) -> None:
    platform.public = False
    stranger, ann = Socket("bob"), Socket("ann")
    refused, shown = await asyncio.gather(feeds.watch(stranger, "c"), feeds.watch(ann, "c"), return_exceptions=True)
    assert isinstance(refused, Problem)
    assert shown is None
    await platform.append()
    assert ann.numbers() == [2]
    assert stranger.got == []
    await feeds.leave(ann, "c")
    assert platform.subscribed == 0


async def test_looking_again_asks_once_for_all_and_fills_what_was_missed(
    feeds: CampaignFeeds, platform: Platform
) -> None:
    """Hundreds of quiet campaigns cost one question; only holes are asked for."""
    ann, public = Socket("ann"), Socket("")
    await feeds.watch(ann, "c")
    await feeds.watch(public, "c")
    platform.asked.clear()
    await feeds.look_again()
    await settled(feeds)
    assert platform.asked == ["GetNumbers"]
    await platform.append(lost=True)
    await feeds.look_again()
    await settled(feeds)
    assert platform.asked == ["GetNumbers", "GetNumbers", "GetMissed", "GetMissed"]
    assert ann.numbers() == public.numbers() == [2]


async def test_looking_again_goes_on_until_the_engine_answers(
    feeds: CampaignFeeds, platform: Platform, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was missed while the engine was away isn't forgotten."""
    monkeypatch.setattr("services.gateway.feeds._RETRY", timedelta(milliseconds=1))
    ann = Socket("ann")
    await feeds.watch(ann, "c")
    await platform.append(lost=True)
    platform.away = 2
    await feeds.look_again()
    await settled(feeds)
    assert ann.numbers() == [2]


async def test_the_engine_is_asked_for_a_few_views_at_a_time(feeds: CampaignFeeds, platform: Platform) -> None:
    """However many come at once: the rest waits its turn."""
    now, most = 0, 0
    answer = platform.ask

    async def slowly(method: str, request: Any, **others: Any) -> Any:
        nonlocal now, most
        now, most = now + 1, max(most, now + 1)
        await asyncio.sleep(0.001)
        now -= 1
        return await answer(method, request, **others)

    platform.ask = slowly  # type: ignore[method-assign]
    await asyncio.gather(*(feeds.watch(Socket(""), "c") for _ in range(200)))
    assert most <= 32
