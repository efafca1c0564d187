"""What happened: one frozen struct a fact. A fact states every consequence, so that folding it only assigns.

Facts about a war carry the whole war as it is afterwards; token counts are those to spend after the fact.
"""

from datetime import datetime

import msgspec

from services.engine.core.kernel import Outcome
from services.engine.core.rulesets.chess_wars.options import Options
from services.engine.core.rulesets.chess_wars.records import (
    Accord,
    AccordOffer,
    DraftTurn,
    Holding,
    PeaceOffer,
    Player,
    Title,
    Turn,
    War,
)
from services.engine.core.values import PlaceId, Seat


class Happened(msgspec.Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Base of all facts."""

    at: datetime
    """Aware UTC."""


# --- start and draft ---------------------------------------------------------------------------------------------


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


# --- rounds and turns --------------------------------------------------------------------------------------------


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


# --- wars --------------------------------------------------------------------------------------------------------


class WarDeclared(Happened, frozen=True, kw_only=True):
    """A war was declared."""

    turn: int
    war: War
    tokens: int
    """The attacker's."""


class WarCalledOff(Happened, frozen=True, kw_only=True):
    """The attacker took it back before an answer."""

    war: War


class WarAccepted(Happened, frozen=True, kw_only=True):
    """The defender accepted; the game begins."""

    war: War
    by: str
    """`player` or `clock`."""


class StakesRaised(Happened, frozen=True, kw_only=True):
    """A raise."""

    war: War
    number: int
    seat: Seat
    countries: tuple[PlaceId, ...]


class RaiseMet(Happened, frozen=True, kw_only=True):
    """A raise was met; the game begins."""

    war: War
    number: int
    seat: Seat
    countries: tuple[PlaceId, ...] = ()
    by: str
    """`player` or `reserves`."""


class WarRedirected(Happened, frozen=True, kw_only=True):
    """The defender offered another country."""

    war: War
    tokens: int
    """The defender's."""


class RedirectFought(Happened, frozen=True, kw_only=True):
    """The attacker fights for the offered country; the game begins."""

    war: War


class WarWithdrawn(Happened, frozen=True, kw_only=True):
    """The attacker dropped the war."""

    war: War
    by: str
    """`player` or `clock`."""


class WarConceded(Happened, frozen=True, kw_only=True):
    """A side that had raised gave way."""

    war: War
    seat: Seat
    """Who gave way."""
    by: str
    """`player` or `clock`."""
    truce_until: int
    """The truce holds for the rest of this round."""


class WarDecided(Happened, frozen=True, kw_only=True):
    """The game is over and with it the war."""

    war: War
    truce_until: int


# --- peace and accords -------------------------------------------------------------------------------------------


class PeaceOffered(Happened, frozen=True, kw_only=True):
    """Terms were offered. Private to the two sides."""

    offer: PeaceOffer
    replaced: str | None = None
    """The offer it takes the place of."""
    tokens: int
    """The offerer's."""


class PeaceOfferEnded(Happened, frozen=True, kw_only=True):
    """An offer came to nothing. Private to the two sides."""

    offer: PeaceOffer
    how: str
    """`declined`, `moved` (the game went on), `lapsed` (time), `stale`, or `war_over`."""
    tokens: dict[str, int] = {}
    """By seat, where set-aside tokens came back."""


class PeaceAccepted(Happened, frozen=True, kw_only=True):
    """An offer was accepted while the game runs: it is being stopped. Private to the two sides."""

    offer: PeaceOffer
    war: War
    tokens: int
    """The accepter's."""


class GameWentOn(Happened, frozen=True, kw_only=True):
    """The game wasn't stopped for an accepted peace: a move had come first."""

    war: War
    offer: PeaceOffer
    tokens: dict[str, int] = {}


class PeaceMade(Happened, frozen=True, kw_only=True):
    """A war ended by terms; they're public now."""

    war: War
    offer: str
    tokens: dict[str, int]
    """Both sides'."""
    truce_until: int
    accord: Accord | None = None


class AccordProposed(Happened, frozen=True, kw_only=True):
    """An accord was proposed. Private to the two."""

    offer: AccordOffer
    replaced: str | None = None


class AccordOfferEnded(Happened, frozen=True, kw_only=True):
    """A proposal came to nothing. Private to the two."""

    offer: AccordOffer
    how: str
    """`declined`, `lapsed`, `eliminated`, or `over` (the campaign ended)."""


class AccordSigned(Happened, frozen=True, kw_only=True):
    """An accord came into force."""

    offer: AccordOffer
    accord: Accord


class AccordRenounced(Happened, frozen=True, kw_only=True):
    """A partner broke an accord."""

    seat: Seat
    partner: Seat
    reputation: int
    """Of the breaker, now."""


# --- consequences ------------------------------------------------------------------------------------------------


class TitlesMoved(Happened, frozen=True, kw_only=True):
    """Titles after an event, all four of them."""

    titles: dict[str, Title]
    moved: dict[str, int] = {}
    """Titles that have another holder than before, and whom."""
    vacant: tuple[str, ...] = ()
    """Titles that had a holder and have none now."""


class PlayerEliminated(Happened, frozen=True, kw_only=True):
    """A player has no countries any more."""

    seat: Seat
    accords_ended: tuple[str, ...] = ()


class PlayerReturned(Happened, frozen=True, kw_only=True):
    """A player took their empire back: nothing that ran out before counts against them."""

    seat: Seat


class HostAsked(Happened, frozen=True, kw_only=True):
    """The campaign waits from now on for the host it has now to move on."""


class StoodStill(Happened, frozen=True, kw_only=True):
    """No human plays any empire: deadlines stop."""


class WentOn(Happened, frozen=True, kw_only=True):
    """A human plays again: deadlines move on by the time that stood still."""

    stood_ms: int


class CampaignEnded(Happened, frozen=True, kw_only=True):
    """The end."""

    outcome: Outcome
    wars: dict[str, War] = {}
    """The wars that were cancelled."""
    tokens: dict[str, int] = {}
    """By seat, where tokens held back came back."""


Fact = (
    CampaignStarted
    | PreferencesSet
    | CountriesPicked
    | EmpiresDealt
    | PositionSet
    | RoundStarted
    | TurnBegan
    | TurnHeld
    | TurnPassed
    | DeclaringEnded
    | CountryFortified
    | WarDeclared
    | WarCalledOff
    | WarAccepted
    | StakesRaised
    | RaiseMet
    | WarRedirected
    | RedirectFought
    | WarWithdrawn
    | WarConceded
    | WarDecided
    | PeaceOffered
    | PeaceOfferEnded
    | PeaceAccepted
    | GameWentOn
    | PeaceMade
    | AccordProposed
    | AccordOfferEnded
    | AccordSigned
    | AccordRenounced
    | TitlesMoved
    | PlayerEliminated
    | PlayerReturned
    | HostAsked
    | StoodStill
    | WentOn
    | CampaignEnded
)
"""Closed union of the facts."""
