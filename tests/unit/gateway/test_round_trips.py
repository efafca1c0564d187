"""The measure of a connection's round trip."""

from services.gateway.round_trips import RoundTrip


class Watch:
    now = 5.0

    def monotonic(self) -> float:
        return self.now


def test_a_pong_that_comes_back_is_measured_and_smoothed() -> None:
    watch = Watch()
    trip = RoundTrip(watch)  # type: ignore[arg-type]
    assert trip.ms == 0
    trip.sent(1)
    watch.now += 0.2
    trip.back(1)
    assert trip.ms == 200
    trip.sent(2)
    watch.now += 1.2
    trip.back(2)
    assert trip.ms == 500


def test_what_was_not_sent_or_came_back_before_says_nothing() -> None:
    watch = Watch()
    trip = RoundTrip(watch)  # type: ignore[arg-type]
    for number in range(9):
        trip.sent(number)
    watch.now += 1
    for number in (0, 4, 77):
        trip.back(number)
    assert trip.ms == 0
    trip.back(8)
    watch.now += 1
    trip.back(8)
    assert trip.ms == 1_000
