"""What viewers see of secret missions: everyone that a player is ready, only the player which mission it is."""

from msgspec import UNSET, UnsetType

from services.engine.core.rulesets.chess_wars.missions.secrets import Secret
from services.engine.core.rulesets.chess_wars.view_missions import StandView
from services.engine.core.rulesets.chess_wars.view_part import Part


class SecretMissionView(StandView, frozen=True, kw_only=True):
    """A secret mission and how far its player is."""

    mission: Secret
    """Its kind (`type`) and exact targets."""
    marked: list[str] = []
    """Countries the map marks for it."""
    steps: int | UnsetType = UNSET
    """Conquests or wins left, estimated from 2 on; absent: out of reach."""


class SecretView(Part, frozen=True, kw_only=True):
    """What everybody knows of a player's secret."""

    ready: bool = False
    """It is chosen."""
    none: bool = False
    """Nothing fitted: the player goes on without one."""
    revealed: SecretMissionView | UnsetType = UNSET
    """Once it is within one step, or complete; at the end every secret."""


class ChoosingView(Part, frozen=True, kw_only=True):
    """The time in which secrets are chosen."""

    since_unix_ms: int
    due_unix_ms: int
    """Then those who haven't chosen get the best fit, and round 1 starts."""
    host: bool = False
    """Somebody has no options: until then the host may end the campaign or let it go on; then it goes on."""


class OwnSecretView(Part, frozen=True, kw_only=True):
    """A player's own secret."""

    options: list[SecretMissionView] = []
    """To choose from; empty once it is chosen."""
    chosen: SecretMissionView | UnsetType = UNSET
