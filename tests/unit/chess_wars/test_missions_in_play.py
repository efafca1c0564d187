"""Random campaigns with missions on parts of the world: what must hold of points and claims after every step."""

import random
from typing import Any

import pytest

from services.engine.adapters.maps import load_board
from services.engine.core.rulesets.chess_wars.facts import ClaimEnded, ClaimMade, DeclaringEnded, MissionScored
from services.engine.core.rulesets.chess_wars.looks import look_of
from services.engine.core.rulesets.chess_wars.missions.mission import Kind
from services.engine.core.rulesets.chess_wars.records import Phase
from services.engine.core.values import Seat
from tests.unit.chess_wars.table import Game
from tests.unit.chess_wars.walking import Walk


class Travels(Walk):
    """A walk on a continent."""

    def __init__(self, seed: int, seats: int, **options: Any) -> None:
        self.chosen = random.Random(seed)
        self.board = load_board("world")
        ratings = {seat: self.chosen.randrange(800, 2400) for seat in range(seats)}
        self.game = Game(self.board, seats=seats, ratings=ratings, last_round=12, target=15, **options)
        self.seats = seats
        self.views = self.all_views()
        self.scored: dict[tuple[int, str], int] = {}

    def step(self) -> None:
        """Something that is offered, or time passes: what is nonsense depends on no mission."""
        self.watched(Walk.time_passes if self.chosen.random() < 0.2 else Walk.something_offered)

    def missions(self) -> None:
        """Nothing that is complete waits unclaimed, nothing else is claimed, and points are those of the scores."""
        state = self.game.state
        if state.phase is not Phase.WAR:
            return
        for seat, player in enumerate(state.players):
            look = look_of(state, Seat(seat))
            for mission in state.options.played:
                if mission.name in player.scored:
                    assert mission.name not in player.claims
                    continue
                complete = mission.complete(look) and not player.eliminated
                record = mission.KIND is Kind.RECORD
                assert complete == (mission.name in player.claims) or record
                assert not (record and complete)
            public = [mission for mission in state.options.played if mission.name in player.scored]
            assert player.mission_points >= 2 * len(public)
            for name, number in player.scored.items():
                assert self.scored.setdefault((seat, name), number) == number

    def held_long_enough(self) -> None:
        """Each position that scored was claimed two rounds before, and a round since had run its course."""
        claimed: dict[tuple[int, str], int] = {}
        over = 0
        names = {mission.name: mission for mission in self.game.state.options.played}
        for fact in self.facts():
            match fact:
                case DeclaringEnded():
                    over = fact.round
                case ClaimMade():
                    claimed[fact.seat, fact.mission] = fact.claim.round
                case ClaimEnded():
                    del claimed[fact.seat, fact.mission]
                case MissionScored() if fact.mission in names and names[fact.mission].KIND is Kind.POSITION:
                    made = claimed.pop((fact.seat, fact.mission))
                    assert fact.round >= made + 2
                    assert over > made

    def facts(self) -> list[Any]:
        """All that happened."""
        return [fact for _, append in self.game.appends for fact in append]


@pytest.mark.parametrize(
    ("seed", "seats", "options"),
    [
        (1, 2, {"theatre": ["South America"], "draft": "dealt", "missions": "drawn"}),
        (2, 2, {"theatre": ["South America"], "draft": "free", "missions": "drawn", "redraws": 3}),
        (3, 3, {"theatre": ["Europe"], "draft": "dealt"}),
        (4, 2, {"theatre": ["North America"], "draft": "dealt", "advance": "host", "tokens_a_round": 3}),
    ],
)
def test_missions_in_random_play(seed: int, seats: int, options: dict[str, Any]) -> None:
    """Claims are exactly the complete positions, records never wait, and what has scored stays."""
    walk = Travels(seed, seats, **options)
    for _ in range(220):
        if walk.game.state.phase is Phase.ENDED:
            break
        walk.step()
        walk.missions()
    walk.held_long_enough()
    walk.replayed()


def test_something_scores() -> None:
    """Such walks reach claims and scores; else they would prove nothing."""
    walk = Travels(5, 2, theatre=["South America"], draft="dealt", tokens_a_round=3)
    for _ in range(400):
        if walk.game.state.phase is Phase.ENDED:
            break
        walk.step()
        walk.missions()
    walk.held_long_enough()
    assert any(isinstance(fact, MissionScored) for fact in walk.facts())
