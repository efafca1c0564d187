"""How a bot plays for Backstab: an accord, its end at a good moment, tokens for what follows (sections 10, 14)."""

from services.engine.core.board import bits
from services.engine.core.rulesets.chess_wars.bots.mind import Mind
from services.engine.core.rulesets.chess_wars.bots.worth import chance_on
from services.engine.core.rulesets.chess_wars.commands import RenounceAccord
from services.engine.core.rulesets.chess_wars.missions.look import Broke
from services.engine.core.rulesets.chess_wars.missions.rivals import BACKSTAB_ROUNDS, Backstab
from services.engine.core.rulesets.chess_wars.records import pair
from services.engine.core.rulesets.chess_wars.secrets import secret_of
from services.engine.core.values import Seat

LEAST_CHANCE = 0.4
"""To win a war on a partner, below which it isn't betrayed."""
TOKENS = 2
"""To begin the round after a betrayal with, at least: so many countries must be taken in two rounds."""


def plots(mind: Mind) -> bool:
    """Whether the bot is after Backstab, has betrayed nobody it could still gain by, and has the time for it."""
    state = mind.state
    mission = secret_of(state, mind.seat)
    if not isinstance(mission, Backstab) or mission.name in state.players[mind.seat].scored:
        return False
    in_time = not state.options.last_round or state.round + BACKSTAB_ROUNDS - 1 <= state.options.last_round
    return in_time and not any(state.round < one.round + BACKSTAB_ROUNDS for one in _broke(mind))


def betray(mind: Mind) -> RenounceAccord | None:
    """The accord to break now: with who has the most countries the bot may well take in the two rounds to come."""
    state = mind.state
    if not plots(mind) or mind.tokens + state.options.tokens_a_round < TOKENS:
        return None
    found = [
        (-_within_reach(mind, partner), partner)
        for partner in map(Seat, range(len(state.players)))
        if partner != mind.seat and pair(mind.seat, partner) in state.accords
    ]
    reach, partner = min(found, default=(0, mind.seat))
    return RenounceAccord(partner=partner) if -reach >= Backstab().need else None


def saves(mind: Mind) -> bool:
    """Whether tokens are kept for the round after a betrayal."""
    return mind.tokens <= TOKENS and any(one.round == mind.state.round for one in _broke(mind))


def _broke(mind: Mind) -> tuple[Broke, ...]:
    return mind.state.players[mind.seat].deeds.broke


def _within_reach(mind: Mind, partner: Seat) -> int:
    """How many countries of a partner border the empire and may well be won."""
    state = mind.state
    border = state.map.around(state.empires[mind.seat]) & state.empires[partner]
    places = state.map.places
    return sum(chance_on(state, mind.seat, partner, places[one]) >= LEAST_CHANCE for one in bits(border))
