"""The map policy of every bot, whatever its level (rules section 14): one thought, one command.

What is owed first: the draft, answers in wars, offers of peace, proposals of accords; then the turn.
"""

from msgspec import UNSET

from services.engine.core.kernel import Chance, Seen
from services.engine.core.rulesets.chess_wars.bots import (
    answering,
    choosing,
    dealing_with_others,
    declaring,
    drafting,
)
from services.engine.core.rulesets.chess_wars.bots.mind import Mind
from services.engine.core.rulesets.chess_wars.bots.picture import pictured, stands, views
from services.engine.core.rulesets.chess_wars.commands import PlayerCommand
from services.engine.core.rulesets.chess_wars.records import Phase


def think(seen: Seen, chance: Chance) -> PlayerCommand | None:
    """A bot's next command; None if nothing is asked of it.

    Only where an empire begins is drawn: equal pictures and draws lead to equal commands.
    """
    public, private = views(seen)
    mind = Mind(pictured(seen, public, private), seen.seat, stands(public, private, seen.seat, seen.seat))
    match mind.state.phase:
        case Phase.DRAFT:
            return dealing_with_others.answer_offers(mind) or drafting.pick(mind.state, mind.seat, chance)
        case Phase.SECRETS:
            options = [] if private.secret is UNSET else private.secret.options
            return choosing.choose(mind, options) or dealing_with_others.answer_offers(mind)
        case Phase.WAR:
            war = answering.to_answer(mind)
            if war is not None:
                return answering.answer(mind, war)
            return dealing_with_others.answer_offers(mind) or declaring.take_turn(mind) or declaring.lead(mind)
    return None
