"""Guests and accounts: signing up, signing in, changing names and passwords."""

import secrets
from contextlib import suppress

import msgspec

from chassis.crypto import hash_token
from chassis.ids import new_id
from chassis.timekeeping import Clock
from services.lobby.app.guesses import Guesses, count
from services.lobby.app.opening import Opening, SignedIn
from services.lobby.app.ports import Account, Accounts, Ending, Limiter, Passwords
from services.lobby.app.refusals import telling
from services.lobby.core import names
from services.lobby.core.refusals import Refusal, Refused

EVERYBODY = "all"
"""Whom new accounts count against: the whole installation."""
_MOST_CONTACTS = 500


class AccountsUse:
    """The use cases of accounts."""

    def __init__(
        self,
        accounts: Accounts,
        passwords: Passwords,
        sign_ups: Limiter,
        guesses: Guesses,
        opening: Opening,
        clock: Clock,
    ) -> None:
        self._accounts = accounts
        self._passwords = passwords
        self._sign_ups = sign_ups
        self._guesses = guesses
        self._opening = opening
        self._clock = clock

    @telling
    async def create_guest(self, name: str, language: str) -> SignedIn:
        """A guest, whose recovery code is the way back to their seats.

        :raises Problem: `bad_name`, `bad_language`, `name_taken` by an account, `too_many_attempts`.
        """
        account = Account(
            id=new_id(),
            name=names.clean_name(name),
            guest=True,
            language=names.clean_language(language),
            created=self._clock.now(),
        )
        await count(self._sign_ups, EVERYBODY)
        await self._refuse_taken(account.name)
        code = names.recovery_code(secrets.token_bytes(16))
        account = msgspec.structs.replace(account, recovery_hash=hash_token(code))
        return await self._opening.first(account, recovery_code=code)

    @telling
    async def create_account(self, name: str, password: str, language: str, address: str = "") -> SignedIn:
        """An account with a name of its own.

        :raises Problem: `bad_name`, `bad_password`, `bad_language`, `name_taken`, `too_many_attempts`, `busy`.
        """
        clean = names.clean_name(name)
        password, language = names.clean_password(password), names.clean_language(language)
        await count(self._sign_ups, EVERYBODY)
        await self._refuse_taken(clean)
        account = Account(
            id=new_id(),
            name=clean,
            guest=False,
            language=language,
            password_hash=await self._passwords.hash(password),
            created=self._clock.now(),
        )
        return await self._opening.first(account, address)

    @telling
    async def sign_in(self, name: str, password: str, address: str = "") -> SignedIn:
        """By name and password; an unknown name and a wrong password look the same and take as long.

        :param address: where it comes from; failures count by it.
        :raises Problem: `wrong_credentials`, `too_many_attempts`, `busy`.
        """
        account = await self._guessed(name, password, address)
        if account is None:
            raise Refused(Refusal.WRONG_CREDENTIALS)
        return await self._opening.further(account, address)

    @telling
    async def recover(self, code: str, address: str = "") -> SignedIn:
        """By a guest's recovery code, which stays good.

        :raises Problem: `wrong_code`, `too_many_attempts`.
        """
        typed = names.read_code(code)
        if typed is None:  # can't be anybody's, and costs nobody else an attempt
            raise Refused(Refusal.WRONG_CODE)
        taken = await self._guesses.taken_from(address)
        account = await self._accounts.by_recovery(hash_token(typed))
        if account is None:
            raise Refused(Refusal.WRONG_CODE)
        await taken.give_back()
        return await self._opening.further(account)

    @telling
    async def update(self, account: str, name: str, language: str) -> Account:
        """Another name or language; empty ones stay.

        :raises Problem: `bad_name`, `bad_language`, `name_taken`, `no_such_account`.
        """
        wanted: dict[str, str] = {}
        if name:
            wanted["name"] = names.clean_name(name)
        if language:
            wanted["language"] = names.clean_language(language)
        if name and (await self._known(account)).guest:  # accounts' names are kept apart by the database
            await self._refuse_taken(wanted["name"])
        return await self._accounts.change(account, lambda old: msgspec.structs.replace(old, **wanted), Ending())

    @telling
    async def upgrade(self, account: str, name: str, password: str) -> Account:
        """A guest becomes an account and keeps everything; the recovery code ends.

        Repeating it with the same name and password answers the same.

        :raises Problem: `bad_name`, `bad_password`, `name_taken`, `not_a_guest`, `no_such_account`,
            `too_many_attempts`, `busy`.
        """
        clean, password = names.clean_name(name), names.clean_password(password)
        known = await self._known(account)
        if not known.guest:
            if known.name == clean and await self._is_own(known, password):
                return known
            raise Refused(Refusal.NOT_A_GUEST)
        await self._refuse_taken(clean)
        await count(self._sign_ups, EVERYBODY)
        password_hash = await self._passwords.hash(password)

        def edit(old: Account) -> Account:
            if not old.guest:
                raise Refused(Refusal.NOT_A_GUEST)
            return msgspec.structs.replace(old, name=clean, guest=False, password_hash=password_hash, recovery_hash="")

        return await self._accounts.change(account, edit, Ending())

    @telling
    async def change_password(self, account: str, old: str, new: str, session: str) -> None:
        """Another password, or the first one of who came by Lichess; every session ends but the one that asks.

        :raises Problem: `bad_password`, `wrong_password`, `is_guest`, `no_such_account`, `too_many_attempts`, `busy`.
        """
        new = names.clean_password(new)
        known = await self._known(account)
        if known.guest:
            raise Refused(Refusal.IS_GUEST)
        if known.password_hash and not await self._is_own(known, old, new):
            raise Refused(Refusal.WRONG_PASSWORD)  # the new one is right if this very change is repeated
        password_hash = await self._passwords.hash(new)

        def edit(now: Account) -> Account:
            if now.password_hash != known.password_hash:  # somebody was quicker
                raise Refused(Refusal.WRONG_PASSWORD)
            return msgspec.structs.replace(now, password_hash=password_hash)

        ending = Ending(sessions=True, keep=hash_token(session) if session else "")
        await self._accounts.change(account, edit, ending)

    @telling
    async def reset_password(self, name: str) -> str:
        """The operator's way back in: a new password; every session and token ends.

        :raises Problem: `bad_name`, `no_such_account`.
        """
        found = await self._accounts.by_name(names.clean_name(name))
        if found is None:
            raise Refused(Refusal.NO_SUCH_ACCOUNT)
        password = names.recovery_code(secrets.token_bytes(16))
        password_hash = await self._passwords.hash(password)
        await self._accounts.change(
            found.id,
            lambda old: msgspec.structs.replace(old, password_hash=password_hash),
            Ending(sessions=True, tokens=True),
        )
        return password

    async def contacts(self, accounts: list[str]) -> list[Account]:
        """Those of the accounts that exist; of more than 500 the first."""
        return await self._accounts.some(accounts[:_MOST_CONTACTS])

    async def _refuse_taken(self, name: str) -> None:
        """Neither accounts nor guests may look like an account."""
        if await self._accounts.look_taken(name):
            raise Refused(Refusal.NAME_TAKEN)

    async def _known(self, account: str) -> Account:
        found = await self._accounts.by_id(account)
        if found is None:
            raise Refused(Refusal.NO_SUCH_ACCOUNT)
        return found

    async def _guessed(self, name: str, password: str, address: str) -> Account | None:
        """The account, if this is its password; else it counts as a guess."""
        try:
            clean, typed = names.clean_name(name), names.clean_password(password)
        except Refused:
            clean = typed = ""  # can't be anybody's; yet it takes its time and counts
        taken = await self._guesses.taken_for(self._accounts, clean, address)
        account = await self._accounts.by_name(clean) if clean else None
        right = await self._passwords.verify(account.password_hash if account else "", typed)
        if not right:
            return None
        await taken.give_back()
        return account

    async def _is_own(self, account: Account, *passwords: str) -> bool:
        """Whether one of these is the account's password; else it counts as a guess of whoever is signed in."""
        taken = await self._guesses.taken_by(account.id)
        for password in passwords:
            with suppress(Refused):  # can't be anybody's
                if await self._passwords.verify(account.password_hash, names.clean_password(password)):
                    await taken.give_back()
                    return True
        return False
