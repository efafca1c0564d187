"""The end of a campaign (rules section 12)."""

from services.engine.core.rulesets.chess_wars.commands import AcceptWar, AdvanceRound, EndCampaign, PassTurn
from services.engine.core.rulesets.chess_wars.records import Phase
from tests.unit.chess_wars.table import Game, declare, facing, war_on_t


def test_target_wins_at_once() -> None:
    """Reaching the target by a title ends the campaign; wars underway are cancelled."""
    game = war_on_t(advance="host", target=5)
    game.player(0, mission_points=2)
    game.do(0, declare(game, "W", "D", "D"))
    game.do(1, AcceptWar(war="w1"))
    game.result("w1", "attacker")
    view = game.view()
    assert (view["phase"], view["outcome"]["reason"]) == ("ended", "target")
    assert view["outcome"]["standings"]["0"] == {
        "place": 1,
        "points": 6,
        "figures": {"population": 22, "area": 22, "gdp": 22},
    }
    assert view["wars"]["w2"]["state"] == "cancelled"
    assert game.refused(0, PassTurn(turn=1)) == "over"
    assert game.rules.games(game.state) == ()
    assert game.actions(0) == {}


def test_equal_totals_at_the_target_share() -> None:
    """Two who reach it with the same change and the same total share the victory, whatever their empires."""
    game = war_on_t(advance="host", target=5)
    game.do(1, AcceptWar(war="w1"))
    game.player(0, mission_points=1)
    game.player(1, mission_points=5)
    game.result("w1", "attacker")
    standings = game.view()["outcome"]["standings"]
    assert [standings[seat]["place"] for seat in "01"] == [1, 1]


def test_order_at_the_last_round() -> None:
    """On points, then people, land, economy; level on all of it places are shared."""
    game = facing(advance="host", last_round=1)
    game.player(0, mission_points=4)
    game.do(0, AdvanceRound(round=1))
    standings = game.view()["outcome"]["standings"]
    assert [standings[seat]["points"] for seat in "01"] == [4, 4]
    assert [standings[seat]["place"] for seat in "01"] == [2, 1]


def test_host_ends_it() -> None:
    """The host may end the campaign on points; nobody else; it isn't rated."""
    game = facing(advance="host")
    assert game.refused(1, EndCampaign()) == "not_host"
    game.do(0, EndCampaign())
    assert game.view()["outcome"]["reason"] == "host"
    assert "rated" not in game.view()["outcome"]
    assert game.campaign.outcome is not None


def test_a_full_campaign_of_people_is_rated() -> None:
    """Two people, the last round: rated. A bot or another person in a person's place: not."""
    game = facing(advance="host", last_round=1)
    game.do(0, AdvanceRound(round=1))
    assert game.view()["outcome"]["rated"]
    for changes in (["hand_to_bot"], ["hand_to_bot", "take_over"]):
        other = facing(advance="host", last_round=1)
        for change in changes:
            other.seat(1, change, by=1)
        other.do(0, AdvanceRound(round=1))
        assert "rated" not in other.view()["outcome"]


def last_country() -> Game:
    """Seat 1 has only T left, and seat 2, far away, has the rest of the east."""
    game = facing(advance="host")
    for place in "UVWXY":
        game.holding(place, owner=0)
    game.do(0, declare(game, "T", "A", "A B"))
    game.do(1, AcceptWar(war="w1"))
    return game


def test_the_last_one_standing_wins_outright() -> None:
    """Taking the last country of the last rival ends the campaign, whatever the points."""
    game = last_country()
    game.player(1, mission_points=4)
    game.result("w1", "attacker")
    view = game.view()
    assert view["outcome"]["reason"] == "last_standing"
    assert [view["outcome"]["standings"][seat]["place"] for seat in "01"] == [1, 2]
    assert view["seats"]["1"]["eliminated"]
    assert game.state.phase is Phase.ENDED
