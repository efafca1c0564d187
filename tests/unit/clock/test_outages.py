"""Outages: what counts as one, and how much time is given back."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from services.clock.core.outages import Heartbeats, Outage, credited_due, overlap

T0 = datetime(2026, 1, 1, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return T0 + timedelta(seconds=seconds)


def outage(start: float, end: float, part: str = "engine") -> Outage:
    return Outage(part=part, start=at(start), end=at(end))


ENGINE = frozenset({"engine"})


def test_a_short_silence_is_no_outage_and_a_long_one_reaches_from_beat_to_beat() -> None:
    """Up to 3 s of silence nothing happened; after that the outage runs from the last beat to the next."""
    beats = Heartbeats({})
    assert beats.heard("engine", at(0)) is None
    assert beats.heard("engine", at(3)) is None
    assert beats.heard("engine", at(10)) == outage(3, 10)


def test_a_part_is_there_while_it_has_beaten_within_a_second_and_a_half() -> None:
    """A part never heard of is not waited for."""
    beats = Heartbeats({})
    beats.heard("engine", at(0))
    assert beats.all_there(["engine", "nobody"], at(1.5))
    assert not beats.all_there(["engine"], at(1.6))


def test_outages_of_several_parts_that_overlap_count_once() -> None:
    """Two parts silent at the same time cost no more than one."""
    found = overlap([outage(2, 6), outage(4, 8, "gateway"), outage(5, 7, "lobby")], ENGINE | {"gateway"}, at(0), at(10))
    assert found == timedelta(seconds=6)


def test_time_given_back_may_reach_into_the_next_outage() -> None:
    """A window of 10 s with an outage of 5 s inside, and another that begins in the longer window."""
    assert credited_due([outage(2, 7), outage(12, 20)], ENGINE, at(0), at(10)) == at(23)


spans = st.tuples(st.integers(0, 100), st.integers(1, 30)).map(lambda s: outage(s[0], s[0] + s[1]))


@given(st.lists(spans, max_size=6), st.integers(1, 100))
def test_nobody_loses_the_time_of_an_outage(outages: list[Outage], seconds: int) -> None:
    """Whatever the outages, the time outside them between start and end is the whole window, and no more."""
    end = credited_due(outages, ENGINE, at(0), at(seconds))
    assert end - at(0) - overlap(outages, ENGINE, at(0), end) == timedelta(seconds=seconds)
