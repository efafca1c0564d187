"""Names of accounts, asked of lobby and remembered for a minute: only lobby knows them."""

from collections import OrderedDict
from collections.abc import Iterable
from datetime import datetime, timedelta

from warboard_pb.lobby.v1 import lobby_pb2

from chassis.problems import Problem
from chassis.timekeeping import Clock
from services.gateway.clients import Clients

KEPT = timedelta(seconds=60)
MOST = 20_000


class Names:
    """A small cache in front of lobby's GetContacts."""

    def __init__(self, clients: Clients, clock: Clock) -> None:
        self._clients = clients
        self._clock = clock
        self._known: OrderedDict[str, tuple[datetime, str]] = OrderedDict()
        self._changes = 0

    async def of(self, accounts: Iterable[str]) -> dict[str, str]:
        """The names of some accounts. If lobby is away, those that are known: a view without names beats none."""
        now = self._clock.now()
        wanted = {account for account in accounts if account}
        unknown = [a for a in wanted if a not in self._known or self._known[a][0] < now]
        found = {account: self._known[account][1] for account in wanted if account in self._known}
        if unknown:
            changes = self._changes
            try:
                request = lobby_pb2.GetContactsRequest(accounts=unknown)
                reply = await self._clients.ask(self._clients.lobby.GetContacts, request)
            except Problem:
                reply = lobby_pb2.GetContactsReply()
            found |= {account.id: account.name for account in reply.accounts}
            if changes == self._changes:  # else the answer may be older than what lobby has said meanwhile
                for account in reply.accounts:
                    self._known[account.id] = (now + KEPT, account.name)
                while len(self._known) > MOST:
                    self._known.popitem(last=False)
        return found

    def forget(self, account: str) -> None:
        """Lobby says the account changed."""
        self._changes += 1
        self._known.pop(account, None)

    def forget_all(self) -> None:
        """News of changes may have been lost: everything is asked for again."""
        self._changes += 1
        self._known.clear()
