"""Tells the clock who is connected here: every 5 s, and when it changes."""

import asyncio
from collections import Counter
from contextlib import suppress
from datetime import timedelta

from warboard_pb.clock.v1 import clock_pb2

from chassis.bus import Bus
from chassis.problems import Unavailable
from chassis.subjects import subject
from chassis.timekeeping import Clock

PERIOD = timedelta(seconds=5)


class Connected:
    """The accounts with an open socket."""

    def __init__(self, bus: Bus, clock: Clock, replica: str) -> None:
        self._bus = bus
        self._clock = clock
        self._replica = replica
        self._sockets: Counter[str] = Counter()
        self._changed = asyncio.Event()

    def sockets(self, account: str) -> int:
        """How many sockets an account has open here."""
        return self._sockets[account]

    def opened(self, account: str) -> None:
        """A socket of the account opened."""
        self._sockets[account] += 1
        if self._sockets[account] == 1:
            self._changed.set()

    def closed(self, account: str) -> None:
        """A socket of the account closed."""
        self._sockets[account] -= 1
        if self._sockets[account] <= 0:
            del self._sockets[account]
            self._changed.set()

    async def tell_for_ever(self) -> None:
        """Publish the list for ever; at most four times a second."""
        while True:
            self._changed.clear()
            said = clock_pb2.Presence(
                gateway=self._replica,
                at_unix_ms=round(self._clock.now().timestamp() * 1000),
                accounts=list(self._sockets),
            )
            with suppress(Unavailable):  # the next list says it all again
                await self._bus.publish(subject("presence", self._replica), said.SerializeToString())
            await self._clock.sleep(timedelta(milliseconds=250))
            try:
                async with asyncio.timeout(PERIOD.total_seconds()):
                    await self._changed.wait()
            except TimeoutError:
                continue
