"""The calibration of bots: openings, pairs, ratings fitted from results, resuming, and what it writes."""

import shlex
import sys
from datetime import date
from pathlib import Path
from typing import Any

import chess
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from chassis.bot_ratings import MARGINS, RATINGS
from services.chessgate.core.levels import LEVELS, PINNED, drawn
from warboard.__main__ import app
from warboard.calibration import elo, openings
from warboard.calibration.match import Fixture, Played, fixtures, pin, read
from warboard.calibration.page import page, table
from warboard.calibration.report import Pair, counted, report

_SHUFFLING = """
import chess
board = chess.Board()
while (words := input().split()) and words[0] != "quit":
    match words[0]:
        case "uci": print("uciok", flush=True)
        case "isready": print("readyok", flush=True)
        case "position":
            board = chess.Board()
            for uci in words[words.index("moves") + 1 :]: board.push_uci(uci)
        case "go":
            last = board.move_stack[-2]
            back = chess.Move(last.to_square, last.from_square)
            quiet = [m for m in board.legal_moves if not board.is_zeroing(m)]
            print("bestmove", (back if back in quiet else quiet[0]).uci(), flush=True)
"""
PIN_ELO = 1400


def played(fixture: Fixture, points: float, **changes: Any) -> Played:
    made = Played(
        first=fixture.first, second=fixture.second, number=fixture.number, seed=fixture.seed, engine="some",
        points=points, reason="checkmate", plies=60, seconds=(0.28, 0.56), longest=(0.1, 0.2), moves=(28, 28),
    )  # fmt: skip
    return replace(made, **changes)


def all_played(games: int = 8) -> list[Played]:
    """Of four games the stronger wins three; against the pin half."""
    return [
        played(fixture, 0.5 if fixture.second == pin(PIN_ELO) else float(fixture.number % 4 != 3))
        for fixture in fixtures(range(1, 9), PIN_ELO, games, 1)
    ]


def test_openings_are_quiet_and_the_same_for_a_seed() -> None:
    """There are enough of them, nobody can take anything after any, and a seed draws the same ones again."""
    assert len(set(openings.openings())) > 500
    for line in openings.openings():
        board = chess.Board()
        for uci in line:
            board.push_uci(uci)
        assert (board.ply(), any(board.generate_legal_captures())) == (4, False)
    drawn_ones = [openings.opening(1, number) for number in range(20)]
    assert drawn_ones == [openings.opening(1, number) for number in range(20)]
    assert drawn_ones != [openings.opening(2, number) for number in range(20)]


def test_every_pair_plays_each_opening_with_both_colours() -> None:
    """Neighbours and the pin's pairs play all games, levels two apart about half; in pairs of colours."""
    planned = list(fixtures(range(1, 9), PIN_ELO, 8, 1))
    assert len(set(planned)) == len(planned) == 8 * (7 + 3) + 4 * 6
    for one, two in zip(planned[::2], planned[1::2], strict=True):
        assert (one.first, one.second, one.number // 2) == (two.first, two.second, two.number // 2)
        assert {one.white, two.white} == {one.first, one.second}


def test_ratings_that_made_the_scores_are_found_again() -> None:
    """With scores exactly as the model has them, the fit gives back the gaps; more games give smaller margins."""
    truth = {"pin": 1400, "a": 1400, "b": 1600, "c": 1750}

    def scores(games: int) -> list[elo.Score]:
        pairs = (("a", "pin"), ("b", "a"), ("c", "b"), ("c", "a"))
        return [
            elo.Score(player=p, against=q, points=games / (1 + 10 ** ((truth[q] - truth[p]) / 400)), games=games)
            for p, q in pairs
        ]

    fitted = elo.fit(scores(100_000), "pin", 1400)
    assert {name: round(rating.elo) for name, rating in fitted.items()} == truth
    assert fitted["pin"].margin == 0
    few, many = elo.fit(scores(100), "pin", 1400), elo.fit(scores(400), "pin", 1400)
    assert few["a"].margin < few["b"].margin < few["c"].margin
    assert many["c"].margin == pytest.approx(few["c"].margin / 2, rel=0.02)


def test_a_margin_is_the_known_one_for_a_single_pair() -> None:
    """Even scores in n games: the information is (n + 1) / 4, so 1.96 × 400 / ln 10 × 2 / √(n + 1)."""
    fitted = elo.fit([elo.Score(player="a", against="pin", points=49.5, games=99)], "pin", 1000)
    assert fitted["a"].elo == pytest.approx(1000)
    assert fitted["a"].margin == pytest.approx(1.96 * 173.718 * 2 / 10, rel=1e-4)


def test_who_wins_all_games_has_a_rating_all_the_same() -> None:
    fitted = elo.fit([elo.Score(player="a", against="pin", points=10, games=10)], "pin", 1000)
    assert 1400 < fitted["a"].elo < 1700


def test_players_without_games_with_the_others_can_t_be_rated() -> None:
    scores = [
        elo.Score(player="a", against="pin", points=1, games=2),
        elo.Score(player="b", against="c", points=1, games=2),
    ]
    with pytest.raises(ValueError, match="no game"):
        elo.fit(scores, "pin", 1000)


def test_a_report_counts_and_says_who_is_too_close() -> None:
    made = report(all_played(), PIN_ELO)
    assert [round(rating.elo) for rating in made.ratings] == sorted(round(rating.elo) for rating in made.ratings)
    assert made.too_close == []
    worse = [replace(game, points=0.5) if game.first.name == "level 5" else game for game in all_played()]
    assert [pair.player for pair in report(worse, PIN_ELO).too_close] == ["level 5"]
    assert made.seconds[0] == (pytest.approx(0.02), 0.2)
    with pytest.raises(ValueError, match="level 8"):
        report([game for game in all_played() if game.first.name != "level 8"], PIN_ELO)


def test_a_score_s_margin_shrinks_with_games_and_draws() -> None:
    def margin(wins: int, draws: int, losses: int) -> float:
        pair = Pair(player="a", against="b", games=wins + draws + losses, wins=wins, draws=draws, losses=losses)
        return pair.margin

    assert margin(50, 0, 50) == pytest.approx(1.96 * 0.5 / 10, rel=0.02)
    assert margin(200, 0, 200) < margin(50, 0, 50)
    assert margin(10, 80, 10) < margin(50, 0, 50)
    assert margin(10, 0, 0) > 0.1


def test_games_of_changed_levels_no_longer_count() -> None:
    """Retuning a level keeps the games of all others."""
    games = all_played()
    changed = replace(games[0].first, level=replace(games[0].first.level, nodes=1))
    assert counted([replace(games[0], first=changed), *games[1:]], PIN_ELO) == games[1:]
    assert [game for game in counted(games, 1500) if game.second == pin(PIN_ELO)] == []


def test_the_page_and_the_table_say_what_was_measured() -> None:
    made = report(all_played(), PIN_ELO)
    text = page(made, date(2026, 1, 2))
    assert "2026-01-02" in text
    for n, rating in enumerate(made.ratings, 1):
        assert f"| {n} | {rating.elo:.0f} ± {rating.margin:.0f} |" in text
    assert "| level 2 | level 1 | 8 | 6 | 0 | 2 | 75 % ±" in text
    scope: dict[str, Any] = {}
    exec(table(made), scope)
    assert [round(rating.elo, -1) for rating in made.ratings] == list(scope["RATINGS"])
    assert len(scope["MARGINS"]) == 8


def test_the_table_that_is_shown_suits_the_levels() -> None:
    assert len(RATINGS) == len(MARGINS) == len(LEVELS) == 8
    assert list(RATINGS) == sorted(set(RATINGS))
    assert all(0 < margin < 400 for margin in MARGINS)
    assert LEVELS[PINNED - 1].elo is not None


def test_weak_levels_draw_the_same_move_again_and_mostly_good_ones() -> None:
    """The draw depends on game and ply alone; better moves are likelier, and a mate is hardly missed."""
    scores = [0, -100, -100, -500]
    taken = [drawn(scores, 100, f"g{n}", 7) for n in range(4000)]
    assert taken == [drawn(scores, 100, f"g{n}", 7) for n in range(4000)]
    assert taken.count(0) / 4000 == pytest.approx(1 / (1 + 2 / 2.71828 + 2.71828**-5), abs=0.03)
    assert {drawn(scores, 100, "g", ply) for ply in range(100)} >= {0, 1, 2}
    assert {drawn([10_000, 900, 800], 125, "g", ply) for ply in range(200)} == {0}


def test_a_run_goes_on_where_the_last_one_stopped(tmp_path: Path) -> None:
    """Finished games aren't played again, a line cut off by a kill is left out, and nothing is written unasked."""
    results, engine = tmp_path / "games.jsonl", tmp_path / "engine.py"
    engine.write_text(_SHUFFLING)
    words = [
        "calibrate-bots", "--games", "2", "--no-write", "--json", "--results", str(results), "--at-once", "2",
        "--engine", shlex.join([sys.executable, str(engine)]),
    ]  # fmt: skip
    first = CliRunner().invoke(app, [*words, "--minutes", "0.0001"])
    assert first.exit_code == 1, first.output
    some = read(results)
    assert 0 < len(some) < 32
    with results.open("ab") as file:
        file.write(b'{"first": {"na')
    second = CliRunner().invoke(app, words)
    assert second.exit_code == 1, "all draws, so every level is too close to the one below"
    assert "level 8 scores 50 % against level 7, under 65 %." in second.stderr
    games = read(results)
    assert games[: len(some)] == some
    assert {game.fixture for game in games} == set(fixtures(range(1, 9), PIN_ELO, 2, 1))
    assert {(game.points, game.reason) for game in games} == {(0.5, "threefold")}
