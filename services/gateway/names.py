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

    async def of(self, accounts: Iterable[str]) -> dict[str, str]:
        """The names of some accounts. If lobby is away, those that are known: a view without names beats none."""
        now = self._clock.now()
        wanted = {account for account in accounts if account}
        unknown = [a for a in wanted if a not in self._known or self._known[a][0] < now]
        if unknown:
            try:
                request = lobby_pb2.GetContactsRequest(accounts=unknown)
                reply = await self._clients.ask(self._clients.lobby.GetContacts, request)
            except Problem:
                reply = lobby_pb2.GetContactsReply()
            for account in reply.accounts:
                self._known[account.id] = (now + KEPT, account.name)
            while len(self._known) > MOST:
                self._known.popitem(last=False)
        return {account: self._known[account][1] for account in wanted if account in self._known}

    def forget(self, account: str) -> None:
        """Lobby says the account changed."""
        self._known.pop(account, None)
