"""How a bot answers in wars: by what it expects to win and lose (rules section 14)."""

from collections.abc import Iterable

from services.engine.core.rulesets.chess_wars.actions import Answers
from services.engine.core.rulesets.chess_wars.bots.mind import Mind
from services.engine.core.rulesets.chess_wars.choices import RaiseChoice
from services.engine.core.rulesets.chess_wars.clocks import clocks
from services.engine.core.rulesets.chess_wars.commands import (
    AcceptWar,
    BackDown,
    FightRedirect,
    MeetRaise,
    PlayerCommand,
    RaiseStakes,
    RedirectWar,
    Withdraw,
)
from services.engine.core.rulesets.chess_wars.forecast import attackers_chance
from services.engine.core.rulesets.chess_wars.records_wars import War, WarState
from services.engine.core.values import PlaceId, Seat

RAISE_FROM = 0.58
"""Chance to win from which a bot raises."""
REDIRECT_FROM = 2.0
"""Units of value a redirect must be expected to save: it costs a token."""


def answer(mind: Mind) -> PlayerCommand | None:
    """The answer to the oldest war that waits for this bot."""
    for war in mind.state.underway:
        if war.answering == mind.seat:
            return _answer(mind, war)
    return None


def _answer(mind: Mind, war: War) -> PlayerCommand:
    if war.state is WarState.DECLARED:
        return _to_declaration(mind, war)
    if war.state is WarState.REDIRECTED:
        return _to_redirect(mind, war)
    return _to_raise(mind, war)


def _to_declaration(mind: Mind, war: War) -> PlayerCommand:
    """Send the attacker to what matters less when that saves enough, raise when likely to win, else accept."""
    choices, wins = Answers(mind.state, mind.seat), mind.wins(war)
    redirect = choices.redirect_war.get(war.id)
    if redirect is not None and mind.tokens:
        lost = loss(mind, (war.target,), war.attacker)
        least = min(redirect.countries, key=lambda place: (-loss(mind, (place,), war.attacker), place))
        if (1 - wins) * (loss(mind, (least,), war.attacker) - lost) > REDIRECT_FROM:
            return RedirectWar(war=war.id, country=PlaceId(least))
    raised = choices.raise_stakes.get(war.id)
    if raised is not None and wins >= RAISE_FROM:
        return RaiseStakes(war=war.id, number=1, countries=_named(raised))
    return AcceptWar(war=war.id)


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
    """Meet if fighting is expected to be better than giving way; raise again when likely to win."""
    choices, wins = Answers(mind.state, mind.seat), mind.wins(war)
    meet, again = choices.meet_raise.get(war.id), choices.raise_stakes.get(war.id)
    if again is not None and wins >= RAISE_FROM:
        return RaiseStakes(war=war.id, number=again.number, countries=_named(again))
    if meet is not None and fight(mind, war, wins, _named(meet)) >= _give_way(mind, war):
        return MeetRaise(war=war.id, number=meet.number, countries=_named(meet))
    number = len(war.raises)
    return Withdraw(war=war.id) if number == 1 else BackDown(war=war.id, number=number)


def _named(choice: RaiseChoice) -> tuple[PlaceId, ...]:
    return tuple(PlaceId(place) for place in choice.cheapest)


def loss(mind: Mind, places: Iterable[str], to: Seat) -> float:
    """What it is worth to lose some countries: less than 0."""
    return mind.worth.swing(mind.state.map.mask(places), mind.seat, to)


def fight(mind: Mind, war: War, wins: float, more: tuple[PlaceId, ...] = ()) -> float:
    """What the bot expects of a war's game.

    :param more: what the bot adds to it before.
    """
    worth, mask = mind.worth, mind.state.map.mask
    prize, stake = (war.target, *war.put_ins), (*war.stake, *war.added)
    if mind.seat == war.attacker:
        gain = worth.attack(mask(prize), war.defender)
        return wins * gain + (1 - wins) * loss(mind, (*stake, *more), war.defender)
    gain = worth.swing(mask(stake), war.attacker, war.defender) + worth.point * worth.aims.defence_won()
    return wins * gain + (1 - wins) * loss(mind, (*prize, *more), war.attacker)


def _give_way(mind: Mind, war: War) -> float:
    """What giving way costs."""
    if len(war.raises) == 1:
        return 0.0
    return loss(mind, (war.target,) if mind.seat == war.defender else war.stake, war.other(mind.seat))
