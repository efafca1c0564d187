"""How bots raise, meet raises and make peace: by the sums they fight by (rules sections 5.4, 5.7 and 14)."""

from msgspec.structs import replace

from services.engine.core.rulesets.chess_wars.bots import peacemaking
from services.engine.core.rulesets.chess_wars.bots.mind import Mind
from services.engine.core.rulesets.chess_wars.bots.picture import picture
from services.engine.core.rulesets.chess_wars.commands import (
    AcceptPeace,
    AcceptWar,
    DeclinePeace,
    MeetRaise,
    OfferPeace,
    PassTurn,
    RaiseStakes,
    Withdraw,
)
from services.engine.core.rulesets.chess_wars.missions.named import NamedGroup
from services.engine.core.rulesets.chess_wars.missions.public_places import StrategicPositions
from services.engine.core.rulesets.chess_wars.records_secrets import PlayerSecret
from services.engine.core.values import Seat
from tests.unit.chess_wars.table import EAST, WEST, Game, board_of, declare, drafted, ids

VALUES = {"A": 5, "B": 2, "C": 3, "D": 4, "E": 1, "F": 1, "T": 6, "U": 4, "V": 3, "W": 2, "X": 1, "Y": 1}
LAND = ("A-B", "B-C", "C-D", "C-E", "E-F", "T-U", "U-V", "V-W", "V-X", "X-Y", "A-T", "B-U")


def war(ratings: tuple[int, int] = (1500, 1500), west: str = WEST, east: str = EAST, **options: object) -> Game:
    """Bot 0 has declared war on bot 1's T (6) with A and B (7); no title can change hands: F has it all."""
    everything = {"F": 10_000}
    board = board_of(VALUES, LAND, figures=dict.fromkeys(("population", "area", "gdp", "might"), everything))
    game = drafted(board, (west, east), bots=(0, 1), ratings=dict(enumerate(ratings)), **options)
    game.do(1, PassTurn(turn=game.turn()))
    game.do(0, declare(game, "T", "A", "A B"))
    return game


def precious(game: Game, places: str = "T U") -> Game:
    """The same war where losing T would cost bot 1 what its secret asks for, which nobody else knows."""
    secret = NamedGroup(group="g", countries=ids(places), need=len(places.split()))
    game.set(secrets={"1": PlayerSecret(options=(secret,), chosen=0)})
    return game


def wanted(game: Game) -> Game:
    """The same war where T would complete a public mission for bot 0."""
    mission = StrategicPositions(countries=ids("A B T"), need=3, won=1)
    game.set(options=replace(game.state.options, played=(mission,)))
    return game


def raised(ratings: tuple[int, int]) -> Game:
    """The same war after the defender put in U: the attacker must answer."""
    game = war(ratings)
    game.do(1, RaiseStakes(war="w1", number=1, countries=ids("U")))
    return game


FEW, MANY = "A B", "T U V W X Y C D E F"
"""An attacker who has nothing beside the stake."""


def test_a_bot_raises_what_the_attacker_can_t_meet() -> None:
    """Who has more to lose than the put-in raises, if the attacker must withdraw; who hopes to win the game doesn't."""
    assert precious(war(west=FEW, east=MANY)).think(1) == RaiseStakes(war="w1", number=1, countries=ids("C"))
    assert war(west=FEW, east=MANY).think(1) == AcceptWar(war="w1")


def test_a_bot_raises_what_the_attacker_wouldn_t_meet() -> None:
    """Somebody a little weaker who gains nothing but land gives way, and what is precious isn't fought for."""
    game = precious(war((1500, 1560)))
    game.do(1, game.think(1))
    assert game.state.wars["w1"].put_ins == ids("V")
    assert game.think(0) == Withdraw(war="w1")


def test_a_bot_raises_when_likely_to_win() -> None:
    """An attacker who needs the target meets the raise, so there is more to win; at even odds it isn't worth it."""
    game = wanted(war((1500, 1600)))
    game.do(1, game.think(1))
    assert game.state.wars["w1"].put_ins == ids("U")
    assert isinstance(game.think(0), MeetRaise)
    assert wanted(war()).think(1) == AcceptWar(war="w1")


def test_a_bot_answers_a_raise_by_its_sums() -> None:
    """Against a stronger bot it withdraws, an equal one it meets, and against a weaker one it raises again."""
    assert raised((1500, 1900)).think(0) == Withdraw(war="w1")
    assert raised((1500, 1500)).think(0) == MeetRaise(war="w1", number=1, countries=ids("D"))
    again = raised((1600, 1500))
    assert again.think(0) == RaiseStakes(war="w1", number=2, countries=ids("C D"))
    again.do(0, again.think(0))
    assert again.think(1) == MeetRaise(war="w1", number=2, countries=ids("V"))


def test_a_bot_buys_peace_before_it_fights_for_what_is_precious() -> None:
    """It gives what costs it least of what is better than the war to the other side, which takes it."""
    game = precious(war())
    assert game.think(1) == OfferPeace(war="w1", from_defender=ids("X"))
    game.do(1, game.think(1))
    assert isinstance(game.think(0), AcceptPeace)
    game.do(0, game.think(0))
    assert (game.owner("T"), game.owner("X")) == (1, 0)


def test_a_bot_offers_peace_once_a_round() -> None:
    """Declined, it fights."""
    game = precious(war())
    game.do(1, game.think(1))
    game.do(0, DeclinePeace(offer="p1-1-1"))
    assert game.think(1) == AcceptWar(war="w1")
    assert war().think(1) == AcceptWar(war="w1")


def test_once_the_game_is_on_only_what_is_in_the_war_is_given() -> None:
    """A country promised from outside it is tied up before anybody else may know: a bot stakes and meets with none."""
    game = precious(war())
    game.do(1, AcceptWar(war="w1"))
    assert peacemaking.offer_in_games(Mind(picture(game.seen(1)), Seat(1), {})) == OfferPeace(war="w1", tokens=-1)
    game.do(0, OfferPeace(war="w1", from_defender=ids("W"), tokens=1))
    game.do(1, AcceptPeace(offer="p1-0-1"))
    assert "W" in picture(game.seen(1)).wars["w1"].ties()
