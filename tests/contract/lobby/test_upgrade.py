"""What an older lobby left behind is brought to the newest form."""

from sqlalchemy import insert, select, text

from chassis.database import Database
from chassis.migrations import migrate
from services.lobby.__main__ import MIGRATIONS
from services.lobby.adapters.rows import account_of, room_of, seat_of
from services.lobby.adapters.tables import ACCOUNT, ROOM, SEAT

NAMES = {"a1": "Ann", "a2": "Аnn", "a3": "Bob"}


async def test_accounts_that_look_alike_already_stay(database_url: str) -> None:
    """The oldest one guards the look."""
    await migrate(database_url, MIGRATIONS, to="0001")
    database = Database(database_url)
    old = [
        {"id": id_, "name": name, "unique_name": name.casefold(), "guest": False, "language": "en",
         "password_hash": "", "created_unix_ms": place, "version": 1}
        for place, (id_, name) in enumerate(NAMES.items())
    ] + [
        {"id": "g1", "name": "Ann", "unique_name": None, "guest": True, "language": "en", "password_hash": "",
         "created_unix_ms": 9, "version": 1}
    ]  # fmt: skip
    async with database.write() as connection:
        await connection.execute(insert(ACCOUNT), old)
    await database.close()
    await migrate(database_url, MIGRATIONS)
    database = Database(database_url)
    async with database.read() as connection:
        looks = {row.id: row.look for row in await connection.execute(select(ACCOUNT))}
        assert list(await connection.execute(text("SELECT account FROM signed_in_from"))) == []
    await database.close()
    assert looks == {"a1": "ann", "a2": None, "a3": "bob", "g1": None}


async def test_rooms_from_before_ratings_stay_open_and_unrated(database_url: str) -> None:
    """Nobody is linked, no kind of rating counts, and nobody has said how strong they are."""
    await migrate(database_url, MIGRATIONS, to="0002")
    database = Database(database_url)
    ann = {"id": "a1", "name": "Ann", "unique_name": "ann", "guest": False, "language": "en", "password_hash": "",
           "look": "ann", "created_unix_ms": 1, "version": 1}  # fmt: skip
    room = {"id": "r1", "campaign": "c1", "ruleset": "chess_wars", "name": "R", "host": "a1", "state": "open",
            "public": True, "seat_count": 2, "options": b"{}", "secret_hash": "", "created_unix_ms": 1,
            "changed_unix_ms": 1, "version": 1}  # fmt: skip
    seat = {"room": "r1", "seat": 0, "account": "a1", "bot_level": 0, "entropy": b""}
    async with database.write() as connection:
        for table, row in ((ACCOUNT, ann), (ROOM, room), (SEAT, seat)):
            await connection.execute(insert(table), [row])
    await database.close()
    await migrate(database_url, MIGRATIONS)
    database = Database(database_url)
    async with database.read() as connection:
        seats = [seat_of(row) for row in await connection.execute(select(SEAT))]
        kept = room_of((await connection.execute(select(ROOM))).one(), seats)
        assert account_of((await connection.execute(select(ACCOUNT))).one()).lichess is None
    await database.close()
    assert (kept.rating_kinds, kept.own_ratings, kept.seats[0].own_rating) == ((), False, 0)
