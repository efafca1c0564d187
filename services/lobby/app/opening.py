"""Opening sessions, whichever way somebody came in."""

from datetime import timedelta

import msgspec

from chassis.crypto import hash_token, new_token
from chassis.timekeeping import Clock
from services.lobby.app.ports import Account, Accounts, Session


class SignedIn(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who has just signed in."""

    account: Account
    secret: str
    """The session's secret; nobody can tell it again."""
    session: Session
    recovery_code: str = ""
    """Of a new guest; nobody can tell it again."""


class Opening:
    """Makes sessions."""

    def __init__(self, accounts: Accounts, clock: Clock, *, lasts: timedelta, most: int) -> None:
        """:param most: sessions an account; with a further one the oldest ends."""
        self._accounts = accounts
        self._clock = clock
        self._lasts = lasts
        self._most = most

    async def first(self, account: Account, address: str = "", recovery_code: str = "") -> SignedIn:
        """Store a new account with its first session.

        :raises Refused: `name_taken`, `lichess_taken`.
        """
        secret, session = self._session(account.id)
        await self._accounts.add(account, session, address)
        return SignedIn(account=account, secret=secret, session=session, recovery_code=recovery_code)

    async def further(self, account: Account, address: str = "") -> SignedIn:
        """Another session of an account.

        :param address: where it is from; the account knows it from now on. Empty: none.
        """
        secret, session = self._session(account.id)
        await self._accounts.open_session(session, self._most, address)
        return SignedIn(account=account, secret=secret, session=session)

    def _session(self, account: str) -> tuple[str, Session]:
        secret, now = new_token(), self._clock.now()
        return secret, Session(hash=hash_token(secret), account=account, created=now, expires=now + self._lasts)
