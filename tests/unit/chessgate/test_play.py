"""Games judged by pure functions: endings, clocks, draws, and every order of what may happen at once."""

from itertools import permutations

import chess
import pytest
from msgspec.structs import replace

from services.chessgate.core import play, wants
from services.chessgate.core.commands import AcceptDraw, Command, DeclineDraw, MakeMove, OfferDraw, Resign
from services.chessgate.core.delaying import as_it_was, held_back_ms
from services.chessgate.core.endings import ending, flagged
from services.chessgate.core.game import FIRST_MOVE_MS, MOST_LAG_MS, Game, Offer, Side, board_of, moved
from services.chessgate.core.play import Outcome
from services.chessgate.core.showing import change, show
from services.chessgate.core.spans import NO_OUTAGES, Spans
from services.chessgate.core.wants import Want

T0 = 1_000_000


def want(
    *, seq: int = 1, live: bool = True, stop: str = "", offers: tuple[Offer, ...] = (), paused: bool = False
) -> Want:
    initial, increment = (60_000, 2_000) if live else (86_400_000, 0)
    return Want(
        id="c-w1", campaign="c", war="w1", live=live, since_ms=T0, epoch=1, seq=seq, stop=stop, offers=offers,
        white=Side(seat=0, account="ann", initial_ms=initial, increment_ms=increment),
        black=Side(seat=1, account="bob", initial_ms=initial, increment_ms=increment), paused=paused,
    )  # fmt: skip


def a_game(*moves: str, live: bool = True) -> Game:
    """A game in which each move took a second."""
    made = wants.wanted(None, chess.Board(), want(live=live), T0)
    assert made is not None
    game = play.start(made.game, T0)
    for place, uci in enumerate(moves):
        game = at(game, T0 + 1000 * (place + 1), MakeMove(ply=place, uci=uci)).game
    assert game.ply == len(moves)
    return game


def at(game: Game, now: int, command: Command, colour: str = "", outages: Spans = NO_OUTAGES) -> Outcome:
    side = "black" if (colour or game.turn) == "black" else "white"
    return play.command(game, board_of(game), side, command, stamp=now, now=now, outages=outages)  # type: ignore[arg-type]


def refusal(outcome: Outcome) -> str:
    return "" if outcome.refused is None else outcome.refused.code


@pytest.mark.parametrize(
    ("position", "draw"),
    [
        ("K/q", True), ("KN/q", True), ("KN/r", False), ("KN/b", False), ("KN/n", False), ("KN/p", False),
        ("KNN/", False), ("KB/r", True), ("KB/q", True), ("KB/n", False), ("KB/p", False), ("KP/", False),
        ("KB/b same", True), ("KB/b opposite", False),
    ],
)  # fmt: skip
def test_the_material_table_when_black_flags(position: str, draw: bool) -> None:
    white, _, black = position.partition("/")
    board = chess.Board(None)
    board.set_piece_at(chess.A1, chess.Piece.from_symbol("K"))
    board.set_piece_at(chess.E8, chess.Piece.from_symbol("k"))
    for square, symbol in zip((chess.B2, chess.C2), white[1:], strict=False):
        board.set_piece_at(square, chess.Piece.from_symbol(symbol))
    if black:
        square = chess.H7 if "opposite" in black else chess.H6
        board.set_piece_at(square, chess.Piece.from_symbol(black[0]))
    board.turn = chess.BLACK
    assert flagged(board, first_move=False) == (("draw", "time_no_material") if draw else ("white", "time"))


@pytest.mark.parametrize(
    ("fen", "uci", "result"),
    [
        ("7k/8/6K1/8/8/8/8/Q7 w - - 99 80", "a1a8", ("white", "checkmate")),
        ("7k/8/6K1/8/8/8/8/Q7 w - - 99 80", "a1b1", ("draw", "fifty_moves")),
        ("7k/8/6K1/8/8/8/8/Q7 w - - 98 80", "a1b1", None),
        ("7k/8/6K1/5Q2/8/8/8/8 w - - 0 80", "f5f7", ("draw", "stalemate")),
        ("7k/8/8/8/8/8/1p6/K7 w - - 0 80", "a1b2", ("draw", "dead_position")),
    ],
)
def test_endings_of_a_move(fen: str, uci: str, result: tuple[str, str] | None) -> None:
    board = chess.Board(fen)
    board.push_uci(uci)
    assert ending(board) == result


def test_threefold_comes_with_the_third_position_and_not_before() -> None:
    """Pitfall 16: the first position counts, and a move that could repeat is no repetition yet."""
    shuffle = ("g1f3", "g8f6", "f3g1", "f6g8") * 2
    game = a_game(*shuffle[:-1])
    assert game.state == "playing"
    assert a_game(*shuffle).reason == "threefold"


def test_a_position_counts_from_the_pawn_move_that_led_to_it() -> None:
    """Chessgate keeps no more of the past at hand than back to there."""
    game, board = a_game("g1f3", "g8f6", "e2e4"), board_of(a_game("g1f3", "g8f6", "e2e4"))
    for uci in ("f6g8", "f3g1", "g8f6", "g1f3") * 2:
        assert game.state == "playing"
        game = play.command(
            game, board, game.turn, MakeMove(ply=game.ply, uci=uci), stamp=game.last_ms, now=game.last_ms
        ).game
        board = moved(board, chess.Move.from_uci(uci))
    assert (game.reason, len(board.move_stack)) == ("threefold", 8)


def test_live_clocks_start_after_each_sides_first_move() -> None:
    game = a_game("e2e4", "e7e5")
    assert (game.white_ms, game.black_ms) == (60_000, 60_000)
    game = at(game, T0 + 12_000, MakeMove(ply=2, uci="g1f3")).game
    assert game.white_ms == 60_000 - 10_000 + 2_000
    assert [move.clock_ms for move in game.moves] == [60_000, 60_000, 52_000]


@pytest.mark.parametrize(("made", "winner"), [((), "black"), (("e2e4",), "white")])
def test_each_first_move_has_five_minutes(made: tuple[str, ...], winner: str) -> None:
    game = a_game(*made)
    due = game.since_ms + FIRST_MOVE_MS
    assert play.expire(game, board_of(game), game.ply, 0, due + play.GRACE_MS) is game
    over = play.expire(game, board_of(game), game.ply, 0, due + play.GRACE_MS + 1)
    assert (over.result, over.reason) == (winner, "first_move")


def test_a_correspondence_clock_is_whole_again_after_each_move() -> None:
    game = a_game("e2e4", live=False)
    assert (game.white_ms, game.moves[0].clock_ms) == (86_400_000, 86_399_000)
    assert game.deadline_ms == T0 + 1000 + 86_400_000


def test_only_the_side_to_move_flags_and_the_stamp_decides() -> None:
    """Pitfall 13. A move after the time is no move, though nobody had decided the flag yet."""
    game = a_game("e2e4", "e7e5")
    due = game.deadline_ms
    assert play.expire(game, board_of(game), 1, 0, due + 10_000) is game
    made = at(game, due, MakeMove(ply=2, uci="g1f3"))
    assert made.game.ply == 3
    late = at(game, due + 1, MakeMove(ply=2, uci="g1f3"))
    assert (refusal(late), late.game.result, late.game.reason, late.game.ply) == ("game_over", "black", "time", 2)
    stamped = play.command(game, board_of(game), "white", MakeMove(ply=2, uci="g1f3"), stamp=due - 10, now=due + 3000)
    assert stamped.game.ply == 3
    too_old = play.command(game, board_of(game), "white", MakeMove(ply=2, uci="g1f3"), stamp=due - 10, now=due + 5_001)
    assert refusal(too_old) == "game_over"


def test_a_flag_waits_for_a_move_that_may_be_on_its_way() -> None:
    """For as long as the side may still be granted, at most a second."""
    game = a_game("e2e4", "e7e5")
    assert game.decided_ms == game.deadline_ms + MOST_LAG_MS
    decided = game.decided_ms + play.GRACE_MS
    assert play.expire(game, board_of(game), 2, 0, decided) is game
    assert play.expire(game, board_of(game), 2, 0, decided + 1).reason == "time"
    poor = replace(game, white_quota_ms=300)
    assert poor.decided_ms == poor.deadline_ms + 300
    bot = replace(game, white=replace(game.white, bot_level=3))
    assert bot.decided_ms == bot.deadline_ms


def test_a_stamp_is_never_before_the_last_move_nor_after_now() -> None:
    game = a_game("e2e4", "e7e5")
    early = play.command(game, board_of(game), "white", MakeMove(ply=2, uci="g1f3"), stamp=1, now=game.last_ms + 10)
    assert early.game.moves[-1].at_ms == game.last_ms
    ahead = play.command(game, board_of(game), "white", MakeMove(ply=2, uci="g1f3"), stamp=10**15, now=T0 + 9_000)
    assert ahead.game.moves[-1].at_ms == T0 + 9_000


def test_lost_time_is_given_back_once() -> None:
    game = a_game("e2e4", "e7e5")
    due = game.deadline_ms
    away = Spans(((due - 5_000, due), (due - 6_000, due - 3_000)))
    made = at(game, due + 5_900, MakeMove(ply=2, uci="g1f3"), outages=away).game
    assert made.ply == 3
    assert [(credit.ply, credit.ms) for credit in made.credits] == [(2, 6_000)]
    assert made.white_ms == 100 + 2_000
    given = play.expire(game, board_of(game), 2, 6_000, due + 1_200)
    assert (given.state, given.deadline_ms) == ("playing", due + 6_000)
    assert play.expire(given, board_of(given), 2, 6_000, due + 1_300) is given
    assert play.expire(given, board_of(given), 2, 6_000, due + 7_101).reason == "time"


def test_a_second_outage_of_one_wait_is_given_back_too() -> None:
    """Though the first one, given back already, began before the moment the wait is now counted from."""
    game = a_game("e2e4", "e7e5")
    began = game.since_ms
    first, second = (began + 1_000, began + 11_000), (began + 20_000, began + 25_000)
    given = play.expire(game, board_of(game), 2, 10_000, began + 12_000)
    made = at(given, began + 30_000, MakeMove(ply=2, uci="g1f3"), outages=Spans((first, second))).game
    assert sum(credit.ms for credit in made.credits) == 15_000
    assert game.white_ms - made.white_ms == 15_000 - 2_000


def test_draw_offers() -> None:
    game = a_game("e2e4", "e7e5")
    offered = at(game, T0 + 3_000, OfferDraw(), "black").game
    assert offered.draw_offer == "black"
    assert refusal(at(offered, T0 + 3_000, AcceptDraw(ply=2), "black")) == "no_offer"
    assert refusal(at(offered, T0 + 3_000, AcceptDraw(ply=1), "white")) == "wrong_ply"
    assert at(offered, T0 + 3_000, AcceptDraw(ply=2), "white").game.reason == "agreement"
    assert at(offered, T0 + 3_000, OfferDraw(), "white").game.reason == "agreement"
    assert at(offered, T0 + 3_000, DeclineDraw(ply=2), "white").game.draw_offer is None
    moved = at(offered, T0 + 3_000, MakeMove(ply=2, uci="g1f3"), "white").game
    assert moved.draw_offer is None
    mine = at(at(game, T0 + 3_000, OfferDraw(), "white").game, T0 + 3_000, MakeMove(ply=2, uci="g1f3")).game
    assert mine.draw_offer == "white"


def test_a_bot_takes_the_draw_that_wins_the_war_and_refuses_the_one_that_loses_it() -> None:
    """Where a drawn game counts as the defender's, no engine is asked."""
    settled = replace(a_game(), draw_wins="white")
    assert settled.draw_settles("white") is True
    assert settled.draw_settles("black") is False
    assert a_game().draw_settles("white") is None


def test_refusals() -> None:
    game = a_game("e2e4")
    assert refusal(at(game, T0 + 2_000, MakeMove(ply=0, uci="e7e5"))) == "wrong_ply"
    assert refusal(at(game, T0 + 2_000, MakeMove(ply=1, uci="e7e5"), "white")) == "not_your_move"
    for uci in ("e7e4", "nonsense", "0000"):
        assert refusal(at(game, T0 + 2_000, MakeMove(ply=1, uci=uci))) == "illegal_move"
    over = at(game, T0 + 2_000, Resign(), "white").game
    assert (over.result, over.reason) == ("black", "resignation")
    assert refusal(at(over, T0 + 3_000, MakeMove(ply=1, uci="e7e5"))) == "game_over"


def test_a_pause_stops_the_clock() -> None:
    game = a_game("e2e4", "e7e5")
    paused = wants.wanted(game, board_of(game), want(seq=2, paused=True), T0 + 5_000)
    assert paused is not None
    assert paused.game.deadline_ms == 0
    assert refusal(at(paused.game, T0 + 6_000, MakeMove(ply=2, uci="g1f3"))) == "parked"
    again = wants.wanted(paused.game, board_of(game), want(seq=3), T0 + 90_000)
    assert again is not None
    assert again.game.deadline_ms == game.deadline_ms + 85_000
    assert wants.wanted(again.game, board_of(game), want(seq=3, paused=True), T0 + 91_000) is None


def test_every_order_of_what_may_happen_at_once_has_one_outcome() -> None:
    """Move, mate, flag, resignation and an accepted peace, in every order: settled at most once, and never changed."""
    start = a_game("f2f3", "e7e5", "g2g4")
    offers = (Offer(id="o", by="white", at_ms=start.last_ms + 1),)
    due = start.decided_ms
    for order in permutations(("move", "mate", "flag", "draw", "stop")):
        game, now, settled, told = start, start.last_ms + 100, [], 0
        for seq, act in enumerate(order, 2):
            before = game
            outcome = _act(game, act, now, due, seq, offers)
            if outcome is None:
                continue
            game, now = outcome.game, max(now + 50, due + 200 if act == "flag" else 0)
            told += bool(outcome.declined)
            if before.state == "over":
                assert (game.result, game.reason, game.moves) == (before.result, before.reason, before.moves)
            elif game.state == "over":
                settled.append(game.reason)
        assert len(settled) == 1, order
        assert told <= 1
        assert (settled == ["stopped"]) == (order.index("stop") == 0), order
        if told:
            assert order.index("move") < order.index("stop")


def _act(game: Game, act: str, now: int, due: int, seq: int, offers: tuple[Offer, ...]) -> Outcome | None:
    if act == "flag":
        return Outcome(game=play.expire(game, board_of(game), 3, 0, due + play.GRACE_MS + 1))
    if act == "stop":
        return wants.wanted(game, board_of(game), want(seq=seq, stop="o", offers=offers), now)
    if act == "draw":
        return at(game, now, Resign(), "white")
    uci = "d8h4" if act == "mate" else "a7a6"
    return at(game, now, MakeMove(ply=3, uci=uci), "black")


def test_a_move_turns_the_standing_peace_offer_down_at_once() -> None:
    """The answerer's own next move does, once; the offerer's own move and an older one don't."""
    game = a_game("e2e4", "e7e5", live=False)
    offer = Offer(id="o", by="white", at_ms=game.last_ms + 10)
    offered = wants.wanted(game, board_of(game), want(seq=2, live=False, offers=(offer,)), game.last_ms + 20)
    assert offered is not None
    assert offered.declined == ""
    own = at(offered.game, T0 + 5_000, MakeMove(ply=2, uci="g1f3"), "white")
    assert own.declined == ""
    answer = at(own.game, T0 + 6_000, MakeMove(ply=3, uci="b8c6"), "black")
    assert answer.declined == "o"
    further = at(answer.game, T0 + 7_000, MakeMove(ply=4, uci="f1b5"), "white")
    assert at(further.game, T0 + 8_000, MakeMove(ply=5, uci="a7a6"), "black").declined == ""


def test_an_offer_heard_of_after_the_move_that_answered_it_is_turned_down_then() -> None:
    """The stamps decide, not the order in which messages came."""
    game = a_game("e2e4", "e7e5", live=False)
    offer = Offer(id="o", by="white", at_ms=game.last_ms - 10)
    heard = wants.wanted(game, board_of(game), want(seq=2, live=False, offers=(offer,)), game.last_ms + 20)
    assert heard is not None
    assert heard.declined == "o"
    stop = wants.wanted(heard.game, board_of(game), want(seq=3, live=False, stop="o"), game.last_ms + 30)
    assert stop is not None
    assert (stop.game.state, stop.declined) == ("playing", "")


def test_a_peace_finds_the_flag_fallen() -> None:
    game = a_game("e2e4", "e7e5")
    offer = Offer(id="o", by="white", at_ms=T0)
    outcome = wants.wanted(game, board_of(game), want(seq=2, stop="o", offers=(offer,)), game.decided_ms + 200)
    assert outcome is not None
    assert (outcome.game.reason, outcome.lapsed_offer, outcome.stopped_for) == ("time", "o", "")


def test_an_unwanted_game_is_cancelled_and_a_finished_one_stays() -> None:
    game = a_game("e2e4")
    assert wants.drop(game, 1, 2, T0 + 5_000).reason == "cancelled"
    assert wants.drop(game, 1, 1, T0 + 5_000) is game
    over = at(game, T0 + 2_000, Resign()).game
    assert wants.drop(over, 1, 2, T0 + 5_000) is over


def test_a_change_is_a_merge_patch_with_new_moves_only() -> None:
    before = a_game("e2e4")
    after = replace(at(before, T0 + 2_000, MakeMove(ply=1, uci="e7e5")).game, version=before.version + 1)
    fen = board_of(after).fen()
    patch = change(before, after, fen)
    assert [move["san"] for move in patch["moves"]] == ["e5"]
    assert patch["clocks"] == {"running": "white", "since_unix_ms": T0 + 2_000}
    assert set(patch) == {"moves", "clocks", "fen", "ply", "version"}
    over = play.ended(after, "draw", "agreement", T0 + 3_000)
    assert change(after, over, fen)["clocks"] == {"running": None, "since_unix_ms": None}
    assert "legal" not in show(after, board_of(after), "bob")
    assert sorted(show(after, board_of(after), "ann")["legal"]["d2"]) == ["d3", "d4"]


def test_a_peace_after_an_outage_finds_the_game_on() -> None:
    """Time lost to an outage is given back before the flag is looked at, as before a move."""
    game = a_game("e2e4", "e7e5")
    away = Spans([(game.since_ms + 1_000, game.deadline_ms + 5_000)])
    offer = Offer(id="o", by="white", at_ms=game.last_ms + 1)
    asked = want(seq=2, stop="o", offers=(offer,))
    outcome = wants.wanted(game, board_of(game), asked, game.deadline_ms + 6_000, away)
    assert outcome is not None
    assert (outcome.game.reason, outcome.stopped_for) == ("stopped", "o")


def test_a_pause_keeps_what_was_lost_before_it_and_after_it() -> None:
    """An outage before the campaign stood still counts, one after it too, and the pause itself costs nothing."""
    game = a_game("e2e4", "e7e5")
    start, due = game.since_ms, game.deadline_ms
    outages = Spans([(start + 1_000, start + 21_000), (start + 140_000, start + 150_000)])
    paused = wants.wanted(game, board_of(game), want(seq=2, paused=True), start + 30_000, outages)
    assert paused is not None
    again = wants.wanted(paused.game, board_of(game), want(seq=3), start + 130_000, outages)
    assert again is not None
    assert again.game.deadline_ms == due + 20_000 + 100_000
    moved = at(again.game, start + 155_000, MakeMove(ply=2, uci="g1f3"), outages=outages)
    assert moved.refused is None
    used = game.clock_ms("white") + 2_000 - moved.game.clock_ms("white")
    assert used == (30_000 - 20_000) + (155_000 - 130_000 - 10_000)


def test_an_outage_counts_once_however_often_time_stood_still() -> None:
    """What was given back before a pause was given again after it, and what the pause hid was given a second time."""
    game = a_game("e2e4", "e7e5")
    start, due = game.since_ms, game.deadline_ms
    outages = Spans([(start + 10_000, start + 15_000), (start + 22_000, start + 28_000)])
    game = play.credited(game, 5_000)
    paused = wants.wanted(game, board_of(game), want(seq=2, paused=True), start + 20_000, outages)
    assert paused is not None
    again = wants.wanted(paused.game, board_of(game), want(seq=3), start + 30_000, outages)
    assert again is not None
    asked = at(again.game, start + 31_000, OfferDraw(), outages=outages)
    assert asked.game.deadline_ms == due + 5_000 + 10_000
    assert sum(credit.ms for credit in asked.game.credits) == 5_000


def test_the_opponents_word_takes_nobody_the_time_that_their_moves_way_is_granted() -> None:
    game = replace(a_game("e2e4", "e7e5"), white_quota_ms=900)
    due = game.deadline_ms
    said = at(game, due + 500, OfferDraw(), "black")
    assert said.refused is None
    arrived = play.command(
        said.game, board_of(game), "white", MakeMove(ply=2, uci="g1f3"),
        stamp=due + 600, now=due + 600, round_trip_ms=700,
    )  # fmt: skip
    assert arrived.game.ply == 3
    late = at(game, due + 901, OfferDraw(), "black")
    assert (late.game.reason, late.game.ended_ms) == ("time", due + 900)


def test_what_is_held_back_from_spectators_is_not_told_by_what_was_given_back_for_it() -> None:
    game = replace(a_game("e2e4", "e7e5", "g1f3", "b8c6"), spectator_delay_ms=1_500)
    game = play.credited(game, 4_000)
    now = T0 + 4_400
    seen = as_it_was(game, now)
    assert (seen.ply, seen.credits, held_back_ms(game, seen, now)) == (2, (), 100)
    assert as_it_was(game, T0 + 5_500) is game
    assert held_back_ms(game, game, T0 + 5_500) == 0
