"""What a bot plays for beside land: its missions, and the claims of its rivals (rules sections 10, 11 and 14)."""

from collections.abc import Mapping

from services.engine.core.board import bits
from services.engine.core.rulesets.chess_wars.claims import HELD_ROUNDS, missions_of, points
from services.engine.core.rulesets.chess_wars.looks import look_of
from services.engine.core.rulesets.chess_wars.missions.battles import CheckmateArtist, IronWall
from services.engine.core.rulesets.chess_wars.missions.look import Look
from services.engine.core.rulesets.chess_wars.missions.mission import Kind, Mission, Progress
from services.engine.core.rulesets.chess_wars.missions.public_records import (
    CampaignVeteran,
    Kingslayer,
    LightningCampaign,
)
from services.engine.core.rulesets.chess_wars.missions.rivals import BACKSTAB_ROUNDS, Backstab
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.view_missions import StandView
from services.engine.core.values import Seat

UNDER_WAY = 0.6
"""What share of a mission's points having nearly all of it is worth; the rest comes with completing it."""


Far = Progress | StandView
"""How far a mission is: counted, or as a view shows it."""


def share(far: Far) -> float:
    """What being so far is worth of a mission's points: 1 if it is complete, and more a step the nearer it is."""
    conditions = ((far.have, far.need), *far.parts.values())
    met = sum(min(1.0, have / need) if need else 1.0 for have, need in conditions) / len(conditions)
    return 1.0 if met >= 1.0 else UNDER_WAY * met * met


class Aims:
    """One seat's own missions that can still score, and the claims of the others."""

    def __init__(self, state: State, seat: Seat, known: Mapping[str, Far]) -> None:
        self.state = state
        self.seat = seat
        self.known = known
        self.look = look_of(state, seat)
        mine = [one for one in missions_of(state, seat).values() if one.name not in state.players[seat].scored]
        self.records = [one for one in mine if one.KIND is Kind.RECORD]
        self.positions = [one for one in mine if one.KIND is Kind.POSITION and self._in_time(one)]
        self._now = self._sum(self.look)
        self._looks: dict[Seat, tuple[Look, list[Mission]]] = {}

    def _in_time(self, mission: Mission) -> bool:
        """Whether a position completed now could still be held long enough before the last round is over."""
        last, claim = self.state.options.last_round, self.state.players[self.seat].claims.get(mission.name)
        since = self.state.round if claim is None else claim.round
        return not last or since + HELD_ROUNDS <= last

    def _sum(self, look: Look) -> float:
        return sum([points(one) * share(one.progress(look)) for one in self.positions])

    def gained(self, mask: int) -> float:
        """Points' worth of gaining some countries by a game."""
        look = self.look
        for position in bits(mask):
            look = look.with_country(1 << position)
        return self._sum(look) - self._now

    def lost(self, mask: int) -> float:
        """Points' worth of losing some countries: 0 or less."""
        return min(0.0, self._sum(self.look.without(mask)) - self._now)

    def claims(self, seat: Seat) -> list[Mission]:
        """A player's claimed positions, as far as the bot knows them."""
        known = missions_of(self.state, seat)
        return [known[name] for name in self.state.players[seat].claims if name in known]

    def broken(self, seat: Seat, mask: int) -> int:
        """Points of a player's claims that losing some countries would break."""
        if seat not in self._looks:
            self._looks[seat] = look_of(self.state, seat), self.claims(seat)
        look, claims = self._looks[seat]
        return sum([points(one) for one in claims if not one.complete(look.without(mask))]) if claims else 0

    def keys(self) -> dict[int, int]:
        """Own countries (positions) that the own claims can't do without -> points of those claims."""
        keys: dict[int, int] = {}
        if self.claims(self.seat):
            for position in bits(self.look.owned):
                lost = self.broken(self.seat, 1 << position)
                if lost:
                    keys[position] = lost
        return keys

    def attack_won(self, defender: Seat) -> float:
        """Points' worth of winning a war as the attacker, whatever it takes: what it does for records."""
        return sum([points(one) * self._of_attack(one, defender) for one in self.records])

    def _of_attack(self, mission: Mission, defender: Seat) -> float:
        state, far = self.state, self.known.get(mission.name)
        if isinstance(mission, Kingslayer):
            table = [state.points(Seat(other)) for other in range(len(state.players))]
            behind = table[defender] - table[self.seat]
            return float(table[defender] == max(table) and behind >= mission.behind)
        if isinstance(mission, LightningCampaign):
            mine = (war for war in state.wars.values() if war.attacker == self.seat)
            return 0.6 if any(war.declared_round == state.round for war in mine) else 0.3
        if isinstance(mission, Backstab):
            return self._betrayed(mission, defender)
        if far is None or not isinstance(mission, CampaignVeteran | CheckmateArtist):
            return 0.0
        if isinstance(mission, CampaignVeteran) and far.have >= mission.wins and defender in self.look.taken_from:
            return 0.0
        return 1.0 if far.need - far.have == 1 else 1.0 / far.need

    def _betrayed(self, mission: Backstab, partner: Seat) -> float:
        """A country of a partner whose accord was broken lately: half of it, or what was missing."""
        broke = self.look.deeds.broke
        if not any(one.partner == partner and self.state.round < one.round + BACKSTAB_ROUNDS for one in broke):
            return 0.0
        far = self.known.get(mission.name)
        return 1.0 if far is not None and far.need - far.have == 1 else 1.0 / mission.need

    def defence_won(self) -> float:
        """Points' worth of winning a war as the defender."""
        worth = 0.0
        for one in self.records:
            far = self.known.get(one.name)
            if far is not None and isinstance(one, IronWall | CheckmateArtist):
                worth += points(one) / far.need
        return worth
