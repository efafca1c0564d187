"""The facts of one command, gathered while they are folded, so that each consequence sees the ones before it."""

from collections.abc import Callable
from datetime import datetime, timedelta

from msgspec.structs import replace

from services.engine.core.kernel import Chance
from services.engine.core.kernel_facts import HostPassed
from services.engine.core.rulesets.chess_wars.facts import Fact
from services.engine.core.rulesets.chess_wars.records_wars import War
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.seats import next_person
from services.engine.core.values import Seat

DAY = timedelta(days=1)


class Append:
    """What one command leads to. Made anew for every command; the state handed in is never changed."""

    __slots__ = ("_evolve", "at", "chance", "facts", "state")

    def __init__(self, state: State, at: datetime, chance: Chance, evolve: Callable[[State, Fact], State]) -> None:
        """:param at: time of the command, which every fact of it bears."""
        self.state = state
        self.facts: list[Fact | HostPassed] = []
        self.at = at
        self.chance = chance
        self._evolve = evolve

    def add(self, fact: Fact) -> None:
        """Let something happen."""
        self.facts.append(fact)
        self.state = self._evolve(self.state, fact)

    def pass_host(self) -> None:
        """Pass the host's role to the next person round the table, if there is another; the kernel keeps the role."""
        table = self.state.seating
        to = next_person(table, Seat(-1) if table.host is None else table.host)
        if to is None:
            return
        self.facts.append(HostPassed(host=to))
        self.state = replace(self.state, table=replace(table, host=to))

    @property
    def round(self) -> int:
        """The round now."""
        return self.state.round

    def window_ends(self) -> datetime:
        """When a turn or reply window that opens now ends."""
        return self.at + reply_window(self.state)

    def tokens(self, seat: Seat) -> int:
        """Tokens a seat has to spend now."""
        return self.state.players[seat].tokens

    def war(self, war: str) -> War:
        """A war as it is now."""
        return self.state.wars[war]


def reply_window(state: State) -> timedelta:
    """How long a turn or an answer may take: 24 h, live 5 min (section 1)."""
    return timedelta(minutes=5) if state.options.live else DAY
