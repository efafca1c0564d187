"""Settings: typed, documented once, and silent about secrets."""

from datetime import timedelta

import pytest

from chassis.common_settings import ChassisSettings, Environment, Limits
from chassis.settings import SettingsError, document, load, setting, settings_class, variables


@settings_class
class Toy(ChassisSettings):
    greeting: str = setting("WARBOARD_GREETING", "What is said")
    retries: int | None = setting("WARBOARD_RETRIES", "How often", default=None)
    pauses: tuple[str, ...] = setting("WARBOARD_PAUSES", "Names", default=("a", "b"))
    loud: bool = setting("WARBOARD_LOUD", "Whether it is shouted", default=False)
    part: int = setting("WARBOARD_PART", "In percent; 0 to 100", default=0, within=range(101))


def test_values_are_typed_and_absent_ones_have_their_default() -> None:
    toy = load(
        Toy,
        {
            "WARBOARD_GREETING": "hello",
            "WARBOARD_RETRIES": "3",
            "WARBOARD_PAUSES": "x, y",
            "WARBOARD_LOUD": "yes",
            "WARBOARD_DRAIN_S": "1.5",
            "WARBOARD_LIMIT_CALL_MS": "250",
            "WARBOARD_ENVIRONMENT": "production",
            "WARBOARD_NATS_URL": "",
        },
    )
    assert (toy.greeting, toy.retries, toy.pauses, toy.loud) == ("hello", 3, ("x", "y"), True)
    assert toy.drain == timedelta(seconds=1.5)
    assert toy.limits.call == timedelta(milliseconds=250)
    assert toy.environment is Environment.PRODUCTION
    assert toy.nats_url == "nats://127.0.0.1:4222"


def test_every_fault_is_told_at_once_with_what_is_expected() -> None:
    with pytest.raises(SettingsError) as caught:
        load(Toy, {"WARBOARD_HTTP_PORT": "eighty", "WARBOARD_LOG_LEVEL": "loud", "WARBOARD_DRAIN_S": "-1"})
    faults = str(caught.value).splitlines()
    assert len(faults) == 4
    for part in (
        "WARBOARD_HTTP_PORT must be a whole number, not 'eighty'",
        "WARBOARD_LOG_LEVEL must be debug or info or warning or error",
        "WARBOARD_DRAIN_S must be seconds",
        "WARBOARD_GREETING is missing",
    ):
        assert any(part in fault for fault in faults)


@pytest.mark.parametrize("part", ["-1", "101"])
def test_numbers_out_of_their_range_are_refused(part: str) -> None:
    """A part of a pot over 100 % would let no table be paid out."""
    with pytest.raises(SettingsError, match=f"WARBOARD_PART must be a whole number, not '{part}'. In percent; 0 to 1"):
        load(Toy, {"WARBOARD_GREETING": "hello", "WARBOARD_PART": part})
    assert load(Toy, {"WARBOARD_GREETING": "hello", "WARBOARD_PART": "100"}).part == 100


def test_secrets_are_never_shown() -> None:
    toy = load(
        Toy,
        {
            "WARBOARD_GREETING": "hello",
            "WARBOARD_SECRET_KEY": "topsecret",
            "WARBOARD_DATABASE_URL": "postgresql://u:topsecret@h/d",
            "WARBOARD_NATS_PASSWORD": "topsecret",
        },
    )
    assert "topsecret" not in repr(toy)
    assert "secret_key=***" in repr(toy)
    assert variables(Toy)["WARBOARD_NATS_PASSWORD"] is True


def test_the_table_has_every_variable_once() -> None:
    table = document([ChassisSettings, Toy])
    for name in variables(Toy):
        assert table.count(f"| `{name}` |") == 1
    assert "| `WARBOARD_GREETING` | What is said (text) | must be set |" in table
    assert "| `WARBOARD_LIMIT_CALL_MS` | Longest wait for any call to another part (milliseconds) | `5000` |" in table


def test_the_limits_are_those_of_the_architecture() -> None:
    limits = Limits()
    assert (limits.http_body_bytes, limits.command_bytes) == (65_536, 16_384)
    assert (limits.commands_per_second, limits.sockets_per_account, limits.anonymous_sockets) == (20, 5, 50)
    assert (limits.socket_queue_messages, limits.socket_queue_bytes) == (256, 1_048_576)
    assert (limits.requests_in_flight, limits.requests_per_key) == (512, 16)
    assert (limits.commit_queue, limits.unacknowledged, limits.bot_thoughts) == (2_000, 256, 64)
