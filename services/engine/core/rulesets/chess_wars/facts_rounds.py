"""What happened at the start, in the draft, and in rounds and turns."""

from services.engine.core.rulesets.chess_wars.happened import Happened
from services.engine.core.rulesets.chess_wars.options import Options
from services.engine.core.rulesets.chess_wars.records import (
    Accord,
    DraftTurn,
    Holding,
    Player,
    Turn,
)
from services.engine.core.rulesets.chess_wars.records_wars import War
from services.engine.core.values import PlaceId, Seat


class CampaignStarted(Happened, frozen=True, kw_only=True):
    """The first fact."""

    campaign: str
    map_id: str
    map_sha256: str
    options: Options
    theatre: tuple[PlaceId, ...]
    ratings: tuple[int | None, ...]
    """By seat; the number of seats is its length."""
    draft: DraftTurn | None
    """The first pick; None if the theatre is dealt."""
    still: bool = False
    """No human plays any empire."""


class PreferencesSet(Happened, frozen=True, kw_only=True):
    """A seat's wishes for the draft. Private."""

    seat: Seat
    countries: tuple[PlaceId, ...]


class CountriesPicked(Happened, frozen=True, kw_only=True):
    """Countries drafted."""

    seat: Seat
    pick: int
    """Number of the first of them."""
    countries: tuple[PlaceId, ...]
    by: str
    """`player`, `list` (the stored wishes) or `clock`."""
    drafted_value: int
    """Of the seat's empire now."""
    slow: bool = False
    """The seat let a pick run out."""
    next: DraftTurn | None
    """Whose pick comes now; None: the draft is over."""


class EmpiresDealt(Happened, frozen=True, kw_only=True):
    """The whole theatre dealt at once."""

    empires: tuple[tuple[PlaceId, ...], ...]
    """By seat."""
    drafted_values: tuple[int, ...]


class PositionSet(Happened, frozen=True, kw_only=True):
    """The campaign starts from a position instead of a draft."""

    round: int
    order: tuple[Seat, ...]
    last_seat: Seat | None
    """Seat before the one whose turn comes; None: the order begins."""
    players: tuple[Player, ...]
    countries: dict[PlaceId, Holding]
    wars: dict[str, War] = {}
    declared_this_round: int = 0
    truces: dict[str, int] = {}
    """By pair: the round for whose rest it holds."""
    accords: dict[str, Accord] = {}
    broken: dict[str, tuple[Seat, ...]] = {}
    declared_through: int = 0
    """The last round whose declaring ran its course."""


class RoundStarted(Happened, frozen=True, kw_only=True):
    """A new round, with everything that ends or is paid when it starts."""

    round: int
    order: tuple[Seat, ...]
    tokens: dict[str, int]
    """By seat, after the new ones."""
    reputation: dict[str, int] = {}
    """By seat, where it changed."""
    accords_ended: tuple[str, ...] = ()
    """Pairs."""
    truces_ended: tuple[str, ...] = ()
    newly_won_ended: tuple[PlaceId, ...] = ()
    fortified_ended: tuple[PlaceId, ...] = ()
    wars_dropped: tuple[str, ...] = ()
    """Wars that ended before the last round: they leave the view."""
    cut_short: bool = False
    """The last round ended before its turns had run their course."""


class TurnBegan(Happened, frozen=True, kw_only=True):
    """A player may declare."""

    turn: Turn


class TurnHeld(Happened, frozen=True, kw_only=True):
    """The player whose turn it is gave another command: they're there. Shown to nobody, it would betray an offer."""

    turn: int


class TurnPassed(Happened, frozen=True, kw_only=True):
    """A player is done declaring for this round."""

    seat: Seat
    turn: int
    by: str
    """`player`, `clock` or `host`."""


class DeclaringEnded(Happened, frozen=True, kw_only=True):
    """Everyone is done."""

    round: int


class CountryFortified(Happened, frozen=True, kw_only=True):
    """A country was fortified."""

    seat: Seat
    turn: int
    country: PlaceId
    until_round: int
    tokens: int
