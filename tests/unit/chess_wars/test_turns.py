"""Turns, passing, fortifying (rules section 4)."""

from datetime import timedelta

import pytest

from services.engine.core.kernel import Rejected
from services.engine.core.rulesets.chess_wars.commands import (
    AdvanceRound,
    Fortify,
    PassTurn,
    PassTurnFor,
    ProposeAccord,
)
from services.engine.core.rulesets.chess_wars.rounds import round_order
from services.engine.core.values import Seat
from tests.unit.chess_wars.table import EAST, WEST, Game, declare, drafted, facing, ids, small


def fortify(game: Game, country: str) -> Fortify:
    return Fortify(turn=game.turn(), country=ids(country)[0])


def whose(game: Game) -> int:
    assert game.state.turn is not None
    return game.state.turn.seat


def test_order_moves_one_seat_on_each_round() -> None:
    """Round 1 starts with the last seat, round 2 with the first."""
    assert round_order(4, 1) == (3, 0, 1, 2)
    assert round_order(4, 2) == (0, 1, 2, 3)
    assert round_order(4, 6) == (0, 1, 2, 3)
    assert round_order(4, 7) == (1, 2, 3, 0)


def test_turns_go_round_until_everyone_is_done() -> None:
    """A turn is one act; then it is the next player's, and round again, until all passed or have no tokens."""
    game = drafted(small(), (WEST, EAST), advance="host")
    game.do(1, fortify(game, "T"))
    assert whose(game) == 0
    game.do(0, PassTurn(turn=game.turn()))
    assert whose(game) == 1
    game.do(1, fortify(game, "U"))
    assert game.tokens() == [2, 0]
    assert game.view()["declaring_over"]
    assert game.refused(1, PassTurn(turn=1)) == "not_your_turn"


def test_only_the_named_turn_of_ones_own() -> None:
    """A command for another's turn, or one that names an old turn, is refused."""
    game = drafted(small(), (WEST, EAST))
    assert game.refused(0, PassTurn(turn=game.turn())) == "not_your_turn"
    old = game.turn()
    game.do(1, fortify(game, "T"))
    game.do(0, fortify(game, "A"))
    assert game.refused(1, PassTurn(turn=old)) == "not_your_turn"


def test_turn_that_runs_out_passes() -> None:
    """A turn's window ends that player's declaring, and the host may hand the empire over."""
    game = drafted(small(), (WEST, EAST))
    game.expire(f"turn:{game.turn()}")
    seat = game.view()["seats"]["1"]
    assert seat["passed"]
    assert seat["ran_out"]
    assert whose(game) == 0


def test_host_passes_for_a_silent_player() -> None:
    """The host may pass a turn after an hour, not before, and nobody else may."""
    game = drafted(small(), (WEST, EAST))
    turn = game.turn()
    refusal = game.refusal(0, PassTurnFor(turn=turn))
    assert refusal.code.value == "not_away"
    assert refusal.detail["from_unix_ms"] == game.view()["turn"]["host_may_pass_unix_ms"]
    assert game.refused(1, PassTurnFor(turn=turn)) == "not_host"
    game.do(0, PassTurnFor(turn=turn), after=timedelta(hours=1))
    assert game.view()["seats"]["1"]["passed"]
    assert game.refused(0, PassTurnFor(turn=turn)) == "not_your_turn"


def test_a_player_who_is_there_is_not_passed() -> None:
    """A command given in the turn, even an offer nobody else sees, and the host must leave it to the clock."""
    game = drafted(small(), (WEST, EAST))
    turn, before = game.turn(), game.view()
    game.do(1, ProposeAccord(partner=Seat(0), rounds=1), after=timedelta(minutes=50))
    assert game.view() == before
    game.at += timedelta(minutes=50)
    assert game.refused(0, PassTurnFor(turn=turn)) == "not_away"


def test_who_was_passed_by_the_host_may_still_be_handed_over() -> None:
    """What the clock found out stays so until the player does something or comes back."""
    game = drafted(small(), (WEST, EAST), advance="host")
    game.expire(f"turn:{game.turn()}")
    game.do(0, PassTurn(turn=game.turn()))
    game.do(0, AdvanceRound(round=1))
    game.do(0, PassTurn(turn=game.turn()))
    game.at += timedelta(hours=2)
    game.do(0, PassTurnFor(turn=game.turn()))
    assert game.state.players[1].ran_out
    game.seat(1, "hand_to_bot", by=0)
    game.seat(1, "take_back", by=1)
    assert not game.state.players[1].ran_out
    with pytest.raises(Rejected):
        game.seat(1, "hand_to_bot", by=0)


def test_fortifying_costs_a_token_and_raises_the_need() -> None:
    """A fortified country needs 150 percent until the round after next starts."""
    game = drafted(small(), (WEST, EAST), advance="host")
    game.do(1, fortify(game, "T"))
    assert game.tokens() == [2, 1]
    assert game.view()["countries"]["T"]["fortified_until"] == 3
    assert game.actions(0)["DeclareWar"]["targets"]["T"]["need"] == 9
    refusal = game.refusal(0, declare(game, "T", "A", "A B"))
    assert (refusal.code.value, refusal.detail) == ("stake_too_small", {"need": 9, "have": 7})


def test_fortifying_refusals() -> None:
    """Foreign, unknown or just fortified countries, and players without tokens, are refused."""
    game = drafted(small(), (WEST, EAST))
    assert game.refused(1, fortify(game, "A")) == "not_yours"
    assert game.refused(1, fortify(game, "Q")) == "unknown_country"
    game.do(1, fortify(game, "T"))
    game.do(0, PassTurn(turn=game.turn()))
    assert game.refused(1, fortify(game, "T")) == "already_fortified"
    game.player(1, tokens=0)
    assert game.refused(1, fortify(game, "U")) == "no_tokens"


def test_fortifying_again_in_a_later_round_extends() -> None:
    """A wall of round 1 ends when round 3 starts; renewed in round 2 it ends when round 4 starts."""
    game = drafted(small(), (WEST, EAST), advance="host")
    game.do(1, fortify(game, "T"))
    game.do(0, PassTurn(turn=game.turn()))
    game.do(1, fortify(game, "U"))
    next_round(game)
    game.do(0, PassTurn(turn=game.turn()))
    game.do(1, fortify(game, "T"))
    next_round(game)
    walls = {place: one.get("fortified_until") for place, one in game.view()["countries"].items()}
    assert (walls["T"], walls["U"]) == (4, None)


def next_round(game: Game) -> None:
    game.do(0, AdvanceRound(round=game.state.round))


def test_declaring_stays_over() -> None:
    """A token got after declaring is over brings nobody back in this round."""
    game = facing(advance="host")
    game.do(0, PassTurn(turn=game.turn()))
    assert game.view()["declaring_over"]
    game.player(0, tokens=3)
    assert "turn" not in game.view()
    assert game.view()["next_round"] == {"by": "host", "host": True}
