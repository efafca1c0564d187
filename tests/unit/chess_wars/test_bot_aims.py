"""What bots play for (rules section 14): missions, titles, secrets, and the claims of rivals."""

import itertools

from msgspec.structs import replace

from services.engine.core.rulesets.chess_wars.bots.aims import share
from services.engine.core.rulesets.chess_wars.bots.choosing import choose
from services.engine.core.rulesets.chess_wars.bots.mind import Mind
from services.engine.core.rulesets.chess_wars.bots.picture import picture
from services.engine.core.rulesets.chess_wars.bots.worth import Worth
from services.engine.core.rulesets.chess_wars.commands import (
    DeclareWar,
    DeclineAccord,
    Fortify,
    PickCountry,
    ProposeAccord,
)
from services.engine.core.rulesets.chess_wars.missions.battles import IronWall
from services.engine.core.rulesets.chess_wars.missions.growth import MeasuredExpansion
from services.engine.core.rulesets.chess_wars.missions.mission import Mission, Progress
from services.engine.core.rulesets.chess_wars.missions.named import NamedGroup
from services.engine.core.rulesets.chess_wars.missions.public_places import StrategicPositions
from services.engine.core.rulesets.chess_wars.missions.rivals import Backstab
from services.engine.core.rulesets.chess_wars.missions.secrets import Secret
from services.engine.core.rulesets.chess_wars.missions.zones import Encirclement
from services.engine.core.rulesets.chess_wars.records import Claim, Got
from services.engine.core.rulesets.chess_wars.records_secrets import PlayerSecret
from services.engine.core.rulesets.chess_wars.view_secrets import SecretMissionView
from services.engine.core.values import Seat
from tests.unit.chess_wars.table import START, Game, board_of, drafted, facing, ids


def plays(game: Game, *missions: Mission) -> Game:
    """The campaign with these public missions."""
    game.set(options=replace(game.state.options, played=missions))
    return game


def positions(places: str, need: int, won: int = 1) -> StrategicPositions:
    """A mission to hold so many of some countries."""
    return StrategicPositions(countries=ids(places), need=need, won=won)


def claimed(seat: int, places: str, **options: object) -> Game:
    """A campaign in which a seat has won the first of some countries and claims to hold them all."""
    game = plays(facing(**options), positions(places, len(places.split())))
    game.holding(places.split(maxsplit=1)[0], got=Got.GAME, drafted_by=Seat(1 - seat), giver=Seat(1 - seat))
    game.player(seat, claims={"StrategicPositions": Claim(round=1, since=START)})
    return game


def test_nearer_is_worth_more_and_the_last_step_most() -> None:
    """The worth of a step grows, and completing is the largest."""
    steps = [share(Progress(have=have, need=3)) for have in range(4)]
    gains = [after - before for before, after in itertools.pairwise(steps)]
    assert gains == sorted(gains)
    assert steps[0] == 0
    assert steps[3] == 1


def test_a_mission_s_target_is_attacked_before_a_richer_country() -> None:
    """U is worth 4 and T 6, but U completes a mission."""
    plain = facing(bots=(0,), ratings={0: 2200, 1: 1500})
    plain.player(0, tokens=1)
    war = plain.think(0)
    assert isinstance(war, DeclareWar)
    assert war.target == "T"
    war = plays(plain, positions("B U", 2)).think(0)
    assert isinstance(war, DeclareWar)
    assert war.target == "U"


def test_a_rival_s_claim_is_broken() -> None:
    """Taking what a rival's claim needs is worth its points on top, all of them where the claim would win."""
    game = claimed(1, "U V")
    worth = Worth(game.state, Seat(0))
    mask = game.board.mask(["U"])
    free = Worth(facing().state, Seat(0)).swing(mask, Seat(1), Seat(0))
    assert worth.swing(mask, Seat(1), Seat(0)) >= free + 2 * worth.point


def test_what_a_claim_needs_is_fortified() -> None:
    """Where attacking doesn't pay, a token goes into the country the own claim depends on."""
    game = claimed(0, "A C", bots=(0,), ratings={0: 800, 1: 2400})
    game.player(0, proposed={"1": 1})
    assert game.think(0) == Fortify(turn=game.turn(), country=ids("A")[0])


def test_what_a_claim_needs_isn_t_staked() -> None:
    """While it is staked the claim wouldn't score."""
    game = claimed(0, "B C", bots=(0,), ratings={0: 2400, 1: 800})
    war = game.think(0)
    assert isinstance(war, DeclareWar)
    assert not {"B", "C"} & set(war.stake)


def test_no_accord_with_who_is_about_to_win() -> None:
    """Whose points and claims reach the target must be fought, however strong."""
    game = facing(bots=(1,), ratings={0: 2600, 1: 1400})
    game.player(0, mission_points=game.state.options.target - 1)
    game.holding("A", got=Got.GAME, drafted_by=Seat(1))
    plays(game, positions("A B", 2))
    game.player(0, claims={"StrategicPositions": Claim(round=1, since=START)})
    game.do(0, ProposeAccord(partner=Seat(1), rounds=3))
    assert isinstance(game.think(1), DeclineAccord)


def test_a_bot_knows_its_own_secret_and_no_other() -> None:
    """What isn't revealed isn't in its picture."""
    game = facing(bots=(0, 1))
    secret = NamedGroup(group="g", countries=ids("T U"), need=2)
    game.set(secrets={str(seat): PlayerSecret(options=(secret,), chosen=0) for seat in range(2)})
    assert set(picture(game.seen(0)).secrets) == {"0"}
    assert set(picture(game.seen(1)).secrets) == {"1"}


def chosen(game: Game, *options: tuple[Secret, int]) -> str:
    """The kind of secret a bot chooses among some, each with the steps left."""
    views = [SecretMissionView(mission=one, steps=left) for one, left in options]
    command = choose(Mind(game.state, Seat(0), {}), views)
    assert command is not None
    return options[command.option][0].name


def test_the_secret_that_promises_most_is_chosen() -> None:
    """Few steps, and not what bots seldom score; a betrayal where there is a third player; what fills in if nearest."""
    empires = ("A B C D E F", "G H I J K L", "M N O P Q R")
    two, three = facing(), drafted(board_of(dict.fromkeys("ABCDEFGHIJKLMNOPQR", 1)), empires)
    named = NamedGroup(group="g", countries=ids("T U"), need=2)
    elsewhere = NamedGroup(group="g", countries=ids("G H"), need=2)
    ring = Encirclement(country=ids("T")[0], neighbours=ids("A U"))
    growth = MeasuredExpansion(goal=30)
    assert chosen(two, (Backstab(), 2), (IronWall(), 3), (named, 3)) == named.name
    assert chosen(three, (Backstab(), 2), (IronWall(), 3), (elsewhere, 2)) == "Backstab"
    assert chosen(two, (Backstab(), 2), (ring, 3), (growth, 3)) == "MeasuredExpansion"
    assert choose(Mind(two.state, Seat(0), {}), []) is None


def test_targets_are_drafted() -> None:
    """Of two equal countries the one that a public mission counts is picked, though the other comes first."""
    values = {"H": 5, "P": 3, "Q": 3, **{f"Z{n}": 1 for n in range(9)}}
    board = board_of(values, land=("H-P", "H-Q", "P-Z0", "Q-Z0", *(f"Z{n}-Z{n + 1}" for n in range(8))))
    picks = []
    for missions in ((), (positions("Q Z8", 2),)):
        game = plays(Game(board, draft="free", bots=(0,)), *missions)
        game.do(0, PickCountry(pick=1, country=ids("H")[0]))
        for number in (2, 3):
            game.do(1, PickCountry(pick=number, country=ids(f"Z{number + 4}")[0]))
        picks.append(game.think(0).country)
    assert picks == ["P", "Q"]
