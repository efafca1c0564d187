"""The map policy of every bot, whatever its level (rules section 14): one thought, one command.

What is owed first: the draft, answers in wars, offers of peace, proposals of accords; then the turn.
"""

from services.engine.core.kernel import Chance, Seen
from services.engine.core.rulesets.chess_wars.bots import answering, choosing, dealing_with_others, declaring, drafting
from services.engine.core.rulesets.chess_wars.bots.picture import picture
from services.engine.core.rulesets.chess_wars.commands import PlayerCommand
from services.engine.core.rulesets.chess_wars.records import Phase


def think(seen: Seen, chance: Chance) -> PlayerCommand | None:
    """A bot's next command; None if nothing is asked of it.

    The policy draws nothing: equal pictures lead to equal commands.
    """
    del chance
    state = picture(seen)
    if state.phase is Phase.DRAFT:
        return dealing_with_others.answer_offers(state, seen.seat) or drafting.pick(state, seen.seat)
    if state.phase is Phase.SECRETS:
        return choosing.choose(seen) or dealing_with_others.answer_offers(state, seen.seat)
    if state.phase is Phase.ENDED:
        return None
    return (
        answering.answer(state, seen.seat)
        or dealing_with_others.answer_offers(state, seen.seat)
        or declaring.take_turn(state, seen.seat)
        or declaring.lead(state, seen.seat)
    )
