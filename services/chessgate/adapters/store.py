"""Chessgate's database: each step of a game is decided under the lock of its row and committed with what it tells."""

from collections import OrderedDict
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import chess
import msgspec
from msgspec.structs import replace
from sqlalchemy import bindparam, delete, insert, or_, select, text, tuple_, update  # noqa: TID251 - pages of a list
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection
from warboard_pb.campaign.v1 import wants_pb2

from chassis.among import among
from chassis.database import Database, lock_rows
from chassis.group_commit import Failed, GroupCommit
from chassis.metrics import Metrics
from chassis.outbox import Outbox, OutboxRow
from chassis.problems import Kind, Problem
from chassis.timekeeping import Clock, unix_ms
from services.chessgate.adapters import live_players
from services.chessgate.adapters.outgoing import deadlines, messages
from services.chessgate.adapters.tables import CAMPAIGN, COMMAND, GAME, MOVE
from services.chessgate.app.ports import Done, Job
from services.chessgate.core.game import Game, Move, board_from, board_of
from services.chessgate.core.watching import watch_of, watched

GATHER = timedelta(milliseconds=1)  # under load moves share a transaction, which costs as much as three of them
_CACHED = 2_000
_COLUMNS = ("version", "ply", "body")
_NEW_CAMPAIGN = text("INSERT INTO campaign (id, epoch, seq) VALUES (:id, 0, 0) ON CONFLICT (id) DO NOTHING")

# Statements of every move, made once: SQLAlchemy takes longer to build and recognise one than SQLite to do it.
_FIND_KEYS = select(COMMAND).where(among((COMMAND.c.game, COMMAND.c.account, COMMAND.c.key), "asked"))
_ADD_GAMES, _ADD_MOVES, _ADD_KEYS = insert(GAME), insert(MOVE), insert(COMMAND)
_UPDATE_GAMES = (
    update(GAME)
    .where(GAME.c.id == bindparam("which"))
    .values({column.name: bindparam(f"to_{column.name}") for column in GAME.c if column.name != "id"})
)


class SqlGames:
    """All games, on SQLite or PostgreSQL."""

    def __init__(self, database: Database, outbox: Outbox, clock: Clock, metrics: Metrics, queue_limit: int) -> None:
        self._database = database
        self._outbox = outbox
        self._clock = clock
        self._boards: OrderedDict[str, tuple[int, tuple[Move, ...], chess.Board]] = OrderedDict()
        """By live game: how often moves were taken back, the moves, and the position after them."""
        self.writer: GroupCommit[Job, Done] = GroupCommit(
            database, self._batch, key=lambda job: job.game, metrics=metrics, queue_limit=queue_limit, gather=GATHER
        )

    async def step(self, job: Job) -> Done:
        """Do one step under the game's lock and commit it with its durable messages."""
        try:
            return await self.writer.submit(job)
        except IntegrityError:  # no lock keeps two replicas from making one game: the second finds it made
            return await self.writer.submit(job)

    def publish(self, done: Done) -> None:
        """Let a committed step's durable messages leave."""
        self._outbox.publish_soon(done.rows)

    async def game(self, game: str) -> tuple[Game, chess.Board] | None:
        """A game and its position."""
        async with self._database.read() as connection:
            row = (await connection.execute(select(GAME).where(GAME.c.id == game))).first()
            return None if row is None else await self._load(connection, row.ply, row.body)

    async def seen(self, campaign: str, epoch: int, seq: int) -> tuple[int, int]:
        """Note the version (epoch, seq) of a campaign's wants; the newest one known before."""
        async with self._database.write() as connection:
            # Locked for changing at once: two replicas that first shared the row would wait for each other.
            query = select(CAMPAIGN.c.epoch, CAMPAIGN.c.seq).where(CAMPAIGN.c.id == campaign).with_for_update()
            await connection.execute(_NEW_CAMPAIGN, {"id": campaign})
            kept = (await connection.execute(query)).one()
            if (kept.epoch, kept.seq) < (epoch, seq):
                await connection.execute(update(CAMPAIGN).where(CAMPAIGN.c.id == campaign).values(epoch=epoch, seq=seq))
            return kept.epoch, kept.seq

    async def unfinished(self, campaign: str) -> tuple[str, ...]:
        """Ids of a campaign's games that are not over."""
        query = select(GAME.c.id).where(GAME.c.campaign == campaign, GAME.c.state != "over")
        async with self._database.read() as connection:
            return tuple(row.id for row in await connection.execute(query))

    async def of_campaign(self, campaign: str, after: str, limit: int) -> tuple[Game, ...]:
        """A campaign's games, the earliest wars first.

        :param after: the last one of the page before; empty for the first.
        """
        before = select(GAME.c.wanted_unix_ms).where(GAME.c.id == after).scalar_subquery()
        query = select(GAME).where(GAME.c.campaign == campaign).order_by(GAME.c.wanted_unix_ms, GAME.c.id).limit(limit)
        if after:
            query = query.where(tuple_(GAME.c.wanted_unix_ms, GAME.c.id) > tuple_(before, after))
        async with self._database.read() as connection:
            return tuple(
                [(await self._load(connection, row.ply, row.body))[0] for row in await connection.execute(query)]
            )

    async def waiting(self) -> tuple[Any, ...]:
        """Live games that have not started, in the order in which their wars came to be playing."""
        query = (
            select(GAME.c.id, GAME.c.white, GAME.c.black)
            .where(GAME.c.state == "waiting")
            .order_by(GAME.c.wanted_unix_ms, GAME.c.id)
        )
        async with self._database.read() as connection:
            return tuple(await connection.execute(query))

    async def running_live(self, limit: int) -> tuple[str, ...]:
        """Live games in which time runs, those first whose flags are nearest; at most so many."""
        running = select(GAME.c.id).where(GAME.c.state == "playing", GAME.c.live, GAME.c.deadline_unix_ms > 0)
        async with self._database.read() as connection:
            rows = await connection.execute(running.order_by(GAME.c.deadline_unix_ms).limit(limit))
            return tuple(row.id for row in rows)

    async def on_lichess(self, limit: int) -> tuple[Game, ...]:
        """Games that are played on Lichess, or about to be, the oldest first."""
        query = select(GAME).where(GAME.c.on_lichess).order_by(GAME.c.wanted_unix_ms, GAME.c.id).limit(limit)
        async with self._database.read() as connection:
            return tuple(
                [(await self._load(connection, row.ply, row.body))[0] for row in await connection.execute(query)]
            )

    async def busy(self, accounts: Sequence[str], ended_after: int) -> bool:
        """Whether one of these people plays a live game, or ended one after a moment."""
        query = (
            select(GAME.c.id)
            .where(
                GAME.c.live,
                or_(GAME.c.state == "playing", GAME.c.ended_unix_ms > ended_after),
                or_(GAME.c.white.in_(accounts), GAME.c.black.in_(accounts)),
            )
            .limit(1)
        )
        async with self._database.read() as connection:
            return (await connection.execute(query)).first() is not None

    async def bots_owe(self, before: int) -> tuple[str, ...]:
        """Games in which a bot has owed an answer since before a moment."""
        query = select(GAME.c.id).where(GAME.c.state == "playing", GAME.c.bot_owes, GAME.c.changed_unix_ms < before)
        async with self._database.read() as connection:
            return tuple(row.id for row in await connection.execute(query.limit(256)))

    async def owed(self, account: str) -> tuple[Game, ...]:
        """Games in which an account is to move."""
        query = select(GAME).where(GAME.c.state == "playing", or_(GAME.c.white == account, GAME.c.black == account))
        async with self._database.read() as connection:
            loaded = [await self._load(connection, row.ply, row.body) for row in await connection.execute(query)]
        return tuple(game for game, _ in loaded if game.colour_of(account) == game.turn)

    async def wants(self, since: int, after: str, limit: int) -> tuple[wants_pb2.DeadlineWants, ...]:
        """What the clock was told of games changed since a time, by id."""
        query = select(GAME).where(GAME.c.changed_unix_ms >= since, GAME.c.id > after).order_by(GAME.c.id).limit(limit)
        async with self._database.read() as connection:
            rows = list(await connection.execute(query))
            games = [(await self._load(connection, row.ply, row.body))[0] for row in rows]
        return tuple(
            deadlines(game.id, game.watch or watch_of(game, game.version, row.changed_unix_ms))
            for game, row in zip(games, rows, strict=True)
        )

    async def _batch(self, connection: AsyncConnection, jobs: Sequence[Job]) -> Sequence[Done | Failed]:
        found = await lock_rows(connection, "game", "id", _COLUMNS, [job.game for job in jobs])
        keys = await self._known_keys(connection, jobs)
        now = unix_ms(self._clock.now())
        results: list[Done | Failed] = []
        for job in jobs:
            try:
                results.append(await self._step(connection, job, found.get(job.game), keys, now))
            except Problem as problem:
                results.append(Failed(problem))
        await self._write(connection, jobs, results, now)
        return results

    async def _step(
        self, connection: AsyncConnection, job: Job, row: tuple[Any, ...] | None, keys: dict[Any, str], now: int
    ) -> Done:
        before, board = (None, chess.Board()) if row is None else await self._load(connection, row[1], row[2])
        if job.key is not None:
            kept = keys.get((job.game, job.key.account, job.key.key))
            if kept is not None and job.key.is_for(kept):
                return Done(before=before, game=before, board=board)
            if kept is not None:
                raise Problem("key_reused", Kind.MALFORMED, "This key was used for another command.")
        if job.version is not None:
            newest = await _campaign(connection, job.version[0])
            if newest is not None and newest > job.version[1:]:
                return Done(before=before, game=before, board=board)
        outcome = job.decide(before, board, now)
        if outcome is None or not await live_players.take(connection, job.game, job.seats):
            return Done(before=before, game=before, board=board)
        game = outcome.game
        first = 1 if before is None else before.version
        if game.version > first:  # one step is one version, whatever happened in it
            game = replace(game, version=first if before is None else first + 1)
        game = watched(game, now)
        if before is None or game.ply != before.ply:
            board = board_from(game, () if before is None else before.moves, board)
        return Done(
            before=before, game=game, board=board, outcome=outcome,
            rows=tuple(messages(before, game, outcome, now)),
        )  # fmt: skip

    async def _write(
        self, connection: AsyncConnection, jobs: Sequence[Job], results: Sequence[Done | Failed], now: int
    ) -> None:
        new: list[dict[str, Any]] = []
        changed: list[dict[str, Any]] = []
        moves: list[dict[str, Any]] = []
        keys: list[dict[str, Any]] = []
        over: list[str] = []
        outgoing: list[OutboxRow] = []
        for job, done in zip(jobs, results, strict=True):
            if isinstance(done, Failed) or done.outcome is None or done.game is None:
                continue
            game, made = done.game, 0 if done.before is None else min(done.before.ply, done.game.ply)
            if done.before is None:
                new.append(_values(game, now))
            elif game != done.before:
                if game.live and game.state == "over" and done.before.state == "playing":
                    over.append(game.id)
                if game.takebacks != done.before.takebacks:
                    await connection.execute(delete(MOVE).where(MOVE.c.game == game.id, MOVE.c.ply >= game.ply))
                changed.append({"which": game.id} | {f"to_{name}": value for name, value in _values(game, now).items()})
            moves += [
                {"game": game.id, "ply": made + place, "body": msgspec.json.encode(move)}
                for place, move in enumerate(game.moves[made:])
            ]
            if job.key is not None and done.outcome.refused is None:
                keys.append(
                    {"game": job.game, "account": job.key.account, "key": job.key.key, "digest": job.key.digest}
                )
            outgoing += done.rows
        for statement, rows in (
            (_ADD_GAMES, new), (_UPDATE_GAMES, changed), (_ADD_MOVES, moves), (_ADD_KEYS, keys)
        ):  # fmt: skip
            if rows:
                await connection.execute(statement, rows)
        await live_players.free(connection, over)
        await self._outbox.add(connection, outgoing)

    async def _known_keys(self, connection: AsyncConnection, jobs: Sequence[Job]) -> dict[Any, str]:
        asked = [(job.game, job.key.account, job.key.key) for job in jobs if job.key is not None]
        if not asked:
            return {}
        found = await connection.execute(_FIND_KEYS, {"asked": asked})
        return {(row.game, row.account, row.key): row.digest for row in found}

    async def _load(self, connection: AsyncConnection, ply: int, body: bytes) -> tuple[Game, chess.Board]:
        game = msgspec.json.decode(body, type=Game)
        cached = self._boards.get(game.id)
        if cached is not None and (cached[0], len(cached[1])) == (game.takebacks, ply):
            self._boards.move_to_end(game.id)
            return replace(game, moves=cached[1]), cached[2]
        rows = await connection.execute(
            select(MOVE.c.body).where(MOVE.c.game == game.id, MOVE.c.ply < ply).order_by(MOVE.c.ply)
        )
        game = replace(game, moves=tuple(msgspec.json.decode(row.body, type=Move) for row in rows))
        board = board_of(game) if cached is None else board_from(game, *cached[1:])
        self._keep(game, board)
        return game, board

    def remember(self, done: Done) -> None:
        """Keep the position of a committed step at hand."""
        if done.game is not None:
            cached = self._boards.get(done.game.id)
            if cached is None or (cached[0], len(cached[1])) < (done.game.takebacks, done.game.ply):
                self._keep(done.game, done.board)

    def _keep(self, game: Game, board: chess.Board) -> None:
        if not game.live:
            return  # thousands wait for days, and whoever moves then can wait until the moves are read
        self._boards[game.id] = (game.takebacks, game.moves, board)
        self._boards.move_to_end(game.id)
        while len(self._boards) > _CACHED:
            self._boards.popitem(last=False)


def _values(game: Game, now: int) -> dict[str, Any]:
    return {
        "id": game.id, "campaign": game.campaign, "state": game.state, "live": game.live,
        "white": game.white.person, "black": game.black.person, "bot_owes": game.bot_owes,
        "wanted_unix_ms": game.wanted_ms, "deadline_unix_ms": game.deadline_ms, "ended_unix_ms": game.ended_ms,
        "changed_unix_ms": now, "version": game.version, "ply": game.ply,
        "body": msgspec.json.encode(replace(game, moves=())), "on_lichess": game.on_lichess,
    }  # fmt: skip


async def _campaign(connection: AsyncConnection, campaign: str) -> tuple[int, int] | None:
    query = select(CAMPAIGN.c.epoch, CAMPAIGN.c.seq).where(CAMPAIGN.c.id == campaign)
    row = (await connection.execute(query.with_for_update(read=True))).first()
    return None if row is None else (row.epoch, row.seq)
