"""The registry of rulesets."""

import pytest

from services.engine.core.rulesets.chess_wars.ruleset import ChessWars
from services.engine.core.rulesets.registry import Registry


class Newer(ChessWars):
    """A later version."""

    version = 2


def test_rulesets_are_found_by_name_and_version() -> None:
    """The newest is found without a version; unknown ones aren't."""
    registry = Registry((Newer(),))
    assert registry.find("chess_wars").version == 2
    assert registry.find("chess_wars", 1).version == 1
    assert [ruleset.name for ruleset in registry.all()].count("chess_wars") == 1
    with pytest.raises(KeyError):
        registry.find("chess_wars", 3)
    with pytest.raises(KeyError):
        registry.find("ludo")
