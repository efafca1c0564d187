"""Rooms in the database: every change under the room's lock, with its version and its message in the transaction."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from chassis.database import Database, lock_rows
from chassis.outbox import Outbox, OutboxRow
from chassis.timekeeping import Clock, unix_ms
from services.lobby.adapters import wire
from services.lobby.adapters.coin_store import SqlCoins
from services.lobby.adapters.rows import account_of, outbox_row, room_columns, room_of, seat_columns, seat_of
from services.lobby.adapters.tables import ACCOUNT, ROOM, SEAT
from services.lobby.app.ports import Place, RoomView
from services.lobby.core.coins import stakes
from services.lobby.core.refusals import Refusal, Refused
from services.lobby.core.room import Room, Seat, State

_OPEN = ROOM.c.state == State.OPEN.value


class SqlRooms:
    """The `Rooms` port on SQLite and PostgreSQL."""

    def __init__(self, database: Database, outbox: Outbox, coins: SqlCoins, clock: Clock) -> None:
        self._database = database
        self._outbox = outbox
        self._coins = coins
        self._clock = clock

    async def add(self, room: Room, most: int) -> RoomView:
        """Store a new room, or answer the stored one of its id."""
        try:
            async with self._database.write() as connection:
                if room.host not in await lock_rows(connection, "account", "id", ("version",), [room.host]):
                    raise Refused(Refusal.NO_SUCH_ACCOUNT)
                known = await _views(connection, ROOM.c.id == room.id)
                if known:
                    return known[0]
                hosted = select(func.count()).select_from(ROOM).where(ROOM.c.host == room.host, _OPEN)
                if (await connection.scalar(hosted) or 0) >= most:
                    raise Refused(Refusal.TOO_MANY_ROOMS, most=most)
                await connection.execute(insert(ROOM), [room_columns(room)])
                await connection.execute(insert(SEAT), [seat_columns(room.id, seat) for seat in room.seats])
                await self._coins.apply(connection, stakes(None, room))
                view, row = await self._told(connection, room)
        except IntegrityError:
            known_now = await self.get(room.id)
            if known_now is None:
                raise
            return known_now
        self._outbox.publish_soon([row])
        return view

    async def get(self, room: str) -> RoomView | None:
        """The room, or None."""
        async with self._database.read() as connection:
            return next(iter(await _views(connection, ROOM.c.id == room)), None)

    async def change(
        self, room: str, edit: Callable[[Room], Room], seats_of: tuple[str, int] | None = None
    ) -> RoomView:
        """Change a room under its lock."""
        try:
            async with self._database.write() as connection:
                if room not in await lock_rows(connection, "room", "id", ("version",), [room]):
                    raise Refused(Refusal.NO_SUCH_ROOM)
                (view,) = await _views(connection, ROOM.c.id == room)
                after = edit(view.room)
                if after == view.room:
                    return view
                if seats_of is not None:
                    await _refuse_too_many_seats(connection, *seats_of)
                after = msgspec.structs.replace(after, version=view.room.version + 1, changed=self._clock.now())
                await _write(connection, view.room, after)
                await self._coins.apply(connection, stakes(view.room, after))
                view, row = await self._told(connection, after)
        except IntegrityError as error:
            raise Refused(Refusal.SEAT_TAKEN) from error
        self._outbox.publish_soon([row])
        return view

    async def retold(self, connection: AsyncConnection, account: str) -> list[OutboxRow]:
        """Give the open rooms in which the account sits their next version, within the caller's transaction."""
        query = select(SEAT.c.room).join(ROOM, ROOM.c.id == SEAT.c.room).where(SEAT.c.account == account, _OPEN)
        rooms = sorted((await connection.scalars(query)).all())
        await lock_rows(connection, "room", "id", ("version",), rooms)
        rows = []
        for view in await _views(connection, ROOM.c.id.in_(rooms)):
            after = msgspec.structs.replace(view.room, version=view.room.version + 1)
            await _write(connection, view.room, after)
            rows.append((await self._told(connection, after, add=False))[1])
        return rows

    async def of_campaign(self, campaign: str) -> str | None:
        """The room of a campaign, or None."""
        async with self._database.read() as connection:
            found: str | None = await connection.scalar(select(ROOM.c.id).where(ROOM.c.campaign == campaign))
            return found

    async def open_public(self, limit: int, after: Place | None) -> list[RoomView]:
        """Open public rooms after a place in the list, newest first."""
        listed = _OPEN & ROOM.c.public
        if after is not None:
            created = unix_ms(after.created)
            same = (ROOM.c.created_unix_ms == created) & (ROOM.c.id > after.id)
            listed &= (ROOM.c.created_unix_ms < created) | same
        async with self._database.read() as connection:
            return await _views(connection, listed, limit)

    async def starting(self, limit: int) -> list[RoomView]:
        """Rooms that wait for the engine, the longest waiting first."""
        query = select(ROOM.c.id).where(ROOM.c.state == State.STARTING.value).order_by(ROOM.c.changed_unix_ms)
        async with self._database.read() as connection:
            waiting = (await connection.scalars(query.limit(limit))).all()
            return await _views(connection, ROOM.c.id.in_(waiting)) if waiting else []

    async def idle(self, before: datetime, limit: int) -> list[str]:
        """Open rooms that have not changed since."""
        query = select(ROOM.c.id).where(_OPEN, ROOM.c.changed_unix_ms < unix_ms(before)).limit(limit)
        async with self._database.read() as connection:
            return list((await connection.scalars(query)).all())

    async def forget_closed(self, before: datetime) -> int:
        """Delete rooms that closed before; how many."""
        over = (ROOM.c.state == State.CLOSED.value) & (ROOM.c.changed_unix_ms < unix_ms(before))
        async with self._database.read() as connection:
            old = sorted((await connection.scalars(select(ROOM.c.id).where(over).limit(256))).all())
        if old:
            async with self._database.write() as connection:
                await lock_rows(connection, "room", "id", ("version",), old)
                await connection.execute(delete(SEAT).where(SEAT.c.room.in_(old)))
                await connection.execute(delete(ROOM).where(ROOM.c.id.in_(old)))
        return len(old)

    async def _told(self, connection: AsyncConnection, room: Room, *, add: bool = True) -> tuple[RoomView, OutboxRow]:
        """The room as it is now, and the message of it, written into the outbox."""
        view = (await _with_accounts(connection, [room]))[0]
        row = outbox_row(("lobby", room.id), room.version, wire.room_changed(view), self._clock.now())
        if add:
            await self._outbox.add(connection, [row])
        return view, row


async def _views(connection: AsyncConnection, condition: Any, limit: int | None = None) -> list[RoomView]:
    query = select(ROOM).where(condition).order_by(ROOM.c.created_unix_ms.desc(), ROOM.c.id).limit(limit)
    rows = list(await connection.execute(query))
    if not rows:
        return []
    held: dict[str, list[Seat]] = {row.id: [] for row in rows}
    seats = select(SEAT).where(SEAT.c.room.in_(held)).order_by(SEAT.c.room, SEAT.c.seat)
    for row in await connection.execute(seats):
        held[row.room].append(seat_of(row))
    return await _with_accounts(connection, [room_of(row, held[row.id]) for row in rows])


async def _with_accounts(connection: AsyncConnection, rooms: Sequence[Room]) -> list[RoomView]:
    named = {seat.account for room in rooms for seat in room.seats if seat.account}
    found = await connection.execute(select(ACCOUNT).where(ACCOUNT.c.id.in_(sorted(named))))
    accounts = {row.id: account_of(row) for row in found}
    return [
        RoomView(room=room, accounts={s.account: accounts[s.account] for s in room.seats if s.account in accounts})
        for room in rooms
    ]


async def _write(connection: AsyncConnection, before: Room, after: Room) -> None:
    await connection.execute(update(ROOM).where(ROOM.c.id == after.id).values(**room_columns(after)))
    gone = [seat.seat for seat in before.seats if seat not in after.seats]
    new = [seat_columns(after.id, seat) for seat in after.seats if seat not in before.seats]
    if gone:
        await connection.execute(delete(SEAT).where(SEAT.c.room == after.id, SEAT.c.seat.in_(gone)))
    if new:
        await connection.execute(insert(SEAT), new)


async def _refuse_too_many_seats(connection: AsyncConnection, account: str, most: int) -> None:
    query = (
        select(func.count())
        .select_from(SEAT)
        .join(ROOM, ROOM.c.id == SEAT.c.room)
        .where(SEAT.c.account == account, _OPEN)
    )
    if (await connection.scalar(query) or 0) >= most:
        raise Refused(Refusal.TOO_MANY_SEATS, most=most)
