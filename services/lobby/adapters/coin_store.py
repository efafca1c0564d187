"""The coin ledger in the database: transfers are only ever added; its triggers move the balances."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import case, func, insert, literal, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from chassis.database import Database, lock_rows
from chassis.timekeeping import Clock, from_unix_ms, unix_ms
from services.lobby.adapters.tables import COIN_ACCOUNT, COIN_TRANSFER
from services.lobby.app.ports import Purse, PurseLine
from services.lobby.core.coins import Kind, Transfer, escrow, grant, pot_to_winner, purse, refunds
from services.lobby.core.refusals import Refusal, Refused

LINES = 100
"""Most transfers shown of a purse."""


class SqlCoins:
    """The `Coins` port on SQLite and PostgreSQL."""

    def __init__(self, database: Database, clock: Clock, *, granted: int, rake_percent: int) -> None:
        """
        :param granted: coins a new account gets.
        :param rake_percent: the operator's part of a pot.
        """
        self._database = database
        self._clock = clock
        self._granted = granted
        self._rake_percent = rake_percent

    async def purse(self, account: str) -> Purse:
        """What a person has, what of theirs lies in escrow, and the last transfers; the first look brings the grant."""
        async with self._database.write() as connection:
            await self._open(connection, [account])
        concerned = COIN_TRANSFER.c.account == account
        own = concerned & (COIN_TRANSFER.c.kind != Kind.RAKE.value)
        newest = select(COIN_TRANSFER).where(own).order_by(COIN_TRANSFER.c.at_unix_ms.desc(), COIN_TRANSFER.c.n.desc())
        async with self._database.read() as connection:
            mine = select(COIN_ACCOUNT.c.balance).where(COIN_ACCOUNT.c.id == purse(account))
            balance = await connection.scalar(mine)
            table = COIN_ACCOUNT.c.id == literal(escrow("")) + COIN_TRANSFER.c.campaign
            underway = (
                select(func.sum(_staking())).join(COIN_ACCOUNT, table).where(concerned, COIN_ACCOUNT.c.balance > 0)
            )
            held = await connection.scalar(underway)
            rows = list(await connection.execute(newest.limit(LINES)))
        return Purse(balance=int(balance or 0), held=int(held or 0), lines=tuple(_line(row) for row in rows))

    async def apply(self, connection: AsyncConnection, transfers: Iterable[Transfer]) -> None:
        """Make transfers within the caller's transaction.

        :raises Refused: `not_enough_coins`.
        """
        wanted = tuple(transfers)
        if not wanted:
            return
        await self._open(connection, [one.account for one in wanted])
        tables = sorted({escrow(one.campaign) for one in wanted if one.campaign})
        await connection.execute(_ignoring(connection, COIN_ACCOUNT), [{"id": table, "balance": 0} for table in tables])
        ends = sorted({end for one in wanted for end in (one.debit, one.credit)})
        balances = await lock_rows(connection, "coin_account", "id", ("balance",), ends)
        for one in wanted:
            have = balances[one.debit][0]
            if one.kind is Kind.ENTRY and have < one.amount:
                raise Refused(Refusal.NOT_ENOUGH_COINS, need=one.amount, have=have)
        await self._insert(connection, wanted)

    async def settle(self, campaign: str, winner: str) -> None:
        """Pay a table out, once: the pot to the winner, or every entry back if there is none (empty)."""
        table = escrow(campaign)
        async with self._database.write() as connection:
            found = await lock_rows(connection, "coin_account", "id", ("balance",), [table])
            pot = found[table][0] if found else 0
            if not pot:
                return
            if winner:
                transfers = pot_to_winner(campaign, pot, winner, self._rake_percent)
            else:
                transfers = refunds(campaign, await self._staked(connection, campaign))
            ends = sorted({end for one in transfers for end in (one.debit, one.credit)})
            await lock_rows(connection, "coin_account", "id", ("balance",), ends)
            await self._insert(connection, transfers)

    async def _staked(self, connection: AsyncConnection, campaign: str) -> list[tuple[str, int]]:
        query = select(COIN_TRANSFER.c.account, func.sum(_staking())).where(COIN_TRANSFER.c.campaign == campaign)
        rows = await connection.execute(query.group_by(COIN_TRANSFER.c.account).order_by(COIN_TRANSFER.c.account))
        return [(row[0], int(row[1])) for row in rows]

    async def _open(self, connection: AsyncConnection, accounts: Iterable[str]) -> None:
        """Give those their purse, and the grant, who have none yet."""
        for account in sorted(set(accounts)):
            one = grant(account, self._granted)
            made = await connection.execute(_ignoring(connection, COIN_ACCOUNT), [{"id": one.credit, "balance": 0}])
            if made.rowcount == 1 and self._granted:
                await self._insert(connection, (one,))

    async def _insert(self, connection: AsyncConnection, transfers: Iterable[Transfer]) -> None:
        at = unix_ms(self._clock.now())
        rows = [
            {
                "campaign": one.campaign, "account": one.account, "kind": one.kind.value, "n": one.n,
                "amount": one.amount, "debit": one.debit, "credit": one.credit, "at_unix_ms": at,
            }
            for one in transfers
        ]  # fmt: skip
        if rows:
            await connection.execute(insert(COIN_TRANSFER), rows)


def _staking() -> Any:
    """What a transfer adds to its person's stake, until the table is paid out."""
    amount, kind = COIN_TRANSFER.c.amount, COIN_TRANSFER.c.kind
    return case((kind == Kind.ENTRY.value, amount), (kind == Kind.RETURN.value, -amount), else_=0)


def _ignoring(connection: AsyncConnection, table: Any) -> Any:
    """An insert that leaves rows alone that are there."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    return dialect.insert(table).on_conflict_do_nothing()


def _line(row: Any) -> PurseLine:
    signed = row.amount if row.credit == purse(row.account) else -row.amount
    return PurseLine(kind=row.kind, amount=signed, campaign=row.campaign, at=from_unix_ms(row.at_unix_ms))
