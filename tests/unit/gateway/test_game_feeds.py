"""Games: their viewers are their campaign's, whatever changes there; and what is done is answered as done."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from warboard_pb.campaign.v1 import engine_pb2, envelope_pb2
from warboard_pb.chess.v1 import chess_pb2

from chassis.bus import Message
from chassis.problems import Problem, Unavailable
from services.gateway.game_feeds import GameFeeds


class Socket:
    open = True

    def __init__(self, account: str) -> None:
        self.account = account
        self.links: dict[str, str] = {}
        self.got: list[dict[str, Any]] = []

    def send(self, message: bytes) -> None:
        self.got.append(msgspec.json.decode(message))


class Platform:
    """Bus, engine, chessgate, names and the clock in one: a campaign that only its players see."""

    def __init__(self) -> None:
        self.engine = self.chessgate = self
        self.GetGame, self.GetSeating = "GetGame", "GetSeating"
        self.seats = [envelope_pb2.Occupant(seat=seat, account=account) for seat, account in enumerate(("ann", "bob"))]
        self.handlers: dict[str, Any] = {}
        self.version = 1
        self.now = 100.0
        self.held_back_ms = 0
        self.engine_away = 0
        self.during: Callable[[], Any] | None = None
        self.feeds = GameFeeds(self, self, self, self)  # type: ignore[arg-type]

    async def sleep(self, pause: timedelta) -> None:
        self.now += pause.total_seconds()

    def monotonic(self) -> float:
        return self.now

    async def subscribe(self, subject: str, handler: Any) -> str:
        self.handlers[subject] = handler
        return subject

    async def unsubscribe(self, subject: str) -> None:
        del self.handlers[subject]

    async def of(self, accounts: Any) -> dict[str, str]:
        return {account: account.title() for account in accounts if account}

    def game(self) -> bytes:
        sides = {"white": {"seat": 0}, "black": {"seat": 1}}
        return msgspec.json.encode({"id": "c-w1", "campaign": "c", "version": self.version, **sides})

    async def ask(self, method: str, request: Any) -> Any:
        if method == "GetGame":
            held_back, self.held_back_ms = self.held_back_ms, 0
            return chess_pb2.GetGameReply(
                game=self.game(), campaign="c", version=self.version, held_back_ms=held_back
            )  # fmt: skip
        if self.engine_away:
            self.engine_away -= 1
            raise Unavailable
        may = any(seat.account == request.account and not seat.left for seat in self.seats)
        reply = engine_pb2.GetSeatingReply(seats=self.seats, may_watch=may)
        if self.during is not None:
            during, self.during = self.during, None
            await during()
        return reply

    async def leaves(self, seat: int) -> None:
        self.seats[seat].left = True
        envelope = envelope_pb2.Envelope(campaign="c", epoch=1)
        envelope.neutral.seats.extend(self.seats)
        await self.handlers["campaign.c"](Message("campaign.c", envelope.SerializeToString()))

    async def move(self, delay_ms: int = 0) -> None:
        self.version += 1
        told = chess_pb2.GameChanged(
            game="c-w1", campaign="c", version=self.version, change=b"{}",
            spectator_delay_ms=delay_ms, players=["bob"],
        )  # fmt: skip
        await self.handlers["chess.c-w1"](Message("chess.c-w1", told.SerializeToString()))

    async def moved(self, change: bytes, to_move: str) -> None:
        self.version += 1
        told = chess_pb2.GameChanged(
            game="c-w1", campaign="c", version=self.version, change=change, to_move=to_move, legal=b'{"e7":["e5"]}'
        )
        await self.handlers["chess.c-w1"](Message("chess.c-w1", told.SerializeToString()))

    async def settle(self) -> None:
        await self.feeds._again.workers.idle()


@pytest.fixture
def platform() -> Platform:
    return Platform()


async def test_a_move_that_is_done_is_answered_while_the_engine_is_away(platform: Platform) -> None:
    """With the names that are known, at first with none."""
    platform.engine_away = 1
    assert (await platform.feeds.played(platform.game()))["white"] == {"seat": 0}
    await platform.feeds.game("c-w1", "ann")
    platform.engine_away = 1
    assert (await platform.feeds.played(platform.game()))["white"] == {"seat": 0, "name": "Ann"}


async def test_a_change_tells_who_is_to_move_what_is_legal(platform: Platform) -> None:
    """And the other that nothing is; both get the change itself."""
    sockets = [Socket("ann"), Socket("bob")]
    for socket in sockets:
        await platform.feeds.watch(socket, "c-w1")
    await platform.moved(b'{"ply":1,"draw_offer":null}', "bob")
    await platform.moved(b"{}", "")
    first = {"ply": 1, "draw_offer": None}
    assert [message["change"] for message in sockets[0].got[1:]] == [{**first, "legal": None}, {"legal": None}]
    assert [message["change"] for message in sockets[1].got[1:]] == [
        {**first, "legal": {"e7": ["e5"]}},
        {"legal": None},
    ]
    assert [(m["t"], m["topic"], m["version"]) for m in sockets[1].got[1:]] == [
        ("move", "game:c-w1", n) for n in (2, 3)
    ]


async def test_who_left_for_good_sees_the_game_no_more(platform: Platform) -> None:
    sockets = [Socket("ann"), Socket("bob")]
    for socket in sockets:
        await platform.feeds.watch(socket, "c-w1")
    await platform.leaves(0)
    await platform.settle()
    await platform.move()
    assert [message["t"] for message in sockets[0].got] == ["game", "problem"]
    assert (sockets[0].got[-1]["code"], sockets[0].got[-1]["topic"]) == ("not_allowed", "game:c-w1")
    assert [message["t"] for message in sockets[1].got] == ["game", "game", "move"]
    await platform.feeds.leave(sockets[1], "c-w1")
    assert platform.handlers == {}


async def test_who_leaves_while_the_game_is_asked_for_is_asked_again(platform: Platform) -> None:
    platform.during = lambda: platform.leaves(0)
    socket = Socket("ann")
    with pytest.raises(Problem):
        await platform.feeds.watch(socket, "c-w1")
    assert (socket.got, platform.handlers) == ([], {})


async def test_a_game_is_shown_again_once_the_engine_is_back(platform: Platform) -> None:
    socket = Socket("ann")
    await platform.feeds.watch(socket, "c-w1")
    platform.version, platform.engine_away = 3, 2
    platform.feeds.refresh_all()
    await platform.settle()
    assert [message["game"]["version"] for message in socket.got] == [1, 3]


async def test_who_plays_neither_side_sees_a_delayed_game_later(platform: Platform) -> None:
    """As a whole game, once the delay is over; chessgate then shows what may be seen."""
    player, spectator = Socket("bob"), Socket("ann")
    for socket in (player, spectator):
        await platform.feeds.watch(socket, "c-w1")
    await platform.move(delay_ms=60_000)
    assert [message["t"] for message in player.got] == ["game", "move"]
    assert [message["t"] for message in spectator.got] == ["game"]
    await platform.settle()
    assert platform.now == 160.0
    assert [message["t"] for message in spectator.got] == ["game", "game"]


async def test_who_comes_while_a_move_is_held_back_sees_it_as_soon_as_they_may(platform: Platform) -> None:
    """Nothing told them of it before the next move."""
    platform.held_back_ms = 40_000
    spectator = Socket("ann")
    await platform.feeds.watch(spectator, "c-w1")
    await platform.settle()
    assert platform.now == 140.0
    assert [message["t"] for message in spectator.got] == ["game", "game"]


async def test_the_end_is_shown_whole_to_whom_a_move_was_held_back_from(platform: Platform) -> None:
    """Else the end was added to a position without the moves before it."""
    platform.held_back_ms = 40_000
    spectator = Socket("ann")
    await platform.feeds.watch(spectator, "c-w1")
    await platform.move()
    await platform.settle()
    assert {message["t"] for message in spectator.got} == {"game"}
    assert spectator.got[1]["game"]["version"] == 2
