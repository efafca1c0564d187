"""What a seat may do now, by command (the answer to "actions"): the same guards as the rules, as data for clients.

Keys are the commands' wire names. Each value holds what the command must name and the limits it is checked against;
for answers the value is keyed by what is answered (war, offer, partner's seat). A command that is absent would be
refused now. `DeclareWar` alone is always there in the war phase, because players look at targets off their turn too.
"""

import msgspec
from msgspec import UNSET, UnsetType

from services.engine.core.rulesets.chess_wars.view_wars import ClocksView


class Choice(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Base of all choices."""


class PickChoice(Choice, frozen=True, kw_only=True):
    """`PickCountry`."""

    pick: int
    countries: list[str]


class SecretChoice(Choice, frozen=True, kw_only=True):
    """`ChooseSecret`: one of these options of the private view, named from 0."""

    options: int


class OriginChoice(Choice, frozen=True, kw_only=True):
    """One country the attack can start from."""

    cheapest: list[str]
    """The cheapest stake from here: least total value, then fewest countries, then ids."""
    total: int
    """Its value."""
    most: int
    """Value of everything that could be staked from here."""


class TargetChoice(Choice, frozen=True, kw_only=True):
    """A country that can be attacked."""

    owner: int
    need: int
    """Least value of the stake."""
    best: str
    """The origin with the cheapest stake of all."""
    clocks: ClocksView
    """The time both sides would get."""
    forecast: int
    """The attacker's chance to win the game, in percent."""
    origins: dict[str, OriginChoice]
    """By origin, map order."""


class Blocked(Choice, frozen=True, kw_only=True):
    """Why a country can't be attacked."""

    code: str
    """A refusal code."""
    detail: dict[str, int | str] = {}
    """What the refusal would carry: `need` and `have`, `war`, `until_round`, `country`."""


class DeclareChoice(Choice, frozen=True, kw_only=True):
    """`DeclareWar`."""

    not_now: str = ""
    """Refusal code why nothing can be declared at this moment (`not_your_turn`, `no_tokens`, ...); empty: it can."""
    turn: int = 0
    """Number to name; 0 if it isn't the seat's turn."""
    targets: dict[str, TargetChoice] = {}
    blocked: dict[str, Blocked] = {}
    """Every other foreign country of the theatre."""
    stakeable: list[str] = []
    """Own countries that are free and not newly won: what stakes and reserves are chosen from."""


class TurnCountries(Choice, frozen=True, kw_only=True):
    """`Fortify`: one of these countries, on the named turn."""

    turn: int
    countries: list[str]


class TurnOnly(Choice, frozen=True, kw_only=True):
    """`PassTurn`."""

    turn: int


class PassForChoice(Choice, frozen=True, kw_only=True):
    """`PassTurnFor`: the host's word for a silent player."""

    turn: int
    seat: int
    from_unix_ms: int
    """Refused as `not_away` before."""


class Nothing(Choice, frozen=True, kw_only=True):
    """A command that needs nothing but the id it is keyed by."""


class RaiseChoice(Choice, frozen=True, kw_only=True):
    """`RaiseStakes` and `MeetRaise`, by war."""

    number: int
    """The number to name."""
    need: int
    """Defender: least value of the one country. Attacker: least value of the whole stake, `have` included."""
    have: int = 0
    """Attacker: value of the stake now."""
    countries: list[str] = []
    """What may be put in (defender: each worth enough; one is chosen) or added (attacker: any that add up). Empty with
    `need` 0 or `need` <= `have`: meet with nothing."""
    cheapest: list[str] = []
    """The cheapest that does it."""


class NumberChoice(Choice, frozen=True, kw_only=True):
    """`BackDown`, by war."""

    number: int


class RedirectChoice(Choice, frozen=True, kw_only=True):
    """`RedirectWar`, by war."""

    countries: list[str]
    """Each may be offered."""


class PeaceChoice(Choice, frozen=True, kw_only=True):
    """`OfferPeace`, by war: what the terms may name. Give one country alone, or the target with put-ins."""

    from_attacker: list[str]
    target: str
    put_ins: list[str] = []
    others: list[str] = []
    """Instead of the target one of these."""
    tokens_least: int = 0
    """`tokens` may go down to this (the defender pays) ..."""
    tokens_most: int = 0
    """... and up to this (the attacker pays)."""
    accord_least: int = 0
    """Fewest rounds an accord in the terms may have; above 10: no accord can be in the terms."""


class AccordChoice(Choice, frozen=True, kw_only=True):
    """`ProposeAccord`, by partner's seat."""

    rounds_least: int = 1
    rounds_most: int = 10


class RoundChoice(Choice, frozen=True, kw_only=True):
    """`AdvanceRound`."""

    round: int


class Actions(Choice, frozen=True, kw_only=True, rename="pascal"):
    """What one seat may do now."""

    pick_country: PickChoice | UnsetType = UNSET
    set_preferences: Nothing | UnsetType = UNSET
    choose_secret: SecretChoice | UnsetType = UNSET
    declare_war: DeclareChoice | UnsetType = UNSET
    fortify: TurnCountries | UnsetType = UNSET
    pass_turn: TurnOnly | UnsetType = UNSET
    pass_turn_for: PassForChoice | UnsetType = UNSET
    call_off: dict[str, Nothing] = {}
    accept_war: dict[str, Nothing] = {}
    raise_stakes: dict[str, RaiseChoice] = {}
    meet_raise: dict[str, RaiseChoice] = {}
    back_down: dict[str, NumberChoice] = {}
    redirect_war: dict[str, RedirectChoice] = {}
    fight_redirect: dict[str, Nothing] = {}
    withdraw: dict[str, Nothing] = {}
    offer_peace: dict[str, PeaceChoice] = {}
    accept_peace: dict[str, Nothing] = {}
    decline_peace: dict[str, Nothing] = {}
    propose_accord: dict[str, AccordChoice] = {}
    sign_accord: dict[str, Nothing] = {}
    decline_accord: dict[str, Nothing] = {}
    renounce_accord: dict[str, Nothing] = {}
    advance_round: RoundChoice | UnsetType = UNSET
    go_on_without: Nothing | UnsetType = UNSET
    end_campaign: Nothing | UnsetType = UNSET
