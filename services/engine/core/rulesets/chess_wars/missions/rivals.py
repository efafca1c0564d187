"""Against one rival: Nemesis and Backstab (rules section 10)."""

from collections.abc import Iterator
from typing import ClassVar

from services.engine.core.board import bits
from services.engine.core.rulesets.chess_wars.missions.graph import FAR
from services.engine.core.rulesets.chess_wars.missions.look import Broke, Look
from services.engine.core.rulesets.chess_wars.missions.mission import Kind, Progress
from services.engine.core.rulesets.chess_wars.missions.secret import Fit, SecretMission, fitting
from services.engine.core.values import Seat

BACKSTAB_ROUNDS = 3
"""A partner betrayed in round r must have lost the countries before round r + 3 starts."""


class Nemesis(SecretMission, frozen=True, kw_only=True):
    """Take countries from a marked rival, and hold them."""

    LEAST_SEATS: ClassVar[int] = 3

    rival: Seat
    need: int = 4

    def _have(self, look: Look) -> int:
        return (look.owned & look.taken_from.get(self.rival, 0)).bit_count()

    def complete(self, look: Look) -> bool:
        """Enough that were got from the rival are owned."""
        return self._have(look) >= self.need

    def progress(self, look: Look) -> Progress:
        """Owned ones got from the rival."""
        return Progress(have=self._have(look), need=self.need)

    def estimate(self, look: Look) -> int:
        """The missing ones; out of reach if the rival hasn't so many."""
        missing = self.need - self._have(look)
        return missing if look.empires[self.rival].bit_count() >= missing else FAR

    def helpful(self, look: Look) -> int:
        """Some bordering country of the rival: one is as good as another."""
        border = super().helpful(look) & look.empires[self.rival]
        return border & -border


class Backstab(SecretMission, frozen=True, kw_only=True):
    """Break an accord, then take countries from that partner within the next two rounds."""

    KIND: ClassVar[Kind] = Kind.RECORD

    need: int = 2

    def _taken(self, look: Look, broke: Broke) -> int:
        """Countries won from the partner after the accord was broken, in time."""
        return sum(
            win.taken
            for win in look.deeds.wins[broke.wins :]
            if win.opponent == broke.partner and win.ended_round < broke.round + BACKSTAB_ROUNDS
        )

    def _best(self, look: Look) -> int:
        """The most taken after one break; of breaks whose time is over only those that sufficed."""
        counts = [(broke, self._taken(look, broke)) for broke in look.deeds.broke]
        open_or_done = [
            taken for broke, taken in counts if taken >= self.need or look.round < broke.round + BACKSTAB_ROUNDS
        ]
        return max(open_or_done, default=0)

    def complete(self, look: Look) -> bool:
        """Enough was taken after one of the breaks."""
        return self._best(look) >= self.need

    def progress(self, look: Look) -> Progress:
        """Countries taken since a break that still counts."""
        return Progress(have=min(self.need, self._best(look)), need=self.need)

    def estimate(self, look: Look) -> int:
        """The missing ones; breaking an accord is no step."""
        return self.need - self._best(look)

    def within_one(self, look: Look) -> bool:
        """One more country, while there is time."""
        return self._best(look) >= self.need - 1


def candidates(look: Look) -> Iterator[tuple[Fit, ...]]:
    """The rival with most borders to the empire; and betrayal, where some rival has enough to lose."""
    rivals = [Seat(seat) for seat in range(look.seats) if seat != look.seat]
    touching = {rival: _borders(look, rival) for rival in rivals}
    nearest = max(rivals, key=touching.__getitem__)
    if touching[nearest]:
        yield fitting(look, [Nemesis(rival=nearest)])
    backstab = Backstab()
    if any(look.empires[rival].bit_count() >= backstab.need for rival in rivals):
        yield fitting(look, [backstab])


def _borders(look: Look, rival: Seat) -> int:
    """How many borders join the empire and a rival's."""
    theirs, neighbours = look.empires[rival], look.board.neighbours
    return sum((neighbours[position] & theirs).bit_count() for position in bits(look.owned))
