"""What a socket watches is shown again, beside everything else, until the platform has answered."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

from chassis.logs import logger
from chassis.problems import Kind, Problem
from chassis.tasks import Workers
from chassis.timekeeping import Clock

_LOG = logger(__name__)
AGAIN = timedelta(seconds=1)
"""Between two questions while nobody answers."""
_MOST = 50_000
_FINAL = {Kind.NOT_ALLOWED, Kind.MISSING, Kind.MALFORMED, Kind.UNAUTHORISED}


class ShowAgain:
    """Asks again for what was missed; who came back first (bus, database or service) doesn't matter."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.workers = Workers(_MOST, queue_per_key=_MOST)

    def soon(
        self,
        key: str,
        show: Callable[[], Awaitable[None]],
        *,
        wanted: Callable[[], bool],
        refused: Callable[[Problem], Awaitable[None]] | None = None,
    ) -> None:
        """Show something after what else is to be shown of this key.

        :param wanted: whether anybody still waits for it.
        :param refused: told when it may not be seen (any more).
        """
        try:
            self.workers.submit(key, lambda: self._until_answered(show, wanted, refused))
        except Problem:
            _LOG.warning("too much to show again", key=key)

    async def _until_answered(
        self,
        show: Callable[[], Awaitable[None]],
        wanted: Callable[[], bool],
        refused: Callable[[Problem], Awaitable[None]] | None,
    ) -> None:
        while wanted():
            try:
                await show()
                return
            except Problem as problem:
                if problem.kind in _FINAL:
                    if refused is not None:
                        await refused(problem)
                    return
                _LOG.info("what is watched could not be shown again yet", code=problem.code)
            await self._clock.sleep(AGAIN)
