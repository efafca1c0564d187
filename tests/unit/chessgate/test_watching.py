"""What the clock is told of a game: never too little, and of a live game hardly anything."""

import random

import chess
import pytest
from msgspec.structs import replace

from services.chessgate.core import play
from services.chessgate.core.commands import MakeMove, OfferDraw, Resign
from services.chessgate.core.game import Game, Side, Watch
from services.chessgate.core.watching import fired, watch_of, watched
from tests.unit.chessgate.test_play import T0, a_game, at


def held(game: Game) -> Watch:
    assert game.watch is not None
    return game.watch


def told(game: Game) -> int:
    return held(game).seq


def due(game: Game) -> int:
    return held(game).due_ms


def moved(game: Game, now: int, uci: str) -> Game:
    return watched(at(game, now, MakeMove(ply=game.ply, uci=uci)).game, now)


def test_moves_of_a_live_game_are_not_told() -> None:
    """The clock holds an earlier deadline, which is harmless."""
    game = watched(a_game("e2e4", "e7e5"), T0 + 2_000)
    first, when = told(game), T0 + 2_000
    for uci in ("g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"):
        when += 3_000
        game = moved(game, when, uci)
    assert told(game) == first
    assert due(game) < game.decided_ms


def test_a_deadline_that_is_sooner_is_told() -> None:
    game = a_game("e2e4", "e7e5")
    game = watched(replace(game, black_ms=5_000), T0 + 2_000)
    after = moved(game, T0 + 3_000, "g1f3")
    assert told(after) == told(game) + 1
    assert due(after) == after.decided_ms == T0 + 9_000


def test_every_move_of_a_correspondence_game_is_told() -> None:
    game = watched(a_game("e2e4", live=False), T0 + 1_000)
    after = moved(game, T0 + 9_000, "e7e5")
    assert (told(after), due(after)) == (told(game) + 1, after.decided_ms)
    offered = watched(at(after, T0 + 9_500, OfferDraw()).game, T0 + 9_500)
    assert told(offered) == told(after)


def test_what_fired_too_early_is_answered_with_the_deadline_that_stands() -> None:
    """Once: the same message again, or one of an older deadline, does nothing."""
    game = moved(watched(a_game("e2e4", "e7e5"), T0 + 2_000), T0 + 3_000, "g1f3")
    old = held(game)
    again = watched(fired(game, old.ply, old.due_ms), old.due_ms + 200)
    assert (told(again), held(again).ply, due(again)) == (old.seq + 1, 3, game.decided_ms)
    assert watched(fired(again, old.ply, old.due_ms), old.due_ms + 300) is again
    assert again.version == game.version


@pytest.mark.parametrize("by_the_clock", [True, False])
def test_the_end_is_told(by_the_clock: bool) -> None:
    """Else the clock would tell of the fired deadline for ever."""
    game = watched(a_game("e2e4", "e7e5"), T0 + 2_000)
    if by_the_clock:
        later = due(game) + play.GRACE_MS + 1
        over = play.expire(fired(game, 2, due(game)), chess.Board(), 2, 0, later)
    else:
        over = at(game, T0 + 5_000, Resign()).game
    assert over.state == "over"
    over = watched(over, over.ended_ms)
    assert (told(over), due(over)) == (told(game) + 1, 0)
    assert watched(over, over.ended_ms + 1) is over


def test_a_pause_is_told_and_so_is_its_end() -> None:
    game = watched(a_game("e2e4", "e7e5"), T0 + 2_000)
    paused = watched(replace(game, paused_ms=T0 + 3_000), T0 + 3_000)
    again = watched(replace(paused, paused_ms=0, since_ms=game.since_ms + 5_000), T0 + 8_000)
    assert [due(paused), due(again)] == [0, again.decided_ms]
    assert told(again) == told(game) + 2


def test_a_credit_is_told_and_not_given_twice() -> None:
    """The clock adds outages since the list's `since` by itself, and this one is in the deadline already."""
    game = watched(a_game("e2e4", "e7e5"), T0 + 2_000)
    given = watched(play.credited(game, 4_000), T0 + 9_000)
    assert (due(given), held(given).since_ms) == (game.decided_ms + 4_000, T0 + 9_000)
    after = moved(given, T0 + 10_000, "g1f3")
    assert told(after) == told(given)
    at_once = moved(play.credited(game, 4_000), T0 + 10_000, "g1f3")
    assert at_once.watch == watch_of(after, told(at_once), T0 + 10_000)


def test_a_game_of_an_older_release_goes_on_from_what_was_told() -> None:
    """It was told under its versions: this one is known already, the next one counts."""
    game = a_game("e2e4", "e7e5")
    assert told(watched(game, T0 + 2_000)) == game.version
    assert told(watched(at(game, T0 + 3_000, MakeMove(ply=2, uci="g1f3")).game, T0 + 3_000)) == game.version + 1


@pytest.mark.parametrize("seed", range(20))
def test_the_clock_never_holds_a_deadline_that_is_too_late(seed: int) -> None:
    """Whatever the clocks and the pace, what it holds unfired is due no later than the flag, and little is told."""
    drawn = random.Random(seed)
    white, black = (
        Side(seat=seat, account=who, initial_ms=drawn.randint(3, 300) * 1000, increment_ms=drawn.randint(0, 5) * 1000)
        for seat, who in enumerate(("ann", "bob"))
    )
    game = replace(a_game(), white=white, black=black, white_ms=white.initial_ms, black_ms=black.initial_ms)
    now, fires, board, lists = T0, 0, chess.Board(), set[int]()
    game = watched(game, now)
    while game.state == "playing" and game.ply < 150:
        now += drawn.randint(100, 12_000)
        while game.state == "playing" and due(game) + play.GRACE_MS < now:
            at_ms = max(due(game), held(game).told_ms) + play.GRACE_MS + 1
            game = play.expire(fired(game, held(game).ply, due(game)), board, held(game).ply, 0, at_ms)
            game, fires = watched(game, at_ms), fires + 1
            lists.add(told(game))
        if game.state == "playing":
            uci = drawn.choice(list(board.legal_moves)).uci()
            command = MakeMove(ply=game.ply, uci=uci)
            game = watched(play.command(game, board, game.turn, command, stamp=now, now=now).game, now)
            board.push_uci(uci)
        lists.add(told(game))
        if game.state == "playing":
            assert not held(game).fired
            assert 0 < due(game) <= game.decided_ms
    assert (due(game) == 0) == (game.state == "over")
    assert len(lists) <= 4 + 2 * fires


def test_a_clock_that_fires_a_moment_early_is_told_again() -> None:
    """Its wall clock may be ahead of ours: the deadline still stands, and nobody else might watch it."""
    game = watched(a_game("e2e4", live=False), T0 + 1_000)
    heard = fired(game, game.ply, due(game))
    after = play.expire(heard, chess.Board(), game.ply, 0, due(game) + play.GRACE_MS - 5)
    assert after.state == "playing"
    again = watched(after, due(game))
    assert (told(again), due(again), held(again).fired) == (told(game) + 1, due(game), False)
