"""Games over the bus, on both databases: made, played, settled exactly once."""

import asyncio
import json

from sqlalchemy import select
from warboard_pb.campaign.v1 import wants_pb2
from warboard_pb.chess.v1 import chess_pb2
from warboard_pb.clock.v1 import clock_pb2

from chassis import rpc
from chassis.ids import new_id, new_key
from chassis.metrics import Metrics
from chassis.subjects import subject
from chassis.timekeeping import SystemClock
from services.chessgate.adapters import live_players
from services.chessgate.adapters.outages import SqlOutages
from services.chessgate.adapters.store import SqlGames
from services.chessgate.adapters.tables import MOVE
from services.chessgate.app.outages import Outages
from services.chessgate.app.play import Play
from services.chessgate.core.game import Side
from services.chessgate.core.wants import Want
from tests.contract.chessgate.conftest import Chessgate, now

FOOLS_MATE = ("f2f3", "e7e5", "g2g4", "d8h4")


def playing(shown: dict) -> bool:  # type: ignore[type-arg]
    return bool(shown["state"] == "playing")


async def test_a_game_is_made_played_and_settled_once(chessgate: Chessgate) -> None:
    """Every change has the next version, a key counts once, and the mate is told once."""
    await chessgate.want(chessgate.a_game())
    await chessgate.until(playing)
    key = new_key()
    first, again = await asyncio.gather(chessgate.move(0, FOOLS_MATE[0], key), chessgate.move(0, FOOLS_MATE[0], key))
    assert first.WhichOneof("answer") == again.WhichOneof("answer") == "accepted", (first, again)
    assert (await chessgate.play("ann", key, type="Resign")).problem.code == "key_reused"
    assert (await chessgate.move(2, "g2g4")).problem.code == "wrong_ply"
    assert (await chessgate.play("ann", type="Move", ply=1, uci="g2g4")).problem.code == "not_your_move"
    assert (await chessgate.move(1, "e7e2")).problem.code == "illegal_move"
    assert (await chessgate.play("eve", type="Resign")).problem.code == "not_a_player"
    assert (await chessgate.play("ann", type="Castle")).problem.code == "malformed"
    owed = chess_pb2.ListOwedRequest(account=f"bob-{chessgate.campaign}")
    assert [o.game for o in (await rpc.call(chessgate.stub.ListOwed, owed, clock=SystemClock())).owed] == [
        chessgate.game
    ]
    for ply, uci in enumerate(FOOLS_MATE[1:], 1):
        reply = await chessgate.move(ply, uci)
        assert reply.accepted.game, reply
    assert (await chessgate.move(4, "a2a3")).problem.code == "game_over"
    (end,) = await chessgate.ends()
    assert (end.result, end.reason, end.plies, end.war) == ("black", "checkmate", 4, "w1")
    mine = [change for change in chessgate.told if change.game == chessgate.game]
    assert [change.version for change in mine] == list(range(1, len(mine) + 1))
    changes = [json.loads(change.change) for change in mine]
    assert [move["san"] for change in changes for move in change.get("moves", ())] == ["f3", "e5", "g4", "Qh4#"]
    assert [bool(change.legal) for change in mine[-2:]] == [True, False], "who is mated has no legal move"
    pgn = (await rpc.call(chessgate.stub.GetPgn, chess_pb2.GetPgnRequest(game=chessgate.game), clock=SystemClock())).pgn
    assert '[Termination "normal"]' in pgn
    assert "%clk 0:10:00" in pgn
    wants = await rpc.call(chessgate.stub.ListWants, chess_pb2.ListWantsRequest(), clock=SystemClock())
    assert [len(wants_pb2.DeadlineWants.FromString(entry).deadlines) for entry in wants.deadlines] == [0]


async def test_who_watches_the_game_is_answered_without_it(chessgate: Chessgate) -> None:
    """The same key over REST, after that, still gets the game."""
    await chessgate.want(chessgate.a_game())
    await chessgate.until(playing)
    key = new_key()
    short = await chessgate.play("ann", key, without_game=True, type="Move", ply=0, uci="e2e4")
    assert (short.WhichOneof("answer"), short.accepted.facts, short.accepted.game) == ("accepted", 1, b"")
    again = await chessgate.play("ann", key, type="Move", ply=0, uci="e2e4")
    assert json.loads(again.accepted.game)["ply"] == 1
    refused = await chessgate.play("ann", without_game=True, type="Move", ply=1, uci="d2d4")
    assert refused.problem.code == "not_your_move"


async def test_a_real_engine_answers(chessgate: Chessgate) -> None:
    bot = wants_pb2.GameSide(seat=1, bot_level=3, initial_s=600, increment_s=5)
    weak = wants_pb2.GameSide(seat=1, bot_level=1, initial_s=600, increment_s=5)
    await chessgate.want(chessgate.a_game(black=bot))
    await chessgate.until(playing)
    assert (await chessgate.move(0, "e2e4")).accepted.game
    await chessgate.until(lambda shown: shown["ply"] == 2)
    await chessgate.want(chessgate.a_game(black=weak))
    await chessgate.until(lambda shown: shown["black"]["bot_level"] == 1)
    legal = (await chessgate.shown(f"ann-{chessgate.campaign}"))["legal"]
    origin = sorted(legal)[0]
    assert (await chessgate.move(2, origin + legal[origin][0])).accepted.game
    await chessgate.until(lambda shown: shown["ply"] == 4)
    await chessgate.play("ann", type="OfferDraw")
    await chessgate.until(lambda shown: shown["state"] == "over" or "draw_offer" not in shown)


async def test_an_accepted_peace_stops_declines_or_finds_the_game_over(chessgate: Chessgate) -> None:
    offer = wants_pb2.PeaceOffer(offer="o1", by="white", at_unix_ms=now() - 1)
    await chessgate.want(chessgate.a_game(offers=[offer]))
    await chessgate.until(playing)
    await chessgate.move(0, "e2e4")
    await chessgate.move(1, "e7e5")
    await chessgate.want(chessgate.a_game(offers=[offer], stop="o1"))
    await chessgate.want(chessgate.a_game(offers=[offer], stop="o1"))
    await asyncio.sleep(0.3)
    assert await chessgate.ends() == []
    assert [name for name, _ in chessgate.durable].count(f"chess.declined.{chessgate.game}") == 1
    later = wants_pb2.PeaceOffer(offer="o2", by="white", at_unix_ms=now() + 1)
    await chessgate.want(chessgate.a_game(offers=[later], stop="o2"))
    await chessgate.until(lambda shown: bool(shown["state"] == "over"))
    (end,) = await chessgate.ends()
    assert (end.result, end.offer) == ("stopped", "o2")


async def test_a_stop_for_an_unknown_game_leaves_a_tombstone(chessgate: Chessgate) -> None:
    await chessgate.want(chessgate.a_game(stop="o1"))
    await chessgate.until(lambda shown: bool(shown["state"] == "over" and shown["version"] == 1))
    assert [end.reason for end in await chessgate.ends()] == ["stopped"]


async def test_flags_and_dropped_games(chessgate: Chessgate) -> None:
    """A live flag falls by itself; the clock's message for it is too late; an unlisted game ends without a result."""
    short = wants_pb2.GameSide(seat=0, account=f"ann-{chessgate.campaign}", initial_s=1)
    await chessgate.want(chessgate.a_game(white=short))
    await chessgate.until(playing)
    for ply, uci in enumerate(("e2e4", "e7e5")):
        await chessgate.move(ply, uci)
    shown = await chessgate.until(lambda shown: bool(shown["state"] == "over"), 3)
    assert (shown["result"], shown["reason"], shown["clocks"]["white_ms"]) == ("black", "time", 0)
    due = clock_pb2.Due(owner="chess", entity=chessgate.game, what="flag:2", due_unix_ms=now())
    await chessgate.bus.publish_durable(
        subject("clock", "due", "chess", chessgate.game), due.SerializeToString(), new_key()
    )
    assert len(await chessgate.ends()) == 1
    chessgate.game = f"{chessgate.campaign}-w2"
    await chessgate.want(chessgate.a_game(live=False, war="w2"))
    await chessgate.until(playing)
    await chessgate.want()
    shown = await chessgate.until(lambda shown: bool(shown["state"] == "over"))
    assert shown["reason"] == "cancelled"
    assert await chessgate.ends() == []


async def test_a_person_plays_one_live_game_at_a_time(chessgate: Chessgate) -> None:
    """Whatever comes in the same moment, the database seats a person at one; the others wait for its end."""
    campaigns = [new_id() for _ in range(6)]

    def wants(number: int, campaign: str) -> wants_pb2.GameWants:
        game = chessgate.a_game(game=f"{campaign}-w1", since_unix_ms=now() - 1000 + number)
        game.black.account = f"opponent-{number}"
        return wants_pb2.GameWants(campaign=campaign, epoch=1, seq=1, games=[game])

    await asyncio.gather(
        *(
            chessgate.bus.publish_durable(
                subject("wants", "chess", campaign), wants(number, campaign).SerializeToString(), new_key()
            )
            for number, campaign in enumerate(campaigns)
        )
    )
    for campaign in campaigns:
        chessgate.game = f"{campaign}-w1"
        await chessgate.until(bool)
    states: list[str] = []
    for _ in range(200):
        states = [await shown_state(chessgate, campaign) for campaign in campaigns]
        if "playing" in states:
            break
        await asyncio.sleep(0.03)
    assert sorted(states) == ["playing"] + ["waiting"] * 5


async def shown_state(chessgate: Chessgate, campaign: str) -> str:
    chessgate.game = f"{campaign}-w1"
    state: str = (await chessgate.shown())["state"]
    return state


async def test_replicas_that_make_a_game_in_the_same_moment_make_one(chessgate: Chessgate) -> None:
    """Whoever comes second finds it made, and nothing breaks."""
    service, clock = chessgate.service, SystemClock()
    writers = [SqlGames(service.database, service.outbox, clock, Metrics(f"replica{n}"), 100) for n in range(4)]
    for games in writers:
        games.writer.start(service.background)
    plays = [Play(games, Outages(SqlOutages(service.database), clock), clock) for games in writers]
    names = [f"{chessgate.campaign}-w{n}" for n in range(1, 21)]
    white, black = (Side(seat=seat, account=f"player{seat}", initial_ms=600_000) for seat in range(2))
    wants = tuple(
        Want(
            id=name, campaign=chessgate.campaign, war=name.rsplit("-", 1)[1], white=white, black=black, live=False,
            since_ms=now(), epoch=1, seq=1,
        )
        for name in names
    )  # fmt: skip
    await asyncio.gather(*(play.wanted(chessgate.campaign, 1, 1, wants) for play in plays))
    made = [await writers[0].game(name) for name in names]
    assert [(game[0].state, game[0].seq) for game in made if game] == [("playing", 1)] * len(names)


async def test_the_database_seats_nobody_twice(chessgate: Chessgate) -> None:
    """Also when two replicas try in the same moment: one of them finds the chair taken."""
    database = chessgate.service.database

    async def take(game: str, accounts: tuple[str, ...]) -> bool:
        async with database.write() as connection:
            return await live_players.take(connection, game, accounts)

    taken = await asyncio.gather(*(take(f"g{n}", ("ann", f"other{n}")) for n in range(8)))
    assert sum(taken) == 1
    async with database.write() as connection:
        await live_players.free(connection, [f"g{taken.index(True)}"])
    assert await take("g9", ("other0", "ann"))
    assert not await take("g10", ("other0", "bob"))
    assert await take("g11", ("bob",)), "a refused game leaves nobody seated"


async def test_moves_taken_back_are_gone_from_the_database_and_others_take_their_place(chessgate: Chessgate) -> None:
    await chessgate.want(chessgate.a_game(takeback=True))
    await chessgate.until(playing)
    for ply, uci in enumerate(("e2e4", "e7e5", "g1f3")):
        assert (await chessgate.move(ply, uci)).WhichOneof("answer") == "accepted"
    await chessgate.play("ann", type="OfferTakeback")
    assert (await chessgate.play("bob", type="AcceptTakeback", ply=3)).WhichOneof("answer") == "accepted"
    assert (await chessgate.move(2, "b1c3")).WhichOneof("answer") == "accepted"
    assert [move["uci"] for move in (await chessgate.shown())["moves"]] == ["e2e4", "e7e5", "b1c3"]
    await chessgate.play("ann", type="OfferTakeback")
    await chessgate.play("bob", type="AcceptTakeback", ply=3)
    assert (await chessgate.move(2, "f1c4")).WhichOneof("answer") == "accepted"
    async with chessgate.service.database.read() as connection:
        rows = await connection.execute(select(MOVE.c.body).where(MOVE.c.game == chessgate.game).order_by(MOVE.c.ply))
        assert [json.loads(row.body)["uci"] for row in rows] == ["e2e4", "e7e5", "f1c4"]


async def test_a_game_over_the_board_is_told_of_and_ends_by_report(chessgate: Chessgate) -> None:
    """The engine hears when it moves there and back; the report is the end, once."""
    await chessgate.want(chessgate.a_game(live=False))
    await chessgate.until(playing)
    await chessgate.play("ann", type="OfferBoard")
    await chessgate.play("bob", type="AcceptBoard", offer=1)
    assert (await chessgate.move(0, "e2e4")).problem.code == "over_the_board"
    await chessgate.play("ann", type="TakeOnline")
    await chessgate.play("bob", type="OfferBoard")
    await chessgate.play("ann", type="AcceptBoard", offer=2)
    await chessgate.play("bob", type="ReportResult", result="won")
    assert (await chessgate.play("ann", type="ConfirmReport", report=1)).WhichOneof("answer") == "accepted"
    ends = await chessgate.ends()
    assert [(end.result, end.reason) for end in ends] == [("black", "reported")]
    places = [
        chess_pb2.PlaceChanged.FromString(data).over_the_board
        for name, data in chessgate.durable
        if name == f"chess.place.{chessgate.game}"
    ]
    assert places == [True, False, True]


async def test_spectators_of_a_live_game_see_it_later_and_players_at_once(chessgate: Chessgate) -> None:
    await chessgate.want(chessgate.a_game(spectator_delay_s=2))
    await chessgate.until(playing)
    await chessgate.move(0, "e2e4")
    assert (await chessgate.shown())["moves"] == []
    assert len((await chessgate.shown(f"bob-{chessgate.campaign}"))["moves"]) == 1
    await asyncio.sleep(2.1)
    assert [move["san"] for move in (await chessgate.shown())["moves"]] == ["e4"]
    await chessgate.move(1, "e7e5")
    await chessgate.play("ann", type="Resign")
    assert len((await chessgate.shown())["moves"]) == 2


async def test_who_left_their_seat_to_a_bot_learns_no_more_by_an_old_key_than_a_spectator(
    chessgate: Chessgate,
) -> None:
    await chessgate.want(chessgate.a_game(spectator_delay_s=600))
    await chessgate.until(playing)
    key = new_key()
    await chessgate.move(0, "e2e4", key)
    await chessgate.move(1, "e7e5")
    left = wants_pb2.GameSide(seat=0, account=f"carl-{chessgate.campaign}", initial_s=600, increment_s=5)
    await chessgate.want(chessgate.a_game(spectator_delay_s=600, white=left))
    await chessgate.until(lambda shown: shown["version"] > 4)
    again = await chessgate.move(0, "e2e4", key)
    assert again.HasField("accepted")
    assert json.loads(again.accepted.game)["moves"] == []


async def test_all_of_a_campaigns_games_make_one_pgn(chessgate: Chessgate) -> None:
    games = [
        chessgate.a_game(live=False, game=f"{chessgate.campaign}-w{n}", war=f"w{n}", since_unix_ms=1_000 * n)
        for n in (1, 2, 3)
    ]
    await chessgate.want(*games)
    await chessgate.until(playing)
    await chessgate.move(0, "e2e4")
    request = chess_pb2.ListPgnRequest(campaign=chessgate.campaign)
    async with asyncio.timeout(8):  # the games of one list are made one after another
        while True:
            reply = await rpc.call(chessgate.stub.ListPgn, request, clock=SystemClock())
            if len(reply.pgns) == len(games):
                break
            await asyncio.sleep(0.03)
    assert ["1. e4" in pgn for pgn in reply.pgns] == [True, False, False]
    assert [pgn.partition('[Round "')[2].partition('"')[0] for pgn in reply.pgns] == ["w1", "w2", "w3"]
    after = chess_pb2.ListPgnRequest(campaign=chessgate.campaign, after=f"{chessgate.campaign}-w1")
    assert len((await rpc.call(chessgate.stub.ListPgn, after, clock=SystemClock())).pgns) == 2
