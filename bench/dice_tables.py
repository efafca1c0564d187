"""Tables of the provinces whose seats are bare sockets: people who play as bots of level 3 would, an act at a time."""

import time
from functools import partial
from typing import Any

import msgspec

from bench.lines import Line, Told
from chassis.ids import new_key
from services.engine.adapters.maps import load_board
from services.engine.core.fairness import FairChance
from services.engine.core.kernel import Seen
from services.engine.core.patches import apply
from services.engine.core.rulesets.provinces import commands as c
from services.engine.core.rulesets.provinces.bots.policy import think
from services.engine.core.values import Seat

LEVEL = 3
BOARD = load_board("iran21")
_CHANCE = FairChance(b"\0" * 32, "client", b"", {})


class DiceTable:
    """One game: its sockets, its view as the patches make it, and when the dice of each attack came where."""

    def __init__(self, campaign: str, lines: tuple[Line, ...]) -> None:
        """:param lines: by seat."""
        self.campaign = campaign
        self.lines = lines
        self.view: dict[str, Any] = {}
        self.sent: float | None = None
        """When the act under way was sent."""
        self.kind = ""
        """Of the last act."""
        self.came: list[float] = []
        """When its patch came, by socket in the order of coming."""
        self.spent: list[list[float]] = []
        """By attack: seconds until its dice were at the first, second, ... last socket."""
        self.refused: list[str] = []
        for seat, line in enumerate(lines):
            line.hear = partial(self._heard, seat)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return "ended" in self.view.get("game", {})

    @property
    def ready(self) -> bool:
        """Whether everybody has seen the last act."""
        return self.sent is None and "turn" in self.view.get("game", {})

    @property
    def topic(self) -> str:
        """What its sockets watch."""
        return f"campaign:{self.campaign}"

    def watch(self) -> None:
        """Ask for the campaign at every socket."""
        for line in self.lines:
            line.send(msgspec.json.encode({"t": "watch", "topic": self.topic}))

    def leave(self) -> None:
        """Watch it no more."""
        for line in self.lines:
            line.send(msgspec.json.encode({"t": "leave", "topic": self.topic}))

    def act(self) -> bool:
        """Send the next command of whose turn it is; False if the table isn't ready for one."""
        if not self.ready:
            return False
        game = self.view["game"]
        seat = game["turn"]["seat"]
        command = think(Seen(board=BOARD, seat=Seat(seat), level=LEVEL, public=game, mine={}), _CHANCE)
        body = {"t": "command", "id": 1, "campaign": self.campaign, "key": new_key(), "command": command}
        text = msgspec.json.encode(body)
        self.kind = type(command).__name__
        self.came = []
        self.sent = time.perf_counter()
        self.lines[seat].send(text)
        return True

    def _heard(self, seat: int, told: Told, at: float) -> None:
        if told.topic not in ("", self.topic):
            return  # the game before is still being told of
        if told.t == "problem":
            self.refused.append(told.code)
            self.sent = None
        elif told.t == "view" and seat == 0:
            self.view = msgspec.json.decode(told.view)
        elif told.t == "patch":
            if seat == 0:
                self.view = apply(self.view, msgspec.json.decode(told.patch))
            self._seen(at)

    def _seen(self, at: float) -> None:
        if self.sent is None:
            return  # the clock's act
        self.came.append(at)
        if len(self.came) == len(self.lines):
            if self.kind == c.Attack.__name__:
                self.spent.append([one - self.sent for one in self.came])
            self.sent = None
