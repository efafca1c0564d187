"""A game as the tests play it: the kernel's own functions on the map of 21 provinces."""

from datetime import UTC, datetime, timedelta
from typing import Any

from services.engine.adapters.maps import load_board
from services.engine.core import steps
from services.engine.core.fairness import FairChance
from services.engine.core.kernel import ExpireDeadline, SeatHolder
from services.engine.core.rulesets.provinces.ruleset import Provinces
from services.engine.core.rulesets.provinces.state import State
from services.engine.core.values import Seat

RULES = Provinces()
BOARD = load_board("iran21")
START = datetime(2026, 1, 1, tzinfo=UTC)


class Game:
    """A game that tests push on."""

    def __init__(self, seats: int, seed: int = 0, bots: int = 0, options: dict[str, Any] | None = None) -> None:
        self.secret = seed.to_bytes(32, "big")
        self.at = START
        chance = FairChance(self.secret, "game", b"", {})
        holders = tuple(
            SeatHolder(bot_level=3, person=False) if seat >= seats - bots else SeatHolder() for seat in range(seats)
        )
        step = steps.open_campaign(
            RULES, BOARD, campaign="game", seats=holders, host=0,
            options=RULES.options(options or {}, seats, BOARD, chance),
            secret=self.secret, secret_hash="", salt=b"", at=self.at,
        )  # fmt: skip
        self.campaign = step.after
        self.facts: tuple[Any, ...] = step.facts

    @property
    def state(self) -> State:
        state: State = self.campaign.game
        return state

    def play(self, seat: int, command: Any) -> tuple[Any, ...]:
        """:raises Rejected: the rules refuse it."""
        self.at += timedelta(milliseconds=10)
        return self._took(steps.player_command(RULES, self.campaign, self.secret, Seat(seat), command, self.at))

    def run_out(self, offline_s: int = 0) -> tuple[Any, ...]:
        """The turn's time is over."""
        turn = self.state.turn
        assert turn is not None
        self.at = max(self.at, turn.due)
        command = ExpireDeadline(what=f"turn:{turn.number}", due=turn.due, offline_s=offline_s)
        return self._took(steps.system_command(RULES, self.campaign, self.secret, command, self.at))

    def leave(self, seat: int) -> tuple[Any, ...]:
        """:raises Rejected: they have left already."""
        return self._took(
            steps.change_seat(RULES, self.campaign, self.secret, Seat(seat), Seat(seat), "leave", self.at)
        )

    def _took(self, step: steps.Step) -> tuple[Any, ...]:
        self.campaign, self.facts = step.after, step.facts
        return step.facts
