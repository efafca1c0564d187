"""How many sockets and streams are open here, of an account, and from an address of people who haven't signed in."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from chassis.common_settings import Limits
from chassis.problems import Kind, Problem
from services.gateway.presence import Connected


class TooMany(Problem):
    """So many are open already."""

    def __init__(self, most: int) -> None:
        super().__init__("too_many_streams", Kind.TOO_MANY, f"At most {most} sockets and streams are open at a time.")


class Admission:
    """Lets sockets and streams in, up to the limits of this replica."""

    def __init__(self, connected: Connected, limits: Limits) -> None:
        self._connected = connected
        self._limits = limits
        self._strangers: Counter[str] = Counter()

    @contextmanager
    def admitted(self, account: str, address: str) -> Iterator[None]:
        """Count a connection while it lasts: its account is connected.

        :param account: "" if nobody has signed in.
        :raises TooMany: and nothing is counted.
        """
        if account:
            _check(self._connected.sockets(account), self._limits.sockets_per_account)
            self._connected.opened(account)
            try:
                yield
            finally:
                self._connected.closed(account)
        else:
            _check(self._strangers[address], self._limits.anonymous_sockets)
            self._strangers[address] += 1
            try:
                yield
            finally:
                self._strangers[address] -= 1
                if not self._strangers[address]:
                    del self._strangers[address]


def _check(count: int, most: int) -> None:
    if count >= most:
        raise TooMany(most)
