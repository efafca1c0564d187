"""Accords and reputation (rules section 8)."""

from services.engine.core.rulesets.chess_wars.commands import (
    AdvanceRound,
    DeclineAccord,
    ProposeAccord,
    RenounceAccord,
    SignAccord,
)
from services.engine.core.values import Seat
from tests.unit.chess_wars.table import Game, declare, facing, small


def propose(rounds: int, partner: int = 1) -> ProposeAccord:
    return ProposeAccord(partner=Seat(partner), rounds=rounds)


def signed(rounds: int) -> Game:
    game = facing(advance="host")
    game.do(0, propose(rounds))
    game.do(1, SignAccord(offer="a0-1-1"))
    return game


def reputations(game: Game) -> list[int]:
    return [player.reputation for player in game.state.players]


def test_proposals_are_private_and_answered_once() -> None:
    """Only the two see a proposal; it is signed, declined or lapses, once."""
    game = facing(advance="host")
    game.do(0, propose(2))
    assert "accord_offers" not in game.view()
    assert game.view(1)["accord_offers"]["a0-1-1"]["rounds"] == 2
    assert game.refused(0, SignAccord(offer="a0-1-1")) == "not_your_answer"
    game.do(1, DeclineAccord(offer="a0-1-1"))
    assert game.refused(1, SignAccord(offer="a0-1-1")) == "already_answered"
    game.do(0, propose(3))
    game.do(0, propose(4))
    assert set(game.view(1)["accord_offers"]) == {"a0-1-3"}
    game.expire("accord:a0-1-3")
    assert "accord_offers" not in game.view(1)
    assert game.refused(0, propose(1, 0)) == "unknown_seat"
    assert game.refused(0, propose(1, 7)) == "unknown_seat"


def test_an_accord_forbids_war_both_ways_until_it_ends() -> None:
    """Signed in round 1 for one round it ends when round 2 starts."""
    game = signed(1)
    assert game.view()["accords"] == {"0-1": {"signed_round": 1, "ends_round": 2}}
    assert game.refused(0, declare(game, "T", "A", "A B")) == "accord"
    game.do(0, AdvanceRound(round=1))
    game.do(0, declare(game, "T", "A", "A B"))


def test_whole_rounds_pay() -> None:
    """Two each for every round held from start to end; the round of signing isn't one."""
    game = signed(3)
    for number, expected in enumerate((100, 102, 104, 104), 1):
        game.do(0, AdvanceRound(round=number))
        assert reputations(game) == [expected, expected]


def test_an_accord_of_the_draft_counts_from_round_one() -> None:
    """Signed in the draft it pays for round 1."""
    game = Game(small(), draft="free", advance="host")
    game.do(0, propose(1))
    game.do(1, SignAccord(offer="a0-1-1"))
    assert game.view()["accords"] == {"0-1": {"ends_round": 2}}
    while game.state.round == 0:
        game.expire(next(what for what in game.waits() if what.startswith("pick")))
    game.do(0, AdvanceRound(round=1))
    assert reputations(game) == [102, 102]
    assert "accords" not in game.view()


def test_a_new_accord_must_end_later_and_continues_the_old() -> None:
    """An accord is extended by one that ends later; the round of extension still pays."""
    game = signed(2)
    refusal = game.refusal(1, propose(2, 0))
    assert (refusal.code.value, refusal.detail) == ("accord_not_longer", {"until_round": 3})
    game.do(0, AdvanceRound(round=1))
    game.do(1, propose(5, 0))
    game.do(0, SignAccord(offer="a1-0-1"))
    assert game.view()["accords"]["0-1"]["ends_round"] == 7
    game.do(0, AdvanceRound(round=2))
    assert reputations(game) == [102, 102]


def test_breaking_an_accord() -> None:
    """It ends whole; the breaker loses 20 and may not attack in this round; the betrayed may at once."""
    game = signed(5)
    assert game.refused(0, RenounceAccord(partner=Seat(0))) == "unknown_seat"
    game.do(0, RenounceAccord(partner=Seat(1)))
    assert reputations(game) == [80, 100]
    assert game.refused(0, RenounceAccord(partner=Seat(1))) == "no_accord"
    assert game.refused(0, declare(game, "T", "A", "A B")) == "broke_accord"
    assert set(game.actions(1)["DeclareWar"]["targets"]) == {"A", "B", "D"}
    assert game.view()["broken"] == {"0": [1]}
    game.do(0, AdvanceRound(round=1))
    assert "broken" not in game.view()
    game.do(0, declare(game, "T", "A", "A B"))
    assert reputations(game) == [80, 100]


def test_a_new_accord_doesnt_end_a_war_underway() -> None:
    """Wars declared before go on."""
    game = facing(advance="host")
    game.do(0, declare(game, "T", "A", "A B"))
    game.do(0, propose(2))
    game.do(1, SignAccord(offer="a0-1-1"))
    assert game.view()["wars"]["w1"]["state"] == "declared"
