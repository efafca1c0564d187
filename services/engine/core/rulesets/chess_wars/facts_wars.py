"""What happened in wars, by peace and to accords. Facts about a war carry the whole war as it is afterwards."""

from services.engine.core.rulesets.chess_wars.happened import Happened
from services.engine.core.rulesets.chess_wars.missions.look import Win
from services.engine.core.rulesets.chess_wars.records import (
    Accord,
    AccordOffer,
)
from services.engine.core.rulesets.chess_wars.records_wars import PeaceOffer, War
from services.engine.core.values import PlaceId, Seat


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
    win: Win | None = None
    """What the winner has to their name now; None if nobody won."""


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


class GameMoved(Happened, frozen=True, kw_only=True):
    """The game moved to a real board, or back."""

    war: War


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
