"""How rounds go on, and what ends or is paid when one starts (rules section 4)."""

from datetime import timedelta

import pytest

from services.engine.core.rulesets.chess_wars.commands import AcceptWar, AdvanceRound, PassTurn
from services.engine.core.rulesets.chess_wars.facts import RoundStarted
from tests.unit.chess_wars.table import EAST, WEST, Game, declare, drafted, facing, small, war_on_t


def pass_all(game: Game) -> None:
    while game.state.turn is not None:
        number = game.state.round
        game.do(game.state.turn.seat, PassTurn(turn=game.turn()))
        if game.state.round != number:
            return


def test_auto_goes_on_when_everyone_has_passed() -> None:
    """Without a war the next round starts with the last pass."""
    game = drafted(small(), (WEST, EAST))
    pass_all(game)
    assert game.state.round == 2
    assert game.state.turn is not None
    assert game.state.turn.seat == 0


def test_auto_waits_for_the_wars_of_the_round() -> None:
    """The next round waits for answers and games of wars declared in this one, seven days at most."""
    game = war_on_t()
    game.do(0, PassTurn(turn=game.turn()))
    assert (game.state.round, game.view()["declaring_over"]) == (1, True)
    assert game.view()["next_round"]["waits_for"] == ["w1"]
    game.do(1, AcceptWar(war="w1"))
    due = next(owed for owed in game.owed() if owed.what == "round:1")
    assert due.due - due.since == timedelta(days=7)
    game.result("w1", "draw")
    assert game.state.round == 2


def test_auto_goes_on_after_seven_days() -> None:
    """A long correspondence game doesn't hold the campaign up for ever."""
    game = war_on_t()
    game.do(0, PassTurn(turn=game.turn()))
    game.do(1, AcceptWar(war="w1"))
    game.expire("round:1")
    assert game.state.round == 2
    assert game.view()["wars"]["w1"]["state"] == "playing"


def test_live_rounds_wait_without_limit() -> None:
    """Live, the games' own clocks end the wait."""
    game = war_on_t(pace="live")
    game.do(0, PassTurn(turn=game.turn()))
    game.do(1, AcceptWar(war="w1"))
    assert not [what for what in game.waits() if what.startswith("round")]


@pytest.mark.parametrize("how", ["result", "time"])
def test_a_round_of_silence_waits_for_an_older_war(how: str) -> None:
    """Nobody declared and an older war is on: the round waits until one ends, or a day has gone."""
    game = war_on_t()
    game.do(0, PassTurn(turn=game.turn()))
    game.do(1, AcceptWar(war="w1"))
    game.expire("round:1")
    pass_all(game)
    assert (game.state.round, game.view()["declaring_over"]) == (2, True)
    due = next(owed for owed in game.owed() if owed.what == "round:2")
    assert due.due - due.since == timedelta(days=1)
    if how == "result":
        game.result("w1", "draw")
    else:
        game.expire("round:2")
    assert game.state.round == 3


def test_host_starts_rounds() -> None:
    """With rounds at the host's word only the host moves on, from the round that is on."""
    game = facing(advance="host")
    assert game.refused(1, AdvanceRound(round=1)) == "not_host"
    assert game.refused(0, AdvanceRound(round=2)) == "already_answered"
    facts = game.do(0, AdvanceRound(round=1))
    started = next(fact for fact in facts if isinstance(fact, RoundStarted))
    assert started.cut_short
    assert game.state.round == 2
    assert facing().refused(0, AdvanceRound(round=1)) == "bad_option"


def test_a_silent_host_loses_the_role() -> None:
    """After seven days of waiting for the host the role goes to the next person, and the wait begins anew."""
    game = drafted(small(), (WEST, EAST), advance="host")
    pass_all(game)
    assert game.waits() == ["host:1"]
    game.expire("host:1")
    assert game.campaign.table.host == 1
    assert game.view()["host"] == 1
    due = game.owed()[0]
    assert (due.seat, due.since) == (1, game.at)
    assert game.refused(0, AdvanceRound(round=1)) == "not_host"
    game.do(1, AdvanceRound(round=1))


def test_scheduled_rounds_end_by_the_clock() -> None:
    """On a schedule a round ends when its time is over, turns left over included, and not before."""
    game = drafted(small(), (WEST, EAST), advance="schedule", round_days=1)
    assert game.state.turn is not None
    game.expire("round:1")
    assert game.state.round == 2
    pass_all(game)
    assert game.state.round == 2
    due = game.owed()[0]
    assert (due.what, due.due - due.since < timedelta(days=1)) == ("round:2", True)
    game.expire("round:2")
    assert game.state.round == 3


def test_tokens_of_a_round() -> None:
    """Two at the start; then the host's number of new ones, up to three held, tokens held back counting."""
    game = facing(advance="host", tokens_a_round=2)
    assert game.tokens() == [2, 2]
    game.player(0, tokens=0)
    game.do(0, AdvanceRound(round=1))
    assert game.tokens() == [2, 3]
    game.player(1, tokens=5)
    game.do(0, AdvanceRound(round=2))
    assert game.tokens() == [3, 5]


def test_a_truce_ends_with_the_round_its_war_ended_in() -> None:
    """A truce of round 1 is over in round 2."""
    game = war_on_t(advance="host")
    game.do(1, AcceptWar(war="w1"))
    game.result("w1", "draw")
    assert game.refused(0, declare(game, "U", "B", "B C")) == "truce"
    game.do(0, AdvanceRound(round=1))
    game.do(0, declare(game, "U", "B", "B C"))


def test_settled_wars_leave_the_view_after_the_next_round() -> None:
    """A war that ended in round 1 is shown in rounds 1 and 2."""
    game = war_on_t(advance="host")
    game.do(1, AcceptWar(war="w1"))
    game.result("w1", "draw")
    game.do(0, AdvanceRound(round=1))
    assert "w1" in game.view()["wars"]
    game.do(0, AdvanceRound(round=2))
    assert "wars" not in game.view()
    assert game.refused(0, AcceptWar(war="w1")) == "already_answered"


def test_last_round() -> None:
    """Moving on from the last round ends the campaign on points."""
    game = facing(advance="host", last_round=1)
    game.do(0, AdvanceRound(round=1))
    assert game.view()["phase"] == "ended"
    assert game.view()["outcome"]["reason"] == "last_round"
    assert game.rules.owed(game.state) == ()


def test_no_last_round() -> None:
    """Without a last round it goes on."""
    game = facing(advance="host", last_round=0)
    for number in range(1, 40):
        game.do(0, AdvanceRound(round=number))
    assert game.state.round == 40
    assert "last_round" not in game.view()
