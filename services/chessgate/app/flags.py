"""Live flags, to a tenth of a second: a heap in memory; the clock service is the net under it."""

import asyncio
import heapq
from datetime import timedelta

from chassis.logs import logger
from chassis.timekeeping import Clock
from services.chessgate.app.outages import Outages
from services.chessgate.app.play import Play
from services.chessgate.app.ports import Done
from services.chessgate.core.play import GRACE_MS

_LOG = logger(__name__)
_LONGEST = timedelta(seconds=1)
_RECHECK = timedelta(milliseconds=100)


class Flags:
    """Ends live games whose time is over.

    Only waits that began in this process's life are held: older ones may have lost time to an outage, which the clock
    service knows. Nothing is decided while a part is silent that a move would need.
    """

    def __init__(self, play: Play, outages: Outages, clock: Clock) -> None:
        self._play = play
        self._outages = outages
        self._clock = clock
        self._heap: list[tuple[int, str, int]] = []
        self._near = asyncio.Event()

    async def after_commit(self, done: Done) -> None:
        """Hold the next flag of a live game."""
        game = done.game
        if game is not None and game.live and game.deadline_ms:
            flag = (game.decided_ms, game.id, game.ply)
            heapq.heappush(self._heap, flag)
            if self._heap[0] is flag:  # only the soonest changes what is slept for
                self._near.set()

    async def run(self) -> None:
        """Decide flags when they are due."""
        while True:
            self._near.clear()
            now = self._play.now_ms()
            held_back = not self._outages.all_there()
            while self._heap and self._heap[0][0] + GRACE_MS < now and not held_back:
                _, game, ply = heapq.heappop(self._heap)
                try:
                    await self._play.expire(game, ply)
                except Exception as error:  # noqa: BLE001 - the clock's message comes, too
                    _LOG.warning("a flag could not be decided", game=game, error=type(error).__name__)
            left = timedelta(milliseconds=self._heap[0][0] + GRACE_MS + 1 - now) if self._heap else _LONGEST
            least = _RECHECK if held_back else timedelta(milliseconds=5)
            try:
                async with asyncio.timeout(min(max(left, least), _LONGEST).total_seconds()):
                    await self._near.wait()
            except TimeoutError:
                continue
