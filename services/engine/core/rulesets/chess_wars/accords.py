"""Accords: proposing, signing, renouncing, and what keeping one's word is worth (rules section 8)."""

from services.engine.core.rulesets.chess_wars.append import Append
from services.engine.core.rulesets.chess_wars.commands import (
    DeclineAccord,
    ProposeAccord,
    RenounceAccord,
    SignAccord,
)
from services.engine.core.rulesets.chess_wars.facts import (
    AccordOfferEnded,
    AccordProposed,
    AccordRenounced,
    AccordSigned,
)
from services.engine.core.rulesets.chess_wars.records import Accord, AccordOffer, pair
from services.engine.core.rulesets.chess_wars.refusals import Refusal, malformed, not_allowed, not_now
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import Seat

KEPT = 2
"""Reputation each partner earns a whole round."""
BROKEN = 20
"""Reputation a breaker loses."""
LONGEST = 10
"""Rounds."""


def first_round(state: State) -> int:
    """The round an accord signed now counts from: this one, in the draft round 1."""
    return max(1, state.round)


def accord_allowed(state: State, a: Seat, b: Seat, rounds: int, rule: str) -> None:
    """Whether an accord of so many rounds could be signed now: it must end later than one that holds.

    :raises Rejected: `accord_not_longer`.
    """
    holds = state.accords.get(pair(a, b))
    if holds is not None and first_round(state) + rounds <= holds.ends_round:
        not_allowed(Refusal.ACCORD_NOT_LONGER, rule, until_round=holds.ends_round)


def new_accord(state: State, a: Seat, b: Seat, rounds: int, terms: str) -> Accord:
    """The accord two players sign now; it continues one that holds."""
    holds = state.accords.get(pair(a, b))
    starts = state.round + 1 if state.round else 1
    return Accord(
        signed_round=state.round,
        ends_round=first_round(state) + rounds,
        counts_from=starts if holds is None else holds.counts_from,
        terms=terms,
    )


def may_deal(state: State, seat: Seat, partner: Seat) -> None:
    """Whether two players can have an accord at all.

    :raises Rejected: `unknown_seat`, `eliminated`.
    """
    if not 0 <= partner < len(state.players) or partner == seat:
        malformed(Refusal.UNKNOWN_SEAT, "8", seat=partner)
    for one in (seat, partner):
        if state.players[one].eliminated:
            not_allowed(Refusal.ELIMINATED, "8", seat=one)


def may_propose(state: State, seat: Seat, command: ProposeAccord) -> None:
    """Whether an accord may be proposed.

    :raises Rejected: `unknown_seat`, `eliminated`, `accord_not_longer`.
    """
    may_deal(state, seat, command.partner)
    accord_allowed(state, seat, command.partner, command.rounds, "8")


def proposed(state: State, by: Seat, to: Seat) -> AccordOffer | None:
    """A player's standing proposal to another."""
    for offer in state.accord_offers.values():
        if offer.by == by and offer.to == to:
            return offer
    return None


def decide_propose(append: Append, seat: Seat, command: ProposeAccord) -> None:
    """Propose an accord, in place of an older proposal to the same partner."""
    may_propose(append.state, seat, command)
    old = proposed(append.state, seat, command.partner)
    offer = AccordOffer(
        id=append.state.next_offer(f"a{seat}-{command.partner}"),
        by=seat,
        to=command.partner,
        rounds=command.rounds,
        terms=command.terms,
        since=append.at,
        due=append.window_ends(),
    )
    append.add(AccordProposed(at=append.at, offer=offer, replaced=None if old is None else old.id))


def proposal_to(state: State, seat: Seat, offer_id: str) -> AccordOffer:
    """The standing proposal a player answers. Proposals are private and their ids can be guessed: a third player is
    refused as if there were none.

    :raises Rejected: `already_answered`, `not_your_answer` for one's own.
    """
    offer = state.accord_offers.get(offer_id)
    if offer is None or seat not in (offer.by, offer.to):
        not_now(Refusal.ALREADY_ANSWERED, "8", offer=offer_id)
    if seat == offer.by:
        not_allowed(Refusal.NOT_YOUR_ANSWER, "8", offer=offer_id)
    return offer


def may_sign(state: State, seat: Seat, command: SignAccord) -> AccordOffer:
    """Whether a proposal may be signed.

    :raises Rejected: as `proposal_to`, and `accord_not_longer`.
    """
    offer = proposal_to(state, seat, command.offer)
    accord_allowed(state, offer.by, offer.to, offer.rounds, "8")
    return offer


def decide_sign(append: Append, seat: Seat, command: SignAccord) -> None:
    """Sign a proposal: the accord is in force and public."""
    offer = may_sign(append.state, seat, command)
    accord = new_accord(append.state, offer.by, offer.to, offer.rounds, offer.terms)
    append.add(AccordSigned(at=append.at, offer=offer, accord=accord))


def decide_decline(append: Append, seat: Seat, command: DeclineAccord) -> None:
    """Turn a proposal down."""
    end_proposal(append, proposal_to(append.state, seat, command.offer), "declined")


def end_proposal(append: Append, offer: AccordOffer, how: str) -> None:
    """A proposal comes to nothing."""
    append.add(AccordOfferEnded(at=append.at, offer=offer, how=how))


def may_renounce(state: State, seat: Seat, command: RenounceAccord) -> None:
    """Whether there is an accord to break.

    :raises Rejected: `unknown_seat`, `no_accord`.
    """
    if not 0 <= command.partner < len(state.players) or command.partner == seat:
        malformed(Refusal.UNKNOWN_SEAT, "8", seat=command.partner)
    if pair(seat, command.partner) not in state.accords:
        not_allowed(Refusal.NO_ACCORD, "8", seat=command.partner)


def decide_renounce(append: Append, seat: Seat, command: RenounceAccord) -> None:
    """Break an accord: it ends whole, at the price of reputation and of war on that partner in this round."""
    may_renounce(append.state, seat, command)
    append.add(
        AccordRenounced(
            at=append.at,
            seat=seat,
            partner=command.partner,
            reputation=append.state.players[seat].reputation - BROKEN,
        )
    )
