"""What players of chess wars may say: one frozen struct a command, `type` on the wire is the class name.

A command that answers something names it (turn, pick, war and raise number, offer), so that a late or repeated one
does no harm. Countries are map ids, seats are 0-based numbers.
"""

from typing import Annotated

import msgspec

from services.engine.core.values import PlaceId, Seat

Countries = Annotated[tuple[PlaceId, ...], msgspec.Meta(max_length=200)]
WarId = Annotated[str, msgspec.Meta(pattern=r"^w[1-9][0-9]{0,5}$(?!\n)")]
"""`w<n>`, n counting the declarations of the campaign from 1."""
PeaceId = Annotated[str, msgspec.Meta(pattern=r"^p[1-9][0-9]{0,5}-[0-7]-[1-9][0-9]{0,5}$(?!\n)")]
"""`p<war>-<seat>-<n>`: a peace offer, counted by war and offerer, so that an id tells nothing of other offers."""
AccordId = Annotated[str, msgspec.Meta(pattern=r"^a[0-7]-[0-7]-[1-9][0-9]{0,5}$(?!\n)")]
"""`a<seat>-<partner>-<n>`: a proposed accord, counted by the two."""
Words = Annotated[
    str,
    msgspec.Meta(
        description="At most 500 characters. The platform keeps them elsewhere, and the rules find an id here.",
        extra_json_schema={"maxLength": 500},
    ),
]
"""A player's own words, as `Ruleset.words` says."""


class Command(msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True):
    """Base of all commands."""


# --- the draft (section 3) ---------------------------------------------------------------------------------------


class PickCountry(Command, frozen=True, kw_only=True):
    """Draft one country on one's own turn. A turn may hold several picks; each is one command."""

    pick: int
    """Number of the pick, counted from 1 over the whole draft: `draft.pick` of the public view."""
    country: PlaceId


class SetPreferences(Command, frozen=True, kw_only=True):
    """Store the list of wishes for the draft, best first; it replaces the last one and is played at once on one's turn.

    Private. An empty list takes it back. Countries already drafted may stand in it: they're skipped.
    """

    countries: Countries


# --- secret missions (section 10) ---------------------------------------------------------------------------------


class ChooseSecret(Command, frozen=True, kw_only=True):
    """Choose a secret mission among the options dealt after the draft; it can't be changed. Private."""

    option: int
    """Its place in `secret.options` of the private view, from 0."""


# --- the turn (sections 4 and 5.1) -------------------------------------------------------------------------------


class DeclareWar(Command, frozen=True, kw_only=True):
    """Spend the turn and one token on a war."""

    turn: int
    """`turn.number` of the public view."""
    target: PlaceId
    origin: PlaceId
    """The own country, bordering the target, from which the attack is launched; part of the stake."""
    stake: Countries
    """What is risked, the origin included."""
    reserves: Countries = ()
    """Countries set aside to meet a first raise at once."""


class Fortify(Command, frozen=True, kw_only=True):
    """Spend the turn and one token on fortifying an own country."""

    turn: int
    country: PlaceId


class PassTurn(Command, frozen=True, kw_only=True):
    """End one's declaring for this round."""

    turn: int


class PassTurnFor(Command, frozen=True, kw_only=True):
    """The host passes the turn of a player who has been silent for an hour (live: a minute)."""

    turn: int


# --- answers of a war (sections 5.3 to 5.5, 5.7) ------------------------------------------------------------------


class CallOff(Command, frozen=True, kw_only=True):
    """The attacker takes the declaration back before the defender has answered; the token stays spent."""

    war: WarId


class AcceptWar(Command, frozen=True, kw_only=True):
    """The defender accepts the declared war: the game begins."""

    war: WarId


class RaiseStakes(Command, frozen=True, kw_only=True):
    """Raise: the defender as raise 1 or 3 with one country, the attacker as raise 2 by adding to the stake."""

    war: WarId
    number: int
    """Number this raise will have: 1, 2 or 3."""
    countries: Countries
    """What is put in. Defender: exactly one country. Attacker: the countries added to the stake."""


class MeetRaise(Command, frozen=True, kw_only=True):
    """Meet a raise: the game begins."""

    war: WarId
    number: int
    """Number of the raise that is met."""
    countries: Countries = ()
    """What is put in or added; empty if nothing more is needed."""


class BackDown(Command, frozen=True, kw_only=True):
    """Give way after having raised: the war is lost as declared, without a game."""

    war: WarId
    number: int
    """Number of the raise that is not met."""


class RedirectWar(Command, frozen=True, kw_only=True):
    """The defender offers another country to fight for, at the price of a token."""

    war: WarId
    country: PlaceId


class FightRedirect(Command, frozen=True, kw_only=True):
    """The attacker fights for the offered country: the game begins."""

    war: WarId


class Withdraw(Command, frozen=True, kw_only=True):
    """The attacker drops the war instead of answering a first raise or a redirect: no truce, tokens spent."""

    war: WarId


# --- peace (section 5.7) -----------------------------------------------------------------------------------------


class OfferPeace(Command, frozen=True, kw_only=True):
    """Offer terms to the other side of a war; replaces one's own standing offer. All empty: a white peace."""

    war: WarId
    from_attacker: Countries = ()
    """Staked countries the attacker hands over."""
    from_defender: Countries = ()
    """Nothing; or the target with or without countries put in; or one other country worth less than the target."""
    tokens: Annotated[int, msgspec.Meta(ge=-99, le=99)] = 0
    """Above zero the attacker pays the defender that many tokens, below zero the defender pays."""
    accord_rounds: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    """An accord for that many rounds signed with the peace; 0 for none."""


class AcceptPeace(Command, frozen=True, kw_only=True):
    """Take the offered terms. While the game runs the war ends when the game has been stopped."""

    offer: PeaceId


class DeclinePeace(Command, frozen=True, kw_only=True):
    """Turn the offered terms down."""

    offer: PeaceId


# --- accords (section 8) -----------------------------------------------------------------------------------------


class ProposeAccord(Command, frozen=True, kw_only=True):
    """Propose an accord; replaces one's own standing proposal to the same partner."""

    partner: Seat
    rounds: Annotated[int, msgspec.Meta(ge=1, le=10)]
    terms: Words = ""
    """What the two promise each other: everyone may read it once it is signed, and the game doesn't enforce it."""


class SignAccord(Command, frozen=True, kw_only=True):
    """Sign a proposed accord."""

    offer: AccordId


class DeclineAccord(Command, frozen=True, kw_only=True):
    """Turn a proposed accord down."""

    offer: AccordId


class RenounceAccord(Command, frozen=True, kw_only=True):
    """Break the accord with a partner: -20 reputation, and no war on them for the rest of the round."""

    partner: Seat


# --- the host (sections 2, 4 and 12) -----------------------------------------------------------------------------


class AdvanceRound(Command, frozen=True, kw_only=True):
    """The host moves on from this round, where rounds go on at the host's word."""

    round: int
    """The round that ends."""


class GoOnWithout(Command, frozen=True, kw_only=True):
    """The host lets the campaign go on although no secret mission fits somebody: they go on without one."""


class EndCampaign(Command, frozen=True, kw_only=True):
    """The host ends the campaign on points as they stand."""


PlayerCommand = (
    PickCountry
    | SetPreferences
    | ChooseSecret
    | DeclareWar
    | Fortify
    | PassTurn
    | PassTurnFor
    | CallOff
    | AcceptWar
    | RaiseStakes
    | MeetRaise
    | BackDown
    | RedirectWar
    | FightRedirect
    | Withdraw
    | OfferPeace
    | AcceptPeace
    | DeclinePeace
    | ProposeAccord
    | SignAccord
    | DeclineAccord
    | RenounceAccord
    | AdvanceRound
    | GoOnWithout
    | EndCampaign
)
"""Closed union of the players' commands."""
