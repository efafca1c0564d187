"""Redirects: the defender offers another country to fight for (rules section 5.3)."""

from msgspec.structs import replace

from services.engine.core.board import bits
from services.engine.core.rulesets.chess_wars.append import Append
from services.engine.core.rulesets.chess_wars.clocks import clocks
from services.engine.core.rulesets.chess_wars.commands import FightRedirect, RedirectWar
from services.engine.core.rulesets.chess_wars.facts import RedirectFought, WarRedirected
from services.engine.core.rulesets.chess_wars.raises import step
from services.engine.core.rulesets.chess_wars.records_wars import War, WarState
from services.engine.core.rulesets.chess_wars.refusals import Refusal, not_allowed
from services.engine.core.rulesets.chess_wars.stakes import free_mask, may_use, places_mask
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.turns import may_pay
from services.engine.core.rulesets.chess_wars.wars import may_answer, over_sea, playing, waiting, war_of
from services.engine.core.values import PlaceId, Seat


def may_redirect(state: State, seat: Seat, command: RedirectWar) -> War:
    """Whether the defender may offer the country.

    :raises Rejected: `already_answered`, `not_your_answer`, `not_a_party`, `no_tokens`, `not_yours`, `newly_won`,
        `not_free` (the target too), `not_bordering`, `too_low`, `too_high`.
    """
    war = war_of(state, command.war, seat, "5.3")
    may_answer(war, seat, WarState.DECLARED, "5.3")
    may_pay(state, seat, "5.3")
    named = places_mask(state, (command.country,), "5.3")
    may_use(state, seat, named, war, "5.3")
    if not named & state.map.around(launching(state, war)):
        not_allowed(Refusal.NOT_BORDERING, "5.3", country=command.country)
    value, target = state.value(command.country), state.value(war.target)
    if value < step(state, war):
        not_allowed(Refusal.TOO_LOW, "5.3", need=step(state, war), have=value)
    if value >= target:
        not_allowed(Refusal.TOO_HIGH, "5.3", below=target, have=value)
    return war


def launching(state: State, war: War) -> int:
    """Where the attacker could reach a redirect from: the origin and their free countries."""
    return free_mask(state, war.attacker, war) | state.map.mask((war.origin,))


def redirects(state: State, war: War) -> tuple[PlaceId, ...]:
    """Every country the defender could offer, tokens aside, in map order."""
    low, high = step(state, war), state.value(war.target)
    near = free_mask(state, war.defender, war) & state.map.around(launching(state, war))
    values = state.map.figures["value"]
    return tuple(state.map.places[position] for position in bits(near) if low <= values[position] < high)


def decide_redirect(append: Append, seat: Seat, command: RedirectWar) -> None:
    """Offer another country; the token is held back until the attacker answers."""
    war = may_redirect(append.state, seat, command)
    offered = replace(war, state=WarState.REDIRECTED, redirect=command.country, redirect_paid=True, reserves=())
    offered = waiting(offered, append.at, append.window_ends())
    append.add(WarRedirected(at=append.at, war=offered, tokens=append.tokens(seat) - 1))


def may_fight(state: State, seat: Seat, command: FightRedirect) -> War:
    """Whether the attacker may fight for the offered country.

    :raises Rejected: `already_answered`, `not_your_answer`, `not_a_party`.
    """
    war = war_of(state, command.war, seat, "5.3")
    may_answer(war, seat, WarState.REDIRECTED, "5.3")
    return war


def decide_fight(append: Append, seat: Seat, command: FightRedirect) -> None:
    """Fight for the offered country: it takes the target's place in everything, clocks are counted anew."""
    war = may_fight(append.state, seat, command)
    assert war.redirect is not None
    war = replace(
        war,
        old_target=war.target,
        target=war.redirect,
        redirect_paid=False,
        over_sea=over_sea(append.state, war.origin, war.redirect),
        clocks=clocks(append.state, war.attacker, war.defender, war.redirect),
    )
    append.add(RedirectFought(at=append.at, war=playing(append, war)))
