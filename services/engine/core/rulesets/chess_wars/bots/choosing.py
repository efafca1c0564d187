"""How a bot chooses its secret mission: at once, what it can do best (rules sections 10 and 14)."""

from msgspec import UNSET

from services.engine.core.rulesets.chess_wars.bots.mind import Mind
from services.engine.core.rulesets.chess_wars.commands import ChooseSecret
from services.engine.core.rulesets.chess_wars.missions.graph import FAR
from services.engine.core.rulesets.chess_wars.missions.mission import Kind
from services.engine.core.rulesets.chess_wars.missions.rivals import Backstab
from services.engine.core.rulesets.chess_wars.view_secrets import SecretMissionView

HARDER = {
    "Backstab": -1.0,
    "ProtectedExpansion": 2.0,
    "IronWall": 1.5,
    "HalfOfHumanity": 1.0,
    "Unification": 1.0,
    "CapeToCairo": 1.0,
    "PanAmericanHighway": 1.0,
    "HiddenTriangle": 1.0,
    "Encirclement": 1.5,
    "SilkRoad": 1.5,
    "NorthernPassage": 1.5,
}
"""Steps that count on top of those left, by how seldom bots score what they chose (docs/balance.md): what depends on
others or on a whole chain of conquests scores seldom, and a betrayal oftener than anything else."""
NO_THIRD = 6.0
"""Steps on top for a betrayal where only two play: a bot has no accord with whom it would attack next."""
THREE = 3
"""Players from which on there is a third."""
RECORD = -0.5
"""A record needs no holding."""
SHARED = -0.5
"""A target that is a public mission's, too, is a step for both."""


def choose(mind: Mind, options: list[SecretMissionView]) -> ChooseSecret | None:
    """The option that promises most: the fewest steps as the bot counts them, of equals the first; None without any."""
    if not options:
        return None
    ranks = [_steps(mind, option) for option in options]
    return ChooseSecret(option=ranks.index(min(ranks)))


def _steps(mind: Mind, option: SecretMissionView) -> float:
    state, mission = mind.state, option.mission
    steps = FAR if option.steps is UNSET else option.steps
    public = state.map.mask(place for one in state.options.played for place in one.marked())
    missing = state.map.mask(mission.marked()) & public & ~state.empires[mind.seat]
    record = RECORD if mission.KIND is Kind.RECORD else 0.0
    harder = HARDER.get(mission.name, 0.0)
    if isinstance(mission, Backstab) and len(state.players) < THREE:
        harder = NO_THIRD
    return steps + harder + record + SHARED * min(2, missing.bit_count())
