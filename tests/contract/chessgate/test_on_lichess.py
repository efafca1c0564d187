"""Games on Lichess, against the stand-in, on both databases: created, followed, judged here, once."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any

import pytest
from warboard_pb.campaign.v1 import wants_pb2
from warboard_pb.lobby.v1 import lobby_pb2, lobby_pb2_grpc

from chassis import rpc
from chassis.metrics import Metrics
from chassis.timekeeping import SystemClock
from services.chessgate.adapters.lease import LASTS
from services.chessgate.app.following import LOOK
from tests.contract.chessgate.conftest import Chessgate, StartChessgate, now
from tests.contract.chessgate.test_games import playing
from tests.contract.lobby.conftest import ON_POSTGRES, ON_SQLITE
from tests.lichess.server import StandIn

FOOLS = "f3 e5 g4 Qh4#"


class HurriedClock(SystemClock):
    """The real time; what waits for a while to pass needn't."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def monotonic(self) -> float:
        return super().monotonic() + self.ahead

    def hurry(self, duration: timedelta) -> None:
        self.ahead += duration.total_seconds()


class FakeLobby(lobby_pb2_grpc.LobbyServicer):
    """Knows who is linked: `ann-*` with AnnL, `bob-*` with BobL, unless somebody isn't."""

    def __init__(self) -> None:
        self.names = {"ann": "AnnL", "bob": "BobL"}

    async def GetLichess(self, request: Any, context: Any) -> lobby_pb2.GetLichessReply:  # noqa: N802
        reply = lobby_pb2.GetLichessReply(enabled=True)
        name = self.names.get(request.account.partition("-")[0])
        if name:
            reply.user.name = name
        return reply


@pytest.fixture
async def lobby() -> AsyncIterator[tuple[FakeLobby, str]]:
    fake = FakeLobby()
    service = rpc.RpcService("warboard.lobby.v1.Lobby", lobby_pb2_grpc.add_LobbyServicer_to_server, fake)
    server = await rpc.serve([service], "127.0.0.1:0", clock=SystemClock(), metrics=Metrics("lobby"))
    yield fake, f"127.0.0.1:{server.port}"
    await server.stop(timedelta())


@pytest.fixture
def clock() -> HurriedClock:
    return HurriedClock()


@pytest.fixture
def environ(lichess: StandIn, lobby: tuple[FakeLobby, str]) -> dict[str, str]:
    return {"WARBOARD_LICHESS_URL": lichess.url, "WARBOARD_LOBBY_ADDRESS": lobby[1]}


@pytest.fixture
async def gate(start_chessgate: StartChessgate, clock: HurriedClock, environ: dict[str, str]) -> Chessgate:
    made = await start_chessgate(clock, **environ)
    await made.listen()
    await made.want(made.a_game())
    await made.until(playing)
    return made


async def agree(gate: Chessgate) -> dict[str, Any]:
    """Both agree to play on Lichess, where the challenge comes to be; the game here."""
    assert (await gate.play("ann", type="OfferLichess")).accepted.game
    assert (await gate.play("bob", type="AcceptLichess", offer=1)).accepted.game
    return await gate.until(lambda shown: bool(shown.get("lichess", {}).get("url")))


async def begun(gate: Chessgate, lichess: StandIn) -> None:
    await agree(gate)
    lichess.games.begin()
    await gate.until(lambda shown: shown["lichess"]["began"])


async def until(true: Callable[[], bool], within: float = 8) -> None:
    end = time.monotonic() + within
    while not true():
        assert time.monotonic() < end
        await asyncio.sleep(0.02)


async def limited(lichess: StandIn) -> None:
    """The 429 has been answered, and the answer has arrived."""
    await until(lambda: not lichess.limited)
    await asyncio.sleep(0.5)


async def test_a_game_is_played_there_and_counts_here_once(
    gate: Chessgate, lichess: StandIn, clock: HurriedClock
) -> None:
    """Pitfall 42: one challenge for two linked users, one stream, one request at a time; moves come, and the mate."""
    shown = await agree(gate)
    made = lichess.games.only
    assert shown["lichess"]["url"] == f"{lichess.url}/{made.id}"
    assert (made.users, made.clock) == (("annl", "bobl"), (600, 5))
    assert int(made.form["expiresAt"]) == shown["lichess"]["due_unix_ms"]
    assert (made.form["rated"], made.form["rules"]) == ("false", "noRematch,noGiveTime")
    assert "running" not in shown["clocks"]
    lichess.games.begin()
    await gate.until(lambda shown: shown["lichess"]["began"])
    assert (await gate.move(0, "e2e4")).problem.code == "on_lichess"
    lichess.games.move("f3 e5", left_s=590)
    clock.hurry(LOOK)
    shown = await gate.until(lambda shown: shown["ply"] == 2)
    assert (shown["clocks"]["white_ms"], [move["san"] for move in shown["moves"]]) == (590_000, ["f3", "e5"])
    lichess.games.move("g4 Qh4#")
    lichess.games.end("mate", "black")
    shown = await gate.until(lambda shown: shown["state"] == "over")
    assert (shown["result"], shown["reason"], shown["ply"]) == ("black", "checkmate", 4)
    (end,) = await gate.ends()
    assert (end.result, end.reason, end.plies) == ("black", "checkmate", 4)
    assert (len(lichess.games.all), lichess.games.opened_streams, lichess.most_at_once) == (1, 1, 1)
    await until(lambda: not lichess.games.streams)


@ON_SQLITE
async def test_correspondence_has_days(gate: Chessgate, lichess: StandIn, clock: HurriedClock) -> None:
    """Moves aren't waited for, but looked at at the end."""
    gate.game = f"{gate.campaign}-w2"
    sides = {
        "white": wants_pb2.GameSide(seat=0, account=f"ann-{gate.campaign}", initial_s=2 * 86_400),
        "black": wants_pb2.GameSide(seat=1, account=f"bob-{gate.campaign}", initial_s=2 * 86_400),
    }
    await gate.want(gate.a_game(game=gate.game, live=False, **sides))
    await gate.until(playing)
    await begun(gate, lichess)
    assert (lichess.games.only.clock, lichess.games.only.days) == (None, 2)
    lichess.games.move("e4 e5")
    lichess.games.end("resign", "white")
    shown = await gate.until(lambda shown: shown["state"] == "over")
    assert (shown["result"], shown["reason"], shown["ply"]) == ("white", "resignation", 2)


@ON_SQLITE
async def test_who_is_not_linked_and_whose_clocks_differ_stay_here(
    gate: Chessgate, lobby: tuple[FakeLobby, str], lichess: StandIn
) -> None:
    del lobby[0].names["bob"]
    assert (await gate.play("ann", type="OfferLichess")).problem.code == "lichess_unlinked"
    lobby[0].names["bob"] = "BobL"
    assert (await gate.play("eve", type="OfferLichess")).problem.code == "not_a_player"
    gate.game = f"{gate.campaign}-w2"
    black = wants_pb2.GameSide(seat=1, account=f"bob-{gate.campaign}", initial_s=2 * 86_400)
    white = wants_pb2.GameSide(seat=0, account=f"ann-{gate.campaign}", initial_s=86_400)
    await gate.want(gate.a_game(game=gate.game, live=False, white=white, black=black))
    assert "lichess_possible" not in await gate.until(playing)
    assert (await gate.play("ann", type="OfferLichess")).problem.code == "lichess_clocks"
    assert lichess.asked == []


@ON_SQLITE
async def test_without_lichess_nobody_is_asked(chessgate: Chessgate) -> None:
    await chessgate.want(chessgate.a_game())
    await chessgate.until(playing)
    assert (await chessgate.play("ann", type="OfferLichess")).problem.code == "lichess_off"


@ON_SQLITE
async def test_an_aborted_game_is_here_again(gate: Chessgate, lichess: StandIn) -> None:
    await begun(gate, lichess)
    lichess.games.end("aborted")
    shown = await gate.until(lambda shown: "lichess" not in shown)
    assert (shown["back_from_lichess"], shown["state"], shown["ply"]) == ("aborted", "playing", 0)
    assert (await gate.move(0, "e2e4")).accepted.game
    assert await gate.ends() == []


@ON_SQLITE
@pytest.mark.parametrize("users", [("bobl", "annl"), ("annl", "evel")])
async def test_a_game_of_others_counts_nothing(gate: Chessgate, lichess: StandIn, users: tuple[str, str]) -> None:
    await agree(gate)
    lichess.games.only.users = users
    lichess.games.begin()
    lichess.games.move(FOOLS)
    lichess.games.end("mate", "black")
    shown = await gate.until(lambda shown: "lichess" not in shown)
    assert (shown["back_from_lichess"], shown["ply"]) == ("foreign", 0)
    assert await gate.ends() == []


@ON_SQLITE
async def test_what_lichess_does_not_want_is_played_here(gate: Chessgate, lichess: StandIn) -> None:
    lichess.broken = [(400, '{"error": {"users": ["No"]}}')]
    assert (await gate.play("ann", type="OfferLichess")).accepted.game
    assert (await gate.play("bob", type="OfferLichess")).accepted.game
    assert (await gate.until(lambda shown: "lichess" not in shown))["back_from_lichess"] == "refused"


@ON_SQLITE
async def test_failures_and_nonsense_are_asked_again_later(
    gate: Chessgate, lichess: StandIn, clock: HurriedClock
) -> None:
    """With ever longer waits, and without a second challenge."""
    lichess.broken = [(500, ""), (200, "<html>"), (200, '{"id": "../../x"}')]
    assert (await gate.play("ann", type="OfferLichess")).accepted.game
    assert (await gate.play("bob", type="OfferLichess")).accepted.game
    for left in (2, 1, 0):
        await until(lambda left=left: len(lichess.broken) == left)  # type: ignore[misc]
        await asyncio.sleep(1.2)
        clock.hurry(timedelta(minutes=1))
    await gate.until(lambda shown: bool(shown["lichess"].get("url")))
    assert len(lichess.games.all) == 1


@ON_SQLITE
async def test_a_429_is_a_minutes_rest_and_the_war_goes_on(
    gate: Chessgate, lichess: StandIn, clock: HurriedClock
) -> None:
    """Pitfall 42, slow answers and 429: nothing is asked for a minute, what players do here is answered at once."""
    lichess.slow_s, lichess.limited = 0.4, [""]
    assert (await gate.play("ann", type="OfferLichess")).accepted.game
    assert (await gate.play("bob", type="OfferLichess")).accepted.game
    await limited(lichess)
    asked = len(lichess.asked)
    clock.hurry(timedelta(seconds=50))
    await asyncio.sleep(2)
    assert len(lichess.asked) == asked
    clock.hurry(timedelta(seconds=11))
    await gate.until(lambda shown: bool(shown["lichess"].get("url")))
    lichess.games.begin()
    await gate.until(lambda shown: shown["lichess"]["began"])
    lichess.limited = ["90"]
    clock.hurry(LOOK)
    await limited(lichess)
    lichess.games.move(FOOLS)
    lichess.games.end("mate", "black")
    asked = len(lichess.asked)
    clock.hurry(timedelta(seconds=80))
    await asyncio.sleep(2)
    assert len(lichess.asked) == asked
    assert (await gate.shown())["state"] == "playing"
    clock.hurry(timedelta(seconds=10))
    assert (await gate.until(lambda shown: shown["state"] == "over"))["reason"] == "checkmate"


@ON_SQLITE
async def test_a_connection_lost_in_mid_game_is_made_again(
    gate: Chessgate, lichess: StandIn, clock: HurriedClock
) -> None:
    """What happened meanwhile is told by the new stream; there are never two at once, and none without a wait."""
    await begun(gate, lichess)
    lichess.games.cut()
    await until(lambda: not lichess.games.streams)
    lichess.games.move(FOOLS)
    lichess.games.end("mate", "black")
    assert (await gate.until(lambda shown: shown["state"] == "over"))["reason"] == "checkmate"
    assert len(await gate.ends()) == 1
    assert lichess.games.most_streams == 1


@ON_SQLITE
async def test_a_silent_stream_is_a_broken_one(
    gate: Chessgate, lichess: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without heartbeats nobody knows whether it still tells anything."""
    monkeypatch.setattr("services.chessgate.adapters.lichess._SILENCE", timedelta(seconds=1))
    lichess.games.heartbeat_s = 30
    await begun(gate, lichess)
    await until(lambda: lichess.games.opened_streams >= 2)


@ON_SQLITE
async def test_further_games_join_the_open_stream(gate: Chessgate, lichess: StandIn) -> None:
    await begun(gate, lichess)
    first = lichess.games.all.copy()
    gate.game = f"{gate.campaign}-w2"
    day = {"initial_s": 86_400}
    white = wants_pb2.GameSide(seat=0, account=f"ann-{gate.campaign}", **day)
    black = wants_pb2.GameSide(seat=1, account=f"bob-{gate.campaign}", **day)
    both = gate.a_game(), gate.a_game(game=gate.game, live=False, white=white, black=black)
    both[0].game = f"{gate.campaign}-w1"
    await gate.want(*both)
    await gate.until(playing)
    await agree(gate)
    for made in first:
        del lichess.games.all[made]
    lichess.games.begin()
    await gate.until(lambda shown: shown["lichess"]["began"])
    assert lichess.games.opened_streams == 1


async def test_a_peace_stops_it_here_whatever_happens_there(gate: Chessgate, lichess: StandIn) -> None:
    await begun(gate, lichess)
    offer = wants_pb2.PeaceOffer(offer="o1", by="white", at_unix_ms=now())
    await gate.want(gate.a_game(offers=[offer], stop="o1"))
    await gate.until(lambda shown: shown["state"] == "over")
    lichess.games.move(FOOLS)
    lichess.games.end("mate", "black")
    await asyncio.sleep(1.5)
    (end,) = await gate.ends()
    assert (end.result, end.offer) == ("stopped", "o1")


@ON_POSTGRES
async def test_another_replica_goes_on_within_seconds(
    gate: Chessgate, start_chessgate: StartChessgate, lichess: StandIn, environ: dict[str, str]
) -> None:
    """The one that follows dies without a word; the other had nothing to do with Lichess until then."""
    await begun(gate, lichess)
    other = await start_chessgate(**environ)
    await asyncio.sleep(2)
    assert lichess.games.opened_streams == 1
    await gate.service.background.stop()
    await until(lambda: not lichess.games.streams)
    lichess.games.move(FOOLS)
    lichess.games.end("mate", "black")
    other.game, other.campaign = gate.game, gate.campaign
    within = LASTS.total_seconds() + 4
    assert (await other.until(lambda shown: shown["state"] == "over", within))["reason"] == "checkmate"
    assert len(await gate.ends()) == 1
