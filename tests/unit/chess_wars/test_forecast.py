"""The forecast of a war: one number for everybody, kept when the game begins, judged when it ends."""

import msgspec
import pytest

from services.engine.core.kernel import Table
from services.engine.core.rulesets.chess_wars.commands import AcceptWar, CallOff
from services.engine.core.rulesets.chess_wars.forecast import forecast, win_chance
from services.engine.core.storage import Codec
from services.engine.core.values import Seat
from tests.unit.chess_wars.table import Game, facing, war_on_t


def at_war(**options: object) -> Game:
    """A war on T whose game has begun."""
    game = war_on_t(**options)
    game.do(1, AcceptWar(war="w1"))
    return game


def shown(game: Game) -> int | None:
    """What everybody sees."""
    found: int | None = game.view()["wars"]["w1"].get("forecast")
    return found


def test_the_curve() -> None:
    """Equal sides win as often as not; 400 points are ten to one; White, time and rating help, each by itself."""
    assert win_chance(1500, 1500) == 0.5
    assert win_chance(1900, 1500) == pytest.approx(10 / 11)
    assert win_chance(None, 1500) == 0.5
    assert win_chance(1500, 1500, white=1) == pytest.approx(0.55, abs=0.005)
    assert win_chance(1500, 1500, 10) > 0.5 > win_chance(1500, 1500, -10)
    assert win_chance(1600, 1400, 20, 1) + win_chance(1400, 1600, -20, -1) == pytest.approx(1)


@pytest.mark.parametrize(("colours", "white"), [("attacker_white", 1), ("attacker_black", -1), ("random", 0)])
def test_it_is_counted_from_ratings_clocks_and_colours(colours: str, white: int) -> None:
    """Before the game the host's setting tells the colours, or nothing does."""
    game = war_on_t(colours=colours, ratings={0: 1600, 1: 1500})
    war = game.state.wars["w1"]
    edge = war.clocks.attacker.percent - war.clocks.defender.percent
    assert shown(game) == round(100 * win_chance(1600, 1500, edge, white))


def test_the_target_says_what_the_war_will() -> None:
    """What is shown before declaring is what is shown after."""
    before = facing(ratings={0: 1600, 1: 1500})
    (target,) = (one for place, one in before.actions(0)["DeclareWar"]["targets"].items() if place == "T")
    assert target["forecast"] == shown(war_on_t(ratings={0: 1600, 1: 1500}))


def test_a_drawn_lot_counts_once_it_is_drawn() -> None:
    """Where the lot gives the colours, the game's forecast knows them."""
    game = at_war(colours="random")
    war = game.state.wars["w1"]
    assert shown(game) == forecast(game.state, Seat(0), Seat(1), war.clocks, war.white)
    assert shown(game) != shown(war_on_t(colours="random"))


def test_nothing_is_certain() -> None:
    """However far apart two players are."""
    assert shown(war_on_t(ratings={0: 3000, 1: 100})) == 99
    assert shown(war_on_t(ratings={0: 100, 1: 3000})) == 1


def test_it_is_kept_when_the_game_begins() -> None:
    """What it was then stays, whatever it would be now, until the war leaves the view."""
    game = at_war(ratings={0: 1700, 1: 1500})
    kept = shown(game)
    game.player(0, rating=2400)
    assert shown(game) == kept
    game.result("w1", "attacker")
    assert shown(game) == kept
    assert game.state.forecasts == {"w1": kept}


@pytest.mark.parametrize(("result", "won"), [("attacker", 1), ("defender", 0)])
def test_it_is_judged_when_the_game_is_decided(result: str, won: int) -> None:
    """The favourite wins or doesn't, in the bucket of wars that were about as sure."""
    game = at_war(ratings={0: 1700, 1: 1500})
    percent = shown(game)
    assert percent is not None
    assert percent >= 70
    assert "forecasts" not in game.view()
    game.result("w1", result)
    expected = {"wars": 1} | ({"won": won} if won else {})
    assert game.view()["forecasts"] == {str(percent // 10 * 10): expected}


def test_the_defender_may_be_the_favourite() -> None:
    """A forecast of 20 % for the attacker is one of 80 % for the defender."""
    game = at_war(ratings={0: 1300, 1: 1600})
    percent = shown(game)
    assert percent is not None
    game.result("w1", "defender")
    assert game.view()["forecasts"] == {str((100 - percent) // 10 * 10): {"wars": 1, "won": 1}}


def test_what_was_not_played_out_is_not_judged() -> None:
    """A drawn game, and a war that ended before its game."""
    game = at_war()
    game.result("w1", "draw")
    assert "forecasts" not in game.view()
    game = war_on_t()
    game.do(0, CallOff(war="w1"))
    assert shown(game) is None
    assert "forecasts" not in game.view()


def test_a_drawn_game_may_count_as_the_defender_s() -> None:
    """Where the host has set that the defender wins it."""
    game = at_war(draws="defender", ratings={0: 1300, 1: 1600})
    game.result("w1", "draw")
    assert [one["won"] for one in game.view()["forecasts"].values()] == [1]


def test_a_state_from_before_forecasts_loads() -> None:
    """A snapshot without them is read; games that were being played then are forecast at the war's next step."""
    game = at_war()
    codec = Codec(game.rules)
    frozen = codec.freeze(game.campaign)
    head, state = msgspec.json.decode(frozen)
    assert state.pop("forecasts")
    old = codec.thaw(msgspec.json.encode([head, state]), game.state.map)
    assert old.game.forecasts == {}
    assert isinstance(old.game.table, Table)
