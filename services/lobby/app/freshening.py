"""Looking players' ratings up once more before a campaign freezes them."""

import asyncio
from datetime import timedelta

import msgspec

from chassis.logs import logger
from chassis.timekeeping import Clock
from services.lobby.app.lichess_ports import Lichess
from services.lobby.app.ports import Account, Accounts, Ending, RoomView
from services.lobby.core.ratings import LichessUser
from services.lobby.core.refusals import Refused

_LOG = logger(__name__)

FRESH = timedelta(minutes=10)
"""How old ratings may be; so pressing *start* again and again asks Lichess nothing."""
PATIENCE = timedelta(milliseconds=1_500)
"""For Lichess; then what is known counts."""


class Freshening:
    """Asks Lichess once for everybody in a room whose ratings are old."""

    def __init__(self, accounts: Accounts, lichess: Lichess | None, clock: Clock) -> None:
        """:param lichess: None where it is switched off."""
        self._accounts = accounts
        self._lichess = lichess
        self._clock = clock

    async def freshen(self, view: RoomView) -> None:
        """Store the newest ratings of the room's players; if Lichess is away, the known ones stay."""
        if self._lichess is None or not view.room.rating_kinds:
            return
        before = self._clock.now() - FRESH
        linked = {a.lichess.id: a.id for a in view.accounts.values() if a.lichess and a.lichess.fetched < before}
        if not linked:
            return
        try:
            async with asyncio.timeout(PATIENCE.total_seconds()):
                users = await self._lichess.users(sorted(linked))
        except (TimeoutError, Refused) as error:
            _LOG.warning("ratings stay as they were known", room=view.room.id, error=str(error) or "too slow")
            return
        for user in users:
            if user.id in linked:
                await self._store(linked[user.id], user)

    async def _store(self, account: str, user: LichessUser) -> None:
        def edit(old: Account) -> Account:
            same = old.lichess is not None and old.lichess.id == user.id
            return msgspec.structs.replace(old, lichess=user) if same else old

        await self._accounts.change(account, edit, Ending())
