"""Extra rulesets: loaded for tests and try-outs, refused in production or if they aren't whole."""

import pytest

from chassis.settings import SettingsError
from services.engine.adapters.catalogue import extra_rulesets


class Half:
    """A ruleset that was never finished."""

    name = "half"


HALF = Half()


def test_a_ruleset_that_is_not_whole_is_refused_at_the_start() -> None:
    """Not by parking its campaigns later."""
    with pytest.raises(SettingsError, match=r"lacks actions, .*words"):
        extra_rulesets("tests.unit.engine.test_catalogue:HALF", production=False)


def test_every_toy_is_whole() -> None:
    """Those that tests load into real engines."""
    toys = "tests.tally:TALLY, tests.faults.duel:DUEL, tests.faults.old_tally:TALLY"
    assert len(extra_rulesets(toys, production=False)) == 3


def test_none_is_loaded_in_production() -> None:
    with pytest.raises(SettingsError, match="refused in production"):
        extra_rulesets("tests.tally:TALLY", production=True)
