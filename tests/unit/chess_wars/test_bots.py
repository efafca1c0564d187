"""Bots (rules section 14): the map policy plays campaigns through, on what its seat sees alone."""

import time

import pytest

from services.engine.adapters.maps import load_board
from services.engine.core.rulesets.chess_wars.bots.picture import picture
from services.engine.core.rulesets.chess_wars.bots.worth import chance_on
from services.engine.core.rulesets.chess_wars.commands import (
    AcceptPeace,
    AcceptWar,
    DeclineAccord,
    DeclinePeace,
    OfferPeace,
    ProposeAccord,
    SignAccord,
)
from services.engine.core.rulesets.chess_wars.facts import WarDecided
from services.engine.core.rulesets.chess_wars.forecast import attackers_chance, win_chance
from services.engine.core.values import Seat
from tests.unit.chess_wars.bots_play import play
from tests.unit.chess_wars.table import Game, facing, ids, small, war_on_t


@pytest.mark.parametrize("seats", [2, 4, 8])
@pytest.mark.parametrize("draft", ["connected", "free", "dealt"])
def test_bots_play_the_world_through(seats: int, draft: str) -> None:
    """A campaign of bots comes to its end with wars fought in it, and every command of theirs is legal."""
    ratings = {seat: 1000 + 150 * seat for seat in range(seats)}
    game = Game(load_board("world"), seats=seats, bots=range(seats), ratings=ratings, simulated=True, draft=draft)
    play(game, seats)
    assert game.view()["phase"] == "ended"
    assert sum(isinstance(fact, WarDecided) for _, facts in game.appends for fact in facts) >= 5


@pytest.mark.parametrize("advance", ["host", "schedule"])
def test_bots_play_every_way_of_going_on(advance: str) -> None:
    """A simulated host moves rounds on; a schedule does it by the clock."""
    game = Game(load_board("world"), seats=4, bots=range(4), simulated=True, advance=advance, last_round=5)
    play(game, 1)
    assert game.view()["outcome"]["reason"] == "last_round"


def test_a_campaign_of_bots_is_quick() -> None:
    """Four bots and 25 rounds on the world take three seconds at most."""
    begun = time.process_time()
    play(Game(load_board("world"), seats=4, bots=range(4), simulated=True), 7)
    assert time.process_time() - begun < 3


def test_same_picture_same_command() -> None:
    """A bot is deterministic."""
    game = Game(load_board("world"), seats=3, bots=(0, 1, 2), simulated=True)
    assert game.think(0) == game.think(0)


def test_a_bot_knows_what_its_seat_sees() -> None:
    """The picture a bot judges by is made from views; other seats' offers aren't in it."""
    game = war_on_t(bots=(1,))
    game.do(0, OfferPeace(war="w1", tokens=1))
    assert set(picture(game.seen(1)).peace_offers) == {"p1-0-1"}
    assert picture(game.seen(1)).empires == game.state.empires
    assert picture(game.seen(0)).players[0].tokens == 0


def test_a_bot_accepts_a_peace_that_beats_the_war() -> None:
    """Being given the stake is better than fighting for it; handing over the target for nothing isn't."""
    game = war_on_t(bots=(1,))
    game.do(0, OfferPeace(war="w1", from_attacker=ids("A B")))
    game.do(1, AcceptWar(war="w1"))
    assert game.think(1) == AcceptPeace(offer="p1-0-1")
    other = war_on_t(bots=(1,))
    other.do(0, OfferPeace(war="w1", from_defender=ids("T")))
    other.do(1, AcceptWar(war="w1"))
    assert other.think(1) == DeclinePeace(offer="p1-0-1")


def test_a_bot_signs_with_whom_it_wont_attack() -> None:
    """Never with the player it would attack next; gladly with one it could only lose against (section 14)."""
    weaker = facing(bots=(1,), ratings={0: 800, 1: 2000})
    weaker.do(0, ProposeAccord(partner=Seat(1), rounds=3))
    assert isinstance(weaker.think(1), DeclineAccord)
    stronger = facing(bots=(1,), ratings={0: 2600, 1: 1400})
    stronger.do(0, ProposeAccord(partner=Seat(1), rounds=3))
    assert isinstance(stronger.think(1), SignAccord)


def test_a_bot_answers_proposals_in_the_draft_before_its_turn_to_pick() -> None:
    """Accords can be signed from the start of the draft, and bots answer straight away."""
    game = Game(small(), seats=2, bots=(1,), draft="free")
    game.do(0, ProposeAccord(partner=Seat(1), rounds=3))
    assert game.state.draft is not None
    assert game.state.draft.seat == 0
    assert isinstance(game.think(1), SignAccord)


@pytest.mark.parametrize("pace", ["live", "correspondence"])
def test_the_quick_chance_is_the_declared_wars(pace: str) -> None:
    """What a bot expects before it declares is what it expects of the declared war."""
    game = war_on_t(pace=pace, handicap="full", ratings={0: 1500, 1: 1700})
    war = game.state.wars["w1"]
    quick = chance_on(game.state, Seat(0), Seat(1), war.target)
    assert quick == attackers_chance(game.state, war.attacker, war.defender, war.clocks)


def test_chances() -> None:
    """Equal players win as often as not; a rating gap or more time helps."""
    assert win_chance(1500, 1500) == 0.5
    assert win_chance(1700, 1500) > 0.7
    assert win_chance(None, 1500, 10) > 0.5
