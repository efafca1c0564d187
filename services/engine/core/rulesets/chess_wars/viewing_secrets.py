"""Draw the views of view_secrets.py from the state."""

from msgspec import UNSET, UnsetType

from services.engine.core.rulesets.chess_wars.missions.graph import FAR
from services.engine.core.rulesets.chess_wars.missions.secrets import Secret
from services.engine.core.rulesets.chess_wars.records import Phase
from services.engine.core.rulesets.chess_wars.secrets import steps_of
from services.engine.core.rulesets.chess_wars.state import State
from services.engine.core.rulesets.chess_wars.view_secrets import (
    ChoosingView,
    OwnSecretView,
    SecretMissionView,
    SecretView,
)
from services.engine.core.rulesets.chess_wars.viewing_missions import stand_view
from services.engine.core.values import Seat, unix_ms


def secret_mission_view(state: State, seat: Seat, mission: Secret) -> SecretMissionView:
    """A mission and how far a player is."""
    stand, steps = stand_view(state, seat, mission), steps_of(state, seat, mission)
    return SecretMissionView(
        mission=mission,
        marked=list(mission.marked()),
        have=stand.have,
        need=stand.need,
        parts=stand.parts,
        scored=stand.scored,
        claim=stand.claim,
        steps=steps if steps < FAR else UNSET,
    )


def secrets_view(state: State) -> dict[str, SecretView]:
    """What everybody knows, by seat."""
    shown = {}
    for seat, secret in state.secrets.items():
        mission, public = secret.mission, secret.revealed or state.phase is Phase.ENDED
        shown[seat] = SecretView(
            ready=mission is not None,
            none=not secret.options,
            revealed=UNSET if mission is None or not public else secret_mission_view(state, Seat(int(seat)), mission),
        )
    return shown


def choosing_view(state: State) -> ChoosingView | UnsetType:
    """The time to choose, while it lasts."""
    choosing = state.choosing
    if choosing is None:
        return UNSET
    return ChoosingView(
        since_unix_ms=unix_ms(choosing.since), due_unix_ms=unix_ms(choosing.due), host=choosing.host_asked
    )


def own_secret(state: State, seat: Seat) -> OwnSecretView | UnsetType:
    """A player's own options, or the chosen one."""
    secret = state.secrets.get(str(seat))
    if secret is None or not secret.options:
        return UNSET
    if secret.mission is not None:
        return OwnSecretView(chosen=secret_mission_view(state, seat, secret.mission))
    return OwnSecretView(options=[secret_mission_view(state, seat, option) for option in secret.options])
