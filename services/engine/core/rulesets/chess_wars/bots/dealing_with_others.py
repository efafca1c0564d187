"""How a bot answers offers of peace and has accords: by the sums it fights by (rules section 14)."""

from msgspec.structs import replace

from services.engine.core.rulesets.chess_wars import peace
from services.engine.core.rulesets.chess_wars.accords import may_propose, may_sign
from services.engine.core.rulesets.chess_wars.actions import allowed
from services.engine.core.rulesets.chess_wars.bots.attacking import best_war
from services.engine.core.rulesets.chess_wars.bots.betraying import plots
from services.engine.core.rulesets.chess_wars.bots.mind import Mind
from services.engine.core.rulesets.chess_wars.bots.peacemaking import better_than_war, may_ask
from services.engine.core.rulesets.chess_wars.commands import (
    AcceptPeace,
    DeclineAccord,
    DeclinePeace,
    PlayerCommand,
    ProposeAccord,
    SignAccord,
)
from services.engine.core.rulesets.chess_wars.forecast import UNRATED
from services.engine.core.rulesets.chess_wars.missions.growth import ProtectedExpansion
from services.engine.core.rulesets.chess_wars.records import Territory, pair
from services.engine.core.rulesets.chess_wars.records_wars import PeaceOffer
from services.engine.core.rulesets.chess_wars.secrets import secret_of
from services.engine.core.values import Seat

ACCORD_ROUNDS = 3
"""How long an accord a bot proposes."""


def answer_offers(mind: Mind) -> PlayerCommand | None:
    """The answer to the oldest offer or proposal that waits for this bot."""
    state, seat = mind.state, mind.seat
    for offer in state.peace_offers.values():
        if offer.to == seat and not offer.accepted:
            return _answer_peace(mind, offer)
    for proposal in state.accord_offers.values():
        if proposal.to == seat:
            sign = SignAccord(offer=proposal.id)
            if _wanted(mind, proposal.by) and allowed(may_sign, state, seat, sign):
                return sign
            return DeclineAccord(offer=proposal.id)
    return None


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
    better = better_than_war(mind, offer.terms, war) and (not offer.terms.accord_rounds or _wanted(mind, offer.by))
    if better and not peace.stale(state, offer) and allowed(peace.may_accept, state, mind.seat, command):
        return command
    return DeclinePeace(offer=offer.id)


def proposal(mind: Mind, victim: Seat | None) -> ProposeAccord | None:
    """An accord with a stronger neighbour, or with anybody where the own secret asks for partners.

    :param victim: whom the bot is about to attack: never with them.
    """
    state, seat = mind.state, mind.seat
    around = state.map.around(state.empires[seat])
    needs_partners = isinstance(secret_of(state, seat), ProtectedExpansion) or plots(mind)
    for other, empire in enumerate(state.empires):
        partner = Seat(other)
        if other in (seat, victim) or not empire & around or pair(seat, partner) in state.accords:
            continue
        stronger = (state.players[partner].rating or UNRATED) > (state.players[seat].rating or UNRATED)
        if not (stronger or needs_partners) or mind.worth.about_to_win(partner) or not may_ask(mind, partner):
            continue
        command = ProposeAccord(partner=partner, rounds=ACCORD_ROUNDS)
        if allowed(may_propose, state, seat, command):
            return command
    return None
