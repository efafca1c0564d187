"""Over the board, and taking back: what both players may do about a game besides moving."""

import pytest
from msgspec.structs import replace

from services.chessgate.core import play, wants
from services.chessgate.core.commands import (
    AcceptBoard,
    AcceptTakeback,
    Command,
    ConfirmReport,
    DeclineBoard,
    DeclineTakeback,
    DisputeReport,
    MakeMove,
    OfferBoard,
    OfferDraw,
    OfferTakeback,
    ReportResult,
    Resign,
    TakeOnline,
)
from services.chessgate.core.game import Credit, Game, board_of
from services.chessgate.core.places import REPORT_LIVE_MS, REPORT_MS, SILENCE_LIVE_MS, SILENCE_MS
from services.chessgate.core.showing import change, show
from services.chessgate.core.spans import Spans
from tests.unit.chessgate.test_play import T0, a_game, at, refusal, want

THERE = T0 + 10_000


def does(game: Game, now: int, colour: str, command: Command) -> Game:
    """The game after a command that must be accepted."""
    outcome = at(game, now, command, colour)
    assert outcome.refused is None, outcome.refused.sentence
    return outcome.game


def there(*, live: bool = True) -> Game:
    """A game that white offered to play over the board, and black went along."""
    game = does(a_game("e2e4", "e7e5", live=live), T0 + 5_000, "white", OfferBoard())
    return does(game, THERE, "black", AcceptBoard(offer=1))


def test_online_moves_go_on_until_the_offer_is_accepted_and_do_not_decline_it() -> None:
    game = does(a_game("e2e4", "e7e5"), T0 + 2_500, "black", OfferBoard())
    game = does(game, T0 + 3_000, "white", MakeMove(ply=2, uci="g1f3"))
    game = does(game, T0 + 4_000, "black", MakeMove(ply=3, uci="b8c6"))
    assert not game.over_the_board
    game = does(game, T0 + 5_000, "white", AcceptBoard(offer=1))
    assert game.over_the_board
    assert refusal(at(game, T0 + 6_000, MakeMove(ply=4, uci="f1b5"))) == "over_the_board"
    assert refusal(at(game, T0 + 6_000, OfferDraw())) == "over_the_board"
    assert refusal(at(game, T0 + 6_000, OfferBoard())) == "over_the_board"


def test_both_offering_is_agreement_and_an_offer_can_be_declined_or_taken_back() -> None:
    game = does(a_game("e2e4"), T0 + 2_000, "white", OfferBoard())
    assert does(game, T0 + 3_000, "black", OfferBoard()).over_the_board
    assert does(game, T0 + 3_000, "white", OfferBoard()) == game
    for colour in ("white", "black"):
        declined = does(game, T0 + 3_000, colour, DeclineBoard(offer=1))
        assert declined.place is None
        again = does(declined, T0 + 4_000, "white", OfferBoard())
        assert refusal(at(again, T0 + 5_000, AcceptBoard(offer=1), "black")) == "no_offer"
        assert refusal(at(again, T0 + 5_000, AcceptBoard(offer=2), "white")) == "no_offer"


def test_clocks_stop_where_they_are_and_go_on_there() -> None:
    game = there()
    assert show(game, board_of(game))["clocks"].get("running") is None
    back = does(game, THERE + 500_000, "black", TakeOnline())
    assert back.deadline_ms == a_game("e2e4", "e7e5").deadline_ms + 500_000
    moved = does(back, THERE + 501_000, "white", MakeMove(ply=2, uci="g1f3"))
    used = 60_000 + 2_000 - moved.white_ms
    assert used == (THERE - (T0 + 2_000)) + 1_000


def test_i_lost_ends_it_at_once_and_i_won_waits_for_the_other() -> None:
    game = there()
    lost = does(game, THERE + 1_000, "white", ReportResult(result="lost"))
    assert (lost.result, lost.reason) == ("black", "reported")
    won = does(game, THERE + 1_000, "white", ReportResult(result="won"))
    assert won.state == "playing"
    assert refusal(at(won, THERE + 2_000, ConfirmReport(report=1), "white")) == "no_report"
    assert refusal(at(won, THERE + 2_000, ConfirmReport(report=2), "black")) == "no_report"
    assert refusal(at(won, THERE + 2_000, TakeOnline(), "black")) == "report_waits"
    confirmed = does(won, THERE + 2_000, "black", ConfirmReport(report=1))
    assert (confirmed.result, confirmed.reason, confirmed.place) == ("white", "reported", None)
    drawn = does(
        does(game, THERE + 1_000, "white", ReportResult(result="draw")),
        THERE + 2_000,
        "black",
        ReportResult(result="draw"),
    )
    assert (drawn.result, drawn.reason) == ("draw", "reported")
    assert does(game, THERE + 1_000, "black", Resign()).reason == "resignation"


@pytest.mark.parametrize("second", [ReportResult(result="won"), ReportResult(result="draw"), DisputeReport(report=1)])
def test_what_contradicts_a_report_disputes_it_and_is_no_report_itself(second: Command) -> None:
    """Pitfall 31, as the rule book settles it: the game stays on the real board."""
    won = does(there(), THERE + 1_000, "white", ReportResult(result="won"))
    disputed = does(won, THERE + 2_000, "black", second)
    assert disputed.over_the_board
    assert disputed.place is not None
    assert disputed.place.report is None
    assert not does(disputed, THERE + 3_000, "white", TakeOnline()).over_the_board


@pytest.mark.parametrize(("live", "window"), [(True, REPORT_LIVE_MS), (False, REPORT_MS)])
def test_an_unanswered_report_stands(live: bool, window: int) -> None:
    won = does(there(live=live), THERE + 1_000, "black", ReportResult(result="won"))
    due = THERE + 1_000 + window
    assert won.decided_ms == due
    assert play.expire(won, board_of(won), 2, 0, due + play.GRACE_MS) is won
    stands = play.expire(won, board_of(won), 2, 0, due + play.GRACE_MS + 1)
    assert (stands.result, stands.reason, stands.ended_ms) == ("black", "reported", due)
    late = at(won, due + 1, DisputeReport(report=1), "white")
    assert (refusal(late), late.game.result) == ("game_over", "black")
    away = Spans([(THERE + 2_000, THERE + 62_000)])
    assert at(won, due + 1, DisputeReport(report=1), "white", away).refused is None
    assert play.expire(won, board_of(won), 2, 60_000, due + play.GRACE_MS + 1) is won


@pytest.mark.parametrize(("live", "silence"), [(True, SILENCE_LIVE_MS), (False, SILENCE_MS)])
def test_a_game_of_which_nothing_is_heard_is_online_again_with_the_clocks_as_they_were(
    live: bool, silence: int
) -> None:
    game = there(live=live)
    due = THERE + silence
    back = play.expire(game, board_of(game), 2, 0, due + play.GRACE_MS + 1)
    assert (back.state, back.place) == ("playing", None)
    assert back.deadline_ms == a_game("e2e4", "e7e5", live=live).deadline_ms + silence
    word = does(
        does(game, due - 2_000, "white", ReportResult(result="won")), due - 1_000, "black", DisputeReport(report=1)
    )
    assert word.decided_ms == due - 1_000 + silence


def test_bots_play_online_only() -> None:
    bot = replace(a_game("e2e4"), black=replace(a_game().black, bot_level=3))
    assert refusal(at(bot, T0 + 2_000, OfferBoard(), "white")) == "bots_play_online"
    game = there()
    taken_over = want(seq=2)
    taken_over = replace(taken_over, black=replace(taken_over.black, bot_level=3))
    outcome = wants.wanted(game, board_of(game), taken_over, THERE + 7_000)
    assert outcome is not None
    assert not outcome.game.over_the_board
    assert outcome.game.version > game.version


def test_a_pause_of_the_campaign_keeps_windows_at_the_board() -> None:
    won = does(there(), THERE + 1_000, "black", ReportResult(result="won"))
    paused = wants.wanted(won, board_of(won), want(seq=2, paused=True), THERE + 2_000)
    assert paused is not None
    assert paused.game.decided_ms == 0
    again = wants.wanted(paused.game, board_of(won), want(seq=3), THERE + 92_000)
    assert again is not None
    assert again.game.decided_ms == won.decided_ms + 90_000
    back = does(
        does(again.game, THERE + 93_000, "white", DisputeReport(report=1)), THERE + 94_000, "white", TakeOnline()
    )
    assert back.deadline_ms == a_game("e2e4", "e7e5").deadline_ms + 94_000


def test_an_accepted_peace_stops_a_game_over_the_board() -> None:
    game = there()
    stopped = wants.wanted(game, board_of(game), want(seq=2, stop="o"), THERE + 1_000)
    assert stopped is not None
    assert (stopped.game.reason, stopped.stopped_for) == ("stopped", "o")


def friendly(*moves: str, live: bool = True) -> Game:
    return replace(a_game(*moves, live=live), takeback=True)


def test_taking_back_needs_the_campaigns_option_and_both() -> None:
    assert refusal(at(a_game("e2e4"), T0 + 2_000, OfferTakeback(), "white")) == "no_takebacks"
    assert refusal(at(friendly("e2e4"), T0 + 2_000, OfferTakeback(), "black")) == "nothing_to_take_back"
    asked = does(friendly("e2e4"), T0 + 2_000, "white", OfferTakeback())
    assert refusal(at(asked, T0 + 3_000, AcceptTakeback(ply=1), "white")) == "no_offer"
    assert refusal(at(asked, T0 + 3_000, AcceptTakeback(ply=0), "black")) == "wrong_ply"
    assert does(asked, T0 + 3_000, "black", DeclineTakeback(ply=1)).takeback_offer is None
    assert does(asked, T0 + 3_000, "black", MakeMove(ply=1, uci="e7e5")).takeback_offer is None
    assert does(asked, T0 + 3_000, "black", AcceptTakeback(ply=1)).moves == ()
    assert refusal(at(asked, T0 + 3_000, OfferTakeback(), "black")) == ""


def test_position_and_both_clocks_are_restored() -> None:
    game = friendly("e2e4", "e7e5", "g1f3", "b8c6", "f1b5")
    asked = does(game, T0 + 9_000, "black", OfferTakeback())
    back = does(asked, T0 + 10_000, "white", AcceptTakeback(ply=5))
    earlier = a_game("e2e4", "e7e5", "g1f3")
    assert (back.moves, back.white_ms, back.black_ms) == (earlier.moves, earlier.white_ms, earlier.black_ms)
    assert board_of(back) == board_of(earlier)
    assert back.since_ms == T0 + 10_000
    patch = change(asked, back, board_of(back).fen())
    assert (patch["ply"], patch.get("moves")) == (3, None)
    correspondence = friendly("e2e4", "e7e5", live=False)
    asked = does(correspondence, T0 + 9_000, "white", OfferTakeback())
    back = does(asked, T0 + 10_000, "black", OfferTakeback())
    assert (back.ply, back.white_ms, back.black_ms) == (0, 86_400_000, 86_400_000)


def test_what_was_taken_back_counts_for_no_repetition_and_no_wait() -> None:
    """Pitfall 16: positions that were taken back were never there."""
    shuffle = ("g1f3", "g8f6", "f3g1", "f6g8") * 2
    game = friendly(*shuffle[:-1])
    game = does(does(game, T0 + 9_000, "white", OfferTakeback()), T0 + 9_500, "black", AcceptTakeback(ply=7))
    assert game.ply == 6
    given = replace(friendly("e2e4", "e7e5"), credits=(Credit(ply=1, ms=4_000),))
    back = does(does(given, T0 + 9_000, "black", OfferTakeback()), T0 + 9_500, "white", AcceptTakeback(ply=2))
    assert (back.ply, back.given_ms) == (1, 0)
    assert len(back.credits) == 1


def test_the_lag_of_a_move_is_granted_within_its_quota() -> None:
    game = a_game("e2e4", "e7e5")
    due = game.deadline_ms

    def moved(now: int, trip: int, quota: int = 2_130) -> play.Outcome:
        short = replace(game, white_quota_ms=quota)
        move = MakeMove(ply=2, uci="g1f3")
        return play.command(short, board_of(short), "white", move, stamp=now, now=now, round_trip_ms=trip)

    assert moved(due + 700, 800).game.moves[-1].lag_ms == 800
    assert moved(due + 700, 800).game.white_ms == 100 + 2_000
    assert refusal(moved(due + 801, 800)) == "game_over"
    assert refusal(moved(due + 301, 800, quota=300)) == "game_over"
    assert moved(due + 300, 800, quota=300).game.white_quota_ms == 710
    assert moved(due, 90_000).game.moves[-1].lag_ms == 1_000
    assert moved(T0 + 3_000, 0).game.white_quota_ms == 2_130 + 710


def test_the_first_move_of_each_side_grants_nothing_and_a_long_game_has_at_most_seven_gains() -> None:
    game = a_game("e2e4", "e7e5")
    assert [move.lag_ms for move in game.moves] == [0, 0]
    for ply, uci in enumerate(
        ("g1f3", "b8c6", "f3g1", "c6b8", "b1c3", "g8f6", "c3b1", "h7h6", "a2a3", "h6h5", "a3a4"), 2
    ):
        game = does(game, T0 + 1_000 * (ply + 1), game.turn, MakeMove(ply=ply, uci=uci))
    assert game.white_quota_ms == 7 * 710


def test_a_bot_that_takes_over_while_the_campaign_stands_still_gives_nobody_time() -> None:
    """The pause was counted twice: as time at the real board, and as a pause."""
    game = there()
    paused = wants.wanted(game, board_of(game), want(seq=2, paused=True), THERE + 10_000)
    assert paused is not None
    for together in (False, True):
        bot = replace(want(seq=3, paused=not together), black=replace(game.black, bot_level=3))
        taken = wants.wanted(paused.game, board_of(game), bot, THERE + 60_000)
        assert taken is not None
        on = wants.wanted(taken.game, board_of(game), replace(bot, seq=4, paused=False), THERE + 60_000)
        assert on is not None
        assert not on.game.over_the_board
        assert on.game.deadline_ms == a_game("e2e4", "e7e5").deadline_ms + 60_000


def test_an_outage_keeps_a_window_at_the_board_open_across_a_pause() -> None:
    won = does(there(), THERE + 1_000, "black", ReportResult(result="won"))
    outages = Spans([(THERE + 2_000, THERE + 12_000), (THERE + 25_000, THERE + 29_000)])
    paused = wants.wanted(won, board_of(won), want(seq=2, paused=True), THERE + 20_000, outages)
    assert paused is not None
    again = wants.wanted(paused.game, board_of(won), want(seq=3), THERE + 30_000, outages)
    assert again is not None
    due = won.deadline_ms + 10_000 + 10_000
    assert again.game.deadline_ms == due
    assert not at(again.game, due, DisputeReport(report=1), "white", outages).game.place.report  # type: ignore[union-attr]
    assert at(again.game, due + 1, DisputeReport(report=1), "white", outages).game.reason == "reported"
