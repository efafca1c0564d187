"""How a bot answers and makes offers: by the sums it fights by (rules section 14)."""

from services.engine.core.kernel import Rejected
from services.engine.core.rulesets.chess_wars import peace
from services.engine.core.rulesets.chess_wars.accords import may_propose, may_sign
from services.engine.core.rulesets.chess_wars.bots.attacking import prey
from services.engine.core.rulesets.chess_wars.bots.worth import Worth
from services.engine.core.rulesets.chess_wars.commands import (
    AcceptPeace,
    DeclineAccord,
    DeclinePeace,
    PlayerCommand,
    ProposeAccord,
    SignAccord,
)
from services.engine.core.rulesets.chess_wars.forecast import UNRATED, attackers_chance
from services.engine.core.rulesets.chess_wars.records import pair
from services.engine.core.rulesets.chess_wars.records_wars import PeaceOffer, War
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import Seat

TOKEN_WORTH = 2.0
"""Value units a war token is worth to a bot."""
ACCORD_ROUNDS = 3
"""How long an accord a bot proposes."""


def answer_offers(state: State, seat: Seat) -> PlayerCommand | None:
    """The answer to the oldest offer or proposal that waits for this bot."""
    for offer in state.peace_offers.values():
        if offer.to == seat and not offer.accepted:
            return _answer_peace(state, seat, offer)
    for proposal in state.accord_offers.values():
        if proposal.to == seat:
            wanted = proposal.by != prey(state, seat)
            if wanted and _may(lambda: may_sign(state, seat, SignAccord(offer=proposal.id))):  # noqa: B023 - used at once
                return SignAccord(offer=proposal.id)
            return DeclineAccord(offer=proposal.id)
    return None


def _may(guard: object) -> bool:
    assert callable(guard)
    try:
        guard()
    except Rejected:
        return False
    return True


def _answer_peace(state: State, seat: Seat, offer: PeaceOffer) -> PlayerCommand:
    command = AcceptPeace(offer=offer.id)
    war = state.wars[offer.war]
    better = terms_worth(state, seat, offer, war) > war_worth(state, seat, war)
    if better and not peace.stale(state, offer) and _may(lambda: peace.may_accept(state, seat, command)):
        return command
    return DeclinePeace(offer=offer.id)


def terms_worth(state: State, seat: Seat, offer: PeaceOffer, war: War) -> float:
    """What the terms are worth to a side."""
    board, worth, terms = state.map, Worth(state, seat), offer.terms
    total = worth.swing(board.mask(terms.from_attacker), war.attacker, war.defender)
    total += worth.swing(board.mask(terms.from_defender), war.defender, war.attacker)
    paid = terms.tokens if seat == war.defender else -terms.tokens
    return total + TOKEN_WORTH * paid


def war_worth(state: State, seat: Seat, war: War) -> float:
    """What a side expects of fighting a war out."""
    board, worth = state.map, Worth(state, seat)
    attacks = attackers_chance(state, war.attacker, war.defender, war.clocks)
    prize = worth.swing(board.mask((war.target, *war.put_ins)), war.defender, war.attacker)
    stake = worth.swing(board.mask((*war.stake, *war.added)), war.attacker, war.defender)
    return attacks * prize + (1 - attacks) * stake


def proposal(state: State, seat: Seat, victim: Seat | None) -> ProposeAccord | None:
    """An accord with a stronger neighbour, at most once a round a partner.

    :param victim: whom the bot is about to attack: never with them.
    """
    around = state.map.around(state.empires[seat])
    for other, empire in enumerate(state.empires):
        partner = Seat(other)
        if other in (seat, victim) or not empire & around or pair(seat, partner) in state.accords:
            continue
        if (state.players[partner].rating or UNRATED) <= (state.players[seat].rating or UNRATED):
            continue
        if state.players[seat].proposed.get(str(other)) == state.round:
            continue
        command = ProposeAccord(partner=partner, rounds=ACCORD_ROUNDS)
        if _may(lambda: may_propose(state, seat, command)):  # noqa: B023 - used at once
            return command
    return None
