"""Accounts, sessions and tokens in the database; every change is told of through the outbox, in its transaction."""

import hashlib
import hmac
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from chassis.database import Database, lock_rows
from chassis.outbox import Outbox, OutboxRow
from chassis.timekeeping import Clock, from_unix_ms, unix_ms
from services.lobby.adapters import wire
from services.lobby.adapters.room_store import SqlRooms
from services.lobby.adapters.rows import (
    account_columns,
    account_of,
    outbox_row,
    session_columns,
    token_columns,
    token_of,
)
from services.lobby.adapters.tables import ACCOUNT, SESSION, SIGNED_IN_FROM, TOKEN
from services.lobby.app.ports import Account, Ending, Session, Token
from services.lobby.core.looks import look
from services.lobby.core.names import folded
from services.lobby.core.refusals import Refusal, Refused

MOST_ORIGINS = 20
"""Addresses that an account knows."""


class SqlAccounts:
    """The `Accounts` port on SQLite and PostgreSQL."""

    def __init__(self, database: Database, outbox: Outbox, rooms: SqlRooms, clock: Clock, *, origin_key: bytes) -> None:
        """
        :param rooms: told of new names, in the same transaction.
        :param origin_key: hides the addresses that accounts sign in from.
        """
        self._origin_key = origin_key
        self._database = database
        self._outbox = outbox
        self._rooms = rooms
        self._clock = clock

    async def add(self, account: Account, session: Session, address: str = "") -> None:
        """Store a new account with its first session, and where it is from."""
        try:
            async with self._database.write() as connection:
                await connection.execute(insert(ACCOUNT), [{**account_columns(account), "version": 1}])
                await connection.execute(insert(SESSION), [session_columns(session)])
                await self._remember(connection, account.id, address)
        except IntegrityError as error:
            raise await self._taken(account) from error

    async def by_id(self, account: str) -> Account | None:
        """The account, or None."""
        return await self._one(ACCOUNT.c.id == account)

    async def by_name(self, name: str) -> Account | None:
        """The account (no guest) of this name, or None."""
        return await self._one(ACCOUNT.c.unique_name == folded(name))

    async def look_taken(self, name: str) -> bool:
        """Whether an account (no guest) has a name that looks like this one."""
        return await self._one((ACCOUNT.c.look == look(name)) | (ACCOUNT.c.unique_name == folded(name))) is not None

    async def by_recovery(self, recovery_hash: str) -> Account | None:
        """The guest with this recovery code, or None."""
        return await self._one(ACCOUNT.c.recovery_hash == recovery_hash)

    async def by_lichess(self, user: str) -> Account | None:
        """The account that is linked with a user of Lichess, or None."""
        return await self._one(ACCOUNT.c.lichess_id == user)

    async def some(self, accounts: Sequence[str]) -> list[Account]:
        """Those of the accounts that exist."""
        async with self._database.read() as connection:
            rows = await connection.execute(select(ACCOUNT).where(ACCOUNT.c.id.in_(accounts)).order_by(ACCOUNT.c.id))
            return [account_of(row) for row in rows]

    async def change(self, account: str, edit: Callable[[Account], Account], ending: Ending) -> Account:
        """Change an account and end what is to end, in one transaction."""
        rows: list[OutboxRow] = []
        try:
            async with self._database.write() as connection:
                version, before = await _locked(connection, account)
                after = edit(before)
                revoked = await _end(connection, account, ending)
                if after != before or revoked:
                    columns = account_columns(after)
                    if (after.name, after.guest) == (before.name, before.guest):
                        del columns["look"]  # names that were alike before that was looked at stay
                    await connection.execute(
                        update(ACCOUNT).where(ACCOUNT.c.id == account).values(**columns, version=version + 1)
                    )
                    rows.append(self._row(account, version + 1, revoked))
                if _shown(after) != _shown(before):
                    rows += await self._rooms.retold(connection, account)
                await self._outbox.add(connection, rows)
        except IntegrityError as error:
            raise await self._taken(after) from error
        self._outbox.publish_soon(rows)
        return after

    async def known_from(self, name: str, address: str) -> bool:
        """Whether the account of this name has signed in from an address."""
        found = await self.by_name(name)
        account = "" if found is None else found.id
        mine, origin = SIGNED_IN_FROM.c.account == account, self._origin(account, address)
        async with self._database.read() as connection:  # also for nobody, so that it takes as long
            query = select(SIGNED_IN_FROM.c.account).where(mine, SIGNED_IN_FROM.c.origin == origin)
            return await connection.scalar(query) is not None

    async def open_session(self, session: Session, most: int, address: str = "") -> None:
        """Store a session, and where it is from; of more than `most` the oldest ends."""
        rows: list[OutboxRow] = []
        async with self._database.write() as connection:
            version, _ = await _locked(connection, session.account)
            mine = select(SESSION.c.hash).where(SESSION.c.account == session.account)
            newest_first = mine.order_by(SESSION.c.created_unix_ms.desc(), SESSION.c.hash)
            surplus = list((await connection.scalars(newest_first.offset(most - 1))).all())
            if surplus:
                await connection.execute(delete(SESSION).where(SESSION.c.hash.in_(surplus)))
                await connection.execute(
                    update(ACCOUNT).where(ACCOUNT.c.id == session.account).values(version=version + 1)
                )
                rows.append(self._row(session.account, version + 1, surplus))
            await connection.execute(insert(SESSION), [session_columns(session)])
            await self._remember(connection, session.account, address)
            await self._outbox.add(connection, rows)
        self._outbox.publish_soon(rows)

    async def session(self, session_hash: str) -> tuple[Session, Account] | None:
        """A session that was not ended, and whose it is."""
        query = (
            select(ACCOUNT, SESSION.c.created_unix_ms.label("opened"), SESSION.c.expires_unix_ms)
            .join(SESSION, SESSION.c.account == ACCOUNT.c.id)
            .where(SESSION.c.hash == session_hash)
        )
        async with self._database.read() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return None
        session = Session(
            hash=session_hash,
            account=row.id,
            created=from_unix_ms(row.opened),
            expires=from_unix_ms(row.expires_unix_ms),
        )
        return session, account_of(row)

    async def extend(self, session_hash: str, expires: datetime) -> None:
        """Let a session last longer."""
        async with self._database.write() as connection:
            await connection.execute(
                update(SESSION).where(SESSION.c.hash == session_hash).values(expires_unix_ms=unix_ms(expires))
            )

    async def add_token(self, token: Token, most: int) -> None:
        """Store a token."""
        async with self._database.write() as connection:
            await _locked(connection, token.account)
            mine = select(func.count()).select_from(TOKEN).where(TOKEN.c.account == token.account)
            if (await connection.scalar(mine) or 0) >= most:
                raise Refused(Refusal.TOO_MANY_TOKENS, most=most)
            await connection.execute(insert(TOKEN), [token_columns(token)])

    async def token(self, token_hash: str) -> tuple[Token, Account] | None:
        """A token and whose it is."""
        async with self._database.read() as connection:
            row = (await connection.execute(select(TOKEN).where(TOKEN.c.hash == token_hash))).first()
            if row is None:
                return None
            holder = (await connection.execute(select(ACCOUNT).where(ACCOUNT.c.id == row.account))).one()
        return token_of(row), account_of(holder)

    async def tokens(self, account: str) -> list[Token]:
        """The account's tokens, the oldest first."""
        query = select(TOKEN).where(TOKEN.c.account == account).order_by(TOKEN.c.created_unix_ms, TOKEN.c.id)
        async with self._database.read() as connection:
            return [token_of(row) for row in await connection.execute(query)]

    async def forget_expired(self, now: datetime) -> int:
        """Delete sessions that have expired; how many."""
        expired = SESSION.c.expires_unix_ms <= unix_ms(now)
        async with self._database.read() as connection:
            if await connection.scalar(select(SESSION.c.hash).where(expired).limit(1)) is None:
                return 0
        async with self._database.write() as connection:
            return int((await connection.execute(delete(SESSION).where(expired))).rowcount)

    async def _taken(self, wanted: Account) -> Refused:
        """What the database has found doubled."""
        user = wanted.lichess
        other = None if user is None else await self.by_lichess(user.id)
        if user is not None and other is not None and other.id != wanted.id:
            return Refused(Refusal.LICHESS_TAKEN, name=user.name)
        return Refused(Refusal.NAME_TAKEN)

    async def _one(self, condition: Any) -> Account | None:
        async with self._database.read() as connection:
            row = (await connection.execute(select(ACCOUNT).where(condition))).first()
        return None if row is None else account_of(row)

    async def _remember(self, connection: AsyncConnection, account: str, address: str) -> None:
        """Note that the account, which is locked, signs in from an address; of more than enough the oldest go."""
        if not address:
            return
        mine, origin = SIGNED_IN_FROM.c.account == account, self._origin(account, address)
        await connection.execute(delete(SIGNED_IN_FROM).where(mine, SIGNED_IN_FROM.c.origin == origin))
        newest = SIGNED_IN_FROM.c.at_unix_ms.desc(), SIGNED_IN_FROM.c.origin
        query = select(SIGNED_IN_FROM.c.origin).where(mine).order_by(*newest).offset(MOST_ORIGINS - 1)
        surplus = list((await connection.scalars(query)).all())
        await connection.execute(delete(SIGNED_IN_FROM).where(mine, SIGNED_IN_FROM.c.origin.in_(surplus)))
        now = unix_ms(self._clock.now())
        await connection.execute(insert(SIGNED_IN_FROM), [{"account": account, "origin": origin, "at_unix_ms": now}])

    def _origin(self, account: str, address: str) -> str:
        return hmac.new(self._origin_key, f"{account} {address}".encode(), hashlib.sha256).hexdigest()

    def _row(self, account: str, version: int, revoked: list[str]) -> OutboxRow:
        body = wire.account_changed(account, revoked)
        return outbox_row(("lobby", "account", account), version, body, self._clock.now())


def _shown(account: Account) -> tuple[object, ...]:
    """What rooms show of an account."""
    return account.name, account.guest, account.lichess and account.lichess.ratings


async def _locked(connection: AsyncConnection, account: str) -> tuple[int, Account]:
    found = await lock_rows(connection, "account", "id", ("version",), [account])
    if account not in found:
        raise Refused(Refusal.NO_SUCH_ACCOUNT)
    row = (await connection.execute(select(ACCOUNT).where(ACCOUNT.c.id == account))).one()
    return found[account][0], account_of(row)


async def _end(connection: AsyncConnection, account: str, ending: Ending) -> list[str]:
    """Delete what is to end; the hashes that are void now, sorted."""
    revoked: list[str] = []
    sessions, tokens = SESSION.c.account == account, TOKEN.c.account == account
    if ending.sessions:
        sessions &= SESSION.c.hash != ending.keep
    else:
        sessions &= SESSION.c.hash == ending.session
    if not ending.tokens:
        tokens &= TOKEN.c.id == ending.token
    for table, condition, wanted in (
        (SESSION, sessions, ending.sessions or ending.session),
        (TOKEN, tokens, ending.tokens or ending.token),
    ):
        if wanted:
            revoked += (await connection.scalars(delete(table).where(condition).returning(table.c.hash))).all()
    return sorted(revoked)
