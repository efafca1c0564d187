"""What an older lobby left behind is brought to the newest form."""

from sqlalchemy import insert, select, text

from chassis.database import Database
from chassis.migrations import migrate
from services.lobby.__main__ import MIGRATIONS
from services.lobby.adapters.tables import ACCOUNT

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
