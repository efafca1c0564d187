"""Peace terms (rules section 5.7; architecture, "A war in play")."""

from services.engine.core.rulesets.chess_wars.commands import (
    AcceptPeace,
    AcceptWar,
    AdvanceRound,
    CallOff,
    DeclinePeace,
    EndCampaign,
    OfferPeace,
    RaiseStakes,
)
from services.engine.core.rulesets.chess_wars.facts import PeaceMade, PeaceOfferEnded
from services.engine.core.rulesets.chess_wars.records import Accord
from tests.unit.chess_wars.table import Game, declare, ids, war_on_t


def offer(attackers: str = "", defenders: str = "", tokens: int = 0, accord: int = 0) -> OfferPeace:
    return OfferPeace(
        war="w1", from_attacker=ids(attackers), from_defender=ids(defenders), tokens=tokens, accord_rounds=accord
    )


def at_war() -> Game:
    return war_on_t(advance="host")


def playing() -> Game:
    game = at_war()
    game.do(1, AcceptWar(war="w1"))
    return game


def test_white_peace_before_an_answer() -> None:
    """A peace of nothing ends the war at once, with a truce; the token stays spent."""
    game = at_war()
    game.do(1, offer())
    facts = game.do(0, AcceptPeace(offer="p1-1-1"))
    assert isinstance(facts[0], PeaceMade)
    war = game.view()["wars"]["w1"]
    assert (war["state"], war["result"]["how"], "winner" in war["result"]) == ("peace", "peace", False)
    assert game.view()["truces"] == {"0-1": 1}
    assert game.tokens() == [1, 2]
    assert not game.state.tied


def test_terms_change_hands() -> None:
    """Staked countries go over, tokens past the cap too, and an accord is signed; terms are public then."""
    game = at_war()
    game.player(1, tokens=3)
    game.do(1, offer("A", "", -2, 4))
    assert "peace_offers" in game.view(0)
    assert "p1-1-1" not in str(game.view())
    game.do(0, AcceptPeace(offer="p1-1-1"))
    assert game.owner("A") == 1
    country = game.view()["countries"]["A"]
    assert (country["got"], country["giver"], country["newly_won_until"]) == ("peace", 0, 3)
    assert game.tokens() == [3, 1]
    assert game.view()["accords"] == {"0-1": {"signed_round": 1, "ends_round": 5}}
    assert game.view()["wars"]["w1"]["result"]["terms"] == {"from_attacker": ["A"], "tokens": -2, "accord_rounds": 4}


def test_a_country_regained_by_peace_is_not_won() -> None:
    """A drafted country that comes back by peace isn't won since the draft; one that was another's is."""
    game = at_war()
    game.do(0, offer("", "T"))
    game.do(1, AcceptPeace(offer="p1-0-1"))
    held = game.state.territory.countries[ids("T")[0]]
    assert held.won
    game.holding("T", drafted_by=0)
    assert not game.state.territory.countries[ids("T")[0]].won


def test_shape_of_the_terms() -> None:
    """Only staked countries from the attacker; from the defender the target with put-ins, or one cheaper country."""
    game = at_war()
    assert game.refused(0, offer("C")) == "bad_terms"
    assert game.refused(0, offer("", "T U")) == "bad_terms"
    assert game.refused(0, offer("", "U V")) == "bad_terms"
    assert game.refused(0, offer("", "A")) == "not_yours"
    assert game.refused(0, offer("", "Q")) == "unknown_country"
    game.holding("U", newly_won_until=3)
    game.do(0, offer("", "U"))
    game.do(1, RaiseStakes(war="w1", number=1, countries=ids("V")))
    game.do(0, offer("", "T V"))
    game.do(1, AcceptPeace(offer="p1-0-2"))
    assert (game.owner("T"), game.owner("V")) == (0, 0)


def test_dear_countries_are_no_substitute() -> None:
    """The other country must be worth less than the target."""
    game = at_war()
    game.do(0, CallOff(war="w1"))
    game.do(0, declare(game, "U", "B", "B C"))
    assert game.refused(1, OfferPeace(war="w2", from_defender=ids("T"))) == "too_high"


def test_offered_tokens_are_set_aside_unseen() -> None:
    """The offerer can't spend them; others still see them; they come back when the offer ends."""
    game = at_war()
    refusal = game.refusal(1, offer(tokens=-3))
    assert (refusal.code.value, refusal.detail) == ("too_few_tokens", {"need": 3, "have": 2})
    game.do(1, offer(tokens=-2))
    assert game.tokens() == [1, 0]
    assert game.view()["seats"]["1"]["tokens"] == 2
    assert game.view(1)["set_aside"] == 2
    assert "set_aside" not in game.view(0)
    game.do(1, offer(tokens=-1))
    assert game.tokens() == [1, 1]
    assert game.refused(0, AcceptPeace(offer="p1-1-1")) == "already_answered"
    game.do(0, DeclinePeace(offer="p1-1-2"))
    assert game.tokens() == [1, 2]
    assert game.refused(0, DeclinePeace(offer="p1-1-2")) == "already_answered"


def test_set_aside_tokens_count_as_held() -> None:
    """New tokens of a round fill up to three, set-aside ones included."""
    game = at_war()
    game.do(1, offer(tokens=-2))
    game.do(0, AdvanceRound(round=1))
    assert game.tokens() == [2, 1]
    assert game.view()["seats"]["1"]["tokens"] == 3


def test_an_offer_lapses_in_time() -> None:
    """After a day without an answer the offer is gone."""
    game = at_war()
    game.do(1, offer(tokens=-1))
    facts = game.expire("peace:p1-1-1")
    assert isinstance(facts[0], PeaceOfferEnded)
    assert game.tokens() == [1, 2]
    assert game.refused(0, AcceptPeace(offer="p1-1-1")) == "already_answered"


def test_only_the_other_side_answers() -> None:
    """Nobody accepts or declines their own offer; each side may have one standing."""
    game = at_war()
    game.do(1, offer())
    game.do(0, offer("A"))
    assert game.refused(1, AcceptPeace(offer="p1-1-1")) == "not_your_answer"
    assert game.refused(0, DeclinePeace(offer="p1-0-1")) == "not_your_answer"
    assert set(game.view(0)["peace_offers"]) == {"p1-1-1", "p1-0-1"}
    game.do(1, AcceptPeace(offer="p1-0-1"))
    assert "peace_offers" not in game.view(0)


def test_accepting_terms_that_went_stale_lets_them_lapse() -> None:
    """A named country that changed hands, or tokens that were spent: the offer ends, and what was set aside is back."""
    game = at_war()
    game.do(1, offer("", "U", -2))
    game.holding("U", owner=0)
    assert "AcceptPeace" not in game.actions(0)
    ended, *_ = game.do(0, AcceptPeace(offer="p1-1-1"))
    assert (ended.how, game.state.peace_offers) == ("stale", {})
    assert game.tokens() == [1, 2]
    assert game.state.wars["w1"].underway
    other = at_war()
    other.do(1, offer(tokens=1))
    other.player(0, tokens=0)
    ended, *_ = other.do(0, AcceptPeace(offer="p1-1-1"))
    assert ended.how == "stale"


def test_a_peace_that_extends_an_accord_keeps_its_text() -> None:
    """What everyone could read stays readable."""
    game = at_war()
    game.set(accords={"0-1": Accord(ends_round=2, counts_from=1, terms="text1")})
    game.do(1, OfferPeace(war="w1", accord_rounds=5))
    game.do(0, AcceptPeace(offer="p1-1-1"))
    assert (game.state.accords["0-1"].ends_round, game.state.accords["0-1"].terms) == (6, "text1")


def test_offers_end_with_the_war() -> None:
    """A called-off war ends the offers in it, and their tokens come back."""
    game = at_war()
    game.do(1, offer(tokens=-2))
    game.do(0, CallOff(war="w1"))
    assert game.tokens() == [1, 2]
    assert "peace_offers" not in game.view(1)
    assert game.refused(1, offer()) == "already_answered"


def test_accepting_during_the_game_stops_it_first() -> None:
    """The war is stopping until the game says so; then the terms change hands."""
    game = playing()
    game.do(0, offer("", "U", 1))
    (want,) = game.rules.games(game.state)
    assert [(one.offer, one.by) for one in want.offers] == [("p1-0-1", "white")]
    game.do(1, AcceptPeace(offer="p1-0-1"))
    assert game.view()["wars"]["w1"]["state"] == "stopping"
    assert "war" not in game.view()["countries"]["U"], "terms are public only once the peace has come about"
    assert game.rules.games(game.state)[0].stop == "p1-0-1"
    assert game.refused(0, offer()) == "already_answered"
    assert game.refused(1, AcceptPeace(offer="p1-0-1")) == "already_answered"
    game.result("w1", "stopped", "stopped", "p1-0-1")
    assert (game.owner("U"), game.owner("T")) == (0, 1)
    assert game.tokens() == [0, 3]
    assert game.rules.games(game.state) == ()
    assert game.result("w1", "stopped", "stopped", "p1-0-1") == ()


def test_a_game_that_was_over_already_stands() -> None:
    """Mate before the stop: the result stands, the peace lapses, both sides' tokens come back."""
    for payer in (1, -1):
        game = playing()
        game.do(0, offer("", "U", payer))
        game.do(1, AcceptPeace(offer="p1-0-1"))
        game.result("w1", "attacker")
        assert (game.owner("T"), game.owner("U")) == (0, 1)
        assert game.tokens() == [1, 2]
        assert "peace_offers" not in game.view(0)


def test_a_move_declines() -> None:
    """A move of the other side turns a standing offer down; one that came first undoes an acceptance."""
    game = playing()
    game.do(0, offer(tokens=1))
    game.result("w1", "", "declined", "p1-0-1")
    assert game.tokens() == [1, 2]
    assert game.refused(1, AcceptPeace(offer="p1-0-1")) == "already_answered"
    game.do(0, offer("", "U", 1))
    game.do(1, AcceptPeace(offer="p1-0-2"))
    game.result("w1", "", "declined", "p1-0-2")
    assert game.view()["wars"]["w1"]["state"] == "playing"
    assert "war" not in game.view()["countries"]["U"]
    assert game.tokens() == [1, 2]
    assert game.result("w1", "", "declined", "p1-0-2") == ()


def test_the_end_gives_set_aside_tokens_back() -> None:
    """When the campaign ends standing offers lapse and their tokens return."""
    game = at_war()
    game.do(1, offer(tokens=-2))
    game.do(0, EndCampaign())
    assert game.tokens() == [1, 2]
    assert game.view(1) == {"proposed": {"0": 1}}
