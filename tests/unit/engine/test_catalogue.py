"""Extra rulesets: loaded for tests and try-outs, refused in production or if they aren't whole."""

import json
import re

import msgspec
import pytest
from msgspec.json import schema

from chassis.settings import SettingsError
from services.engine.adapters.catalogue import Rules, extra_rulesets


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


def test_no_pattern_takes_a_line_feed_after_the_end() -> None:
    """As a bare `$` does in Python: the value is stored and shown as it came."""
    found = [
        pattern
        for rules in Rules().rulesets()
        for pattern in re.findall(
            r'"pattern":"((?:[^"\\]|\\.)*)"', json.dumps(schema(rules.commands), separators=(",", ":"))
        )
    ]
    assert len(found) > 5
    assert [pattern for pattern in found if pattern.endswith("$")] == []


def test_a_nonce_is_its_digits_only() -> None:
    """And a spawn its letter."""
    rules = Rules().ruleset("kingdoms")
    assert rules is not None
    orders = {"kind": "attacks", "attacks": []}
    good = {"type": "Submit", "step": 1, "nonce": "ab" * 32, "orders": orders}
    msgspec.convert(good, rules.commands)
    for bad in (good | {"nonce": "ab" * 32 + "\n"}, {"type": "ChooseSpawn", "battle": "b1-a", "spawn": "a\n"}):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(bad, rules.commands)
