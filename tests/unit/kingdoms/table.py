"""A campaign as the tests play it: the kernel's own functions, on a map of nine provinces or another."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from services.engine.core import steps
from services.engine.core.board import Board
from services.engine.core.fairness import FairChance
from services.engine.core.kernel import ExpireDeadline, SeatHolder
from services.engine.core.rulesets.kingdoms import commands as c
from services.engine.core.rulesets.kingdoms.ruleset import Kingdoms
from services.engine.core.rulesets.kingdoms.state import State
from services.engine.core.values import PlaceId, Seat

RULES = Kingdoms()
START = datetime(2026, 1, 1, tzinfo=UTC)


def drawn(places: Sequence[str], land: Sequence[str], **tags: str) -> Board:
    """A board of one-letter provinces; `land` are pairs, `tags` unities."""
    index = {PlaceId(place): position for position, place in enumerate(places)}
    masks = [0] * len(places)
    for a, b in land:
        masks[index[PlaceId(a)]] |= 1 << index[PlaceId(b)]
        masks[index[PlaceId(b)]] |= 1 << index[PlaceId(a)]
    return Board(
        id="drawn",
        sha256="",
        places=tuple(index),
        names=tuple(places),
        land=tuple(masks),
        sea=(0,) * len(places),
        figures={},
        tags={f"unity:{name}": sum(1 << index[PlaceId(one)] for one in members) for name, members in tags.items()},
    )


NINE = drawn(
    "ABCDEFGHI",
    ["AB", "BC", "DE", "EF", "GH", "HI", "AD", "DG", "BE", "EH", "CF", "FI"],
    north="ABC",
    middle="DEF",
    south="GHI",
)
"""A B C / D E F / G H I: borders to the side, above and below; each row is a unity."""


def nonce(seat: int, step: int = 0) -> str:
    """A nonce for tests."""
    return hashlib.sha256(f"{seat} {step}".encode()).hexdigest()


class Game:
    """A campaign that tests push on."""

    def __init__(
        self,
        seats: int,
        *,
        board: Board = NINE,
        seed: int = 0,
        bots: int = 0,
        options: dict[str, Any] | None = None,
        host: int | None = 0,
        simulated: bool = False,
    ) -> None:
        self.board = board
        self.secret = seed.to_bytes(32, "big")
        self.at = START
        chance = FairChance(self.secret, "game", b"", {})
        holders = tuple(
            SeatHolder(bot_level=2, person=False) if seat >= seats - bots else SeatHolder() for seat in range(seats)
        )
        step = steps.open_campaign(
            RULES, board, campaign="game", seats=holders, host=host,
            options=RULES.options({"share_percent": 100, **(options or {})}, seats, board, chance),
            secret=self.secret, secret_hash="", salt=b"", at=self.at, simulated=simulated,
        )  # fmt: skip
        self.campaign = step.after
        self.facts: tuple[Any, ...] = step.facts
        self.log: list[tuple[datetime, tuple[Any, ...]]] = []
        """Every append but the first: when, and its facts."""

    @property
    def state(self) -> State:
        state: State = self.campaign.game
        return state

    @property
    def step(self) -> int:
        """Number of the open step."""
        assert self.state.step is not None
        return self.state.step.number

    def play(self, seat: int, command: Any) -> tuple[Any, ...]:
        """:raises Rejected: the rules refuse it."""
        self.at += timedelta(milliseconds=10)
        return self._took(steps.player_command(RULES, self.campaign, self.secret, Seat(seat), command, self.at))

    def submit(self, seat: int, orders: c.AnyOrders, ready: bool = False) -> tuple[Any, ...]:
        """Hand in orders for the open step; :raises Rejected: they are refused."""
        step = self.step
        facts = self.play(seat, c.Submit(step=step, nonce=nonce(seat, step), orders=orders))
        return self.play(seat, c.SetReady(step=step, ready=True)) if ready else facts

    def run_out(self, what: str = "") -> tuple[Any, ...]:
        """The first window to end, or that whose name begins so, is over."""
        due = min(
            (one for one in RULES.owed(self.state) if one.what.startswith(what) and not one.open_ended),
            key=lambda one: one.due,
        )
        self.at = max(self.at, due.due)
        return self.system(ExpireDeadline(what=due.what, due=due.due))

    def system(self, command: Any) -> tuple[Any, ...]:
        return self._took(steps.system_command(RULES, self.campaign, self.secret, command, self.at))

    def change_seat(self, seat: int, change: str) -> tuple[Any, ...]:
        return self._took(steps.change_seat(RULES, self.campaign, self.secret, Seat(seat), Seat(seat), change, self.at))

    def units(self, place: str) -> int:
        return self.state.units[self.board.index[PlaceId(place)]]

    def owner(self, place: str) -> int:
        return self.state.owners[self.board.index[PlaceId(place)]]

    def _took(self, step: steps.Step) -> tuple[Any, ...]:
        self.campaign, self.facts = step.after, step.facts
        if step.facts:
            self.log.append((self.at, step.facts))
        return step.facts
