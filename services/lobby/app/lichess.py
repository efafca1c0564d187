"""Signing in with Lichess, and linking an account with it (OAuth 2 with PKCE and state, ADR 14)."""

import secrets
from collections.abc import Iterator
from datetime import timedelta

import msgspec

from chassis.crypto import hash_token, new_token
from chassis.ids import new_id
from chassis.timekeeping import Clock
from services.lobby.app.accounts import EVERYBODY
from services.lobby.app.guesses import count
from services.lobby.app.lichess_ports import Lichess, Way, Ways
from services.lobby.app.opening import Opening, SignedIn
from services.lobby.app.ports import Account, Accounts, Ending, Limiter
from services.lobby.app.refusals import telling
from services.lobby.core import names, pkce
from services.lobby.core.ratings import LichessUser
from services.lobby.core.refusals import Refusal, Refused

UNDER_WAY = timedelta(minutes=10)
"""How long somebody may take at Lichess."""
_LONGEST = 512
"""Of a state, a code or an address, in characters."""


class Back(msgspec.Struct, frozen=True, kw_only=True):
    """What a browser brings back from Lichess."""

    account: str
    """Who is signed in; empty: nobody."""
    state: str
    code: str
    browser: str
    """The secret in its cookie."""
    language: str = ""
    """Of a new account."""
    address: str = ""


class LichessUse:
    """The use cases of Lichess."""

    def __init__(
        self,
        accounts: Accounts,
        ways: Ways,
        lichess: Lichess | None,
        opening: Opening,
        sign_ups: Limiter,
        clock: Clock,
        *,
        key: bytes,
    ) -> None:
        """
        :param lichess: None where it is switched off.
        :param key: of which PKCE's verifiers are made.
        """
        self._accounts = accounts
        self._ways = ways
        self._lichess = lichess
        self._opening = opening
        self._sign_ups = sign_ups
        self._clock = clock
        self._key = key

    @property
    def enabled(self) -> bool:
        """Whether this server works with Lichess."""
        return self._lichess is not None

    @telling
    async def mine(self, account: str) -> Account:
        """The account, with who it is on Lichess.

        :raises Problem: `no_such_account`.
        """
        return await self._known(account)

    @telling
    async def start(self, account: str, redirect_uri: str) -> tuple[str, str]:
        """Where the browser goes, and a secret for its cookie; it can come back once, within ten minutes.

        :param account: who wants to link it; empty to sign in.
        :raises Problem: `lichess_off`, `no_such_account`.
        """
        lichess = self._on()
        if account:
            await self._known(account)
        state, browser, now = new_token(), new_token(), self._clock.now()
        way = Way(
            state=hash_token(state),
            browser=hash_token(browser),
            account=account,
            redirect_uri=redirect_uri[:_LONGEST],
            expires=now + UNDER_WAY,
        )
        await self._ways.add(way, now)
        challenge = pkce.challenge(pkce.verifier(self._key, state))
        return lichess.authorization_url(state=state, challenge=challenge, redirect_uri=way.redirect_uri), browser

    @telling
    async def finish(self, back: Back) -> SignedIn | Account:
        """Who was signed in gets their account linked; anybody else is signed in, with a new account if need be.

        The way ends with the first try, whatever comes of it. Only the browser that began it can end it.

        :raises Problem: `lichess_off`, `lichess_state`, `lichess_refused`, `lichess_busy`, `lichess_away`,
            `lichess_taken`, `lichess_linked`, `too_many_attempts`, `bad_language`.
        """
        lichess = self._on()
        language = names.clean_language(back.language)
        way = None
        if max(map(len, (back.state, back.code, back.browser))) <= _LONGEST:
            way = await self._ways.take(hash_token(back.state), hash_token(back.browser), self._clock.now())
        if way is None or way.account != back.account:
            raise _begin_again()
        verifier = pkce.verifier(self._key, back.state)
        user = await lichess.whose(code=back.code, verifier=verifier, redirect_uri=way.redirect_uri)
        if way.account:
            return await self._linked(way.account, user)
        return await self._signed_in(user, language, back.address)

    @telling
    async def unlink(self, account: str) -> None:
        """Forget who the account is on Lichess.

        :raises Problem: `no_such_account`, `no_other_way_in`.
        """

        def edit(old: Account) -> Account:
            if old.lichess is not None and not old.password_hash and not old.guest:
                raise Refused(Refusal.NO_OTHER_WAY_IN)
            return msgspec.structs.replace(old, lichess=None)

        await self._accounts.change(account, edit, Ending())

    async def _linked(self, account: str, user: LichessUser) -> Account:
        def edit(old: Account) -> Account:
            if old.lichess is not None and old.lichess.id != user.id:
                raise Refused(Refusal.LICHESS_LINKED, name=old.lichess.name)
            return msgspec.structs.replace(old, lichess=user)

        return await self._accounts.change(account, edit, Ending())

    async def _signed_in(self, user: LichessUser, language: str, address: str) -> SignedIn:
        found = await self._accounts.by_lichess(user.id)
        if found is None:
            await count(self._sign_ups, EVERYBODY)
            try:
                return await self._new(user, language, address)
            except Refused as refused:  # a second tab was quicker
                found = await self._accounts.by_lichess(user.id)
                if refused.code is not Refusal.LICHESS_TAKEN or found is None:
                    raise
        return await self._opening.further(await self._freshened(found.id, user), address)

    async def _freshened(self, account: str, user: LichessUser) -> Account:
        """The account with its newest ratings, unless it has been unlinked this very moment."""

        def edit(old: Account) -> Account:
            if old.lichess is None or old.lichess.id != user.id:
                raise _begin_again()
            return msgspec.structs.replace(old, lichess=user)

        return await self._accounts.change(account, edit, Ending())

    async def _new(self, user: LichessUser, language: str, address: str) -> SignedIn:
        """An account of the first free name that is like theirs on Lichess."""
        for name in _names(user.name):
            if await self._accounts.look_taken(name):
                continue
            account = Account(
                id=new_id(), name=name, guest=False, language=language, lichess=user, created=self._clock.now()
            )
            try:
                return await self._opening.first(account, address)
            except Refused as refused:
                if refused.code is not Refusal.NAME_TAKEN:
                    raise
        raise Refused(Refusal.NAME_TAKEN)

    def _on(self) -> Lichess:
        if self._lichess is None:
            raise Refused(Refusal.LICHESS_OFF)
        return self._lichess

    async def _known(self, account: str) -> Account:
        found = await self._accounts.by_id(account)
        if found is None:
            raise Refused(Refusal.NO_SUCH_ACCOUNT)
        return found


def _begin_again() -> Refused:
    return Refused(Refusal.LICHESS_STATE, minutes=UNDER_WAY // timedelta(minutes=1))


def _names(name: str) -> Iterator[str]:
    """`Ann`, then `Ann 2` to `Ann 5`, then with numbers that nobody has."""
    short = name[: names.NAME_CHARACTERS - 7]
    yield name[: names.NAME_CHARACTERS]
    yield from (f"{short} {number}" for number in range(2, 6))
    yield from (f"{short} {100_000 + secrets.randbelow(900_000)}" for _ in range(3))
