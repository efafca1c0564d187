"""How a bot chooses its secret mission: at once, the best fit (rules section 10)."""

import msgspec
from msgspec import UNSET

from services.engine.core.kernel import Seen
from services.engine.core.rulesets.chess_wars.commands import ChooseSecret
from services.engine.core.rulesets.chess_wars.missions.graph import FAR
from services.engine.core.rulesets.chess_wars.view import PrivateView


def choose(seen: Seen) -> ChooseSecret | None:
    """The option with the fewest steps, of equals the first; None if there is nothing to choose."""
    secret = msgspec.convert(seen.mine, PrivateView).secret
    if secret is UNSET or not secret.options:
        return None
    steps = [FAR if option.steps is UNSET else option.steps for option in secret.options]
    return ChooseSecret(option=steps.index(min(steps)))
