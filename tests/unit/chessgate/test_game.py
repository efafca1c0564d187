"""The pure game: moves, clocks, draws, flags and stops."""

from datetime import UTC, datetime, timedelta

import chess
import pytest

from services.chessgate.core import game as rules
from services.chessgate.core import showing
from services.chessgate.core.game import Code, Game, Offer, Refused, Side
from services.chessgate.core.material import can_mate

AT = datetime(2026, 1, 1, tzinfo=UTC)


def new(*, live: bool = False, initial_ms: int = 60_000, increment_ms: int = 0) -> Game:
    white = Side(seat=0, account="ann", bot_level=0, initial_ms=initial_ms, increment_ms=increment_ms)
    black = Side(seat=1, account="bob", bot_level=0, initial_ms=2 * initial_ms, increment_ms=increment_ms)
    return Game(
        id="c-w1", campaign="c", war="w1", white=white, black=black, live=live, created=AT,
        white_ms=white.initial_ms, black_ms=black.initial_ms, since=AT,
    )  # fmt: skip


def play(game: Game, *moves: str, each_s: float = 1) -> Game:
    for uci in moves:
        at = game.since + timedelta(seconds=each_s)
        game = rules.move(game, rules.board_of(game), game.to_move, len(game.moves), uci, at)
    return game


def test_checkmate_ends_the_game_for_the_mover() -> None:
    """Fool's mate."""
    over = play(new(), "f2f3", "e7e5", "g2g4", "d8h4")
    assert (over.result, over.reason) == ("black", "checkmate")
    with pytest.raises(Refused) as refused:
        play(over, "e2e4")
    assert refused.value.code is Code.GAME_OVER


def test_threefold_repetition_is_drawn_at_once_and_counts_the_first_position() -> None:
    """Pitfall 16: the initial position counts; the draw comes with the move, not a ply early."""
    knights = ("g1f3", "g8f6", "f3g1", "f6g8")
    almost = play(new(), *knights, *knights[:3])
    assert not almost.over
    assert play(almost, knights[3]).reason == "threefold"


@pytest.mark.parametrize(("ply", "colour", "uci", "code"), [
    (1, "white", "e2e4", Code.WRONG_PLY), (0, "black", "e7e5", Code.NOT_YOUR_MOVE),
    (0, "white", "e2e5", Code.ILLEGAL_MOVE), (0, "white", "nonsense", Code.ILLEGAL_MOVE),
])  # fmt: skip
def test_a_wrong_move_is_refused(ply: int, colour: str, uci: str, code: Code) -> None:
    """A move names its ply; wrong ply, side or move changes nothing."""
    with pytest.raises(Refused) as refused:
        rules.move(new(), chess.Board(), colour, ply, uci, AT)
    assert refused.value.code is code


def test_a_correspondence_clock_is_full_again_after_each_move() -> None:
    """Different times a side are each side's own."""
    game = play(new(), "e2e4", "e7e5", each_s=30)
    assert (game.white_ms, game.black_ms) == (60_000, 120_000)
    assert rules.due(game) == game.since + timedelta(minutes=1)


def test_a_live_clock_runs_from_each_sides_second_move_and_gains_the_increment() -> None:
    """The first moves cost nothing but their own window."""
    game = play(new(live=True, increment_ms=2_000), "e2e4", "e7e5", "g1f3", each_s=10)
    assert (game.white_ms, game.black_ms) == (52_000, 120_000)


def test_only_the_side_to_move_can_run_out_of_time_and_not_early() -> None:
    """Pitfall 13."""
    game = play(new(), "e2e4")
    board = rules.board_of(game)
    end = rules.due(game)
    assert end is not None
    assert rules.flag(game, board, end - timedelta(milliseconds=1)) is game
    assert rules.flag(game, board, end + timedelta(seconds=5), timedelta(seconds=10)) is game
    assert rules.flag(game, board, end).result == "white"


def test_a_move_stamped_after_the_flag_fell_meets_the_flag() -> None:
    """The server's stamp is the truth."""
    over = rules.move(new(), chess.Board(), "white", 0, "e2e4", AT + timedelta(seconds=61))
    assert (over.result, over.reason, over.moves) == ("black", "time", ())


@pytest.mark.parametrize(("side_has", "other_has", "mates"), [
    ("K", "Q", False), ("KN", "Q", False), ("KN", "R", True), ("KN", "B", True), ("KN", "N", True), ("KN", "P", True),
    ("KNN", "", True), ("KB", "R", False), ("KB", "Q", False), ("KB", "N", True), ("KB", "P", True), ("KP", "", True),
])  # fmt: skip
def test_bare_material_draws_a_flag(side_has: str, other_has: str, mates: bool) -> None:
    """The table of pitfalls: does the side that still has time have enough?"""
    board = chess.Board(None)
    board.set_piece_at(chess.E1, chess.Piece.from_symbol("K"))
    board.set_piece_at(chess.E8, chess.Piece.from_symbol("k"))
    for square, symbol in zip((chess.A3, chess.C3), side_has[1:], strict=False):
        board.set_piece_at(square, chess.Piece.from_symbol(symbol))
    for symbol in other_has:
        board.set_piece_at(chess.H6, chess.Piece.from_symbol(symbol.lower()))
    assert can_mate(board, chess.WHITE) is mates


@pytest.mark.parametrize("same", [True, False])
def test_bishops_mate_only_with_one_of_the_other_colour_about(same: bool) -> None:
    """K+B against K+B: of the same colour a draw, of opposite colours not."""
    board = chess.Board("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1")
    board.set_piece_at(chess.F4 if same else chess.F5, chess.Piece.from_symbol("b"))
    assert can_mate(board, chess.WHITE) is not same


def test_a_move_declines_the_opponents_draw_offer_but_not_ones_own() -> None:
    """An own move does not end one's own offer."""
    game = rules.offer_draw(new(), "white")
    own = play(game, "e2e4")
    assert own.draw_offer == "white"
    assert play(own, "e7e5").draw_offer == ""
    assert rules.answer_draw(own, "black", 1, accept=True).reason == "agreement"
    with pytest.raises(Refused):
        rules.answer_draw(own, "black", 0, accept=True)


def test_a_stop_has_one_outcome_in_every_order() -> None:
    """Over already: it stands. The accepter moved after the offer: declined. Else stopped, once."""
    game = play(new(), "e2e4", "e7e5")
    late = Offer(offer="p1", by="white", at=game.moves[-1].at + timedelta(seconds=1))
    early = Offer(offer="p2", by="white", at=AT)
    stopped = rules.stop(game, late)
    assert (stopped.result, stopped.offer) == ("stopped", "p1")
    assert rules.stop(stopped, late) is stopped
    declined = rules.stop(game, early)
    assert (declined.over, declined.declined) == (False, ("p2",))
    assert rules.stop(declined, early) is declined
    mated = play(new(), "f2f3", "e7e5", "g2g4", "d8h4")
    assert rules.stop(mated, late) is mated


def test_a_pause_costs_nobody_time() -> None:
    """The clock goes on with what it had."""
    paused = rules.pause(new(), AT + timedelta(seconds=10), paused=True)
    assert rules.due(paused) is None
    again = rules.pause(paused, AT + timedelta(hours=1), paused=False)
    assert rules.due(again) == AT + timedelta(hours=1, seconds=50)


def test_a_whole_game_has_no_nulls_and_its_pgn_tells_how_it_ended() -> None:
    """What clients get, and what they can take home."""
    over = play(new(), "f2f3", "e7e5", "g2g4", "d8h4")
    whole = showing.without_nulls(showing.plain(over, rules.board_of(over)))
    assert (whole["state"], whole["result"], [m["san"] for m in whole["moves"]][-1]) == ("over", "black", "Qh4#")
    assert None not in whole["clocks"].values()
    assert '[Termination "checkmate"]' in showing.pgn(over)
    assert "0-1" in showing.pgn(over)
