"""A state machine that plays chess wars, legally and not, on random theatres with two to eight seats.

After every step: one owner a country; tied-up countries apart; tokens neither negative nor made; nothing in a view or a
line that its viewer may not know; patches that give the new view; something owed by somebody with a due time. Whatever
is listed is accepted, whatever isn't is refused and makes no fact; at the end the stored facts give the same state.
"""

import os
import random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from services.engine.core.rulesets.chess_wars.records import Phase
from tests.unit.chess_wars.seating import changes_a_seat
from tests.unit.chess_wars.walking import Walk

CHANCE = st.integers(0, 2**32).map(random.Random)
"""Each step has a seed: steps shrink away whole, which is what helps a reader."""
SOAK = bool(os.environ.get("SOAK"))


class Campaign(RuleBasedStateMachine):
    """Players, bots, the clock and chessgate, in any order."""

    walk: Walk | None = None

    @initialize(
        seed=st.integers(0, 10**6),
        seats=st.integers(2, 8),
        opening=st.integers(0, 250),
        options=st.fixed_dictionaries(
            {
                "draft": st.sampled_from(["dealt", "free", "connected"]),
                "advance": st.sampled_from(["auto", "host", "schedule"]),
                "pace": st.sampled_from(["live", "correspondence"]),
                "draws": st.sampled_from(["status_quo", "defender"]),
                "colours": st.sampled_from(["attacker_white", "random", "attacker_black"]),
                "handicap": st.sampled_from(["none", "light", "full"]),
                "tokens_a_round": st.integers(1, 3),
            }
        ),
    )
    def begins(self, seed: int, seats: int, opening: int, options: dict[str, Any]) -> None:
        """The draft starts; some campaigns are taken up where they are far on."""
        self.walk = Walk(seed, seats, **options)
        for _ in range(opening):
            if self.goes_on():
                self.walk.something_offered()
        self.walk.views = self.walk.all_views()

    def goes_on(self) -> bool:
        """Whether there is anything left to do."""
        return self.walk is not None and self.walk.game.state.phase is not Phase.ENDED

    @precondition(goes_on)
    @rule(chosen=CHANCE)
    def does_what_is_listed(self, chosen: random.Random) -> None:
        """Somebody does something that is listed."""
        self.checked(chosen, Walk.something_offered)

    @precondition(goes_on)
    @rule(chosen=CHANCE)
    def several_things_happen(self, chosen: random.Random) -> None:
        """A stretch of ordinary play, so that runs reach wars, raises and later rounds."""
        for _ in range(10):
            if self.goes_on():
                self.checked(chosen, Walk.something_offered)

    @rule(chosen=CHANCE)
    def tries_anything(self, chosen: random.Random) -> None:
        """A command made up without looking; after the end too."""
        self.checked(chosen, Walk.nonsense)

    @precondition(goes_on)
    @rule(chosen=CHANCE)
    def misses_narrowly(self, chosen: random.Random) -> None:
        """What is listed with a part changed, or by another player."""
        self.checked(chosen, Walk.near_miss)

    @precondition(goes_on)
    @rule(chosen=CHANCE)
    def host_passes(self, chosen: random.Random) -> None:
        """Somebody passes the turn of somebody else, perhaps."""
        self.checked(chosen, Walk.host_passes)

    @precondition(goes_on)
    @rule(chosen=CHANCE)
    def waits(self, chosen: random.Random) -> None:
        """A game ends, or the next window does."""
        self.checked(chosen, Walk.time_passes)

    @precondition(goes_on)
    @rule(chosen=CHANCE)
    def hands_over(self, chosen: random.Random) -> None:
        """Somebody gives an empire to a bot, takes it back or leaves it; or tries to, with that of somebody else."""
        self.checked(chosen, changes_a_seat)

    def checked(self, chosen: random.Random, step: Any) -> None:
        """One step of the walk, with all its checks."""
        assert self.walk is not None
        self.walk.chosen = chosen
        self.walk.watched(step)

    def teardown(self) -> None:
        """The stored facts give the same state again."""
        if self.walk is not None:
            self.walk.replayed()


TestCampaign = Campaign.TestCase
TestCampaign.settings = settings(
    max_examples=2000 if SOAK else 60,
    stateful_step_count=60,
    deadline=None,
    derandomize=not SOAK,
    suppress_health_check=list(HealthCheck),
)
