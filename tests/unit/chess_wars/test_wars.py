"""Declaring, calling off, accepting, results, truces and newly won countries (rules sections 5 and 5.6)."""

import pytest

from services.engine.core.kernel import Rejected
from services.engine.core.rulesets.chess_wars.commands import AcceptWar, CallOff, PassTurn
from services.engine.core.rulesets.chess_wars.facts import WarAccepted, WarDecided
from services.engine.core.rulesets.chess_wars.wars import war_of
from services.engine.core.values import Seat
from tests.unit.chess_wars.table import Game, declare, facing, war_on_t


def fought(result: str, **options: object) -> Game:
    game = war_on_t(**options)
    game.do(1, AcceptWar(war="w1"))
    game.result("w1", result)
    return game


def test_call_off_until_answered() -> None:
    """The attacker may take a declaration back: the token stays spent, no truce follows, everything is free."""
    game = war_on_t()
    assert game.refused(1, CallOff(war="w1")) == "not_your_answer"
    game.do(0, CallOff(war="w1"))
    assert game.tokens() == [1, 2]
    assert game.view()["wars"]["w1"]["state"] == "called_off"
    assert "truces" not in game.view()
    assert not game.state.tied
    assert game.refused(0, CallOff(war="w1")) == "already_answered"
    assert game.refused(1, AcceptWar(war="w1")) == "already_answered"


def test_accepting_begins_the_game() -> None:
    """The defender accepts once; the attacker can't, and nothing can be called off then."""
    game = war_on_t()
    assert game.refused(0, AcceptWar(war="w1")) == "not_your_answer"
    assert game.refused(1, AcceptWar(war="w2")) == "unknown_war"
    game.do(1, AcceptWar(war="w1"))
    assert game.refused(1, AcceptWar(war="w1")) == "already_answered"
    assert game.refused(0, CallOff(war="w1")) == "already_answered"
    (want,) = game.rules.games(game.state)
    assert (want.war, want.white.seat, want.black.seat, want.stop) == ("w1", 0, 1, None)


def test_silence_accepts() -> None:
    """A declaration nobody answers is accepted when its window ends."""
    game = war_on_t()
    facts = game.expire("answer:w1")
    assert isinstance(facts[0], WarAccepted)
    assert facts[0].by == "clock"
    assert game.view()["seats"]["1"]["ran_out"]


def test_attacker_wins_the_target() -> None:
    """The target changes hands, newly won, got by a game; a truce holds for the rest of the round."""
    game = fought("attacker", advance="host")
    assert game.owner("T") == 0
    assert game.view()["countries"]["T"] == {
        "owner": 0,
        "got": "game",
        "round": 1,
        "giver": 1,
        "drafted_by": 1,
        "newly_won_until": 3,
    }
    assert game.view()["truces"] == {"0-1": 1}
    assert game.view()["wars"]["w1"]["result"]["winner"] == 0
    assert game.refused(0, declare(game, "U", "B", "B C")) == "truce"


def test_defender_wins_the_stake() -> None:
    """The whole stake goes to the defender."""
    game = fought("defender", advance="host")
    assert (game.owner("A"), game.owner("B"), game.owner("T")) == (1, 1, 1)
    assert game.view()["countries"]["A"]["got"] == "game"


@pytest.mark.parametrize(("draws", "owner"), [("status_quo", 0), ("defender", 1)])
def test_draws(draws: str, owner: int) -> None:
    """A draw leaves all as it was, or counts as the defender's win, by the host's option; a truce follows in both."""
    game = fought("draw", draws=draws, advance="host")
    assert game.owner("A") == owner
    assert game.owner("T") == 1
    assert game.view()["truces"] == {"0-1": 1}


def test_results_are_heard_once() -> None:
    """A result of an unknown, unplayed or settled war leads to nothing."""
    game = war_on_t()
    assert game.result("w9", "white") == ()
    assert game.result("w1", "white") == ()
    game.do(1, AcceptWar(war="w1"))
    facts = game.result("w1", "draw")
    assert isinstance(facts[0], WarDecided)
    assert game.result("w1", "draw") == ()


def test_newly_won_countries_rest_for_a_round() -> None:
    """Won in round 1, T isn't staked or attacked from until round 3 starts; it may be attacked meanwhile."""
    game = fought("attacker", advance="auto")
    assert game.state.round == 1
    game.do(0, PassTurn(turn=game.turn()))
    assert game.state.round == 2
    assert "T" not in game.actions(0)["DeclareWar"]["stakeable"]
    assert "T" in game.actions(1)["DeclareWar"]["targets"]
    assert game.view()["countries"]["T"]["newly_won_until"] == 3
    for _ in range(2):
        assert game.state.turn is not None
        game.do(game.state.turn.seat, PassTurn(turn=game.turn()))
    assert game.state.round == 3
    assert "T" in game.actions(0)["DeclareWar"]["stakeable"]
    assert "truces" not in game.view()


def test_war_over_a_lane_is_marked() -> None:
    """A war launched over a sea lane says so, and so does the country it won."""
    game = facing(advance="host")
    game.do(0, declare(game, "W", "D", "D"))
    game.do(1, AcceptWar(war="w1"))
    game.result("w1", "attacker")
    assert game.view()["countries"]["W"]["over_sea"]


@pytest.mark.parametrize(("colours", "white"), [("attacker_white", 0), ("attacker_black", 1)])
def test_colours(colours: str, white: int) -> None:
    """Who plays White is the host's option."""
    game = war_on_t(colours=colours)
    game.do(1, AcceptWar(war="w1"))
    assert game.view()["wars"]["w1"]["white"] == white


def test_drawn_colours_are_a_recorded_draw() -> None:
    """Random colours are drawn by the campaign's fair chance."""
    game = war_on_t(colours="random")
    game.do(1, AcceptWar(war="w1"))
    assert [draw.purpose for draw in game.appends[-1][1][0].draws] == ["colour"]


def test_third_parties_answer_nothing() -> None:
    """Only the two sides of a war have a word in it."""
    game = war_on_t()
    assert game.refused(1, CallOff(war="w1")) == "not_your_answer"
    with pytest.raises(Rejected, match="not_a_party"):
        war_of(game.state, "w1", Seat(2), "5")
