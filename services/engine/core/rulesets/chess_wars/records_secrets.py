"""What a campaign keeps of secret missions (rules section 10). Values only."""

from datetime import datetime

import msgspec

from services.engine.core.rulesets.chess_wars.missions.secrets import Secret


class PlayerSecret(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One player's secret: the options dealt, and the one chosen."""

    options: tuple[Secret, ...] = ()
    """Empty if nothing fitted: the player goes on without one."""
    chosen: int | None = None
    """Which option; None while the player is choosing."""
    revealed: bool = False
    """Everybody has been told; it stays so."""

    @property
    def mission(self) -> Secret | None:
        """The chosen mission."""
        return None if self.chosen is None else self.options[self.chosen]

    @property
    def waited_for(self) -> bool:
        """Whether the player has yet to choose."""
        return self.chosen is None and bool(self.options)


class Choosing(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The time between the draft and round 1, in which secrets are chosen."""

    since: datetime
    due: datetime
    host_asked: bool = False
    """Somebody has no secret, and the host hasn't said yet whether the campaign goes on."""
