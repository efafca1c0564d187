"""How a bot answers and makes offers: by the sums it fights by (rules section 14)."""

from collections.abc import Callable

from msgspec.structs import replace

from services.engine.core.kernel import Rejected
from services.engine.core.rulesets.chess_wars import peace
from services.engine.core.rulesets.chess_wars.accords import may_propose, may_sign
from services.engine.core.rulesets.chess_wars.bots.answering import fight
from services.engine.core.rulesets.chess_wars.bots.attacking import best_war
from services.engine.core.rulesets.chess_wars.bots.mind import Mind
from services.engine.core.rulesets.chess_wars.bots.worth import Worth
from services.engine.core.rulesets.chess_wars.commands import (
    AcceptPeace,
    DeclineAccord,
    DeclinePeace,
    OfferPeace,
    PlayerCommand,
    ProposeAccord,
    SignAccord,
)
from services.engine.core.rulesets.chess_wars.forecast import UNRATED
from services.engine.core.rulesets.chess_wars.missions.growth import ProtectedExpansion
from services.engine.core.rulesets.chess_wars.records import Territory, pair
from services.engine.core.rulesets.chess_wars.records_wars import PeaceOffer, Terms, War, WarState
from services.engine.core.rulesets.chess_wars.secrets import secret_of
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import Seat

TOKEN_WORTH = 2.0
"""Value units a war token is worth to a bot."""
ACCORD_ROUNDS = 3
"""How long an accord a bot proposes."""
PEACE_GAIN = 1.0
"""Units of value the terms a bot offers must be better than the war, to either side."""


def answer_offers(mind: Mind) -> PlayerCommand | None:
    """The answer to the oldest offer or proposal that waits for this bot."""
    state, seat = mind.state, mind.seat
    for offer in state.peace_offers.values():
        if offer.to == seat and not offer.accepted:
            return _answer_peace(mind, offer)
    for proposal in state.accord_offers.values():
        if proposal.to == seat:
            sign = SignAccord(offer=proposal.id)
            if _wanted(mind, proposal.by) and _may(lambda: may_sign(state, seat, sign)):  # noqa: B023 - used at once
                return sign
            return DeclineAccord(offer=proposal.id)
    return None


def _may(guard: Callable[[], object]) -> bool:
    try:
        guard()
    except Rejected:
        return False
    return True


def _wanted(mind: Mind, partner: Seat) -> bool:
    """Whether the bot would have an accord: not with whom it would attack next, nor with who is about to win."""
    if mind.worth.about_to_win(partner):
        return False
    war = best_war(_later(mind))
    return war is None or war.owner != partner


def _later(mind: Mind) -> Mind:
    """The same thought as if what bars an attack only for the moment were over: truces, wars, newly won countries."""
    state = mind.state
    rested = {place: replace(holding, newly_won_until=0) for place, holding in state.territory.countries.items()}
    later = replace(state, truces={}, broken={}, wars={}, territory=Territory(countries=rested))
    return Mind(later, mind.seat, mind.known)


def _answer_peace(mind: Mind, offer: PeaceOffer) -> PlayerCommand:
    state, command = mind.state, AcceptPeace(offer=offer.id)
    war = state.wars[offer.war]
    better = terms_worth(mind.worth, offer.terms, war) > fight(mind, war, mind.wins(war))
    better = better and (not offer.terms.accord_rounds or _wanted(mind, offer.by))
    if better and not peace.stale(state, offer) and _may(lambda: peace.may_accept(state, mind.seat, command)):
        return command
    return DeclinePeace(offer=offer.id)


def terms_worth(worth: Worth, terms: Terms, war: War) -> float:
    """What the terms are worth to a side."""
    mask = worth.state.map.mask
    total = worth.swing(mask(terms.from_attacker), war.attacker, war.defender)
    total += worth.swing(mask(terms.from_defender), war.defender, war.attacker)
    paid = terms.tokens if worth.seat == war.defender else -terms.tokens
    return total + TOKEN_WORTH * paid


def make_peace(mind: Mind) -> OfferPeace | None:
    """Terms that should be better than the war to both sides, at most once a round a partner."""
    for war in mind.state.underway:
        other = war.other(mind.seat) if mind.seat in (war.attacker, war.defender) else None
        if other is None or war.state is not WarState.PLAYING or not _may_ask(mind.state, mind.seat, other):
            continue
        for tokens in (0, 1, -1):
            command, terms = OfferPeace(war=war.id, tokens=tokens), Terms(tokens=tokens)
            if _both_gain(mind, war, terms) and _may(lambda: peace.may_offer(mind.state, mind.seat, command)):  # noqa: B023 - used at once
                return command
    return None


def _both_gain(mind: Mind, war: War, terms: Terms) -> bool:
    """Whether terms are better than the war: for the bot, and, as far as it can know, for the other side."""
    other = mind.of(war.other(mind.seat))
    return all(
        terms_worth(side.worth, terms, war) > fight(side, war, side.wins(war)) + PEACE_GAIN for side in (mind, other)
    )


def _may_ask(state: State, seat: Seat, other: Seat) -> bool:
    """Whether nothing was proposed to them in this round."""
    return state.players[seat].proposed.get(str(other)) != state.round


def proposal(mind: Mind, victim: Seat | None) -> ProposeAccord | None:
    """An accord with a stronger neighbour, or with anybody where the own secret asks for partners.

    :param victim: whom the bot is about to attack: never with them.
    """
    state, seat = mind.state, mind.seat
    around = state.map.around(state.empires[seat])
    needs_partners = isinstance(secret_of(state, seat), ProtectedExpansion)
    for other, empire in enumerate(state.empires):
        partner = Seat(other)
        if other in (seat, victim) or not empire & around or pair(seat, partner) in state.accords:
            continue
        stronger = (state.players[partner].rating or UNRATED) > (state.players[seat].rating or UNRATED)
        if not (stronger or needs_partners) or mind.worth.about_to_win(partner) or not _may_ask(state, seat, partner):
            continue
        command = ProposeAccord(partner=partner, rounds=ACCORD_ROUNDS)
        if _may(lambda: may_propose(state, seat, command)):  # noqa: B023 - used at once
            return command
    return None
