"""Folding the facts of missions and claims."""

from msgspec.structs import replace

from services.engine.core.rulesets.chess_wars.facts_missions import ClaimEnded, ClaimMade, MissionScored
from services.engine.core.rulesets.chess_wars.folds_rounds import with_player
from services.engine.core.rulesets.chess_wars.folds_wars import without
from services.engine.core.rulesets.chess_wars.state import State


def evolve_claimed(state: State, fact: ClaimMade) -> State:
    """A claim."""
    claims = {**state.players[fact.seat].claims, fact.mission: fact.claim}
    return replace(state, at=fact.at, players=with_player(state.players, fact.seat, claims=claims))


def evolve_claim_ended(state: State, fact: ClaimEnded) -> State:
    """A claim less."""
    claims = without(state.players[fact.seat].claims, fact.mission)
    return replace(state, at=fact.at, players=with_player(state.players, fact.seat, claims=claims))


def evolve_scored(state: State, fact: MissionScored) -> State:
    """Points that stay."""
    player = state.players[fact.seat]
    players = with_player(
        state.players,
        fact.seat,
        mission_points=fact.mission_points,
        scored={**player.scored, fact.mission: fact.round},
        claims=without(player.claims, fact.mission),
    )
    return replace(state, at=fact.at, players=players)
