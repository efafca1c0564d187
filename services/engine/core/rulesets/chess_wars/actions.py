"""What a seat may do now, from the same guards the rules use (rules section 13)."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from services.engine.core.kernel import Rejected
from services.engine.core.rulesets.chess_wars import choices as ch
from services.engine.core.rulesets.chess_wars import commands as c
from services.engine.core.rulesets.chess_wars import peace, raises
from services.engine.core.rulesets.chess_wars.accords import LONGEST, first_round, may_sign
from services.engine.core.rulesets.chess_wars.draft import allowed_now
from services.engine.core.rulesets.chess_wars.options import Advance
from services.engine.core.rulesets.chess_wars.records import Phase, pair
from services.engine.core.rulesets.chess_wars.records_wars import War, WarState
from services.engine.core.rulesets.chess_wars.redirects import redirects
from services.engine.core.rulesets.chess_wars.secrets import may_go_on_without
from services.engine.core.rulesets.chess_wars.stakes import cheapest, free_mask, stakeable
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.target_choices import declare_choice
from services.engine.core.rulesets.chess_wars.turns import fortifiable, host_may_pass_from, may_be_away
from services.engine.core.values import Seat, unix_ms


def actions(state: State, seat: Seat) -> dict[str, Any]:
    """What a seat may do now: `choices.Actions` as plain data."""
    if state.phase is Phase.ENDED:
        return {}
    plain: dict[str, Any] = msgspec.to_builtins(choices(state, seat))
    return plain


def choices(state: State, seat: Seat) -> ch.Actions:
    """What a seat may do before the end, typed."""
    drafting, at_war = state.phase is Phase.DRAFT, state.phase is Phase.WAR
    own_turn = state.turn is not None and state.turn.seat == seat
    turn = state.turn.number if state.turn is not None and own_turn else 0
    answers = Answers(state, seat)
    return ch.Actions(
        pick_country=_pick(state, seat),
        set_preferences=ch.Nothing() if drafting else UNSET,
        choose_secret=_choose(state, seat),
        declare_war=declare_choice(state, seat) if at_war else UNSET,
        fortify=_fortify(state, seat, turn),
        pass_turn=ch.TurnOnly(turn=turn) if turn else UNSET,
        pass_turn_for=_pass_for(state, seat),
        advance_round=_advance(state, seat),
        go_on_without=ch.Nothing() if allowed(may_go_on_without, state, seat) else UNSET,
        end_campaign=ch.Nothing() if seat == state.host else UNSET,
        call_off=answers.call_off,
        accept_war=answers.accept_war,
        raise_stakes=answers.raise_stakes,
        meet_raise=answers.meet_raise,
        back_down=answers.back_down,
        redirect_war=answers.redirect_war,
        fight_redirect=answers.fight_redirect,
        withdraw=answers.withdraw,
        offer_peace=_offer_peace(state, seat),
        accept_peace=_accept_peace(state, seat),
        decline_peace={
            offer.id: ch.Nothing() for offer in state.peace_offers.values() if offer.to == seat and not offer.accepted
        },
        propose_accord=_propose(state, seat),
        sign_accord={
            offer.id: ch.Nothing()
            for offer in state.accord_offers.values()
            if offer.to == seat and allowed(may_sign, state, seat, c.SignAccord(offer=offer.id))
        },
        decline_accord={offer.id: ch.Nothing() for offer in state.accord_offers.values() if offer.to == seat},
        renounce_accord={
            str(other): ch.Nothing()
            for other in range(len(state.players))
            if other != seat and pair(seat, Seat(other)) in state.accords
        },
    )


class Answers:
    """What a seat may answer in its wars."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.call_off: dict[str, ch.Nothing] = {}
        self.accept_war: dict[str, ch.Nothing] = {}
        self.raise_stakes: dict[str, ch.RaiseChoice] = {}
        self.meet_raise: dict[str, ch.RaiseChoice] = {}
        self.back_down: dict[str, ch.NumberChoice] = {}
        self.redirect_war: dict[str, ch.RedirectChoice] = {}
        self.fight_redirect: dict[str, ch.Nothing] = {}
        self.withdraw: dict[str, ch.Nothing] = {}
        for war in state.underway:
            if war.state is WarState.DECLARED and war.attacker == seat:
                self.call_off[war.id] = ch.Nothing()
            if war.answering == seat:
                self._add(state, seat, war)

    def _add(self, state: State, seat: Seat, war: War) -> None:
        if war.state is WarState.DECLARED:
            self.accept_war[war.id] = ch.Nothing()
            _keep(self.raise_stakes, war, _put_in(state, war, 1, raises.step(state, war)))
            offered = redirects(state, war) if state.players[seat].tokens else ()
            if offered:
                self.redirect_war[war.id] = ch.RedirectChoice(countries=list(offered))
        elif war.state is WarState.REDIRECTED:
            self.fight_redirect[war.id] = ch.Nothing()
            self.withdraw[war.id] = ch.Nothing()
        else:
            self._add_raised(state, seat, war)

    def _add_raised(self, state: State, seat: Seat, war: War) -> None:
        number, asked = len(war.raises), raises.demand(state, war)
        _keep(self.meet_raise, war, to_meet(state, war))
        if asked.again:
            side = _add_to_stake if seat == war.attacker else _put_in
            _keep(self.raise_stakes, war, side(state, war, number + 1, asked.again))
        if number == 1:
            self.withdraw[war.id] = ch.Nothing()
        else:
            self.back_down[war.id] = ch.NumberChoice(number=number)


def to_meet(state: State, war: War) -> ch.RaiseChoice | None:
    """What would meet the standing raise of a war; None if the side that must answer can't."""
    side = _add_to_stake if war.answering == war.attacker else _put_in
    return side(state, war, len(war.raises), raises.demand(state, war).meet)


def _keep(found: dict[str, ch.RaiseChoice], war: War, choice: ch.RaiseChoice | None) -> None:
    if choice is not None:
        found[war.id] = choice


def _put_in(state: State, war: War, number: int, need: int) -> ch.RaiseChoice | None:
    """What the defender can put in; None if nothing is worth enough."""
    if not need:
        return ch.RaiseChoice(number=number, need=0)
    fitting = raises.candidates(state, war, need)
    if not fitting:
        return None
    return ch.RaiseChoice(number=number, need=need, countries=list(fitting), cheapest=[fitting[0]])


def _add_to_stake(state: State, war: War, number: int, need: int) -> ch.RaiseChoice | None:
    """What the attacker can add; None if all of it is not enough."""
    board, have = state.map, raises.stake_value(state, war)
    joined = stakeable(state, war.attacker, board.mask((*war.stake, *war.added)), war)
    chosen = cheapest(board, joined, need - have)
    if chosen is None:
        return None
    return ch.RaiseChoice(
        number=number,
        need=need,
        have=have,
        countries=list(board.ids(joined)),
        cheapest=[board.places[position] for position in sorted(chosen)],
    )


def allowed(guard: Callable[..., object], *arguments: object) -> bool:
    """Whether a rule's guard refuses nothing."""
    try:
        guard(*arguments)
    except Rejected:
        return False
    return True


def _pick(state: State, seat: Seat) -> ch.PickChoice | UnsetType:
    if state.draft is None or state.draft.seat != seat:
        return UNSET
    return ch.PickChoice(pick=state.draft.pick, countries=list(state.map.ids(allowed_now(state, seat))))


def _choose(state: State, seat: Seat) -> ch.SecretChoice | UnsetType:
    secret = state.secrets.get(str(seat))
    if state.choosing is None or secret is None or not secret.waited_for:
        return UNSET
    return ch.SecretChoice(options=len(secret.options))


def _fortify(state: State, seat: Seat, turn: int) -> ch.TurnCountries | UnsetType:
    able = fortifiable(state, seat) if turn and state.players[seat].tokens else 0
    return ch.TurnCountries(turn=turn, countries=list(state.map.ids(able))) if able else UNSET


def _pass_for(state: State, seat: Seat) -> ch.PassForChoice | UnsetType:
    turn = state.turn
    if turn is None or seat != state.host or not may_be_away(turn, seat):
        return UNSET
    return ch.PassForChoice(turn=turn.number, seat=turn.seat, from_unix_ms=unix_ms(host_may_pass_from(state, turn)))


def _advance(state: State, seat: Seat) -> ch.RoundChoice | UnsetType:
    if state.phase is not Phase.WAR or seat != state.host or state.options.advance is not Advance.HOST:
        return UNSET
    return ch.RoundChoice(round=state.round)


def _offer_peace(state: State, seat: Seat) -> dict[str, ch.PeaceChoice]:
    return {
        war.id: peace_choice(state, seat, war)
        for war in state.underway
        if seat in (war.attacker, war.defender) and war.state is not WarState.STOPPING
    }


def peace_choice(state: State, seat: Seat, war: War) -> ch.PeaceChoice:
    """What terms a side may offer in a war that is underway."""
    old = peace.standing(state, war.id, seat)
    own = state.players[seat].tokens + (0 if old is None else old.set_aside.get(str(seat), 0))
    theirs = LONGEST_PAYMENT
    values, limit = state.map.figures["value"], state.value(war.target)
    usable = (
        free_mask(state, war.defender, war)
        | state.territory.newly_won(state.map) & state.empires[war.defender] & ~state.tied_mask
        | state.map.mask((*war.put_ins, *(() if war.redirect is None else (war.redirect,))))
    )
    accord = state.accords.get(pair(war.attacker, war.defender))
    return ch.PeaceChoice(
        from_attacker=[*war.stake, *war.added],
        target=war.target,
        put_ins=list(war.put_ins),
        others=[place for place in state.map.ids(usable) if values[state.map.index[place]] < limit],
        tokens_least=-(own if seat == war.defender else theirs),
        tokens_most=own if seat == war.attacker else theirs,
        accord_least=1 if accord is None else max(1, accord.ends_round - first_round(state) + 1),
    )


LONGEST_PAYMENT = 99
"""Tokens the other side may be asked for: what they hold is only looked at when they accept."""


def _accept_peace(state: State, seat: Seat) -> dict[str, ch.Nothing]:
    return {
        offer.id: ch.Nothing()
        for offer in state.peace_offers.values()
        if offer.to == seat
        and not peace.stale(state, offer)
        and allowed(peace.may_accept, state, seat, c.AcceptPeace(offer=offer.id))
    }


def _propose(state: State, seat: Seat) -> dict[str, ch.AccordChoice]:
    found: dict[str, ch.AccordChoice] = {}
    if state.players[seat].eliminated:
        return found
    for other, player in enumerate(state.players):
        if other == seat or player.eliminated:
            continue
        accord = state.accords.get(pair(seat, Seat(other)))
        least = 1 if accord is None else max(1, accord.ends_round - first_round(state) + 1)
        if least <= LONGEST:
            found[str(other)] = ch.AccordChoice(rounds_least=least)
    return found
