"""Raises, reserves and redirects (rules sections 5.3 to 5.5)."""

from services.engine.core.rulesets.chess_wars.commands import (
    AcceptWar,
    BackDown,
    CallOff,
    EndCampaign,
    FightRedirect,
    MeetRaise,
    PassTurn,
    RaiseStakes,
    RedirectWar,
    Withdraw,
)
from services.engine.core.rulesets.chess_wars.facts import RaiseMet
from services.engine.core.rulesets.chess_wars.viewing_wars import clocks_view
from tests.unit.chess_wars.table import EAST, WEST, Game, board_of, declare, drafted, facing, ids, plain, war_on_t

# T is worth 6, so H = 3; the declared stake A + B is worth 7.


def raise_(number: int, countries: str) -> RaiseStakes:
    return RaiseStakes(war="w1", number=number, countries=ids(countries))


def meet(number: int, countries: str = "") -> MeetRaise:
    return MeetRaise(war="w1", number=number, countries=ids(countries))


def raised(to: int = 1, **options: object) -> Game:
    """The war on T after so many raises: U (4) put in, C + D added (stake 14), and no third."""
    game = war_on_t(advance="host", **options)
    game.do(1, raise_(1, "U"))
    if to > 1:
        game.do(0, raise_(2, "C D"))
    return game


def test_first_raise_needs_half_of_the_target() -> None:
    """The country put in is one, free, own, and worth at least half of the target."""
    game = war_on_t(advance="host")
    refusal = game.refusal(1, raise_(1, "W"))
    assert (refusal.code.value, refusal.detail) == ("too_low", {"need": 3, "have": 2})
    assert game.refused(1, raise_(1, "A")) == "not_yours"
    assert game.refused(1, raise_(1, "T")) == "not_free"
    assert game.refused(1, raise_(1, "U V")) == "bad_terms"
    assert game.refused(0, raise_(1, "C")) == "not_your_answer"
    assert game.refused(1, raise_(2, "U")) == "already_answered"
    assert game.refused(1, raise_(4, "U")) == "no_raises_left"
    game.do(1, raise_(1, "U"))
    waits = game.view()["wars"]["w1"]["awaiting"]
    assert (waits["what"], waits["seat"], waits["number"], waits["need"], waits["again"]) == ("raise", 0, 1, 11, 14)
    assert game.refused(0, CallOff(war="w1")) == "already_answered"


def test_meeting_a_first_raise() -> None:
    """The attacker brings the stake up to what it was plus the value put in, and the game begins."""
    game = raised()
    assert game.actions(0)["MeetRaise"]["w1"]["cheapest"] == ["D"]
    refusal = game.refusal(0, meet(1, "C"))
    assert (refusal.code.value, refusal.detail) == ("too_low", {"need": 11, "have": 10})
    game.do(0, meet(1, "D"))
    war = game.view()["wars"]["w1"]
    assert (war["state"], war["added"], war["put_ins"], war["stake_value"]) == ("playing", ["D"], ["U"], 11)
    game.result("w1", "attacker")
    assert (game.owner("T"), game.owner("U")) == (0, 0)


def test_defender_wins_what_was_added_too() -> None:
    """A lost raised war costs the attacker the stake with all additions."""
    game = raised()
    game.do(0, meet(1, "D"))
    game.result("w1", "defender")
    assert [game.owner(place) for place in "ABDTU"] == [1] * 5


def test_withdrawing_from_a_first_raise() -> None:
    """Before raising oneself one withdraws: no truce, nothing changes hands, the token is spent. So is silence."""
    for way in ("word", "silence"):
        game = raised()
        assert game.refused(0, BackDown(war="w1", number=1)) == "not_your_answer"
        assert game.refused(1, Withdraw(war="w1")) == "not_your_answer"
        if way == "word":
            game.do(0, Withdraw(war="w1"))
        else:
            game.expire("raise:w1:1")
        assert game.view()["wars"]["w1"]["state"] == "withdrawn"
        assert game.tokens() == [1, 2]
        assert "truces" not in game.view()


def test_second_raise_asks_for_what_is_over() -> None:
    """The attacker stakes D1 + H or more; what is over D1 the defender must match, at most what they have free."""
    game = raised()
    assert game.refused(0, raise_(2, "C")) == "too_low"
    assert game.refused(0, raise_(2, "D U")) == "not_yours"
    game.do(0, raise_(2, "C D"))
    war = game.view()["wars"]["w1"]
    assert war["raises"]["2"] == {"seat": 0, "countries": ["C", "D"], "demand": 3}
    assert (war["awaiting"]["need"], war["awaiting"].get("again")) == (3, None)
    assert game.refused(1, meet(2, "W")) == "too_low"
    assert game.refused(1, meet(2)) == "bad_terms"
    game.do(1, meet(2, "V"))
    assert game.view()["wars"]["w1"]["put_ins"] == ["U", "V"]
    assert game.view()["wars"]["w1"]["state"] == "playing"


def test_demand_shrinks_with_what_the_defender_has_left() -> None:
    """What must be matched is never more than the defender's best free country when they answer; none: nothing."""
    game = raised(2)
    game.holding("V", newly_won_until=9)
    assert game.view()["wars"]["w1"]["awaiting"]["need"] == 2
    for place in "WXY":
        game.holding(place, newly_won_until=9)
    assert "need" not in game.view()["wars"]["w1"]["awaiting"]
    game.do(1, meet(2))
    assert game.view()["wars"]["w1"]["put_ins"] == ["U"]


def test_no_second_raise_against_a_defender_without_free_countries() -> None:
    """If the defender has no free country left the attacker can only meet or withdraw."""
    game = raised()
    for place in "VWXY":
        game.holding(place, newly_won_until=9)
    assert game.refused(0, raise_(2, "C D")) == "no_free_country"
    assert "RaiseStakes" not in game.actions(0)


def test_third_raise_needs_half_of_the_target_more() -> None:
    """Raise 3 puts in M2 + H or more; without such a country the defender meets or backs down."""
    game = war_on_t(advance="host")
    game.do(1, raise_(1, "V"))
    game.do(0, raise_(2, "D E F"))  # D1 = 10, stake 13, M2 = 3, so raise 3 takes 6
    assert game.refused(1, raise_(3, "U")) == "too_low"
    assert "RaiseStakes" not in game.actions(1)
    game.do(1, meet(2, "U"))


def test_third_raise_met() -> None:
    """With a large country left the defender raises to 3; the stake must then reach S1 + c - M2."""
    values = {"A": 5, "B": 2, "C": 3, "D": 4, "E": 4, "F": 4, "T": 6, "U": 3, "V": 9, "W": 2, "X": 1, "Y": 1}
    land = ("A-B", "B-C", "C-D", "D-E", "E-F", "T-U", "U-V", "V-W", "W-X", "X-Y", "A-T")
    game = drafted(board_of(values, land=land), (WEST, EAST), advance="host")
    game.do(1, PassTurn(turn=game.turn()))
    game.do(0, declare(game, "T", "A", "A B"))
    game.do(1, raise_(1, "U"))  # D1 = 10
    game.do(0, raise_(2, "C D"))  # S1 = 14, M2 = 4
    assert game.actions(1)["RaiseStakes"]["w1"]["countries"] == ["V"]
    game.do(1, raise_(3, "V"))  # D3 = 14 + 9 - 4 = 19
    waits = game.view()["wars"]["w1"]["awaiting"]
    assert (waits["number"], waits["need"], waits.get("again")) == (3, 19, None)
    assert game.refused(0, raise_(4, "E F")) == "no_raises_left"
    assert game.refused(0, meet(3, "E")) == "too_low"
    game.do(0, meet(3, "E F"))
    assert game.view()["wars"]["w1"]["state"] == "playing"


def test_attacker_backing_down_loses_the_declared_stake() -> None:
    """Giving way to raise 3: the declared stake goes over as a concession, what was added comes back, a truce."""
    values = {"A": 5, "B": 2, "C": 3, "D": 4, "E": 1, "F": 1, "T": 6, "U": 3, "V": 9, "W": 2, "X": 1, "Y": 1}
    land = ("A-B", "B-C", "C-D", "D-E", "E-F", "T-U", "U-V", "V-W", "W-X", "X-Y", "A-T")
    for way in ("word", "silence"):
        game = drafted(board_of(values, land=land), (WEST, EAST), advance="host")
        game.do(1, PassTurn(turn=game.turn()))
        game.do(0, declare(game, "T", "A", "A B"))
        game.do(1, raise_(1, "U"))
        game.do(0, raise_(2, "C D"))
        game.do(1, raise_(3, "V"))
        if way == "word":
            game.do(0, BackDown(war="w1", number=3))
        else:
            game.expire("raise:w1:3")
        assert [game.owner(place) for place in "ABCDTUV"] == [1, 1, 0, 0, 1, 1, 1]
        assert game.view()["countries"]["A"]["got"] == "concession"
        assert game.view()["truces"] == {"0-1": 1}


def test_defender_backing_down_loses_the_target() -> None:
    """Giving way to raise 2: the target goes over as a concession, countries put in come back, a truce follows."""
    for way in ("word", "silence"):
        game = raised(2)
        assert game.refused(0, BackDown(war="w1", number=2)) == "not_your_answer"
        if way == "word":
            game.do(1, BackDown(war="w1", number=2))
        else:
            game.expire("raise:w1:2")
        assert (game.owner("T"), game.owner("U")) == (0, 1)
        assert game.view()["countries"]["T"]["got"] == "concession"
        assert game.view()["truces"] == {"0-1": 1}
        assert game.view()["wars"]["w1"]["result"]["winner"] == 0


def test_late_answers_and_expiries_do_nothing() -> None:
    """An expiry or an answer for an earlier raise has no effect on a later one."""
    game = raised()
    due = next(owed.due for owed in game.owed() if owed.what == "raise:w1:1")
    game.do(0, raise_(2, "C D"))
    assert game.expired("raise:w1:1", due) == ()
    assert game.refused(0, meet(1, "D")) == "already_answered"
    assert game.refused(1, BackDown(war="w1", number=1)) == "already_answered"


def test_reserves_meet_a_first_raise_at_once() -> None:
    """The cheapest reserves that do join the stake and the game begins; the rest is free again."""
    game = war_on_t(reserves="C D E", advance="host")
    facts = game.do(1, raise_(1, "U"))
    met = next(fact for fact in facts if isinstance(fact, RaiseMet))
    assert (met.by, met.countries) == ("reserves", ("D",))
    war = game.view()["wars"]["w1"]
    assert (war["state"], war["added"]) == ("playing", ["D"])
    assert "reserves" not in war
    assert "C" in game.actions(0)["DeclareWar"]["stakeable"]


def test_reserves_that_fall_short_stay_for_the_answer() -> None:
    """Reserves that can't reach the demand stay set aside; the attacker may use them, or anything else."""
    game = war_on_t(reserves="C", advance="host")
    game.do(1, raise_(1, "U"))
    war = game.view()["wars"]["w1"]
    assert (war["state"], war["reserves"]) == ("raised", ["C"])
    game.do(0, meet(1, "C E"))
    assert game.view()["wars"]["w1"]["added"] == ["C", "E"]


def test_reserves_are_freed_by_acceptance_and_tie_up_until_then() -> None:
    """Nobody attacks or stakes a reserve; acceptance frees it."""
    game = war_on_t(reserves="D", advance="host")
    assert game.refused(0, declare(game, "W", "D", "D")) == "origin_in_war"
    game.do(1, AcceptWar(war="w1"))
    game.do(0, declare(game, "W", "D", "D"))


def test_redirect_offers_a_cheaper_country_for_a_token() -> None:
    """The offered country is free, own, cheaper than the target but at least half of it, and within reach."""
    game = war_on_t(advance="host")
    assert game.refused(1, RedirectWar(war="w1", country=ids("V")[0])) == "not_bordering"
    assert game.refused(1, RedirectWar(war="w1", country=ids("W")[0])) == "too_low"
    assert game.refused(1, RedirectWar(war="w1", country=ids("T")[0])) == "not_free"
    game.player(1, tokens=0)
    assert game.refused(1, RedirectWar(war="w1", country=ids("U")[0])) == "no_tokens"


def reachable_redirect(**options: object) -> Game:
    """A war on T from A with A + C, so that B (free) borders U (4)."""
    game = facing(advance="host", **options)
    game.do(0, declare(game, "T", "A", "A C"))
    assert game.actions(1)["RedirectWar"]["w1"]["countries"] == ["U"]
    game.do(1, RedirectWar(war="w1", country=ids("U")[0]))
    return game


def test_fighting_for_the_redirect() -> None:
    """The offered country takes the target's place; the old target stays tied up; clocks are counted anew.

    The attacker sees the new ones before deciding.
    """
    game = reachable_redirect()
    assert game.tokens() == [1, 1]
    offered = game.view()["wars"]["w1"]
    assert offered["clocks"] != plain(clocks_view(game.state.wars["w1"].clocks))
    assert game.refused(1, FightRedirect(war="w1")) == "not_your_answer"
    game.do(0, FightRedirect(war="w1"))
    war = game.view()["wars"]["w1"]
    assert (war["target"], war["old_target"], war["redirect"], war["state"]) == ("U", "T", "U", "playing")
    assert (war["clocks"], war["forecast"]) == (offered["clocks"], offered["forecast"])
    assert game.view()["countries"]["T"]["war"] == "w1"
    assert game.refused(1, raise_(1, "V")) == "already_answered"
    game.result("w1", "attacker")
    assert (game.owner("U"), game.owner("T")) == (0, 1)
    assert game.tokens() == [1, 1]


def test_refusing_the_redirect() -> None:
    """Withdrawal and silence end the war: no truce, and both tokens are spent."""
    for way in ("word", "silence"):
        game = reachable_redirect()
        if way == "word":
            game.do(0, Withdraw(war="w1"))
        else:
            game.expire("redirect:w1")
        assert game.view()["wars"]["w1"]["state"] == "withdrawn"
        assert game.tokens() == [1, 1]
        assert "truces" not in game.view()


def test_redirect_token_comes_back_when_the_campaign_ends() -> None:
    """A token held back for an unanswered redirect returns at the end."""
    game = reachable_redirect()
    game.do(0, EndCampaign())
    assert game.tokens() == [1, 2]
    assert game.view()["wars"]["w1"]["state"] == "cancelled"
