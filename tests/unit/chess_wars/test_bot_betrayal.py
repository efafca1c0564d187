"""How bots play for Backstab (rules sections 10 and 14): an accord, its end, and two countries of that partner."""

from services.engine.core.rulesets.chess_wars.commands import (
    DeclareWar,
    PassTurn,
    ProposeAccord,
    RenounceAccord,
    SignAccord,
)
from services.engine.core.rulesets.chess_wars.missions.rivals import Backstab
from services.engine.core.rulesets.chess_wars.records_secrets import PlayerSecret
from services.engine.core.values import Seat
from tests.unit.chess_wars.table import Game, board_of, drafted

WEST, EAST, SOUTH = "A B C D E F", "T U V W X Y", "K L M N O P"
LAND = ("A-B", "B-C", "C-D", "D-E", "E-F", "T-U", "U-V", "V-W", "W-X", "X-Y", "K-L", "L-M", "M-N", "N-O", "O-P",
        "A-T", "B-U", "C-V", "A-K", "B-L", "C-M")  # fmt: skip
VALUES = {**dict.fromkeys("ABCDEF", 3), **dict.fromkeys("TUVWXY", 3), **dict.fromkeys("KLMNOP", 2)}


def plotting() -> Game:
    """Bot 0 is after Backstab between two neighbours as strong as it is."""
    everything = {"F": 10_000}
    board = board_of(VALUES, LAND, figures=dict.fromkeys(("population", "area", "gdp", "might"), everything))
    game = drafted(board, (WEST, EAST, SOUTH), bots=(0,), ratings=dict.fromkeys(range(3), 1500), last_round=20)
    game.set(secrets={"0": PlayerSecret(options=(Backstab(),), chosen=0)})
    game.do(2, PassTurn(turn=game.turn()))
    return game


def signed(game: Game) -> Game:
    game.do(0, ProposeAccord(partner=Seat(1), rounds=3))
    game.do(1, SignAccord(offer="a0-1-1"))
    return game


def test_a_bot_after_backstab_seeks_an_accord() -> None:
    """It needs one to break; equal bots propose none else."""
    game = plotting()
    assert game.think(0) == ProposeAccord(partner=Seat(1), rounds=3)
    game.set(secrets={})
    assert not isinstance(game.think(0), ProposeAccord)


def test_it_breaks_the_accord_where_enough_is_within_reach() -> None:
    """And keeps its tokens for the rounds after."""
    game = signed(plotting())
    assert game.think(0) == RenounceAccord(partner=Seat(1))
    game.do(0, game.think(0))
    assert game.view(0)["renounced"] == {"1": 1}
    assert isinstance(game.think(0), PassTurn)


def test_it_doesn_t_break_one_where_too_little_is_within_reach() -> None:
    """A partner much stronger is none to betray."""
    game = signed(plotting())
    game.player(1, rating=2600)
    game.player(0, rating=1400)
    assert game.think(0) != RenounceAccord(partner=Seat(1))


def test_it_attacks_whom_it_betrayed() -> None:
    """In the round after, that partner's countries come first."""
    game = signed(plotting())
    game.do(0, game.think(0))
    game.do(0, game.think(0))
    game.do(1, PassTurn(turn=game.turn()))
    while game.state.round == 1:
        game.expire(next(due.what for due in game.owed() if not due.open_ended))
    while game.state.turn is not None and game.state.turn.seat != 0:
        game.do(game.state.turn.seat, PassTurn(turn=game.turn()))
    war = game.think(0)
    assert isinstance(war, DeclareWar)
    assert game.owner(war.target) == 1
