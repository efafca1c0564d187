"""Who is asking: sessions that slide, and API tokens with scopes."""

from datetime import datetime, timedelta

import msgspec

from chassis.crypto import hash_token, new_token
from chassis.ids import new_id
from chassis.timekeeping import Clock
from services.lobby.app.ports import Account, Accounts, Ending, Token
from services.lobby.app.refusals import telling
from services.lobby.core import names
from services.lobby.core.refusals import Refusal, Refused

_TOKEN_PREFIX = "wb_"  # noqa: S105 - so that scanners for leaked secrets know ours
_EXTENDED_EVERY = timedelta(days=1)
MOST_TOKENS = 20
_LONGEST_TOKEN = timedelta(days=366)


class Authenticated(msgspec.Struct, frozen=True, kw_only=True):
    """Who somebody is, and what they may."""

    account: Account
    scopes: tuple[str, ...] = ()
    """Empty for a session, which may everything."""
    expires: datetime | None = None
    """None: a token that never runs out."""


class SessionsUse:
    """The use cases of sessions and tokens."""

    def __init__(self, accounts: Accounts, clock: Clock, session_lasts: timedelta) -> None:
        self._accounts = accounts
        self._clock = clock
        self._lasts = session_lasts

    @telling
    async def by_session(self, secret: str) -> Authenticated:
        """Who a session is; being used, it lasts on (written down once a day).

        :raises Problem: `not_signed_in`.
        """
        found = await self._accounts.session(hash_token(secret))
        now = self._clock.now()
        if found is None or found[0].expires <= now:
            raise Refused(Refusal.NOT_SIGNED_IN)
        session, account = found
        expires = session.expires
        if expires < now + self._lasts - _EXTENDED_EVERY:
            expires = now + self._lasts
            await self._accounts.extend(session.hash, expires)
        return Authenticated(account=account, expires=expires)

    @telling
    async def by_token(self, secret: str) -> Authenticated:
        """Who a token is, and for what it is good.

        :raises Problem: `not_signed_in`.
        """
        found = await self._accounts.token(hash_token(secret))
        if found is None or (found[0].expires is not None and found[0].expires <= self._clock.now()):
            raise Refused(Refusal.NOT_SIGNED_IN)
        token, account = found
        return Authenticated(account=account, scopes=token.scopes, expires=token.expires)

    @telling
    async def sign_out(self, secret: str) -> None:
        """End a session; one that has ended already stays so."""
        found = await self._accounts.session(hash_token(secret))
        if found is not None:
            session, account = found
            await self._accounts.change(account.id, lambda same: same, Ending(session=session.hash))

    @telling
    async def create_token(
        self, account: str, label: str, scopes: list[str], expires_in: timedelta
    ) -> tuple[str, Token]:
        """A token, told this once, and what is kept of it; for an `expires_in` of zero it never runs out.

        :raises Problem: `bad_label`, `bad_scopes`, `bad_expiry`, `too_many_tokens`, `no_such_account`.
        """
        if expires_in > _LONGEST_TOKEN:
            raise Refused(Refusal.BAD_EXPIRY, most_s=int(_LONGEST_TOKEN.total_seconds()))
        now = self._clock.now()
        secret = _TOKEN_PREFIX + new_token()
        token = Token(
            id=new_id(),
            hash=hash_token(secret),
            account=account,
            label=names.clean_label(label),
            scopes=names.clean_scopes(scopes),
            created=now,
            expires=now + expires_in if expires_in else None,
        )
        await self._accounts.add_token(token, MOST_TOKENS)
        return secret, token

    async def tokens(self, account: str) -> list[Token]:
        """The account's tokens, the oldest first."""
        return await self._accounts.tokens(account)

    @telling
    async def revoke_token(self, account: str, token: str) -> None:
        """End a token of the account; one that has ended already stays so.

        :raises Problem: `no_such_account`.
        """
        await self._accounts.change(account, lambda same: same, Ending(token=token))
