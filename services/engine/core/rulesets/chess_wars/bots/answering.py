"""How a bot answers in wars: by what it expects to win and lose (rules section 14)."""

from services.engine.core.rulesets.chess_wars.actions import Answers
from services.engine.core.rulesets.chess_wars.bots.fighting import fight, given_way, loss
from services.engine.core.rulesets.chess_wars.bots.mind import Mind
from services.engine.core.rulesets.chess_wars.bots.peacemaking import offer
from services.engine.core.rulesets.chess_wars.bots.raising import best_raise, meeting
from services.engine.core.rulesets.chess_wars.clocks import clocks
from services.engine.core.rulesets.chess_wars.commands import (
    AcceptWar,
    BackDown,
    FightRedirect,
    MeetRaise,
    PlayerCommand,
    RedirectWar,
    Withdraw,
)
from services.engine.core.rulesets.chess_wars.forecast import attackers_chance
from services.engine.core.rulesets.chess_wars.records_wars import War, WarState
from services.engine.core.values import PlaceId

RAISE_GAIN = 1.5
"""Units of value a raise must be expected to bring more than doing without."""
REDIRECT_FROM = 2.0
"""Units of value a redirect must be expected to save: it costs a token."""


def to_answer(mind: Mind) -> War | None:
    """The oldest war that waits for this bot."""
    return next((war for war in mind.state.underway if war.answering == mind.seat), None)


def answer(mind: Mind, war: War) -> PlayerCommand:
    """The answer to a war that waits for this bot."""
    if war.state is WarState.DECLARED:
        return _to_declaration(mind, war)
    if war.state is WarState.REDIRECTED:
        return _to_redirect(mind, war)
    return _to_raise(mind, war)


def _to_declaration(mind: Mind, war: War) -> PlayerCommand:
    """Send the attacker to what matters less, or raise, whichever brings more; accept if neither brings enough.

    Peace if it is better still.
    """
    answers, hope = Answers(mind.state, mind.seat), fight(mind, war)
    saved, redirect = _best_redirect(mind, war, answers)
    best = best_raise(mind, war, answers)
    brought = 0.0 if best is None else best.worth - hope
    if redirect is not None and saved > REDIRECT_FROM and saved - REDIRECT_FROM >= brought - RAISE_GAIN:
        return offer(mind, war, hope + saved) or redirect
    if best is not None and brought > RAISE_GAIN:
        return offer(mind, war, best.worth, best.theirs) or best.command
    return offer(mind, war, hope) or AcceptWar(war=war.id)


def _best_redirect(mind: Mind, war: War, answers: Answers) -> tuple[float, RedirectWar | None]:
    """What offering the country that matters least is expected to save."""
    choice = answers.redirect_war.get(war.id)
    if choice is None or not mind.tokens:
        return 0.0, None
    least = min(choice.countries, key=lambda place: (-loss(mind, (place,), war.attacker), place))
    saved = loss(mind, (least,), war.attacker) - loss(mind, (war.target,), war.attacker)
    return (1 - mind.wins(war)) * saved, RedirectWar(war=war.id, country=PlaceId(least))


def _to_redirect(mind: Mind, war: War) -> PlayerCommand:
    """Fight if the offered country is worth the stake at the odds its clocks give."""
    state, board = mind.state, mind.state.map
    assert war.redirect is not None
    times = clocks(state, war.attacker, war.defender, war.redirect)
    wins = attackers_chance(state, war.attacker, war.defender, times)
    gain = mind.worth.attack(board.mask((war.redirect,)), war.defender)
    worth = wins * gain + (1 - wins) * loss(mind, war.stake, war.defender)
    return FightRedirect(war=war.id) if worth > 0 else Withdraw(war=war.id)


def _to_raise(mind: Mind, war: War) -> PlayerCommand:
    """Meet if fighting is expected to be better than giving way; peace or another raise if that is better still."""
    met, way = meeting(mind, war), given_way(mind, war)
    best = way if met is None else max(met.worth, way)
    again = best_raise(mind, war, Answers(mind.state, mind.seat))
    if again is not None and again.worth > best + RAISE_GAIN:
        return offer(mind, war, again.worth, again.theirs) or again.command
    number = len(war.raises)
    if met is not None and met.worth >= way:
        return offer(mind, war, best) or MeetRaise(war=war.id, number=number, countries=met.countries)
    give_way = Withdraw(war=war.id) if number == 1 else BackDown(war=war.id, number=number)
    return offer(mind, war, way, given_way(mind.of(war.other(mind.seat)), war)) or give_way
