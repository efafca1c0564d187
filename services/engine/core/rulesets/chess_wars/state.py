"""The state of a campaign: what the facts add up to. Plain values only; rules live in the topic files."""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from services.engine.core.at_table import AtTable
from services.engine.core.kernel import Outcome
from services.engine.core.rulesets.chess_wars.options import Options
from services.engine.core.rulesets.chess_wars.records import (
    Accord,
    AccordOffer,
    DraftTurn,
    Pair,
    Phase,
    Player,
    Territory,
    Title,
    Turn,
)
from services.engine.core.rulesets.chess_wars.records_secrets import Choosing, PlayerSecret
from services.engine.core.rulesets.chess_wars.records_wars import Held, PeaceOffer, War
from services.engine.core.values import PlaceId, Seat


class State(AtTable, frozen=True, kw_only=True, omit_defaults=True, dict=True):
    """A campaign of chess wars."""

    campaign: str
    map_id: str
    map_sha256: str
    options: Options
    theatre: tuple[PlaceId, ...]
    phase: Phase = Phase.DRAFT
    at: datetime
    """Time of the last fact."""
    players: tuple[Player, ...]
    territory: Territory = msgspec.field(default_factory=Territory)
    draft: DraftTurn | None = None
    round: int = 0
    round_since: datetime | None = None
    order: tuple[Seat, ...] = ()
    turn: Turn | None = None
    last_seat: Seat | None = None
    """Seat of the last turn of this round."""
    turns_begun: int = 0
    declaring_over: datetime | None = None
    """When declaring was over in this round; None while it isn't."""
    host_asked: datetime | None = None
    """Since when the campaign waits for the present host to move on; None while it doesn't."""
    wars: dict[str, War] = {}
    """Underway, or ended in this round or the last."""
    wars_declared: int = 0
    declared_this_round: int = 0
    declared_through: int = 0
    """The last round whose declaring has run its course."""
    peace_offers: dict[str, PeaceOffer] = {}
    accord_offers: dict[str, AccordOffer] = {}
    offers_made: dict[str, int] = {}
    """Offers so far by what their ids begin with (`p<war>-<seat>`, `a<seat>-<partner>`)."""
    truces: dict[Pair, int] = {}
    """Round for whose rest the truce holds."""
    accords: dict[Pair, Accord] = {}
    broken: dict[str, tuple[Seat, ...]] = {}
    """By seat: partners it renounced an accord with in this round."""
    titles: dict[str, Title] = {}
    totals: dict[str, tuple[int, ...]] = {}
    """By round that is over: each seat's points when it ended; 0: before round 1."""
    secrets: dict[str, PlayerSecret] = {}
    """By seat; empty on a map without mission data."""
    choosing: Choosing | None = None
    """While secrets are chosen."""
    forecasts: dict[str, int] = {}
    """By war: the attacker's chance in percent as it was when the game began; as long as the war is in `wars`."""
    held: dict[str, Held] = {}
    """How forecasts held, by the favourite's percent rounded down to tens (`50` to `90`)."""
    still_since: datetime | None = None
    """Since when no human plays any empire."""
    outcome: Outcome | None = None
    ended_at: datetime | None = None

    @property
    def humans(self) -> tuple[Seat, ...]:
        """Seats whose empires people play now."""
        return tuple(seat for seat in self.seating.people if not self.players[seat].eliminated)

    @property
    def host(self) -> Seat | None:
        """The host's seat now."""
        return self.seating.host

    @property
    def empires(self) -> tuple[int, ...]:
        """Masks of the countries of each seat."""
        found: tuple[int, ...] | None = self.__dict__.get("_empires")
        if found is None:
            found = self.__dict__["_empires"] = self.territory.empires(self.map, len(self.players))
        return found

    @property
    def theatre_mask(self) -> int:
        """The countries in play."""
        found: int | None = self.__dict__.get("_theatre")
        if found is None:
            board = self.map
            whole = len(self.theatre) == len(board.places)
            found = self.__dict__["_theatre"] = board.everywhere if whole else board.mask(self.theatre)
        return found

    @property
    def tied(self) -> dict[int, str]:
        """Position of each tied-up country -> the war that ties it up."""
        found: dict[int, str] | None = self.__dict__.get("_tied")
        if found is None:
            index = self.map.index
            found = {index[place]: war.id for war in self.underway for place in war.ties()}
            self.__dict__["_tied"] = found
        return found

    @property
    def tied_mask(self) -> int:
        """All tied-up countries."""
        found: int | None = self.__dict__.get("_tied_mask")
        if found is None:
            found = 0
            for position in self.tied:
                found |= 1 << position
            self.__dict__["_tied_mask"] = found
        return found

    @property
    def underway(self) -> tuple[War, ...]:
        """The wars that aren't over, oldest first."""
        return tuple(war for war in self.wars.values() if war.underway)

    def next_offer(self, kind: str) -> str:
        """The id of the next offer of a kind, such as `p1-0` (war 1, by seat 0)."""
        return f"{kind}-{self.offers_made.get(kind, 0) + 1}"

    def points(self, seat: Seat) -> int:
        """Total points: mission points and one for each title held."""
        return self.players[seat].mission_points + sum(title.holder == seat for title in self.titles.values())

    def value(self, place: PlaceId) -> int:
        """Value of a country."""
        return self.map.figures["value"][self.map.index[place]]

    def worth(self, places: Iterable[PlaceId]) -> int:
        """Total value of some countries."""
        values, index = self.map.figures["value"], self.map.index
        return sum(values[index[place]] for place in places)
