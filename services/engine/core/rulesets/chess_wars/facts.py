"""What happened: one frozen struct a fact. A fact states every consequence, so that folding it only assigns.

Facts about a war carry the whole war as it is afterwards; token counts are those to spend after the fact.
"""

from services.engine.core.kernel import Outcome
from services.engine.core.rulesets.chess_wars.facts_missions import ClaimEnded, ClaimMade, MissionScored
from services.engine.core.rulesets.chess_wars.facts_rounds import (
    CampaignStarted,
    CountriesPicked,
    CountryFortified,
    DeclaringEnded,
    EmpiresDealt,
    PositionSet,
    PreferencesSet,
    RoundStarted,
    TurnBegan,
    TurnHeld,
    TurnPassed,
)
from services.engine.core.rulesets.chess_wars.facts_secrets import (
    SecretChosen,
    SecretRevealed,
    SecretsDealt,
    SecretsWaived,
)
from services.engine.core.rulesets.chess_wars.facts_wars import (
    AccordOfferEnded,
    AccordProposed,
    AccordRenounced,
    AccordSigned,
    GameMoved,
    GameWentOn,
    PeaceAccepted,
    PeaceMade,
    PeaceOffered,
    PeaceOfferEnded,
    RaiseMet,
    RedirectFought,
    StakesRaised,
    WarAccepted,
    WarCalledOff,
    WarConceded,
    WarDecided,
    WarDeclared,
    WarRedirected,
    WarWithdrawn,
)
from services.engine.core.rulesets.chess_wars.happened import Happened
from services.engine.core.rulesets.chess_wars.records import (
    Title,
)
from services.engine.core.rulesets.chess_wars.records_wars import War
from services.engine.core.values import Seat

__all__ = [
    "AccordOfferEnded",
    "AccordProposed",
    "AccordRenounced",
    "AccordSigned",
    "CampaignEnded",
    "CampaignStarted",
    "ClaimEnded",
    "ClaimMade",
    "CountriesPicked",
    "CountryFortified",
    "DeclaringEnded",
    "EmpiresDealt",
    "Fact",
    "GameMoved",
    "GameWentOn",
    "Happened",
    "HostAsked",
    "MissionScored",
    "PeaceAccepted",
    "PeaceMade",
    "PeaceOfferEnded",
    "PeaceOffered",
    "PlayerEliminated",
    "PlayerReturned",
    "PositionSet",
    "PreferencesSet",
    "RaiseMet",
    "RedirectFought",
    "RoundStarted",
    "SecretChosen",
    "SecretRevealed",
    "SecretsDealt",
    "SecretsWaived",
    "StakesRaised",
    "StoodStill",
    "TitlesMoved",
    "TurnBegan",
    "TurnHeld",
    "TurnPassed",
    "WarAccepted",
    "WarCalledOff",
    "WarConceded",
    "WarDecided",
    "WarDeclared",
    "WarRedirected",
    "WarWithdrawn",
    "WentOn",
]


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
    | SecretsDealt
    | SecretChosen
    | SecretsWaived
    | SecretRevealed
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
    | GameMoved
    | GameWentOn
    | PeaceMade
    | AccordProposed
    | AccordOfferEnded
    | AccordSigned
    | AccordRenounced
    | TitlesMoved
    | ClaimMade
    | ClaimEnded
    | MissionScored
    | PlayerEliminated
    | PlayerReturned
    | HostAsked
    | StoodStill
    | WentOn
    | CampaignEnded
)
"""Closed union of the facts."""
