"""Who may talk to Lichess: a row that one replica keeps writing; silence of some seconds frees it."""

from datetime import timedelta

from sqlalchemy import text

from chassis.database import Database
from chassis.ids import new_id
from chassis.timekeeping import Clock, unix_ms

LASTS = timedelta(seconds=10)
"""As long as three slow answers of Lichess, which one holds it for."""
_NAME = "lichess"
_TAKE = text(
    "INSERT INTO lease (name, holder, until_unix_ms) VALUES (:name, :me, :until) "
    "ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until_unix_ms = excluded.until_unix_ms "
    "WHERE lease.holder = excluded.holder OR lease.until_unix_ms < :now RETURNING holder"
)
_FREE = text("UPDATE lease SET until_unix_ms = 0 WHERE name = :name AND holder = :me")


class SqlLease:
    """The `Lease` port, on SQLite and PostgreSQL."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._me = new_id()

    async def hold(self) -> bool:
        """Take it or keep it; whether it is held now."""
        now = self._clock.now()
        row = {"name": _NAME, "me": self._me, "now": unix_ms(now), "until": unix_ms(now + LASTS)}
        async with self._database.write() as connection:
            return (await connection.execute(_TAKE, row)).first() is not None

    async def release(self) -> None:
        """Let another replica have it at once."""
        async with self._database.write() as connection:
            await connection.execute(_FREE, {"name": _NAME, "me": self._me})
