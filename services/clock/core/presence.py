"""Who is connected: only known offline time counts (architecture, "Presence")."""

from collections import OrderedDict
from datetime import datetime, timedelta

FRESH = timedelta(seconds=15)
"""A gateway's list older than this says nothing."""
UNKNOWN = timedelta(seconds=30)
"""After a stretch without any list, an account counts as connected for this long from the next list on."""
REMEMBERED = 200_000
"""Accounts whose last sight is kept."""


class Presence:
    """What the gateways' lists say of each account."""

    def __init__(self) -> None:
        self._lists: dict[str, tuple[datetime, frozenset[str]]] = {}
        self._seen: OrderedDict[str, datetime] = OrderedDict()
        self._latest: datetime | None = None
        self._known_from: datetime | None = None

    def listed(self, gateway: str, at: datetime, accounts: frozenset[str]) -> None:
        """A gateway's list of connected accounts arrived."""
        if self._latest is None or at - self._latest > FRESH:
            self._known_from = at + UNKNOWN
        self._latest = at if self._latest is None else max(at, self._latest)
        self._lists[gateway] = (at, accounts)
        self._lists = {name: entry for name, entry in self._lists.items() if at - entry[0] <= FRESH}
        for account in accounts:
            self._seen[account] = at
            self._seen.move_to_end(account)
        while len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)

    def awaited(self, account: str, at: datetime) -> None:
        """Somebody is waited for: an account that was never seen is offline from now on, and was nowhere before."""
        self._seen.setdefault(account, at)

    def offline(self, account: str, now: datetime) -> timedelta:
        """For how long without a break the account has been known to be offline; zero if connected or unknown."""
        if self._latest is None or self._known_from is None or now - self._latest > FRESH:
            return timedelta()
        if any(account in accounts for at, accounts in self._lists.values() if now - at <= FRESH):
            return timedelta()
        since = max(self._seen.get(account, self._known_from), self._known_from)
        return max(now - since, timedelta())
