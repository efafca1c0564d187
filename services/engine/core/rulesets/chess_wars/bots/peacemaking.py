"""When a bot makes peace: terms against what it expects of the war (rules sections 5.7 and 14)."""

from collections.abc import Iterator, Mapping

from services.engine.core.rulesets.chess_wars import peace
from services.engine.core.rulesets.chess_wars.actions import allowed, peace_choice
from services.engine.core.rulesets.chess_wars.bots.fighting import fight
from services.engine.core.rulesets.chess_wars.bots.mind import Mind
from services.engine.core.rulesets.chess_wars.choices import PeaceChoice
from services.engine.core.rulesets.chess_wars.commands import OfferPeace
from services.engine.core.rulesets.chess_wars.records_wars import Terms, War, WarState
from services.engine.core.values import PlaceId, Seat

TOKEN_WORTH = 2.0
"""Value units a war token is worth to a bot."""
PEACE_GAIN = 1.0
"""Units of value the terms a bot offers must be better than the war, to either side."""
MOST_TOKENS = 2
"""It thinks of paying."""


def terms_worth(mind: Mind, terms: Terms, war: War) -> float:
    """What the terms are worth to a side."""
    mask, worth = mind.state.map.mask, mind.worth
    total = worth.swing(mask(terms.from_attacker), war.attacker, war.defender)
    total += worth.swing(mask(terms.from_defender), war.defender, war.attacker)
    paid = terms.tokens if mind.seat == war.defender else -terms.tokens
    return total + TOKEN_WORTH * paid


def better_than_war(mind: Mind, terms: Terms, war: War) -> bool:
    """Whether the terms are worth more to a side than the war."""
    return terms_worth(mind, terms, war) > fight(mind, war)


def may_ask(mind: Mind, other: Seat) -> bool:
    """Whether nothing was proposed to a player in this round."""
    return mind.state.players[mind.seat].proposed.get(str(other)) != mind.state.round


def offer(mind: Mind, war: War, hope: float, theirs: float | None = None) -> OfferPeace | None:
    """The terms that are best for the bot of those that suit both sides, as far as it knows; at most once a round.

    Only a side that has more to fear of the war than to hope pays for peace: whoever else did would lose by it.

    :param hope: what the bot expects without peace.
    :param theirs: what the other side may expect without it; what they expect of the war's game if left out.
    """
    other = mind.of(war.other(mind.seat))
    if not may_ask(mind, other.seat):
        return None
    hopes = {mind.seat: hope, other.seat: fight(other, war) if theirs is None else theirs}
    best, most = None, PEACE_GAIN
    for terms in _thinkable(mind, war, hopes):
        gained = terms_worth(mind, terms, war) - hopes[mind.seat]
        if gained > most and terms_worth(other, terms, war) - hopes[other.seat] > PEACE_GAIN:
            best, most = terms, gained
    if best is None:
        return None
    command = OfferPeace(
        war=war.id, from_attacker=best.from_attacker, from_defender=best.from_defender, tokens=best.tokens
    )
    return command if allowed(peace.may_offer, mind.state, mind.seat, command) else None


def _thinkable(mind: Mind, war: War, hopes: Mapping[Seat, float]) -> Iterator[Terms]:
    """What the sides that fear a war might give for peace: nothing, tokens, or one country worth less than their fear.

    :param hopes: what each side expects of the war.
    """
    state, values, index = mind.state, mind.state.map.figures["value"], mind.state.map.index
    afraid = [seat for seat, hope in hopes.items() if hope < -PEACE_GAIN]
    if len(afraid) == len(hopes):
        yield Terms()
    for seat in afraid:
        sign = 1 if seat == war.attacker else -1
        for tokens in range(1, min(MOST_TOKENS, state.players[seat].tokens) + 1):
            yield Terms(tokens=sign * tokens)
        choice = peace_choice(state, mind.seat, war)
        for place in _payable(choice, war, seat):
            position = index[place]
            if values[position] < -hopes[seat] and not (seat == mind.seat and position in mind.keys):
                yield Terms(from_attacker=(place,)) if seat == war.attacker else Terms(from_defender=(place,))


def _payable(choice: PeaceChoice, war: War, giver: Seat) -> Iterator[PlaceId]:
    """Single countries a side might give.

    Once the game is on, none from outside the war: until the game is stopped nobody else could know it was promised.
    """
    listed = choice.from_attacker if giver == war.attacker else choice.others
    known = {*war.ties()} if war.state is WarState.PLAYING else listed
    return (PlaceId(place) for place in listed if place in known)


def offer_in_games(mind: Mind) -> OfferPeace | None:
    """Terms in a war whose game is on."""
    for war in mind.state.underway:
        if mind.seat in (war.attacker, war.defender) and war.state is WarState.PLAYING:
            found = offer(mind, war, fight(mind, war))
            if found is not None:
                return found
    return None
