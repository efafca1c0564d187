"""Chessgate's database: a game changes whole, behind a compare-and-set of its version, with its messages beside it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from warboard_pb.campaign.v1 import wants_pb2
from warboard_pb.chess.v1 import chess_pb2

from chassis.database import Database
from chassis.outbox import Outbox, OutboxRow
from chassis.subjects import subject
from chassis.timekeeping import Clock
from services.chessgate.adapters.tables import GAME, KEY, WANTED
from services.chessgate.core.game import Game, due

_DECODER = msgspec.json.Decoder(Game)


class Changed(msgspec.Struct, frozen=True, kw_only=True):
    """A game's key as it was used: account, key and the digest of the command."""

    account: str
    key: str
    digest: str


class GameStore:
    """Games on SQLite and PostgreSQL."""

    def __init__(self, database: Database, outbox: Outbox, clock: Clock) -> None:
        self._database = database
        self._outbox = outbox
        self._clock = clock

    async def load(self, game: str) -> Game | None:
        """A game, or None."""
        async with self._database.read() as connection:
            body = await connection.scalar(select(GAME.c.body).where(GAME.c.id == game))
        return None if body is None else _DECODER.decode(bytes(body))

    async def of_campaign(self, campaign: str) -> list[Game]:
        """Every game of a campaign."""
        async with self._database.read() as connection:
            rows = await connection.execute(select(GAME.c.body).where(GAME.c.campaign == campaign))
            return [_DECODER.decode(bytes(row.body)) for row in rows]

    async def to_move(self, account: str) -> list[Game]:
        """Games in which an account is to move; at most 500."""
        async with self._database.read() as connection:
            query = select(GAME.c.body).where(GAME.c.to_move == account).limit(500)
            return [_DECODER.decode(bytes(row.body)) for row in await connection.execute(query)]

    async def unfinished(self) -> list[Game]:
        """Every game whose clock runs, soonest first; at most 50,000."""
        async with self._database.read() as connection:
            query = select(GAME.c.body).where(GAME.c.due_unix_ms > 0).order_by(GAME.c.due_unix_ms).limit(50_000)
            return [_DECODER.decode(bytes(row.body)) for row in await connection.execute(query)]

    async def changed_since(self, unix_ms: int, after: str, limit: int) -> list[Game]:
        """Games changed at or after a time, by id, for repair."""
        query = select(GAME.c.body).where(GAME.c.changed_unix_ms >= unix_ms, GAME.c.id > after)
        async with self._database.read() as connection:
            rows = await connection.execute(query.order_by(GAME.c.id).limit(limit))
            return [_DECODER.decode(bytes(row.body)) for row in rows]

    async def digest(self, game: str, account: str, key: str) -> str | None:
        """The digest of the command a key was used for, or None."""
        async with self._database.read() as connection:
            mine = (KEY.c.game == game) & (KEY.c.account == account) & (KEY.c.key == key)
            found: str | None = await connection.scalar(select(KEY.c.digest).where(mine))
            return found

    async def newer_list(self, campaign: str, epoch: int, seq: int) -> bool:
        """Note a list's version; whether it is newer than the last."""
        async with self._database.write() as connection:
            mine = WANTED.c.campaign == campaign
            kept = (await connection.execute(select(WANTED).where(mine).with_for_update())).first()
            if kept is not None and (kept.epoch, kept.seq) >= (epoch, seq):
                return False
            await connection.execute(delete(WANTED).where(mine))
            await connection.execute(insert(WANTED), [{"campaign": campaign, "epoch": epoch, "seq": seq}])
            return True

    async def save(self, before: Game | None, after: Game, key: Changed | None = None) -> bool:
        """Store a game's next version, its key and its messages in one transaction; False if another came first."""
        rows = self._messages(before, after)
        try:
            async with self._database.write() as connection:
                values = self._values(after)
                if before is None:
                    await connection.execute(insert(GAME), [values])
                else:
                    done = await connection.execute(
                        update(GAME).where(GAME.c.id == after.id, GAME.c.version == before.version).values(**values)
                    )
                    if not done.rowcount:
                        return False
                if key is not None:
                    await connection.execute(
                        insert(KEY),
                        [{"game": after.id, "account": key.account, "key": key.key, "digest": key.digest}],
                    )
                await self._outbox.add(connection, rows)
        except IntegrityError:
            return False
        self._outbox.publish_soon(rows)
        return True

    def _values(self, game: Game) -> dict[str, Any]:
        end = due(game)
        return {
            "id": game.id, "campaign": game.campaign, "version": game.version,
            "to_move": "" if game.over or game.side(game.to_move).bot_level else game.side(game.to_move).account,
            "due_unix_ms": 0 if end is None else to_ms(end), "changed_unix_ms": to_ms(self._clock.now()),
            "body": msgspec.json.encode(game),
        }  # fmt: skip

    def _messages(self, before: Game | None, after: Game) -> list[OutboxRow]:
        """What others must learn: how it ended, a peace that lapsed, and its next deadline."""
        now = self._clock.now()
        rows: list[OutboxRow] = []

        def add(kind: str, body: bytes, unique: str) -> None:
            rows.append(
                OutboxRow(
                    key=f"{after.id}-{kind.replace('.', '-')}-{unique}", ordering=f"{kind}.{after.id}",
                    position=after.version, subject=subject(*kind.split("."), after.id), body=body, created=now,
                )
            )  # fmt: skip

        if after.over and (before is None or not before.over) and after.result != "cancelled":
            ended = chess_pb2.GameEnded(
                game=after.id, campaign=after.campaign, war=after.war, result=after.result, reason=after.reason,
                plies=len(after.moves), offer=after.offer, at_unix_ms=to_ms(now),
            )  # fmt: skip
            add("chess.end", ended.SerializeToString(), "end")
        for offer in after.declined[len(before.declined) if before else 0 :]:
            declined = chess_pb2.PeaceDeclined(
                game=after.id, campaign=after.campaign, war=after.war, offer=offer, at_unix_ms=to_ms(now)
            )
            add("chess.declined", declined.SerializeToString(), offer[:40])
        add("wants.clock.chess", deadline_wants(after).SerializeToString(), str(after.version))
        return rows


def deadline_wants(game: Game) -> wants_pb2.DeadlineWants:
    """The flag of the side to move, for the clock: the net under our own heap."""
    wants = wants_pb2.DeadlineWants(owner="chess", entity=game.id, epoch=1, seq=game.version)
    end = due(game)
    if end is not None:
        wants.deadlines.add(
            what=f"flag:{len(game.moves)}", since_unix_ms=to_ms(game.since), due_unix_ms=to_ms(end),
            account=game.side(game.to_move).account, needs=["gateway", "chessgate"], credited=True,
        )  # fmt: skip
    return wants


def to_ms(at: datetime) -> int:
    """Milliseconds since 1970 UTC."""
    return (at - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)


Change = Callable[[Game], Game]
