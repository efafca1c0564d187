"""Presence: only known offline time counts."""

from datetime import UTC, datetime, timedelta

from services.clock.core.presence import Presence

T0 = datetime(2026, 1, 1, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return T0 + timedelta(seconds=seconds)


def listed(presence: Presence, start: int, end: int, accounts: set[str]) -> None:
    for second in range(start, end, 5):
        presence.listed("g1", at(second), frozenset(accounts))


def test_nobody_is_offline_before_anything_is_known() -> None:
    """Without a list, and for 30 s from the first list on, everybody counts as connected."""
    presence = Presence()
    assert presence.offline("ann", at(0)) == timedelta()
    listed(presence, 0, 30, set())
    assert presence.offline("ann", at(29)) == timedelta()


def test_offline_time_is_the_unbroken_stretch_since_the_account_was_last_seen() -> None:
    """A reconnection begins it anew."""
    presence = Presence()
    listed(presence, 0, 60, {"ann"})
    listed(presence, 60, 121, set())
    assert presence.offline("ann", at(120)) == timedelta(seconds=65)
    presence.listed("g1", at(125), frozenset({"ann"}))
    assert presence.offline("ann", at(126)) == timedelta()


def test_a_stretch_without_lists_is_unknown_and_counts_as_connected() -> None:
    """The gateway restarted: its silence is nobody's absence."""
    presence = Presence()
    listed(presence, 0, 60, {"ann"})
    listed(presence, 60, 100, set())
    assert presence.offline("ann", at(120)) == timedelta()
    listed(presence, 300, 331, set())
    assert presence.offline("ann", at(330)) == timedelta()
    listed(presence, 335, 360, set())
    assert presence.offline("ann", at(355)) == timedelta(seconds=25)


def test_an_account_on_any_gateway_is_connected() -> None:
    """One of two gateways lists it."""
    presence = Presence()
    listed(presence, 0, 100, {"bob"})
    presence.listed("g2", at(100), frozenset({"ann"}))
    assert presence.offline("ann", at(101)) == timedelta()


def test_who_was_never_seen_is_offline_from_when_they_are_waited_for() -> None:
    """Somebody who has just come, and plays without a socket, wasn't offline since the clock started."""
    presence = Presence()
    listed(presence, 0, 600, set())
    presence.awaited("ann", at(540))
    presence.awaited("ann", at(590))  # once more
    assert presence.offline("ann", at(596)) == timedelta(seconds=56)
    presence.listed("g1", at(600), frozenset({"ann"}))
    presence.awaited("ann", at(601))
    presence.listed("g1", at(605), frozenset())
    presence.awaited("ann", at(606))
    assert presence.offline("ann", at(610)) == timedelta(seconds=10)
