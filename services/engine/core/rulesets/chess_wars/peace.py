"""Peace terms: offering, accepting, and what ends an offer (rules section 5.7)."""

from msgspec.structs import replace

from services.engine.core.rulesets.chess_wars.accords import accord_allowed, new_accord
from services.engine.core.rulesets.chess_wars.append import Append
from services.engine.core.rulesets.chess_wars.commands import AcceptPeace, DeclinePeace, OfferPeace
from services.engine.core.rulesets.chess_wars.facts import (
    GameWentOn,
    PeaceAccepted,
    PeaceMade,
    PeaceOffered,
    PeaceOfferEnded,
)
from services.engine.core.rulesets.chess_wars.records import NEWLY_WON_ROUNDS, Got, pair
from services.engine.core.rulesets.chess_wars.records_wars import (
    Hand,
    PeaceOffer,
    Result,
    Terms,
    War,
    WarState,
)
from services.engine.core.rulesets.chess_wars.refusals import Refusal, malformed, not_allowed, not_now
from services.engine.core.rulesets.chess_wars.stakes import places_mask
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.wars import ended, war_of
from services.engine.core.values import PlaceId, Seat


def payer(war: War, terms: Terms) -> Seat | None:
    """Who pays tokens under the terms; None if nobody."""
    if terms.tokens == 0:
        return None
    return war.attacker if terms.tokens > 0 else war.defender


def standing(state: State, war_id: str, by: Seat) -> PeaceOffer | None:
    """A player's standing offer in a war."""
    for offer in state.peace_offers.values():
        if offer.war == war_id and offer.by == by:
            return offer
    return None


def may_offer(state: State, seat: Seat, command: OfferPeace) -> tuple[War, Terms]:
    """Whether terms may be offered; answers the war and the terms in map order.

    :raises Rejected: `already_answered`, `not_a_party`, `bad_terms`, `not_yours`, `not_free`, `too_high`,
        `too_few_tokens`, `accord_not_longer`.
    """
    war = war_of(state, command.war, seat, "5.7")
    if not war.underway or war.state is WarState.STOPPING:
        not_now(Refusal.ALREADY_ANSWERED, "5.7", war=war.id)
    terms = Terms(
        from_attacker=state.map.ids(places_mask(state, command.from_attacker, "5.7")),
        from_defender=state.map.ids(places_mask(state, command.from_defender, "5.7")),
        tokens=command.tokens,
        accord_rounds=command.accord_rounds,
    )
    may_hand_over(state, war, terms)
    if terms.accord_rounds:
        accord_allowed(state, war.attacker, war.defender, terms.accord_rounds, "5.7")
    if payer(war, terms) == seat:
        old = standing(state, war.id, seat)
        have = state.players[seat].tokens + (0 if old is None else old.set_aside.get(str(seat), 0))
        if have < abs(terms.tokens):
            not_allowed(Refusal.TOO_FEW_TOKENS, "5.7", need=abs(terms.tokens), have=have)
    return war, terms


def may_hand_over(state: State, war: War, terms: Terms) -> None:
    """Whether the countries of the terms are of an allowed shape and their givers' to give.

    :raises Rejected: `bad_terms`, `not_yours`, `not_free`, `too_high`.
    """
    for place in terms.from_attacker:
        if place not in war.stake and place not in war.added:
            malformed(Refusal.BAD_TERMS, "5.7", reason="not_staked", country=place)
    given = terms.from_defender
    if war.target in given:
        for place in given:
            if place != war.target and place not in war.put_ins:
                malformed(Refusal.BAD_TERMS, "5.7", reason="not_put_in", country=place)
        return
    if len(given) > 1:
        malformed(Refusal.BAD_TERMS, "5.7", reason="one_country", country=given[1])
    for place in given:
        _other_country(state, war, place)


def _other_country(state: State, war: War, place: PlaceId) -> None:
    """Whether the defender may give this country instead of the target."""
    holding = state.territory.countries.get(place)
    if holding is None or holding.owner != war.defender:
        not_allowed(Refusal.NOT_YOURS, "5.7", country=place)
    tied = state.tied.get(state.map.index[place])
    if tied is not None and tied != war.id:
        not_allowed(Refusal.NOT_FREE, "5.7", country=place, war=tied)
    if state.value(place) >= state.value(war.target):
        not_allowed(Refusal.TOO_HIGH, "5.7", below=state.value(war.target), have=state.value(place))


def decide_offer(append: Append, seat: Seat, command: OfferPeace) -> None:
    """Offer terms; the offerer's tokens are set aside, and an older offer of theirs is replaced."""
    war, terms = may_offer(append.state, seat, command)
    old = standing(append.state, war.id, seat)
    tokens = append.tokens(seat) + (0 if old is None else old.set_aside.get(str(seat), 0))
    pays = abs(terms.tokens) if payer(war, terms) == seat else 0
    offer = PeaceOffer(
        id=append.state.next_offer(f"p{war.id[1:]}-{seat}"),
        war=war.id,
        by=seat,
        to=war.other(seat),
        terms=terms,
        set_aside={str(seat): pays} if pays else {},
        since=append.at,
        due=append.window_ends(),
    )
    replaced = None if old is None else old.id
    append.add(PeaceOffered(at=append.at, offer=offer, replaced=replaced, tokens=tokens - pays))


def offer_to(state: State, seat: Seat, offer_id: str) -> PeaceOffer:
    """The standing offer a player answers. Offers are private and their ids can be guessed: a third player is refused
    as if there were none.

    :raises Rejected: `already_answered`, `not_your_answer` for one's own.
    """
    offer = state.peace_offers.get(offer_id)
    if offer is None or offer.accepted or seat not in (offer.by, offer.to):
        not_now(Refusal.ALREADY_ANSWERED, "5.7", offer=offer_id)
    if seat == offer.by:
        not_allowed(Refusal.NOT_YOUR_ANSWER, "5.7", offer=offer_id)
    return offer


def stale(state: State, offer: PeaceOffer) -> str:
    """Why terms can no longer be kept: the country, `accord` or `tokens`; empty if they can."""
    war = state.wars[offer.war]
    givers = [(place, war.attacker) for place in offer.terms.from_attacker]
    givers += [(place, war.defender) for place in offer.terms.from_defender]
    for place, giver in givers:
        tied = state.tied.get(state.map.index[place])
        if state.territory.countries[place].owner != giver or (tied is not None and tied != war.id):
            return place
    if war.target not in offer.terms.from_defender and any(
        state.value(place) >= state.value(war.target) for place in offer.terms.from_defender
    ):
        return offer.terms.from_defender[0]
    rounds = offer.terms.accord_rounds
    if rounds and not _accord_fits(state, war, rounds):
        return "accord"
    if payer(war, offer.terms) == offer.to and state.players[offer.to].tokens < abs(offer.terms.tokens):
        return "tokens"
    return ""


def _accord_fits(state: State, war: War, rounds: int) -> bool:
    standing_accord = state.accords.get(pair(war.attacker, war.defender))
    return standing_accord is None or state.round + rounds > standing_accord.ends_round


def may_accept(state: State, seat: Seat, command: AcceptPeace) -> PeaceOffer:
    """Whether an offer may be accepted; whether its terms can still be kept is another question (`stale`).

    :raises Rejected: `already_answered`, `not_your_answer`.
    """
    offer = offer_to(state, seat, command.offer)
    war = state.wars[offer.war]
    if war.state is WarState.STOPPING:
        not_now(Refusal.ALREADY_ANSWERED, "5.7", war=war.id)
    return offer


def decide_accept(append: Append, seat: Seat, command: AcceptPeace) -> None:
    """Accept an offer: the war ends at once, or once its game has been stopped (architecture, "A war in play").

    Terms that can't be kept any more lapse.
    """
    offer = may_accept(append.state, seat, command)
    if stale(append.state, offer):
        end_offer(append, offer, "stale")
        return
    war = append.war(offer.war)
    pays = abs(offer.terms.tokens) if payer(war, offer.terms) == seat else 0
    if pays:
        offer = replace(offer, set_aside={str(seat): pays})
    if war.state is not WarState.PLAYING:
        conclude(append, offer, paid=pays)
        return
    others = tuple(place for place in offer.terms.from_defender if place not in set(war.ties()))
    append.add(
        PeaceAccepted(
            at=append.at,
            offer=replace(offer, accepted=True),
            war=replace(war, state=WarState.STOPPING, stop=offer.id, held=others),
            tokens=append.tokens(seat) - pays,
        )
    )


def decide_decline(append: Append, seat: Seat, command: DeclinePeace) -> None:
    """Turn an offer down."""
    end_offer(append, offer_to(append.state, seat, command.offer), "declined")


def end_offer(append: Append, offer: PeaceOffer, how: str) -> None:
    """An offer comes to nothing; tokens set aside come back."""
    append.add(PeaceOfferEnded(at=append.at, offer=offer, how=how, tokens=returned(append.state, offer)))


def returned(state: State, offer: PeaceOffer) -> dict[str, int]:
    """Tokens to spend, by seat, once an offer's set-aside ones are back."""
    return {seat: state.players[int(seat)].tokens + set_aside for seat, set_aside in offer.set_aside.items()}


def end_offers_of_ended_wars(append: Append) -> None:
    """Offers end with their war."""
    for offer in tuple(append.state.peace_offers.values()):
        war = append.state.wars.get(offer.war)
        if war is None or not war.underway:
            end_offer(append, offer, "war_over")


def game_went_on(append: Append, war: War, offer_id: str | None) -> None:
    """A move turned an offer down, or came before an accepted peace could stop the game."""
    offer = append.state.peace_offers.get(offer_id or "")
    if offer is None or offer.war != war.id:
        return
    if war.stop != offer.id:
        end_offer(append, offer, "moved")
        return
    went_on = replace(war, state=WarState.PLAYING, stop=None, held=())
    append.add(GameWentOn(at=append.at, war=went_on, offer=offer, tokens=returned(append.state, offer)))


def conclude(append: Append, offer: PeaceOffer, paid: int = 0) -> None:
    """Peace: the terms change hands, an accord in them comes into force, a truce follows.

    :param paid: tokens the accepter hasn't set aside before this moment.
    """
    state = append.state
    war = state.wars[offer.war]
    terms = offer.terms
    until = append.round + NEWLY_WON_ROUNDS
    hands = {
        place: Hand(to=war.defender, giver=war.attacker, got=Got.PEACE, newly_won_until=until)
        for place in terms.from_attacker
    }
    for place in terms.from_defender:
        hands[place] = Hand(to=war.attacker, giver=war.defender, got=Got.PEACE, newly_won_until=until)
    result = Result(how="peace", hands=hands, terms=terms, at=append.at)
    accord = None
    if terms.accord_rounds and _accord_fits(state, war, terms.accord_rounds):
        kept = state.accords.get(pair(war.attacker, war.defender))
        text = "" if kept is None else kept.terms
        accord = new_accord(state, war.attacker, war.defender, terms.accord_rounds, text)
    append.add(
        PeaceMade(
            at=append.at,
            war=replace(ended(append, war, WarState.PEACE, result), redirect_paid=False),
            offer=offer.id,
            tokens=_after_payment(state, war, offer, paid),
            truce_until=append.round,
            accord=accord,
        )
    )


def _after_payment(state: State, war: War, offer: PeaceOffer, paid: int) -> dict[str, int]:
    """Tokens of both sides once the terms are paid from what was set aside."""
    tokens = {seat: state.players[seat].tokens for seat in (war.attacker, war.defender)}
    pays = payer(war, offer.terms)
    if pays is not None:
        tokens[pays] -= paid
        tokens[war.other(pays)] += abs(offer.terms.tokens)
    return {str(seat): count for seat, count in tokens.items()}
