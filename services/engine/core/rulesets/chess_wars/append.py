"""What one command of chess wars leads to, with what its rules often ask of the state."""

from datetime import datetime, timedelta

from services.engine.core.appending import Appending
from services.engine.core.rulesets.chess_wars.records_wars import War
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.seats import next_person
from services.engine.core.values import Seat

DAY = timedelta(days=1)


class Append(Appending[State]):
    """The facts of one command, and the state they have made so far."""

    __slots__ = ()

    def pass_host(self) -> None:
        """Pass the host's role to the next person round the table, if there is another."""
        table = self.state.seating
        to = next_person(table, Seat(-1) if table.host is None else table.host)
        if to is not None:
            self.give_host(to)

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
