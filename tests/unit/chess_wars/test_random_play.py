"""Random play, legal and illegal, on small random theatres: long walks."""

from typing import get_args

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.engine.core.rulesets.chess_wars import commands as c
from services.engine.core.rulesets.chess_wars.records import Phase
from tests.unit.chess_wars.offered import offered
from tests.unit.chess_wars.walking import Walk


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(
    st.integers(0, 10**6),
    st.integers(2, 5),
    st.sampled_from(["connected", "free", "dealt"]),
    st.sampled_from(["auto", "host", "schedule"]),
    st.sampled_from(["live", "correspondence"]),
)
def test_random_play(seed: int, seats: int, draft: str, advance: str, pace: str) -> None:
    """Whatever is played, the campaign stays whole and comes to an end."""
    walk = Walk(seed, seats, draft=draft, advance=advance, pace=pace, colours="random", tokens_a_round=2)
    for _ in range(250):
        if walk.game.state.phase is Phase.ENDED:
            break
        walk.step()
    walk.replayed()


def test_everything_listed_is_accepted() -> None:
    """Each command that `actions` lists is accepted, tried one by one from the same state."""
    tried: set[str] = set()
    for seed in range(6):
        walk = Walk(seed, 3, draft="free", advance="host", tokens_a_round=3)
        for _ in range(120):
            if walk.game.state.phase is Phase.ENDED:
                break
            for seat in range(3):
                for command in list(offered(walk.game.actions(seat), walk.chosen.randrange)):
                    game, kept, at = walk.game, walk.game.campaign, walk.game.at
                    appends = list(game.appends)
                    game.do(seat, command)
                    game.campaign, game.at, game.appends = kept, at, appends
                    tried.add(type(command).__name__)
            walk.step()
    assert {kind.__name__ for kind in get_args(c.PlayerCommand)} - tried <= {"PassTurnFor", "GoOnWithout"}
