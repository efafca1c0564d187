"""A state as players see it, and what a seat may do in it."""

from typing import Any

import msgspec

from services.engine.core.rulesets.provinces import view as v
from services.engine.core.rulesets.provinces.attacking import LEAST_TO_ATTACK, MOST_ATTACKS
from services.engine.core.rulesets.provinces.facts import NEUTRAL, Attacked
from services.engine.core.rulesets.provinces.odds import taking
from services.engine.core.rulesets.provinces.options import Assault
from services.engine.core.rulesets.provinces.state import State, Turn
from services.engine.core.rulesets.provinces.turns import income
from services.engine.core.values import PlaceId, Seat, unix_ms


def public_view(state: State) -> dict[str, Any]:
    """The public picture as plain data."""
    winner = None
    if state.outcome is not None and not state.outcome.nobody_won:
        winner = next(one.seat for one in state.outcome.standings if one.place == 1)
    provinces = {
        place: v.ProvinceView(units=units, owner=None if owner == NEUTRAL else owner)
        for place, owner, units in zip(state.places, state.owners, state.units, strict=True)
    }
    shown = v.PublicView(
        assault=state.assault.value,
        turn_s=state.turn_s,
        to_win=state.to_win,
        provinces=provinces,
        players=_players(state),
        thrown=state.thrown,
        seal=state.seal,
        turn=None if state.turn is None else _turn(state.turn),
        last_attack=None if state.last_attack is None else _attack(state.last_attack),
        ended="" if state.outcome is None else state.outcome.reason,
        winner=winner,
    )
    plain: dict[str, Any] = msgspec.to_builtins(shown)
    return plain


def actions(state: State, seat: Seat) -> dict[str, Any]:
    """What a seat may do now: `view.Actions` as plain data."""
    turn = state.turn
    if turn is None or turn.seat != seat:
        return {}
    if turn.to_place:
        found = v.Actions(reinforce=v.Reinforcing(units=turn.to_place))
    else:
        found = v.Actions(attack=_attacks(state, turn), move=_moves(state, turn), end_turn={})
    plain: dict[str, Any] = msgspec.to_builtins(found)
    return plain


def _players(state: State) -> dict[str, v.PlayerView]:
    provinces, units = [0] * len(state.players), [0] * len(state.players)
    for owner, there in zip(state.owners, state.units, strict=True):
        if owner != NEUTRAL:
            provinces[owner] += 1
            units[owner] += there
    return {
        str(seat): v.PlayerView(
            provinces=provinces[seat],
            units=units[seat],
            income=0 if player.out else income(provinces[seat]),
            faces=player.faces,
            lost=player.lost,
            beaten=player.beaten,
            out=player.out,
        )
        for seat, player in enumerate(state.players)
    }


def _turn(turn: Turn) -> v.TurnView:
    if turn.to_place:
        step = "reinforce"
    else:
        step = "end" if turn.moved else "attack"
    return v.TurnView(
        number=turn.number,
        seat=turn.seat,
        step=step,
        to_place=turn.to_place,
        attacks=turn.attacks,
        most_attacks=MOST_ATTACKS,
        since_unix_ms=unix_ms(turn.since),
        due_unix_ms=unix_ms(turn.due),
    )


def _attack(fact: Attacked) -> v.AttackView:
    return v.AttackView(
        turn_attack=fact.number,
        seat=fact.seat,
        origin=fact.origin,
        target=fact.target,
        throws=tuple(
            v.ThrowView(
                n=throw.n,
                attack=throw.attack,
                defence=throw.defence,
                attack_lost=throw.attack_lost,
                defence_lost=throw.defence_lost,
                key=throw.key,
            )
            for throw in fact.throws
        ),
        taken=fact.taken,
        moved_in=fact.moved_in,
        defender=None if fact.defender == NEUTRAL else fact.defender,
    )


def _attacks(state: State, turn: Turn) -> v.Attacks | None:
    if turn.moved or turn.attacks >= MOST_ATTACKS:
        return None
    throws = 1 if state.assault is Assault.SINGLE else 0
    origins: dict[PlaceId, tuple[v.AttackChoice, ...]] = {}
    for origin in state.owned(turn.seat):
        have = state.units[origin]
        targets = [position for position in state.map.beside[origin] if state.owners[position] != turn.seat]
        if have >= LEAST_TO_ATTACK and targets:
            origins[state.places[origin]] = tuple(
                v.AttackChoice(target=state.places[target], take=round(taking(have, state.units[target], throws), 4))
                for target in targets
            )
    return v.Attacks(attack=turn.attacks + 1, origins=origins) if origins else None


def _moves(state: State, turn: Turn) -> v.Moves | None:
    if turn.moved:
        return None
    origins: dict[PlaceId, tuple[PlaceId, ...]] = {}
    for origin in state.owned(turn.seat):
        targets = [position for position in state.map.beside[origin] if state.owners[position] == turn.seat]
        if state.units[origin] >= 2 and targets:
            origins[state.places[origin]] = tuple(state.places[target] for target in targets)
    return v.Moves(origins=origins) if origins else None
