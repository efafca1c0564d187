"""Setting a position: what the rules count for it, as one fact."""

from datetime import datetime

from msgspec.structs import replace

from services.engine.core.rulesets.chess_wars.append import Append
from services.engine.core.rulesets.chess_wars.clocks import clocks
from services.engine.core.rulesets.chess_wars.facts import PositionSet, SecretsDealt
from services.engine.core.rulesets.chess_wars.position import Empire, Position, Stage, Underway, holdings
from services.engine.core.rulesets.chess_wars.records import (
    Accord,
    Claim,
    Player,
    Territory,
    pair,
)
from services.engine.core.rulesets.chess_wars.records_secrets import PlayerSecret
from services.engine.core.rulesets.chess_wars.records_wars import War, WarState
from services.engine.core.rulesets.chess_wars.rounds import round_order
from services.engine.core.rulesets.chess_wars.secrets import open_choice
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.targets import need_against
from services.engine.core.rulesets.chess_wars.wars import over_sea, playing
from services.engine.core.values import Seat


def position_set(append: Append, position: Position) -> PositionSet:
    """The fact that sets a checked position up."""
    state = append.state
    countries = holdings(position)
    order = round_order(len(state.players), position.round)
    seen = replace(state, round=position.round, territory=Territory(countries=countries))
    wars = {f"w{n}": _war(append, seen, f"w{n}", war) for n, war in enumerate(position.wars, 1)}
    return PositionSet(
        at=append.at,
        round=position.round,
        order=order,
        last_seat=None if position.turn is None else order[order.index(Seat(position.turn)) - 1],
        players=tuple(
            _player(seen, Seat(seat), player, empire, append.at)
            for seat, (player, empire) in enumerate(zip(state.players, position.empires, strict=True))
        ),
        countries=countries,
        wars=wars,
        declared_through=position.round - 1 if position.declared_through is None else position.declared_through,
        declared_this_round=sum(war.declared_round == position.round for war in wars.values()),
        truces={pair(Seat(a), Seat(b)): position.round for a, b in position.truces},
        accords={
            pair(Seat(signed.between[0]), Seat(signed.between[1])): Accord(
                signed_round=position.round,
                ends_round=signed.ends_round,
                counts_from=position.round if signed.counts_from is None else signed.counts_from,
            )
            for signed in position.accords
        },
        broken={
            str(seat): tuple(Seat(partner) for partner in empire.broken)
            for seat, empire in enumerate(position.empires)
            if empire.broken
        },
    )


def set_secrets(append: Append, position: Position) -> None:
    """The secrets that a position names, if it does."""
    chosen = {
        str(seat): PlayerSecret(options=(empire.secret,), chosen=0)
        for seat, empire in enumerate(position.empires)
        if empire.secret is not None
    }
    options = {
        str(seat): PlayerSecret(options=empire.secret_options)
        for seat, empire in enumerate(position.empires)
        if empire.secret_options is not None
    }
    if options:
        open_choice(append, {**chosen, **options})
    elif chosen:
        append.add(SecretsDealt(at=append.at, secrets=chosen, choosing=None))


def _player(state: State, seat: Seat, player: Player, empire: Empire, at: datetime) -> Player:
    drafted = state.worth(place for place, held in state.territory.countries.items() if held.drafted_by == seat)
    return replace(
        player,
        tokens=empire.tokens,
        mission_points=empire.mission_points,
        reputation=empire.reputation,
        passed=empire.passed,
        deeds=empire.deeds,
        scored=dict.fromkeys(empire.scored, state.round),
        claims={claim.mission: Claim(round=claim.round, since=at) for claim in empire.claims},
        drafted_value=drafted if empire.drafted_value is None else empire.drafted_value,
    )


def _war(append: Append, state: State, name: str, war: Underway) -> War:
    board, attacker = state.map, Seat(war.attacker)
    defender = state.territory.countries[war.target].owner
    declared = War(
        id=name,
        attacker=attacker,
        defender=defender,
        state=WarState.DECLARED,
        target=war.target,
        origin=war.origin,
        over_sea=over_sea(state, war.origin, war.target),
        need=need_against(state, war.target),
        stake=board.ids(board.mask(war.stake)),
        reserves=board.ids(board.mask(war.reserves)),
        clocks=clocks(state, attacker, defender, war.target),
        declared_round=state.round if war.declared_round is None else war.declared_round,
        declared_at=append.at,
        since=append.at,
        due=append.window_ends(),
    )
    return playing(append, declared) if war.stage is Stage.PLAYING else declared
