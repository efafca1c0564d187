"""How long a failure is waited out: ever longer, and not as long as everybody else."""

from collections.abc import Callable
from datetime import timedelta

LEAST, MOST = timedelta(seconds=1), timedelta(minutes=1)


class Backoff:
    """Counts failures in a row."""

    def __init__(self, jitter: Callable[[], float]) -> None:
        """:param jitter: from 0 to 1."""
        self._jitter = jitter
        self._failures = 0

    def failed(self) -> timedelta:
        """It failed once more; how long to wait: between a half and all of 1, 2, 4, .. 60 seconds."""
        wait = min(LEAST * (1 << self._failures), MOST)
        self._failures = min(self._failures + 1, 10)
        return wait * (0.5 + self._jitter() / 2)

    def worked(self) -> None:
        """It did not fail."""
        self._failures = 0
