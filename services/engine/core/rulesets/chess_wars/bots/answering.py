"""How a bot answers in wars: by what it expects to win and lose (rules section 14)."""

from services.engine.core.rulesets.chess_wars import raises
from services.engine.core.rulesets.chess_wars.actions import Answers
from services.engine.core.rulesets.chess_wars.bots.worth import Worth
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
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.values import PlaceId, Seat

RAISE_FROM = 0.58
"""Chance to win from which a bot raises."""


def answer(state: State, seat: Seat) -> PlayerCommand | None:
    """The answer to the oldest war that waits for this bot."""
    for war in state.underway:
        if war.answering == seat:
            return _answer(state, seat, war)
    return None


def _answer(state: State, seat: Seat, war: War) -> PlayerCommand:
    if war.state is WarState.DECLARED:
        return _to_declaration(state, seat, war)
    if war.state is WarState.REDIRECTED:
        return _to_redirect(state, war)
    return _to_raise(state, seat, war)


def _to_declaration(state: State, seat: Seat, war: War) -> PlayerCommand:
    """Raise when likely to win, send the attacker to something cheaper when likely to lose, else accept."""
    choices = Answers(state, seat)
    holds = 1.0 - attackers_chance(state, war.attacker, war.defender, war.clocks)
    raised = choices.raise_stakes.get(war.id)
    if holds >= RAISE_FROM and raised is not None:
        return RaiseStakes(war=war.id, number=1, countries=_named(raised))
    redirect = choices.redirect_war.get(war.id)
    if holds < 0.5 and redirect is not None and state.players[seat].tokens > 1:
        cheapest = min(redirect.countries, key=lambda place: (state.value(PlaceId(place)), place))
        if state.value(PlaceId(cheapest)) + 2 <= state.value(war.target):
            return RedirectWar(war=war.id, country=PlaceId(cheapest))
    return AcceptWar(war=war.id)


def _to_redirect(state: State, war: War) -> PlayerCommand:
    """Fight if the offered country is worth the stake at the odds its clocks give."""
    assert war.redirect is not None
    chance = attackers_chance(
        state, war.attacker, war.defender, clocks(state, war.attacker, war.defender, war.redirect)
    )
    worth = Worth(state, war.attacker)
    board = state.map
    gain = worth.swing(board.mask((war.redirect,)), war.defender, war.attacker)
    loss = -worth.swing(board.mask(war.stake), war.attacker, war.defender)
    return FightRedirect(war=war.id) if chance * gain > (1 - chance) * loss else Withdraw(war=war.id)


def _to_raise(state: State, seat: Seat, war: War) -> PlayerCommand:
    """Meet if fighting is expected to be better than giving way; raise again when likely to win."""
    choices = Answers(state, seat)
    meet, again = choices.meet_raise.get(war.id), choices.raise_stakes.get(war.id)
    attacks = attackers_chance(state, war.attacker, war.defender, war.clocks)
    wins = attacks if seat == war.attacker else 1.0 - attacks
    if again is not None and wins >= RAISE_FROM:
        return RaiseStakes(war=war.id, number=again.number, countries=_named(again))
    if meet is not None and _fight(state, seat, war, meet, wins) >= _give_way(state, seat, war):
        return MeetRaise(war=war.id, number=meet.number, countries=_named(meet))
    number = len(war.raises)
    return Withdraw(war=war.id) if number == 1 else BackDown(war=war.id, number=number)


def _named(choice: RaiseChoice) -> tuple[PlaceId, ...]:
    return tuple(PlaceId(place) for place in choice.cheapest)


def _fight(state: State, seat: Seat, war: War, meet: RaiseChoice, wins: float) -> float:
    """What the bot expects of the game after meeting."""
    more = _named(meet)
    stake = raises.stake_value(state, war)
    prize = state.value(war.target) + state.worth(war.put_ins)
    if seat == war.attacker:
        return wins * prize - (1 - wins) * (stake + state.worth(more))
    return wins * stake - (1 - wins) * (prize + state.worth(more))


def _give_way(state: State, seat: Seat, war: War) -> float:
    """What giving way costs."""
    if len(war.raises) == 1:
        return 0.0
    lost = (war.target,) if seat == war.defender else war.stake
    return -float(state.worth(lost))
