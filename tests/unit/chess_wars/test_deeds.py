"""What players have done: wars won and accords broken (rules section 10, records)."""

import pytest

from services.engine.core.rulesets.chess_wars.commands import (
    AcceptPeace,
    AcceptWar,
    BackDown,
    CallOff,
    OfferPeace,
    ProposeAccord,
    RaiseStakes,
    RenounceAccord,
    SignAccord,
)
from services.engine.core.rulesets.chess_wars.missions.look import Broke, Deeds, Win
from services.engine.core.rulesets.chess_wars.records import Player
from services.engine.core.rulesets.chess_wars.wars import behind as leads
from services.engine.core.values import Seat
from tests.unit.chess_wars.table import Game, facing, ids, small, war_on_t


def deeds(game: Game, seat: int) -> Deeds:
    return game.state.players[seat].deeds


def fought(winner: str, reason: str = "checkmate", **options: str) -> Game:
    game = war_on_t(**options)
    game.do(1, AcceptWar(war="w1"))
    game.result("w1", winner, reason)
    return game


def test_a_war_won_as_attacker() -> None:
    """It stays to the winner's name, whatever happens to the countries."""
    game = fought("attacker")
    (win,) = deeds(game, 0).wins
    assert win == Win(
        war="w1", declared_round=1, ended_round=1, opponent=Seat(1), attacker=True, checkmate=True,
        behind=win.behind, taken=1,
    )  # fmt: skip
    assert deeds(game, 1) == Deeds()


def test_a_war_won_as_defender_on_time() -> None:
    """The defender's gain is the stake; on time is no checkmate, and a defender is behind nobody."""
    (win,) = deeds(fought("defender", "time"), 1).wins
    assert (win.attacker, win.checkmate, win.behind, win.taken) == (False, False, 0, 2)


def test_draws() -> None:
    """A draw is nobody's win, unless the option has it count as the defender's."""
    drawn = fought("draw", "stalemate")
    assert deeds(drawn, 0) == deeds(drawn, 1) == Deeds()
    assert len(deeds(fought("draw", "stalemate", draws="defender"), 1).wins) == 1


def test_wars_without_a_game_count_for_nothing() -> None:
    """Backing down, peace and calling off leave nobody's name."""
    conceded = war_on_t()
    conceded.do(1, RaiseStakes(war="w1", number=1, countries=ids("V")))
    conceded.do(0, RaiseStakes(war="w1", number=2, countries=ids("C D")))
    conceded.do(1, BackDown(war="w1", number=2))
    peace = war_on_t()
    peace.do(0, OfferPeace(war="w1", from_defender=ids("T")))
    peace.do(1, AcceptPeace(offer="p1-0-1"))
    off = war_on_t()
    off.do(0, CallOff(war="w1"))
    assert conceded.owner("T") == peace.owner("T") == 0
    for game in (conceded, peace, off):
        assert deeds(game, 0) == deeds(game, 1) == Deeds()


@pytest.mark.parametrize(
    ("mine", "theirs", "third", "behind"), [(0, 9, 0, 9), (5, 9, 9, 4), (0, 9, 10, 0), (9, 9, 0, 0), (9, 4, 0, 0)]
)
def test_how_far_behind_the_leader(mine: int, theirs: int, third: int, behind: int) -> None:
    """Counted at the declaration, and only if nobody has more points than the defender."""
    game = Game(small(), seats=2)
    points = [Player(mission_points=count) for count in (mine, theirs, third)]
    game.set(players=tuple(points))
    assert leads(game.state, Seat(0), Seat(1)) == behind


def test_a_broken_accord() -> None:
    """The round, the partner, and how many wars were won before."""
    game = facing(advance="host")
    game.do(0, ProposeAccord(partner=Seat(1), rounds=3))
    game.do(1, SignAccord(offer="a0-1-1"))
    game.do(1, RenounceAccord(partner=Seat(0)))
    assert deeds(game, 1).broke == (Broke(round=1, partner=Seat(0), wins=0),)
    assert deeds(game, 0).broke == ()
