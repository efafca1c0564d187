"""Bots in people's places, the host's role, and campaigns no human plays (rules sections 4 and 14)."""

from datetime import timedelta

import pytest

from services.engine.core.kernel import Rejected
from services.engine.core.rulesets.chess_wars.commands import AcceptWar, EndCampaign, PassTurn
from tests.unit.chess_wars.table import EAST, WEST, drafted, facing, small, war_on_t


def test_host_hands_over_only_who_let_something_run_out() -> None:
    """The host may hand an empire to a bot after its player's turn ran out, not before."""
    game = drafted(small(), (WEST, EAST), advance="host")
    with pytest.raises(Rejected, match="not_away"):
        game.seat(1, "hand_to_bot", by=0)
    game.expire(f"turn:{game.turn()}")
    game.seat(1, "hand_to_bot", by=0)
    assert game.campaign.table.is_bot(game.state.players and 1)  # type: ignore[arg-type]


def test_deadlines_stand_still_without_humans() -> None:
    """While no human plays nothing runs out; back again, every window has the time it had."""
    game = drafted(small(), (WEST, EAST))
    left = game.owed()[0].due - game.at
    due = game.owed()[0].due
    game.seat(0, "hand_to_bot", by=0)
    assert game.waits() == ["turn:1", *game.waits()[1:]]
    game.seat(1, "hand_to_bot", by=1)
    assert game.waits() == ["abandoned"]
    assert game.view()["stands_still"]
    assert game.expired("turn:1", due) == ()
    game.at += timedelta(days=3)
    game.seat(1, "take_back", by=1)
    assert game.waits() == ["turn:1"]
    assert left - timedelta(seconds=2) <= game.owed()[0].due - game.at <= left
    game.at = due
    assert game.expired("turn:1", due) == ()
    assert "stands_still" not in game.view()


def test_an_abandoned_campaign_ends_on_points() -> None:
    """After thirty days without humans it ends, unrated."""
    game = drafted(small(), (WEST, EAST))
    game.seat(0, "leave", by=0)
    game.seat(1, "leave", by=1)
    (owed,) = game.owed()
    assert owed.due - owed.since == timedelta(days=30)
    game.expire("abandoned")
    assert game.view()["outcome"]["reason"] == "abandoned"
    assert "rated" not in game.view()["outcome"]


def test_leaving_hosts_pass_the_role_on() -> None:
    """The next person is host when the host leaves or is handed to a bot."""
    game = drafted(small(), (WEST, EAST), advance="host")
    game.seat(0, "leave", by=0)
    assert game.view()["host"] == 1
    game.do(1, EndCampaign())


def test_games_go_on_under_a_stand_in() -> None:
    """A running game keeps its clocks and handicap when a bot takes the seat."""
    game = war_on_t()
    game.do(1, AcceptWar(war="w1"))
    before = game.rules.games(game.state)
    game.seat(1, "hand_to_bot", by=1)
    assert game.rules.games(game.state) == before


def test_somebody_a_bot_stands_in_for_can_leave_for_good() -> None:
    """Leaving is possible from there too, and nothing brings the seat back."""
    game = facing()
    game.seat(1, "hand_to_bot", by=1)
    game.seat(1, "leave", by=1)
    assert game.campaign.table.seats[1].left
    with pytest.raises(Rejected):
        game.seat(1, "take_back", by=1)


def test_the_hosts_time_does_not_begin_anew_when_somebody_else_comes_or_goes() -> None:
    """Seven days are counted from when this host was asked."""
    game = drafted(small(), (WEST, EAST), advance="host")
    game.do(1, PassTurn(turn=game.turn()))
    game.do(0, PassTurn(turn=game.turn()))
    due = next(owed.due for owed in game.owed() if owed.what == "host:1")
    game.at += timedelta(days=6)
    game.seat(1, "hand_to_bot", by=1)
    assert next(owed.due for owed in game.owed() if owed.what == "host:1") == due
