"""Folding the facts about secret missions."""

from msgspec.structs import replace

from services.engine.core.rulesets.chess_wars.facts_secrets import (
    SecretChosen,
    SecretRevealed,
    SecretsDealt,
    SecretsWaived,
)
from services.engine.core.rulesets.chess_wars.folds_rounds import with_player
from services.engine.core.rulesets.chess_wars.records import Phase
from services.engine.core.rulesets.chess_wars.state import State


def evolve_secrets(state: State, fact: SecretsDealt | SecretChosen | SecretsWaived | SecretRevealed) -> State:
    """The state after a fact about secrets."""
    match fact:
        case SecretsDealt(choosing=choosing):
            dealt = replace(state, at=fact.at, secrets=fact.secrets, choosing=choosing)
            return dealt if choosing is None else replace(dealt, phase=Phase.SECRETS, round=0)
        case SecretChosen(seat=seat):
            players = with_player(state.players, seat, ran_out=fact.by == "clock")
            secret = replace(state.secrets[str(seat)], chosen=fact.option)
            return replace(state, at=fact.at, players=players, secrets={**state.secrets, str(seat): secret})
        case SecretsWaived():
            choosing = state.choosing
            return replace(state, at=fact.at, choosing=choosing and replace(choosing, host_asked=False))
        case SecretRevealed(seat=seat):
            secret = replace(state.secrets[str(seat)], revealed=True)
            return replace(state, at=fact.at, secrets={**state.secrets, str(seat): secret})
