"""Failures are waited out ever longer."""

from datetime import timedelta

from services.chessgate.app.backing_off import Backoff


def test_waits_double_up_to_a_minute_and_begin_again_after_success() -> None:
    """Jitter takes up to half of a wait."""
    late, early = Backoff(lambda: 1.0), Backoff(lambda: 0.0)
    assert [late.failed() / timedelta(seconds=1) for _ in range(8)] == [1, 2, 4, 8, 16, 32, 60, 60]
    assert [early.failed() / timedelta(seconds=1) for _ in range(3)] == [0.5, 1, 2]
    late.worked()
    assert late.failed() == timedelta(seconds=1)
