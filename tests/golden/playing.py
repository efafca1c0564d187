"""People and bots who do anything they may, by a seed, until a campaign is over."""

import random
from collections.abc import Callable, Mapping
from typing import Any

from services.engine.core.kernel import GameWant, MoveGame, RecordGameResult, Rejected
from services.engine.core.values import Seat
from tests.golden.recording import Recording

MOST_APPENDS = 600
CHANGES = ("hand_to_bot", "take_back", "take_back", "leave", "take_over", "take_over")
Listed = Callable[[Recording, Seat, random.Random], list[tuple[float, Any]]]
"""What a seat might say now, with weights; some of it may be refused."""


class Walk:
    """Plays one campaign.

    :param silent: seats that say nothing before the campaign has so many appends; the others do what is listed.
    :param ways: how likely each of the things below is, beside `speak`, which is 1.
    """

    def __init__(
        self, table: Recording, listed: Listed, seed: int, silent: Mapping[int, int], ways: Mapping[str, float]
    ) -> None:
        self.table = table
        self.listed = listed
        self.chosen = random.Random(seed)
        self.silent = silent
        self.ways = {"speak": 1.0, **ways}
        self.moves = 0

    def to_the_end(self) -> None:
        """:raises ValueError: it doesn't end."""
        while self.table.campaign.outcome is None:
            if len(self.table.appends) > MOST_APPENDS:
                raise ValueError("the campaign does not end")
            if any(owed.stands_still for owed in self.table.owed()):
                self.change(("take_back", "take_over"))
                continue
            way = self.chosen.choices(list(self.ways), list(self.ways.values()))[0]
            getattr(self, way)()

    def speak(self) -> None:
        """Somebody does something; if nobody can, time passes."""
        order = list(range(len(self.table.campaign.table.seats)))
        self.chosen.shuffle(order)
        for seat in map(Seat, order):
            if len(self.table.appends) < self.silent.get(seat, 0):
                continue
            said = self.said(seat)
            if said is not None and self.tried(self.table.play, seat, said):
                return
        self.settle() if self.table.rules.games(self.table.campaign.game) else self.wait()

    def said(self, seat: Seat) -> Any:
        """A command of a seat, or None."""
        if self.table.campaign.table.is_bot(seat):
            asked = any(owed.seat == seat and owed.reply for owed in self.table.owed())
            return self.table.thought(seat) if asked else None
        listed = self.listed(self.table, seat, self.chosen)
        if not listed:
            return None
        return self.chosen.choices([one for _, one in listed], [weight for weight, _ in listed])[0]

    def wait(self) -> None:
        """The next window runs out, perhaps while its player is offline or after an outage."""
        owed = min((one for one in self.table.owed() if not one.open_ended), key=lambda one: one.due)
        offline_s = self.chosen.choice((0, 0, 30, 600)) if owed.seat is not None else 0
        self.table.expire(owed, offline_s, self.chosen.choice((0, 0, 0, 1500)))

    def settle(self) -> None:
        """A game of chess goes on: to an end, to a standstill for peace, or to a real board."""
        games = self.table.rules.games(self.table.campaign.game)
        if games:
            self.table.system(self._news(self.chosen.choice(games)))

    def _news(self, want: GameWant) -> RecordGameResult | MoveGame:
        roll = self.chosen.random()
        if roll < 0.1:
            self.moves += 1
            return MoveGame(war=want.war, over_the_board=self.moves % 2 == 1, version=self.moves)
        if want.stop is not None:
            word = "stopped" if roll < 0.6 else "declined"
            return RecordGameResult(war=want.war, result=word, reason=word, offer=want.stop)
        if want.offers and roll < 0.4:
            return RecordGameResult(war=want.war, result="", reason="declined", offer=want.offers[0].offer)
        result = self.chosen.choice(("white", "white", "black", "black", "draw"))
        return RecordGameResult(war=want.war, result=result, reason="checkmate", plies=60)

    def change(self, changes: tuple[str, ...] = CHANGES) -> None:
        """A seat's person goes, comes back, or is replaced."""
        seat = Seat(self.chosen.randrange(len(self.table.campaign.table.seats)))
        self.tried(self.table.change_seat, seat, self.chosen.choice(changes))

    def all_go(self) -> None:
        """Bots stand in for everybody."""
        for seat in range(len(self.table.campaign.table.seats)):
            self.tried(self.table.change_seat, Seat(seat), "hand_to_bot")

    def park(self) -> None:
        """A fault, and its repair."""
        self.table.park_and_unpark()

    @staticmethod
    def tried(act: Callable[..., None], *said: Any) -> bool:
        """Whether it was taken."""
        try:
            act(*said)
        except Rejected:
            return False
        return True
