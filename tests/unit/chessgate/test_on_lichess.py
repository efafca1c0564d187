"""A game on Lichess: which clocks it can have there, who may ask, and what counts of what Lichess tells."""

from typing import Any

import pytest
from msgspec.structs import replace

from services.chessgate.core import on_lichess, play, wants
from services.chessgate.core.commands import (
    AcceptBoard,
    AcceptLichess,
    Command,
    DeclineLichess,
    LeaveLichess,
    MakeMove,
    OfferBoard,
    OfferDraw,
    OfferLichess,
    Resign,
)
from services.chessgate.core.game import Game, Offer, board_of
from services.chessgate.core.on_lichess import Seen, Tempo, created, tempo
from services.chessgate.core.places import SILENCE_LIVE_MS, TAKEN_LIVE_MS, TAKEN_MS
from services.chessgate.core.play import Outcome
from services.chessgate.core.showing import change, pgn, show
from services.chessgate.core.spans import Spans
from tests.unit.chessgate.test_play import T0, a_game, refusal, want

USERS = {"ann": "annl", "bob": "bobl"}
OFFERED, THERE = T0 + 5_000, T0 + 10_000
DAY_MS = 86_400_000


def at(game: Game, now: int, command: Command, colour: str = "white", users: Any = USERS) -> Outcome:
    return play.command(game, board_of(game), colour, command, stamp=now, now=now, users=users)  # type: ignore[arg-type]


def does(game: Game, now: int, colour: str, command: Command) -> Game:
    outcome = at(game, now, command, colour)
    assert outcome.refused is None, outcome.refused.sentence
    return outcome.game


def there(*, live: bool = True, friendly: bool = False) -> Game:
    """A game that is created on Lichess, and that nobody has opened there yet."""
    game = replace(a_game(live=live), takeback=friendly)
    game = does(does(game, OFFERED, "white", OfferLichess()), THERE, "black", AcceptLichess(offer=1))
    return created(game, 1, "abcd1234", "https://lichess.example/abcd1234")


def seen(status: str = "started", moves: str | None = "", **fields: Any) -> Seen:
    told = None if moves is None else tuple(moves.split())
    return Seen(**{"id": "abcd1234", "status": status, "white": "annl", "black": "bobl", "moves": told, **fields})


def told(game: Game, now: int, status: str = "started", moves: str | None = "", **fields: Any) -> Game:
    """The game after Lichess has told of it."""
    outcome = play.told(game, seen(status, moves, **fields), now)
    return game if outcome is None else outcome.game


@pytest.mark.parametrize(
    ("seconds", "increment", "expected"),
    [
        (0, 0, None), (0, 1, (0, 1)), (15, 0, (15, 0)), (30, 0, (30, 0)), (45, 0, (45, 0)), (60, 0, (60, 0)),
        (90, 60, (90, 60)), (90, 61, None), (75, 0, None), (120, 0, (120, 0)), (150, 0, None), (600, 5, (600, 5)),
        (10_800, 0, (10_800, 0)), (10_860, 0, None), (600.5, 0, None), (600, 0.5, None),
    ],
)  # fmt: skip
def test_live_clocks_that_lichess_can_have(seconds: float, increment: float, expected: tuple[int, int] | None) -> None:
    game = a_game()
    clock = {"initial_ms": int(seconds * 1000), "increment_ms": int(increment * 1000)}
    game = replace(game, white=replace(game.white, **clock), black=replace(game.black, **clock))
    assert tempo(game) == (None if expected is None else Tempo(limit_s=expected[0], increment_s=expected[1]))
    assert on_lichess.possible(game) == (expected is not None)


@pytest.mark.parametrize("days", [0.5, 1, 1.5, 2, 3, 4, 5, 6, 7, 8, 10, 14, 15])
def test_days_that_lichess_can_have(days: float) -> None:
    game = a_game(live=False)
    clock = {"initial_ms": int(days * DAY_MS)}
    game = replace(game, white=replace(game.white, **clock), black=replace(game.black, **clock))
    assert tempo(game) == (Tempo(days=int(days)) if days in {1, 2, 3, 5, 7, 10, 14} else None)


@pytest.mark.parametrize("field", ["initial_ms", "increment_ms"])
def test_lichess_can_not_have_unequal_clocks(field: str) -> None:
    game = a_game()
    game = replace(game, black=replace(game.black, **{field: getattr(game.black, field) + 60_000}))
    assert refusal(at(game, OFFERED, OfferLichess())) == "lichess_clocks"
    assert "lichess_possible" not in show(game, board_of(game))


def test_who_may_not_play_there() -> None:
    """Bots, unlinked players, games that spectators see later, and games with a move stay here."""
    game = a_game()
    assert show(game, board_of(game))["lichess_possible"]
    assert refusal(at(a_game("e2e4"), T0 + 2_000, OfferLichess(), "black")) == "lichess_moved"
    assert refusal(at(replace(game, spectator_delay_ms=1), OFFERED, OfferLichess())) == "lichess_spectators"
    bot = replace(game, black=replace(game.black, account="", bot_level=3))
    assert refusal(at(bot, OFFERED, OfferLichess())) == "bots_play_online"
    for users in ({}, {"ann": "annl"}, {"bob": "bobl", "eve": "annl"}):
        assert refusal(at(game, OFFERED, OfferLichess(), users=users)) == "lichess_unlinked"
    offered = does(game, OFFERED, "white", OfferLichess())
    assert refusal(at(offered, THERE, AcceptLichess(offer=1), "black", users={})) == "lichess_unlinked"


def test_an_offer_is_answered_by_its_number_and_a_move_is_an_answer_too() -> None:
    offered = does(a_game(), OFFERED, "white", OfferLichess())
    assert not offered.on_lichess
    assert offered.waits
    assert does(offered, THERE, "white", OfferLichess()) == offered
    assert does(offered, THERE, "black", OfferLichess()).on_lichess
    assert refusal(at(offered, THERE, AcceptLichess(offer=1))) == "no_offer"
    assert refusal(at(offered, THERE, AcceptLichess(offer=2), "black")) == "no_offer"
    assert refusal(at(offered, THERE, LeaveLichess())) == "not_on_lichess"
    for colour in ("white", "black"):
        declined = does(offered, THERE, colour, DeclineLichess(offer=1))
        assert declined.lichess is None
        again = does(declined, THERE, colour, OfferLichess())
        assert again.lichess is not None
        assert again.lichess.offer == 2
    assert does(offered, THERE, "white", MakeMove(ply=0, uci="e2e4")).lichess is None


def test_here_and_over_the_board_exclude_it() -> None:
    offered = does(a_game(), OFFERED, "white", OfferLichess())
    both = does(offered, OFFERED, "black", OfferBoard())
    assert does(both, THERE, "white", AcceptBoard(offer=2)).lichess is None
    assert does(both, THERE, "black", AcceptLichess(offer=1)).place is None
    board = does(both, THERE, "white", AcceptBoard(offer=2))
    assert refusal(at(board, THERE, OfferLichess())) == "over_the_board"
    game = there()
    for command in (MakeMove(ply=0, uci="e2e4"), OfferDraw(), OfferBoard(), OfferLichess()):
        assert refusal(at(game, THERE + 1, command)) == "on_lichess"
    resigned = does(game, THERE + 1, "white", Resign())
    assert (resigned.result, resigned.reason, resigned.lichess) == ("black", "resignation", None)


def test_clocks_here_stand_still_until_the_game_is_here_again() -> None:
    """White had used five seconds of the minutes for its first move when both agreed, and has used as many after."""
    game = there()
    assert not game.waits
    assert show(game, board_of(game), "ann")["lichess"] == {
        "offer": 1, "by": "white", "there": True, "began": False, "due_unix_ms": THERE + TAKEN_LIVE_MS,
        "url": "https://lichess.example/abcd1234",
    }  # fmt: skip
    left = does(game, THERE + 60_000, "black", LeaveLichess())
    assert left.waits
    assert (left.since_ms, left.back_from_lichess) == (T0 + 60_000, "left")
    assert does(left, THERE + 61_000, "white", OfferLichess()).back_from_lichess == ""


@pytest.mark.parametrize(("live", "window"), [(True, TAKEN_LIVE_MS), (False, TAKEN_MS)])
def test_a_challenge_that_nobody_takes_ends_by_itself(live: bool, window: int) -> None:
    game = there(live=live)
    due = THERE + window
    assert game.deadline_ms == due
    assert play.expire(game, board_of(game), 0, 0, due + play.GRACE_MS) is game
    back = play.expire(game, board_of(game), 0, 0, due + play.GRACE_MS + 1)
    assert (back.waits, back.back_from_lichess, back.since_ms) == (True, "not_taken", T0 + window)
    credited = play.expire(game, board_of(game), 0, 1_000, due + play.GRACE_MS + 1)
    assert credited is game
    assert told(back, due + 5_000, "mate", "f3 e5 g4 Qh4#", winner="black") == back


def test_lichess_refuses_the_challenge() -> None:
    game = does(a_game(), OFFERED, "white", OfferLichess())
    game = does(game, THERE, "black", AcceptLichess(offer=1))
    assert on_lichess.refused(game, 2, THERE + 1) is game
    assert on_lichess.refused(game, 1, THERE + 1).back_from_lichess == "refused"
    here = on_lichess.refused(game, 1, THERE + 1)
    assert created(here, 1, "abcd1234", "u") is here
    made = created(game, 1, "abcd1234", "u")
    assert created(made, 1, "other567", "u") is made
    assert on_lichess.refused(made, 1, THERE + 1) is made


def test_moves_come_as_they_are_told_with_their_clocks() -> None:
    game = told(there(), THERE + 9_000)
    assert game.lichess is not None
    assert game.lichess.began
    assert refusal(at(game, THERE + 9_500, LeaveLichess())) == "lichess_began"
    game = told(game, THERE + 20_000, moves="e4 e5", clocks_ms=(60_000, 61_000), last_ms=THERE + 15_000)
    assert [(move.uci, move.clock_ms, move.at_ms) for move in game.moves] == [
        ("e2e4", 60_000, THERE + 15_000), ("e7e5", 61_000, THERE + 15_000),
    ]  # fmt: skip
    before = game
    game = told(game, THERE + 30_000, moves="e4 e5 Nf3", clocks_ms=(60_000, 61_000, 55_000), last_ms=THERE + 25_000)
    assert (game.white_ms, game.black_ms) == (55_000, 61_000)
    assert [move["san"] for move in change(before, game, "")["moves"]] == ["Nf3"]
    assert told(game, THERE + 31_000, moves="e4") == game
    assert told(game, THERE + 31_000, moves=None) == game
    assert play.told(game, seen(moves="e4 e5 Nf3"), THERE + 31_000) is None


FOOLS, SHUFFLE = "f3 e5 g4 Qh4#", " ".join(["Nf3 Nf6 Ng1 Ng8"] * 2)
STALEMATE = "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6"


@pytest.mark.parametrize(
    ("status", "moves", "winner", "expected"),
    [
        ("mate", FOOLS, "black", ("black", "checkmate")),
        ("stalemate", STALEMATE, None, ("draw", "stalemate")),
        ("resign", "e4 e5", "white", ("white", "resignation")),
        ("resign", "e4 e5", "black", ("black", "resignation")),
        ("outoftime", "e4 e5", "black", ("black", "time")),
        ("outoftime", "e4 e5 Nf3", "white", ("white", "time")),
        ("timeout", "e4 e5", "black", ("black", "forfeit")),
        ("timeout", "e4 e5", None, ("draw", "agreement")),
        ("cheat", "e4 e5", "white", ("white", "forfeit")),
        ("draw", "e4 e5", None, ("draw", "agreement")),
        ("draw", SHUFFLE, None, ("draw", "threefold")),
        ("insufficientMaterialClaim", "e4 e5", None, ("draw", "dead_position")),
    ],
)
def test_results_count_as_here(status: str, moves: str, winner: Any, expected: tuple[str, str]) -> None:
    game = told(there(), THERE + 30_000, status, moves, winner=winner)
    assert (game.state, game.result, game.reason) == ("over", *expected)
    assert game.ply == len(moves.split())
    assert game.lichess is None
    assert told(game, THERE + 31_000, "resign", moves, winner="white") == game
    assert '[Result "*"]' not in pgn(game)


@pytest.mark.parametrize(
    ("status", "moves", "winner"),
    [("mate", "e4 e5", "white"), ("stalemate", "e4", None), ("resign", "e4", None), ("cheat", "e4", None),
     ("unknownFinish", "e4 e5", "white"), ("variantEnd", "e4 e5", "white"), ("something", "e4", "white"),
     ("started", "e4 e4", None), ("started", "Ke2", None)],
)  # fmt: skip
def test_what_can_not_be_is_no_result_and_no_game(status: str, moves: str, winner: Any) -> None:
    game = told(told(there(), THERE + 1_000), THERE + 30_000, status, moves, winner=winner)
    assert (game.state, game.ply, game.back_from_lichess, game.waits) == ("playing", 0, "foreign", True)


@pytest.mark.parametrize("status", ["aborted", "noStart"])
def test_an_aborted_game_is_here_again_as_it_was(status: str) -> None:
    game = told(told(there(), THERE + 1_000, moves="e4", clocks_ms=(50_000,)), THERE + 30_000, status, None)
    assert (game.ply, game.white_ms, game.since_ms, game.waits) == (0, 60_000, T0 + 30_000, True)
    assert game.back_from_lichess == "aborted"
    assert game.takebacks == 1
    assert does(game, THERE + 31_000, "white", MakeMove(ply=0, uci="d2d4")).ply == 1


@pytest.mark.parametrize(
    "fields",
    [{"white": "bobl", "black": "annl"}, {"white": "annl2"}, {"black": ""}, {"standard": False},
     {"tempo": Tempo(limit_s=60, increment_s=3)}],
)  # fmt: skip
def test_a_game_of_others_counts_nothing(fields: dict[str, Any]) -> None:
    """Impersonation: only the two linked users, with their colours and the agreed clock."""
    game = told(there(), THERE + 30_000, "mate", FOOLS, winner="black", **fields)
    assert (game.state, game.ply, game.back_from_lichess) == ("playing", 0, "foreign")
    assert told(there(), THERE, "mate", FOOLS, winner="black", id="zzzz9999") == there()


def test_the_agreed_clock_is_the_agreed_clock() -> None:
    game = told(there(), THERE + 30_000, "mate", FOOLS, winner="black", tempo=Tempo(limit_s=60, increment_s=2))
    assert game.reason == "checkmate"


def test_our_rules_end_it_where_lichess_waits_for_a_claim() -> None:
    """The third position is a draw here, whatever was played there after it."""
    game = told(there(), THERE + 30_000, "resign", f"{SHUFFLE} e4 e5", winner="white")
    assert (game.result, game.reason, game.ply) == ("draw", "threefold", 8)
    game = told(there(), THERE + 30_000, "started", SHUFFLE)
    assert (game.result, game.reason) == ("draw", "threefold")


def test_moves_taken_back_there_count_where_both_may_take_back() -> None:
    """First the moves are gone, with the next look the new ones are there: a change tells either, never both."""
    friendly = told(there(friendly=True), THERE + 10_000, moves="e4 e5 Nf3")
    cut = told(friendly, THERE + 20_000, moves="e4 c5")
    assert ([move.san for move in cut.moves], cut.takebacks) == (["e4"], 1)
    assert [move.san for move in told(cut, THERE + 30_000, moves="e4 c5").moves] == ["e4", "c5"]
    strict = told(there(), THERE + 10_000, moves="e4 e5 Nf3")
    assert told(strict, THERE + 20_000, moves="e4 c5").back_from_lichess == "foreign"
    ended = told(friendly, THERE + 20_000, "resign", "e4", winner="white")
    assert ended.state == "playing"
    assert told(ended, THERE + 30_000, "resign", "e4", winner="white").reason == "resignation"


def test_silence_brings_it_back_and_word_of_it_keeps_it_there() -> None:
    game = told(there(), THERE + 1_000, moves="e4")
    later = told(game, THERE + 3_600_000, moves="e4")
    assert later.deadline_ms == THERE + 3_600_000 + SILENCE_LIVE_MS
    back = play.expire(later, board_of(later), 1, 0, later.deadline_ms + play.GRACE_MS + 1)
    assert (back.back_from_lichess, back.ply) == ("silent", 0)


def test_a_paused_campaign_hears_nothing_and_loses_nothing() -> None:
    game = there()
    paused = wants.wanted(game, board_of(game), want(seq=2, paused=True), THERE + 1_000)
    assert paused is not None
    assert told(paused.game, THERE + 2_000, "mate", FOOLS, winner="black") == paused.game
    assert paused.game.deadline_ms == 0
    again = wants.wanted(paused.game, board_of(game), want(seq=3), THERE + 61_000)
    assert again is not None
    assert again.game.deadline_ms == game.deadline_ms + 60_000
    assert told(again.game, THERE + 62_000, "mate", FOOLS, winner="black").reason == "checkmate"
    assert does(again.game, THERE + 62_000, "white", LeaveLichess()).since_ms == T0 + 62_000


def test_a_peace_stops_it_here_and_what_lichess_tells_afterwards_counts_nothing() -> None:
    game = told(there(), THERE + 1_000, moves="e4 e5", last_ms=THERE + 900)
    offer = Offer(id="o1", by="white", at_ms=THERE + 2_000)
    stopped = wants.wanted(game, board_of(game), want(seq=2, stop="o1", offers=(offer,)), THERE + 5_000)
    assert stopped is not None
    assert (stopped.game.result, stopped.stopped_for) == ("stopped", "o1")
    assert told(stopped.game, THERE + 6_000, "resign", "e4 e5", winner="white") == stopped.game
    over = told(game, THERE + 4_000, "resign", "e4 e5", winner="white")
    late = wants.wanted(over, board_of(over), want(seq=2, stop="o1", offers=(offer,)), THERE + 5_000)
    assert late is not None
    assert (late.game.result, late.stopped_for) == ("white", "")


def test_a_move_there_turns_down_the_peace_that_was_offered_before_it() -> None:
    game = told(there(), THERE + 1_000, moves="e4", last_ms=THERE + 900)
    offer = Offer(id="o1", by="white", at_ms=THERE + 2_000)
    known = wants.wanted(game, board_of(game), want(seq=2, offers=(offer,)), THERE + 2_500)
    assert known is not None
    outcome = play.told(known.game, seen(moves="e4 e5", last_ms=THERE + 3_000), THERE + 4_000)
    assert outcome is not None
    assert outcome.declined == "o1"


@pytest.mark.parametrize("taker", [{"account": "", "bot_level": 3}, {"account": "eve"}])
def test_whoever_takes_a_seat_over_plays_here(taker: dict[str, Any]) -> None:
    """On Lichess sits who agreed to it, and an offer was made to somebody else."""
    listed = want(seq=2)
    taken = replace(listed, black=replace(listed.black, **taker))
    for game in (told(there(), THERE + 1_000, moves="e4"), does(a_game(), OFFERED, "white", OfferLichess())):
        after = wants.wanted(game, board_of(game), taken, THERE + 60_000)
        assert after is not None
        assert (after.game.lichess, after.game.ply, after.game.waits) == (None, 0, True)
        assert after.game.version > game.version


def test_an_outage_is_no_silence() -> None:
    game = told(there(), THERE + 1_000)
    due = game.deadline_ms
    outages = Spans(((THERE + 2_000, THERE + 12_000),))
    resigned = play.command(
        game, board_of(game), "white", LeaveLichess(), stamp=due + 5_000, now=due + 5_000, outages=outages
    )
    assert refusal(resigned) == "lichess_began"
